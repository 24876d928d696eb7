#include "players/engines/gtp_player.hpp"

#include <algorithm>
#include <sstream>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/go/notations/katago_rules.hpp"
#include "core/go/playouts/life.hpp"

namespace arbiter::players {

namespace {

std::string letter(Color color) { return color == Color::black ? "B" : "W"; }

std::vector<std::string> words_in(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

/// Plays and passes as GTP's `play` takes them; nothing else reaches an engine's board.
std::vector<std::string> moves_of(const go::Game& game) {
    std::vector<std::string> moves;
    for (const go::Event& event : game.events()) {
        if (std::holds_alternative<go::Play>(event) || std::holds_alternative<go::Pass>(event)) {
            moves.push_back(game.write_event(event, "gtp"));
        }
    }
    return moves;
}

/// What kgs-rules calls the rules that come closest.
std::string_view rules_word(const go::Rules& rules) {
    if (rules.scoring == go::Scoring::territory) return "japanese";
    if (rules.pass_stones == go::PassStones::given) return "aga";
    if (rules.suicide == go::Suicide::allowed) return "new_zealand";
    return "chinese";
}

/// "7.5"
std::string komi_text(const go::Rules& rules) {
    const auto halves = rules.komi.count;
    const std::string sign = halves < 0 ? "-" : "";
    return sign + std::to_string(std::abs(halves) / 2) + (halves % 2 == 0 ? ".0" : ".5");
}

bool are_handicap(const go::Start& start) {
    return start.handicap >= 2 && !start.setup.stones.empty() &&
           std::ranges::all_of(start.setup.stones,
                               [](const go::Stone& stone) { return stone.color == Color::black; });
}

bool was_resumed(const go::Game& game) {
    return std::ranges::any_of(game.events(), [](const go::Event& event) {
        return std::holds_alternative<go::Resume>(event);
    });
}

std::int64_t seconds(std::chrono::milliseconds time) {
    return std::chrono::floor<std::chrono::seconds>(time).count();
}

std::string time_settings(std::int64_t base, std::int64_t period, std::int64_t stones) {
    return "time_settings " + std::to_string(base) + " " + std::to_string(period) + " " +
           std::to_string(stones);
}

/// A clock in GTP's three numbers: base, period and how many stones in a period. What it cannot say
/// is told as the base that is left.
struct TimeWords {
    const Turn& turn;

    referee::Clock::Face face() const { return turn.clock->face(turn.seat, turn.now); }
    std::string sudden_death() const { return time_settings(seconds(face().main), 0, 0); }

    std::string operator()(const referee::Unlimited&) const { return {}; }
    std::string operator()(const referee::Fischer&) const { return sudden_death(); }
    std::string operator()(const referee::Bronstein&) const { return sudden_death(); }
    std::string operator()(const referee::ByoYomi& control) const {
        return time_settings(seconds(face().main), seconds(control.period), 1);
    }
    std::string operator()(const referee::Canadian& control) const {
        return time_settings(seconds(face().main), seconds(control.period), control.moves);
    }
    std::string operator()(const referee::Correspondence&) const { return {}; }
};

}  // namespace

std::expected<GtpPlayer::Reply, PlayerError> GtpPlayer::ask(std::string_view command,
                                                            Deadline deadline) {
    if (auto said = program().say(command, deadline); !said) {
        return std::unexpected(std::move(said.error()));
    }
    std::string text;
    while (true) {
        auto line = program().overhear(deadline);
        if (!line) return std::unexpected(std::move(line.error()));
        const bool is_blank = trimmed(*line).empty();
        if (is_blank && !text.empty()) break;
        if (is_blank) continue;
        if (text.empty() && line->front() != '=' && line->front() != '?') {
            return failed(PlayerError::Kind::protocol,
                          name_ + " answers " + in_quotes(*line) + ", which is not GTP");
        }
        text += text.empty() ? *line : "\n" + *line;
    }
    program().keep(text);
    return Reply{text.front() == '=', std::string(trimmed(std::string_view(text).substr(1)))};
}

std::expected<void, PlayerError> GtpPlayer::order(std::string_view command, Deadline deadline) {
    const auto reply = ask(command, deadline);
    if (!reply) return std::unexpected(reply.error());
    if (reply->is_success) return {};
    return failed(PlayerError::Kind::cannot_play,
                  name_ + " refuses " + in_quotes(command) + ": " + excerpt(reply->text));
}

bool GtpPlayer::knows(std::string_view command) const {
    return std::ranges::find(commands_, command) != commands_.end();
}

std::expected<void, PlayerError> GtpPlayer::greet(Deadline deadline) {
    start_.reset();
    const auto commands = ask("list_commands", deadline);
    if (!commands) return std::unexpected(commands.error());
    commands_ = words_in(commands->text);
    for (const std::string_view part : {"name", "version"}) {
        const auto reply = ask(part, deadline);
        if (!reply) return std::unexpected(reply.error());
        if (!reply->is_success || reply->text.empty()) continue;
        const std::string text = excerpt(reply->text, 50);
        name_ = part == "name" ? text : name_ + " " + text;
    }
    return {};
}

std::expected<void, PlayerError> GtpPlayer::put_stones(const go::Start& start, Deadline deadline) {
    if (are_handicap(start) && knows("set_free_handicap")) {
        std::string command = "set_free_handicap";
        for (const go::Stone& stone : start.setup.stones) command += " " + to_string(stone.point);
        return order(command, deadline);
    }
    for (const go::Stone& stone : start.setup.stones) {
        const std::string move = letter(stone.color) + " " + to_string(stone.point);
        if (auto done = order("play " + move, deadline); !done) return done;
    }
    return {};
}

/// An engine may refuse the rules: it plays on as well as it can.
std::expected<void, PlayerError> GtpPlayer::tell_rules(const go::Rules& rules, Deadline deadline) {
    std::string command;
    if (knows("kgs-rules")) command = "kgs-rules " + std::string(rules_word(rules));
    if (knows("kata-set-rules")) command = "kata-set-rules " + go::katago_json(rules);
    if (command.empty()) return {};
    const auto reply = ask(command, deadline);
    if (!reply) return std::unexpected(reply.error());
    return {};
}

std::string GtpPlayer::caveat(const AnyGame& game) const {
    const auto* played = game.as<go::Game>();
    if (played == nullptr || knows("kata-set-rules")) return {};
    const go::KoRule ko = played->rules().ko;
    if (ko == go::KoRule::none || ko == go::KoRule::simple) return {};
    return name_ +
           " cannot be told of superko over GTP: where it repeats a position, its move is rejected "
           "and it may lose the game by it; rules with simple ko avoid that";
}

std::expected<void, PlayerError> GtpPlayer::set_up(const go::Game& game, Deadline deadline) {
    start_.reset();
    moves_.clear();
    dead_.reset();
    const go::Size size = game.size();
    if (size.width != size.height) {
        return failed(PlayerError::Kind::cannot_play, "GTP knows square boards only");
    }
    for (const std::string& command :
         {"boardsize " + std::to_string(size.width), std::string("clear_board"),
          "komi " + komi_text(game.rules())}) {
        if (auto done = order(command, deadline); !done) return done;
    }
    if (auto done = tell_rules(game.rules(), deadline); !done) return done;
    if (auto done = put_stones(game.start(), deadline); !done) return done;
    start_ = game.start();
    return {};
}

/// Brings the engine's board to where the game is: by the moves that it has not seen, or anew.
std::expected<void, PlayerError> GtpPlayer::follow(const go::Game& game, Deadline deadline) {
    const auto moves = moves_of(game);
    const bool goes_on = start_ == game.start() && moves_.size() <= moves.size() &&
                         std::equal(moves_.begin(), moves_.end(), moves.begin());
    if (!goes_on) {
        if (auto done = set_up(game, deadline); !done) return done;
    }
    while (moves_.size() < moves.size()) {
        const std::string& move = moves[moves_.size()];
        if (auto done = order("play " + move, deadline); !done) {
            start_.reset();
            return done;
        }
        moves_.push_back(move);
        dead_.reset();
    }
    return {};
}

std::expected<void, PlayerError> GtpPlayer::tell_time(const Turn& turn, Deadline deadline) {
    std::string settings;
    if (turn.clock != nullptr) settings = std::visit(TimeWords{turn}, turn.clock->control());
    if (turn.budget.time) {
        settings = time_settings(0, std::max<std::int64_t>(seconds(*turn.budget.time), 1), 1);
    }
    if (settings.empty() || !knows("time_settings")) return {};
    const auto reply = ask(settings, deadline);
    if (!reply) return std::unexpected(reply.error());
    if (turn.clock == nullptr || !knows("time_left")) return {};
    const auto face = turn.clock->face(turn.seat, turn.now);
    const bool in_base = face.main.count() > 0;
    const auto stones = in_base ? 0 : std::max(face.moves_left, 1);
    const auto left = ask("time_left " + letter(turn.seat) + " " +
                              std::to_string(seconds(in_base ? face.main : face.period)) + " " +
                              std::to_string(stones),
                          deadline);
    if (!left) return std::unexpected(left.error());
    return {};
}

std::expected<std::string, PlayerError> GtpPlayer::generate(const Turn& turn, Deadline deadline) {
    dead_.reset();
    const auto reply = ask("genmove " + letter(turn.seat), deadline);
    if (!reply) return std::unexpected(reply.error());
    if (!reply->is_success || reply->text.empty()) {
        return failed(PlayerError::Kind::protocol,
                      name_ + " finds no move: " + excerpt(reply->text));
    }
    std::string move = reply->text;
    std::ranges::transform(move, move.begin(), lower);
    if (move == "resign" || move == "pass") {
        if (move == "pass") moves_.push_back(letter(turn.seat) + " pass");
        return move;
    }
    const auto point = go::point_named(move);
    if (point) moves_.push_back(letter(turn.seat) + " " + to_string(*point));
    return reply->text;
}

std::expected<std::vector<go::Point>, PlayerError> GtpPlayer::dead_stones(const go::Game& game,
                                                                          Deadline deadline) {
    if (!knows("final_status_list")) return go::dead_stones_proposal(game.position());
    const auto reply = ask("final_status_list dead", deadline);
    if (!reply) return std::unexpected(reply.error());
    if (!reply->is_success) return go::dead_stones_proposal(game.position());
    std::vector<go::Point> dead;
    for (const std::string& word : words_in(reply->text)) {
        const auto point = go::point_named(word);
        if (point && go::contains(game.size(), *point) && game.position().at(*point)) {
            dead.push_back(*point);
        }
    }
    return dead;
}

/// Marks what the engine takes for dead and agrees. What the other side has agreed to is accepted if
/// the engine sees it so too; otherwise play goes on, once.
std::expected<std::string, PlayerError> GtpPlayer::settle(const Turn& turn, const go::Game& game,
                                                          Deadline deadline) {
    if (!dead_) {
        auto dead = dead_stones(game, deadline);
        if (!dead) return std::unexpected(std::move(dead.error()));
        dead_ = *std::move(dead);
    }
    const auto marked = game.dead();
    const auto is_in = [](const auto& points, go::Point point) {
        return std::ranges::find(points, point) != points.end();
    };
    std::optional<std::string> correction;
    for (const go::Point point : *dead_) {
        if (!is_in(marked, point)) correction = "mark_dead " + to_string(point);
    }
    for (const go::Point point : marked) {
        if (!is_in(*dead_, point)) correction = "mark_alive " + to_string(point);
    }
    if (!correction) return "agree";
    if (!game.has_agreed(opponent(turn.seat))) return *correction;
    return was_resumed(game) ? "agree" : "resume";
}

std::expected<std::string, PlayerError> GtpPlayer::answer(const Turn& turn, Deadline deadline) {
    const auto* game = turn.game.as<go::Game>();
    if (game == nullptr) return failed(PlayerError::Kind::cannot_play, name_ + " plays Go only");
    auto ready = follow(*game, deadline);
    if (ready && game->phase() == go::Phase::marking) return settle(turn, *game, deadline);
    if (ready) ready = tell_time(turn, deadline);
    if (!ready) return std::unexpected(std::move(ready.error()));
    return generate(turn, deadline);
}

}  // namespace arbiter::players
