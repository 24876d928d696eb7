#include "core/go/game.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/contract/perft.hpp"

namespace arbiter::go {

namespace {

Outcome outcome_of(const Score& score) {
    const auto leader = score.leader();
    return leader ? Outcome::win(*leader, reasons::score) : Outcome::draw(reasons::score);
}

Grid grid_of(const Position& position) {
    Grid grid(position.size());
    for_each_point(position.size(), [&](Point point) { grid.at(point) = position.at(point); });
    return grid;
}

/// Black's stones, then White's, each in the order they were put down.
std::vector<Stone> still_there(const Grid& board, std::span<const Stone> put) {
    std::vector<Stone> latest_first;
    PointMap<char> seen(board.size());
    for (const Stone stone : std::views::reverse(put)) {
        const bool seen_before = std::exchange(seen.at(stone.point), true);
        if (!seen_before && board.at(stone.point)) latest_first.push_back(stone);
    }
    std::vector<Stone> stones;
    for (const Color color : {Color::black, Color::white}) {
        for (const Stone stone : std::views::reverse(latest_first)) {
            if (stone.color == color) stones.push_back(stone);
        }
    }
    return stones;
}

constexpr std::array phase_infos{
    PhaseInfo{"play", "a point such as D4, pass, resign"},
    PhaseInfo{"marking",
              "mark_dead D4, mark_alive D4, agree, resume, resign; after two passes, "
              "where dead stones are agreed on"},
};
constexpr std::array<AgentFormat, 4> agent_states{{{"go-grid"}, {"go-rows"}, {"sgf"}, {"record"}}};

}  // namespace

constinit const Traits Game::traits{
    .name = "go",
    .title = "Go",
    .record_notation = "sgn",
    .archive_format = "sgf",
    .first_mover = Color::black,
    .chance = std::nullopt,
    .can_be_drawn = true,
    .agents = {.states = agent_states,
               .compact_format = "sgf",
               .move_help = "Write a move as a point, such as D4, or pass. Columns are lettered "
                            "from the left without the letter I, rows numbered from the bottom."},
    .phases = phase_infos,
};

Reading<Game> Game::from(Start start, const Locate& locate) {
    const bool full_board_ends = start.rules.ending == Ending::two_passes_or_full_board;
    auto position = Position::from(
        start.setup, locate,
        full_board_ends ? Position::FullBoard::accepted : Position::FullBoard::refused);
    Reading<Game> reading{std::nullopt, std::move(position.faults)};
    const int stones = start.setup.size.points();
    if (start.handicap < 0 || start.free_handicap < 0 || start.free_handicap > start.handicap ||
        start.handicap > stones || (start.free_handicap > 0 && start.setup.turn != Color::black)) {
        reading.faults.add("handicap_out_of_range",
                           "the handicap does not fit the board, the setup or the turn");
    }
    if (position && !reading.faults.fatal()) {
        reading.value = Game(std::move(start), std::move(*position.value));
    }
    return reading;
}

Game::Game(Start start, Position position)
    : start_(std::move(start)),
      position_(std::move(position)),
      history_(position_, start_.before.moves) {
    Moment moment;
    moment.turn = position_.turn();
    moment.passes = start_.before.passes;
    moment.account.handicap = start_.handicap;
    if (ends_play(position_, moment, history_.back().moves)) {
        const bool settle = rules().dead_stones == DeadStones::agreed && !size().empty();
        moment.phase = settle ? Phase::marking : Phase::over;
    }
    moments_.push_back(std::move(moment));
    if (moments_.back().phase == Phase::over) outcome_ = outcome_of(score());
}

Color Game::turn_before(std::size_t event) const {
    const Moment& then = moments_[event];
    const bool over = outcome_ && event == events().size();
    const bool answered = !over && then.phase == Phase::marking && then.agreed[then.turn];
    return answered ? opponent(then.turn) : then.turn;
}

std::vector<Stone> Game::stones() const {
    std::vector<Stone> stones;
    std::vector<bool> seen(static_cast<std::size_t>(size().points()));
    const auto add = [&](Stone stone) {
        auto here = seen[static_cast<std::size_t>(index(size(), stone.point))];
        if (here) return;
        here = true;
        if (position_.at(stone.point) == stone.color) stones.push_back(stone);
    };
    for (const Event& event : std::views::reverse(events())) {
        if (const auto* play = std::get_if<Play>(&event)) add({play->by, play->point});
    }
    for (const Stone stone : std::views::reverse(start_.setup.stones)) add(stone);
    std::ranges::reverse(stones);
    return stones;
}

std::optional<std::variant<Play, Pass>> Game::last_move() const {
    for (const Event& event : std::views::reverse(events())) {
        if (const auto* play = std::get_if<Play>(&event)) return *play;
        if (const auto* pass = std::get_if<Pass>(&event)) return *pass;
    }
    return std::nullopt;
}

Score Game::score() const {
    const Moment& now = moments_.back();
    return go::score(position_, rules(), now.account, now.dead);
}

int Game::handicap_missing() const {
    const auto placed = static_cast<int>(events().size());
    return std::max(start_.free_handicap - placed, 0);
}

int Game::handicap_after(const Event& move) const {
    const auto is_black_stone = [](const Event& event) {
        const auto* play = std::get_if<Play>(&event);
        return play != nullptr && play->by == Color::black;
    };
    const int now = account().handicap;
    const bool may_grow = rules().turns == Turns::named && start_.setup.stones.empty() &&
                          std::ranges::all_of(events(), is_black_stone);
    if (!may_grow || handicap_missing() > 0) return now;
    const int stones = static_cast<int>(events().size()) + 1;
    if (is_black_stone(move)) return stones < 2 ? now : stones;
    const auto* pass = std::get_if<Pass>(&move);
    return pass != nullptr && pass->by == Color::black ? start_.handicap : now;
}

bool Game::ends_play(const Position& position, const Moment& moment, std::uint32_t moves) const {
    if (position.size().empty()) return true;
    switch (rules().ending) {
        case Ending::two_passes: return moment.passes >= 2;
        case Ending::two_passes_or_full_board: return moment.passes >= 2 || position.full();
        case Ending::two_passes_white_last:
            return moment.passes >= 2 && position.turn() == Color::black;
        case Ending::two_passes_or_length:
            return moment.passes >= 2 ||
                   moves >= 2 * static_cast<std::uint32_t>(position.size().points());
    }
    return false;
}

Awaits Game::awaits() const {
    switch (phase()) {
        case Phase::play: return Awaits::move;
        case Phase::marking: return Awaits::agreement;
        case Phase::over: return Awaits::nothing;
    }
    return Awaits::nothing;
}

std::vector<Event> Game::legal() const {
    if (outcome_) return {};
    if (phase() == Phase::marking) return {Agree{turn()}, Resume{turn()}};
    std::vector<Event> events;
    for (const Point point : legal_points(position_, history_, rules(), turn())) {
        events.emplace_back(Play{turn(), point});
    }
    if (handicap_missing() == 0) events.emplace_back(Pass{turn()});
    return events;
}

std::optional<Rejection> Game::out_of_turn(Color by) const {
    if (by == turn()) return std::nullopt;
    return Rejection{&codes::not_your_turn, {{"turn", word(turn())}}};
}

/// Judges one event in the present state of the game.
class Game::Judge {
public:
    Judge(const Game& game, const Event& event)
        : game_(game), after_{{game.moments_.back(), std::nullopt}, event} {}

