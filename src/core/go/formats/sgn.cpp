#include "core/go/formats/sgn.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/go/formats/replay.hpp"
#include "core/go/notations/sgn.hpp"
#include "core/go/options.hpp"

namespace arbiter::go {

namespace {

std::optional<Point> point_of(const SgnMove& move) {
    if (const auto* play = std::get_if<Play>(&move)) return play->point;
    if (const auto* capture = std::get_if<Capture>(&move)) return capture->point;
    if (const auto* action = std::get_if<SgnAction>(&move)) return action->point;
    return std::nullopt;
}

/// Moves on a board: each with the captures that are written after it.
Reading<std::vector<RecordedMove>> recorded(const std::vector<SgnMove>& moves, Size size,
                                            std::size_t first_token) {
    std::vector<RecordedMove> list;
    Faults faults;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const TokenPlace place{first_token + i};
        const auto point = point_of(moves[i]);
        if (point && !contains(size, *point)) {
            faults.add("point_off_board",
                       to_string(*point) + " is not on a board of " + to_string(size), place);
        } else if (const auto* play = std::get_if<Play>(&moves[i])) {
            list.push_back({*play, place, {}});
        } else if (const auto* pass = std::get_if<Pass>(&moves[i])) {
            list.push_back({*pass, place, {}});
        } else if (const auto* action = std::get_if<SgnAction>(&moves[i])) {
            list.push_back({*action, place, {}});
        } else if (!list.empty()) {
            list.back().captures.push_back({*point, place});
        } else {
            faults.add("capture_does_not_happen", "no move comes before the capture", place);
        }
    }
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    return {std::move(list), {}};
}

const Play* black_play(const RecordedMove& move) {
    const auto* play = std::get_if<Play>(&move.move);
    return play != nullptr && play->by == Color::black ? play : nullptr;
}

/// The number of Black's stones before White's first move; 0 if they are not a handicap.
int handicap_in(const std::vector<RecordedMove>& moves, Size size) {
    const auto run_end = std::ranges::find_if_not(moves, black_play);
    const bool ends_well = run_end == moves.end() || side_of(*run_end) == Color::white;
    const auto stones = run_end - moves.begin();
    return ends_well && stones >= 2 && stones <= size.points() ? static_cast<int>(stones) : 0;
}

/// Why SGN cannot express a game; nothing if it can. Handicap stones that are set up are written as
/// if Black had placed them.
std::optional<Fault> inexpressible(const Game& game) {
    const Start& start = game.start();
    const auto set_up = static_cast<int>(start.setup.stones.size());
    const auto is_black = [](Stone stone) { return stone.color == Color::black; };
    const bool only_handicap = set_up + start.free_handicap == start.handicap &&
                               std::ranges::all_of(start.setup.stones, is_black);
    if (!only_handicap || start.handicap == 1) {
        return cannot_express("SGN cannot express stones that are set up");
    }
    const bool white_next = start.handicap > 0 && start.free_handicap == 0;
    if (start.setup.turn != (white_next ? Color::white : Color::black)) {
        return cannot_express("in SGN Black begins, and White after a handicap");
    }
    if (static_cast<int>(game.events().size()) < start.free_handicap) {
        return cannot_express("SGN cannot express a handicap that is not complete");
    }
    return std::nullopt;
}

/// Writes moves, and plays them if captures are written too.
class SgnWriter {
public:
    SgnWriter(Size size, SgnStyle style) : style_(style), text_(to_string(size)), position_(size) {}

    void write(const SgnMove& move) {
        add(move);
        const auto* play = std::get_if<Play>(&move);
        if (play == nullptr || style_.captures == SgnStyle::Captures::left_out) return;
        for (const Point taken : position_.play({play->by, play->point})) add(Capture{taken});
    }

    std::string take() { return std::move(text_); }

private:
    void add(const SgnMove& move) {
        text_ += style_.separators == SgnStyle::Separators::spaces ? ' ' : ',';
        text_ += write_sgn_move(move);
    }

    SgnStyle style_;
    std::string text_;
    Position position_;
};

}  // namespace

bool looks_like_sgn(std::string_view text) {
    const std::string_view size = take_sgn_word(text);
    const auto cross = size.find_first_of("xX");
    if (cross == size.npos) return false;
    const auto is_number = [](std::string_view word) {
        return !word.empty() && std::ranges::all_of(word, is_digit);
    };
    return is_number(size.substr(0, cross)) && is_number(size.substr(cross + 1));
}

Reading<Game> read_sgn(std::string_view text, const Options& options) {
    const std::string_view size_word = take_sgn_word(text);
    if (size_word.empty()) {
        return Reading<Game>::failure("missing_size", "a game begins with its size: 19x19",
                                      TokenPlace{1});
    }
    const auto size = size_named(size_word);
    Faults faults;
    if (!size || size_word.find_first_of("xX") == size_word.npos) {
        faults.add("bad_size",
                   in_quotes(size_word) + " is not a size such as 19x19, from 1x1 to 52x52",
                   TokenPlace{1});
    }
    constexpr std::size_t first_move_token = 2;
    const auto moves = read_sgn_moves(text, first_move_token);
    faults.merge(moves.faults);
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    const auto list = recorded(*moves, *size, first_move_token);
    if (!list) return {std::nullopt, list.faults};

    Start start;
    start.setup.size = *size;
    start.handicap = start.free_handicap = handicap_in(*list, *size);
    read_rules(options, {}, start.rules, faults);
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    const bool turns_told = std::ranges::find(options, "turns", &Option::name) != options.end();
    if (start.rules.turns == Turns::alternate && !turns_told) start.rules.turns = Turns::named;
    return replay(std::move(start), [](std::size_t, Point) { return TokenPlace{1}; }, *list);
}

std::expected<std::string, Fault> write_sgn(const Game& game, SgnStyle style) {
    if (auto fault = inexpressible(game)) return std::unexpected(std::move(*fault));
    SgnWriter out(game.size(), style);
    for (const Stone stone : game.start().setup.stones) out.write(Play{stone.color, stone.point});
    for (std::size_t i = 0; i < game.events().size(); ++i) {
        const auto move = sgn_move_of(game.events()[i], game.turn_before(i));
        if (move) out.write(*move);
    }
    return out.take();
}

}  // namespace arbiter::go
