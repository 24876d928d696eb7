#include "players/engines/uci_player.hpp"

#include <algorithm>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/chess/game.hpp"

namespace arbiter::players {

namespace {

using std::chrono::milliseconds;

/// Without any limit an engine would think for ever.
constexpr milliseconds time_unless_told{1'000};

bool is_same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

/// "Hash" in "option name Hash type spin default 16".
std::string_view option_name(std::string_view line) {
    line.remove_prefix(std::string_view("option name ").size());
    return line.substr(0, line.find(" type "));
}

bool is_thought(std::string_view line) {
    const bool is_best =
        line.find(" multipv ") == line.npos || line.find(" multipv 1 ") != line.npos;
    return line.starts_with("info ") && line.find(" pv ") != line.npos && is_best;
}

/// Adds what a clock shows in the words of UCI.
struct ClockWords {
    const Turn& turn;
    std::string& command;
    std::optional<milliseconds>& time;  // for this move alone

    referee::Clock::Face face(Color side) const { return turn.clock->face(side, turn.now); }

    void add(std::string_view word, std::int64_t value) const {
        command += " " + std::string(word) + " " + std::to_string(std::max<std::int64_t>(value, 1));
    }
    void add_clocks(milliseconds white, milliseconds black) const {
        add("wtime", white.count());
        add("btime", black.count());
    }
    void add_increment(milliseconds increment) const {
        add_clocks(face(Color::white).main, face(Color::black).main);
        if (increment == milliseconds(0)) return;
        add("winc", increment.count());
        add("binc", increment.count());
    }

    void operator()(const referee::Unlimited&) const {}
    void operator()(const referee::Fischer& control) const { add_increment(control.increment); }
    void operator()(const referee::Bronstein& control) const { add_increment(control.delay); }
    /// UCI has no byo-yomi: a share of the base, and most of the period.
    void operator()(const referee::ByoYomi&) const {
        constexpr int moves_expected = 40;
        const auto own = face(turn.seat);
        time = own.main / moves_expected + own.period * 4 / 5;
    }
    void operator()(const referee::Canadian&) const {
        const auto left = [&](Color side) { return face(side).main + face(side).period; };
        add_clocks(left(Color::white), left(Color::black));
        add("movestogo", face(turn.seat).moves_left);
    }
    void operator()(const referee::Correspondence&) const {
        time = std::min(face(turn.seat).main / 2, time_unless_told);
    }
};

}  // namespace

std::string go_command(const Turn& turn) {
    std::string command = "go";
    std::optional<milliseconds> time;
    const ClockWords add{turn, command, time};
    if (turn.clock != nullptr) std::visit(add, turn.clock->control());
    if (turn.budget.nodes) {
        command += " nodes " + std::to_string(std::max<std::uint64_t>(*turn.budget.nodes, 1));
    }
    if (turn.budget.time) time = std::min(time.value_or(*turn.budget.time), *turn.budget.time);
    if (!time && command == "go") time = time_unless_told;
    if (time) add.add("movetime", time->count());
    return command;
}

namespace {

std::optional<int> number_after(std::string_view words, std::string_view line) {
    const auto at = line.find(words);
    if (at == line.npos) return std::nullopt;
    const char* const begin = line.data() + at + words.size();
    int number = 0;
    const auto [end, fault] = std::from_chars(begin, line.data() + line.size(), number);
    if (fault != std::errc()) return std::nullopt;
    return number;
}

}  // namespace

std::optional<int> score_in_info(std::string_view line) {
    constexpr int mate = 30'000;
    if (const auto pawns = number_after(" score cp ", line)) return std::clamp(*pawns, -mate, mate);
    const auto moves = number_after(" score mate ", line);
    if (!moves) return std::nullopt;
    return *moves > 0 ? mate : -mate;
}

std::optional<int> depth_in_info(std::string_view line) { return number_after(" depth ", line); }

std::expected<void, PlayerError> UciPlayer::greet(Deadline deadline) {
    last_position_.clear();
    known_options_.clear();
    is_chess960_ = false;
    lines_ = 1;
    if (auto said = program().say("uci", deadline); !said) return said;
    while (true) {
        const auto line = program().overhear(deadline);
        if (!line) return std::unexpected(line.error());
        if (line->starts_with("id name ")) name_ = excerpt(trimmed(line->substr(8)));
        if (line->starts_with("option name ")) known_options_.emplace_back(option_name(*line));
        if (trimmed(*line) == "uciok") break;
    }
    for (const Option& option : options_) {
        if (auto done = set(option.name, option.value, deadline); !done) return done;
    }
    return synchronise(deadline);
}

std::expected<void, PlayerError> UciPlayer::set(std::string_view option, std::string_view value,
                                                Deadline deadline) {
    const auto known = std::ranges::find_if(
        known_options_, [&](const std::string& name) { return is_same_name(name, option); });
    if (known == known_options_.end()) {
        return failed(PlayerError::Kind::cannot_play,
                      name_ + " has no option " + in_quotes(option));
    }
    return program().say("setoption name " + *known + " value " + std::string(value), deadline);
}

std::expected<void, PlayerError> UciPlayer::synchronise(Deadline deadline) {
    if (auto said = program().say("isready", deadline); !said) return said;
    while (true) {
        const auto line = program().overhear(deadline);
        if (!line) return std::unexpected(line.error());
        if (trimmed(*line) == "readyok") return {};
    }
}

std::expected<void, PlayerError> UciPlayer::prepare(std::string_view position, bool is_chess960,
                                                    Deadline deadline) {
    const bool is_new = last_position_.empty() || !position.starts_with(last_position_);
    last_position_ = position;
    if (is_chess960 != is_chess960_) {
        if (auto done = set("UCI_Chess960", is_chess960 ? "true" : "false", deadline); !done) {
            return done;
        }
        is_chess960_ = is_chess960;
    }
    if (is_new) {
        if (auto said = program().say("ucinewgame", deadline); !said) return said;
        if (auto done = synchronise(deadline); !done) return done;
    }
    return program().say(position, deadline);
}

std::expected<void, PlayerError> UciPlayer::tell_position(const AnyGame& game, Deadline deadline) {
    const auto* played = game.as<chess::Game>();
    if (played == nullptr) {
        return failed(PlayerError::Kind::cannot_play, name_ + " plays chess only");
    }
    const auto position = game.write("uci");
    if (!position) return failed(PlayerError::Kind::cannot_play, position.error().sentence);
    const bool is_chess960 = played->start().variant == chess::Variant::chess960;
    return prepare(trimmed(*position), is_chess960, deadline);
}

std::expected<std::string, PlayerError> UciPlayer::answer(const Turn& turn, Deadline deadline) {
    auto told = tell_position(turn.game, deadline);
    if (told) told = set_lines(1, deadline);
    if (!told) return std::unexpected(std::move(told.error()));
    if (auto said = program().say(go_command(turn), deadline); !said) {
        return std::unexpected(std::move(said.error()));
    }
    return best_move(deadline);
}

/// Of what it thinks aloud the last line with a variation is kept, of several variations the best.
std::expected<std::string, PlayerError> UciPlayer::best_move(Deadline deadline) {
    constexpr std::string_view keyword = "bestmove ";
    std::string thought;
    while (true) {
        auto line = program().overhear(deadline);
        if (!line) return line;
        if (is_thought(*line)) thought = *line;
        if (!line->starts_with(keyword)) continue;
        if (!thought.empty()) program().keep(thought);
        set_score(score_in_info(thought), depth_in_info(thought));
        program().keep(*line);
        std::string_view move = trimmed(std::string_view(*line).substr(keyword.size()));
        move = move.substr(0, move.find(' '));
        if (move == "(none)" || move == "0000" || move.empty()) {
            return failed(PlayerError::Kind::protocol, name_ + " finds no move");
        }
        return std::string(move);
    }
}

}  // namespace arbiter::players