    Result<Consequence> operator()(const Play& play) {
        if (auto refused = cannot_move(play.by)) return std::unexpected(std::move(*refused));
        const Stone stone{play.by, play.point};
        if (auto refused = refusal(game_.position_, game_.history_, game_.rules(), stone)) {
            return std::unexpected(std::move(*refused));
        }
        after_.next.position = game_.position_;
        const std::vector<Point> taken = after_.next.position->play(stone);
        if (game_.handicap_missing() > 1) after_.next.position->give_turn(Color::black);
        after_.effects.push_back(
            {"placed", {{"point", to_string(play.point)}, {"color", word(play.by)}}});
        if (!taken.empty()) count_prisoners(stone, taken);
        after_.next.moment.passes = 0;
        finish_move();
        return std::move(after_);
    }

    Result<Consequence> operator()(const Pass& pass) {
        if (auto refused = cannot_move(pass.by)) return std::unexpected(std::move(*refused));
        if (const int missing = game_.handicap_missing()) {
            return std::unexpected(
                Rejection{&codes::pass_in_handicap, {{"missing", std::int64_t{missing}}}});
        }
        after_.next.position = game_.position_;
        after_.next.position->pass(pass.by);
        after_.effects.push_back({"passed", {{"by", word(pass.by)}}});
        ++after_.next.moment.passes;
        if (game_.rules().pass_stones == PassStones::given) {
            const Color receiver = opponent(pass.by);
            ++after_.next.moment.account.pass_stones[receiver];
            after_.effects.push_back({"pass_stone", {{"to", word(receiver)}}});
        }
        finish_move();
        return std::move(after_);
    }

    Result<Consequence> operator()(const MarkDead& mark) {
        return marked(mark.point, Status::dead);
    }
    Result<Consequence> operator()(const MarkAlive& mark) {
        return marked(mark.point, Status::alive);
    }

    Result<Consequence> operator()(const Agree& agree) {
        if (auto refused = cannot_settle()) return std::unexpected(std::move(*refused));
        PerColor<bool>& agreed = after_.next.moment.agreed;
        if (agreed[agree.by]) {
            return std::unexpected(Rejection{&codes::already_agreed, {{"by", word(agree.by)}}});
        }
        agreed[agree.by] = true;
        after_.effects.push_back({"agreed", {{"by", word(agree.by)}}});
        if (agreed.black && agreed.white) end_by_score(game_.position_);
        return std::move(after_);
    }

    /// Japanese rules, article 9.3: the opponent of the side that resumes moves first. Under other
    /// rules the turn stays as it was.
    Result<Consequence> operator()(const Resume& resume) {
        if (auto refused = cannot_settle()) return std::unexpected(std::move(*refused));
        Moment& moment = after_.next.moment;
        moment.phase = Phase::play;
        moment.passes = 0;
        moment.dead.clear();
        moment.agreed = {};
        if (game_.rules().scoring == Scoring::territory) moment.turn = opponent(resume.by);
        after_.effects.push_back({"resumed", {{"by", word(resume.by)}}});
        return std::move(after_);
    }

    Result<Consequence> operator()(const Resign& resign) {
        return ended(Outcome::win(opponent(resign.by), reasons::resignation));
    }
    Result<Consequence> operator()(const LoseOnTime& flag) {
        return ended(Outcome::win(opponent(flag.by), reasons::time_forfeit));
    }
    Result<Consequence> operator()(const Conclude& conclude) { return ended(conclude.outcome); }

private:
    enum class Status : std::uint8_t { alive, dead };

    std::optional<Rejection> cannot_move(Color by) const {
        if (game_.phase() == Phase::marking) return Rejection{&codes::marking_phase, {}};
        const bool bound = game_.rules().turns == Turns::alternate || game_.handicap_missing() > 0;
        return bound ? game_.out_of_turn(by) : std::nullopt;
    }

    std::optional<Rejection> cannot_settle() const {
        if (game_.phase() == Phase::marking) return std::nullopt;
        return Rejection{&codes::not_in_marking_phase, {}};
    }

    void count_prisoners(Stone stone, const std::vector<Point>& taken) {
        const bool suicide = std::ranges::binary_search(taken, stone.point);
        const Color loser = suicide ? stone.color : opponent(stone.color);
        after_.next.moment.account.prisoners[opponent(loser)] += static_cast<int>(taken.size());
        after_.effects.push_back({suicide ? "self_captured" : "captured",
                                  {{"points", names(taken)}, {"color", word(loser)}}});
    }

    /// Applies the rules about cycles and the end of play after a stone or a pass.
    void finish_move() {
        const Position& position = *after_.next.position;
        after_.next.moment.turn = position.turn();
        after_.next.moment.account.handicap = game_.handicap_after(after_.event);
        const bool pass = after_.next.moment.passes > 0;
        if (!pass) after_.outcome = cycle_outcome();
        if (after_.outcome) return;
        const std::uint32_t moves = game_.history_.back().moves + 1;
        if (game_.ends_play(position, after_.next.moment, moves) || (pass && passes_in_a_cycle()))
            end_play(position);
    }

    std::optional<Outcome> cycle_outcome() const {
        const Position& position = *after_.next.position;
        const LongCycle rule = game_.rules().long_cycle;
        if (rule == LongCycle::voids_the_game && game_.history_.is_cycle(position))
            return Outcome{GameResult::no_result, std::nullopt, reasons::long_cycle};
        if (rule == LongCycle::draws && game_.history_.is_repeated(position))
            return Outcome::draw(reasons::long_cycle);
        return std::nullopt;
    }

    /// KataGo's rules, with simple ko: who passes twice in the same position ends play, so that
    /// sending two and returning one does not go on for ever.
    bool passes_in_a_cycle() const {
        return game_.rules().long_cycle == LongCycle::voids_the_game &&
               game_.history_.was_passed_from();
    }

    void end_play(const Position& position) {
        if (game_.rules().dead_stones == DeadStones::stay) return end_by_score(position);
        after_.next.moment.phase = Phase::marking;
        after_.effects.push_back({"marking_began", {}});
    }

    void end_by_score(const Position& position) {
        const Moment& moment = after_.next.moment;
        const Score score = go::score(position, game_.rules(), moment.account, moment.dead);
        after_.effects.push_back({"scored", {{"score", to_string(score)}}});
        after_.outcome = outcome_of(score);
    }

    Result<Consequence> marked(Point point, Status status) {
        if (auto refused = cannot_settle()) return std::unexpected(std::move(*refused));
        const std::string where = to_string(point);
        if (!contains(game_.size(), point)) {
            return std::unexpected(Rejection{
                &codes::point_off_board, {{"point", where}, {"size", to_string(game_.size())}}});
        }
        if (game_.position_.is_empty(point)) {
            return std::unexpected(Rejection{&codes::no_stone_there, {{"point", where}}});
        }
        std::vector<Point>& dead = after_.next.moment.dead;
        const bool is_dead = std::ranges::binary_search(dead, point);
        if (is_dead == (status == Status::dead)) {
            return std::unexpected(
                Rejection{&codes::already_marked,
                          {{"point", where}, {"status", std::string(is_dead ? "dead" : "alive")}}});
        }
        const std::vector<Point> group = game_.position_.group(point);
        if (is_dead) {
            std::erase_if(dead, [&](Point p) { return std::ranges::binary_search(group, p); });
        } else {
            dead.insert(dead.end(), group.begin(), group.end());
            std::ranges::sort(dead);
        }
        after_.next.moment.agreed = {};
        after_.effects.push_back(
            {is_dead ? "marked_alive" : "marked_dead", {{"points", names(group)}}});
        return std::move(after_);
    }

    Result<Consequence> ended(const Outcome& outcome) {
        after_.outcome = outcome;
        return std::move(after_);
    }

    const Game& game_;
    Consequence after_;
};

Result<Game::Consequence> Game::judge(const Event& event) const {
    return std::visit(Judge(*this, event), event);
}

void Game::adopt(Next&& next, const Event& event) {
    if (next.position) {
        position_ = std::move(*next.position);
        if (std::holds_alternative<Pass>(event)) {
            history_.push_pass(position_);
        } else {
            history_.push_play(position_);
        }
    }
    position_.give_turn(next.moment.turn);
    moments_.push_back(std::move(next.moment));
}

void Game::revert(const Event& event) {
    moments_.pop_back();
    if (std::holds_alternative<Play>(event) || std::holds_alternative<Pass>(event)) {
        history_.pop();
    }
}

/// Groups are found anew: once, however many events were taken back.
void Game::restored() {
    const History::Entry& now = history_.back();
    position_ = Position::of(history_.stones(), now.turn, now.ko);
    position_.give_turn(moments_.back().turn);
}

std::optional<Game> Game::resumed_on(const Grid& board, std::span<const Stone> put, Color turn,
                                     const Before& before) const {
    Start start = start_;
    start.setup.turn = turn;
    start.setup.stones = still_there(board, put);
    start.free_handicap = turn == Color::black ? handicap_missing() : 0;
    start.before = before;
    return from(std::move(start), [](std::size_t, Point) { return Place{}; }).value;
}

std::optional<Game> Game::edited(const Edit& edit) const {
    Grid board = grid_of(position_);
    std::vector<Stone> put = stones();
    const auto put_down = [&](Stone stone) {
        if (!contains(size(), stone.point)) return;
        board.at(stone.point) = stone.color;
        put.push_back(stone);
    };
    for (const Point point : edit.black) put_down({Color::black, point});
    for (const Point point : edit.white) put_down({Color::white, point});
    for (const Point point : edit.cleared) {
        if (contains(size(), point)) board.at(point).reset();
    }
    return resumed_on(board, put, edit.turn.value_or(position_.turn()), {.moves = move_count()});
}

std::optional<Game> Game::as_played(const Event& event) const {
    Before before{.moves = move_count() + 1};
    if (const auto* pass = std::get_if<Pass>(&event)) {
        return resumed_on(grid_of(position_), stones(), opponent(pass->by), before);
    }
    const auto* play = std::get_if<Play>(&event);
    if (play == nullptr || !contains(size(), play->point)) return std::nullopt;
    const Stone stone{play->by, play->point};
    Stones others = position_.stones();
    others.take_off(stone.point);
    Position after = Position::of(others, stone.color, std::nullopt);
    after.play(stone);
    std::vector<Stone> put = stones();
    put.push_back(stone);
    before.last = stone.point;
    return resumed_on(grid_of(after), put, after.turn(), before);
}

std::vector<Action> Game::actions(Color by) const {
    using enum Action::Kind;
    static constexpr std::array<Action, 3> all{
        {{"resign", resign}, {"agree", settle}, {"resume", settle}}};
    return possible(all, by);
}

std::optional<Provisional> Game::provisional() const {
    if (phase() != Phase::marking) return std::nullopt;
    const Score now = score();
    const Outcome outcome = outcome_of(now);
    std::vector<std::string> agreed;
    for (const Color color : {Color::black, Color::white}) {
        if (has_agreed(color)) agreed.push_back(word(color));
    }
    return Provisional{
        outcome,
        {{"score", to_string(now)}, {"dead", names(dead())}, {"agreed", std::move(agreed)}},
        "dead stones are being marked, and " + word(turn()) +
            " is to agree; as they stand: " + sentence(outcome) + ", " + to_string(now)};
}

Author Game::author(const Event& event) {
    const bool verdict =
        std::holds_alternative<LoseOnTime>(event) || std::holds_alternative<Conclude>(event);
    return verdict ? Author::arbiter : Author::player;
}

std::uint64_t Game::hash() const { return position_.hash(); }

std::uint64_t Game::recomputed_hash() const {
    return position_.hash() ^ position_.key() ^ position_.recomputed_key();
}

std::vector<PerftRow> Game::perft(int depth) const { return perft_by_playing(*this, depth); }

}  // namespace arbiter::go
