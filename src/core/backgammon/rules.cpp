#include "core/backgammon/rules.hpp"

#include <algorithm>
#include <ranges>
#include <string>
#include <utility>

#include "core/backgammon/board/generate.hpp"
#include "core/backgammon/notations/steps.hpp"

namespace arbiter::backgammon {

namespace {

std::string text_of(const Hand& hand) {
    if (hand.empty()) return "none";
    std::string text;
    for (const Die die : hand) {
        if (!text.empty()) text += ' ';
        text += std::to_string(die.pips());
    }
    return text;
}

Rejection rejection(const RejectionCode& code, CheckerMove move, Details facts) {
    Details data{{"from", to_string(move.from)}, {"to", to_string(move.to)}};
    for (Detail& fact : facts) data.push_back(std::move(fact));
    return {&code, std::move(data)};
}

/// A turn of which some checker moves have been made.
struct Progress {
    Board board;
    Color color;
    Hand left;

    void make(CheckerMove move, Die die) {
        board.move(color, move);
        left.use(die);
    }
    /// How many dice can still be used; all, once the last checker is borne off.
    std::size_t most_dice() const {
        if (board.pips(color) == 0) return left.size();
        std::size_t most = 0;
        for_each_turn(board, color, left, [&](const Line& line) { most = line.turn().size(); });
        return most;
    }
};

Rejection no_die_for(const Progress& progress, CheckerMove move) {
    const auto& [board, color, left] = progress;
    const int pips = move.from.index() - move.to.index();
    const auto larger = std::ranges::find_if(left, [&](Die die) { return die.pips() > pips; });
    if (move.to.is_off() && larger != left.end()) {
        return rejection(codes::checker_behind, move,
                         {{"die", larger->pips()}, {"behind", to_string(board.rearmost(color))}});
    }
    return rejection(codes::no_such_die, move, {{"pips", pips}, {"dice", text_of(left)}});
}

/// The die it uses, or why this checker cannot go there now.
Result<Die> die_used(const Progress& progress, CheckerMove move) {
    const auto& [board, color, left] = progress;
    const auto refused = [&](const RejectionCode& code, Details facts = {}) {
        return std::unexpected(rejection(code, move, std::move(facts)));
    };
    if (move.to >= move.from) return refused(codes::wrong_direction);
    if (board.count(color, move.from) == 0) return refused(codes::no_checker_there);
    if (const int waiting = board.count(color, Spot::bar()); waiting > 0 && !move.from.is_bar()) {
        return refused(codes::must_enter_from_bar, {{"checkers", waiting}});
    }
    if (move.to.is_off() && !board.all_home(color)) {
        return refused(codes::not_all_home, {{"outside", to_string(board.rearmost(color))}});
    }
    const auto die = die_for(board, color, move, left);
    if (!die) return std::unexpected(no_die_for(progress, move));
    if (move.to.is_point() && board.opposing(color, move.to) > 1) {
        return refused(codes::point_held, {{"checkers", board.opposing(color, move.to)}});
    }
    return *die;
}

Result<Progress> after(const Progress& start, std::span<const CheckerMove> moves) {
    Progress progress = start;
    for (const CheckerMove move : moves) {
        const auto die = die_used(progress, move);
        if (!die) return std::unexpected(die.error());
        progress.make(move, *die);
    }
    return progress;
}

/// Why checker moves that are possible one by one are not a legal turn. With equal dice one can
/// always go on: no checker stands in the way of another.
Rejection incomplete(const Progress& start, const Progress& end, const Turn& turn,
                     const Turn& example) {
    const auto& [board, color, hand] = start;
    const bool to_be_continued = !legal_steps(board, color, hand, turn.moves()).empty();
    if (to_be_continued) {
        const Turn rest = legal_turns(end.board, color, end.left).front().turn;
        return {&codes::turn_not_finished, {{"example", write_turn(end.board, color, rest)}}};
    }
    const Detail as_in{"example", write_turn(board, color, example)};
    if (turn.size() == example.size()) {
        return {&codes::must_use_higher_die, {{"die", hand[0].pips()}, as_in}};
    }
    return {&codes::must_use_both_dice, {as_in}};
}

bool in_winners_home(const Board& board, Color winner) {
    for (int number = 1; number <= 6; ++number) {
        if (board.opposing(winner, *Spot::point(number)) > 0) return true;
    }
    return false;
}

}  // namespace

std::vector<Choice> legal_turns(const Board& board, Color color, const Hand& hand) {
    std::vector<Choice> choices;
    for_each_turn(board, color, hand, [&](const Line& line) {
        Choice& choice = choices.emplace_back(Choice{line.turn(), board});
        for (const CheckerMove move : choice.turn.moves()) choice.after.move(color, move);
    });
    return choices;
}

std::vector<Step> legal_steps(const Board& board, Color color, const Hand& hand,
                              std::span<const CheckerMove> made) {
    const Progress start{board, color, hand};
    const auto now = after(start, made);
    if (!now) return {};
    const std::size_t most = start.most_dice();
    const Reach reach(now->board, color);
    // Where either die can be used but not both, it must be the higher one.
    const bool one_of_two = most == 1 && hand.size() == 2;
    std::vector<Step> steps;
    for (std::size_t i = 0; i < now->left.size(); ++i) {
        const Die die = now->left[i];
        if (i > 0 && die == now->left[i - 1]) break;
        if (one_of_two && !steps.empty()) break;
        for (Spots from = reach.sources(reach.occupied(), die); from != 0;) {
            const Spot spot = highest(from);
            from &= ~spots_of(spot);
            const Step step{{spot, spot.after(die.pips())}, die};
            Progress next = *now;
            next.make(step.move, die);
            if (made.size() + 1 + next.most_dice() >= most) steps.push_back(step);
        }
    }
    return steps;
}

bool can_move(const Board& board, Color color, const Hand& hand) {
    const Reach reach(board, color);
    return std::ranges::any_of(hand,
                               [&](Die die) { return reach.sources(reach.occupied(), die) != 0; });
}

std::optional<Die> die_for(const Board& board, Color color, CheckerMove move, const Hand& hand) {
    const auto exact = Die::showing(move.from.index() - move.to.index());
    if (!exact || hand.has(*exact)) return exact;
    if (!move.to.is_off() || board.rearmost(color) > move.from) return std::nullopt;
    for (const Die die : std::views::reverse(hand)) {
        if (die > *exact) return die;
    }
    return std::nullopt;
}

Result<Choice> legal_choice(const Board& board, Color color, const Hand& hand, const Turn& turn) {
    if (const auto end = after({board, color, hand}, turn.moves())) {
        const std::vector<Choice> choices = legal_turns(board, color, hand);
        const auto same = std::ranges::find(choices, end->board, &Choice::after);
        if (same != choices.end()) return *same;
    }
    return std::unexpected(refusal(board, color, hand, turn));
}

Rejection refusal(const Board& board, Color color, const Hand& hand, const Turn& turn) {
    const Progress start{board, color, hand};
    auto end = after(start, turn.moves());
    if (!end) return std::move(end.error());
    return incomplete(start, *end, turn, legal_turns(board, color, hand).front().turn);
}

std::optional<NoDouble> cannot_double(const Rules& rules, const Setup& setup, Color by) {
    if (!rules.cube) return NoDouble::no_cube;
    if (setup.stage != Stage::roll_or_double || setup.turn != by) return NoDouble::not_now;
    if (setup.cube.owner && *setup.cube.owner != by) return NoDouble::not_owner;
    if (setup.crawford_game) return NoDouble::crawford;
    // A side that wins the match with the cube as it is gains nothing by a higher one.
    const bool dead = !rules.money() && setup.score[by] + setup.cube.value >= rules.match_length;
    if (dead) return NoDouble::dead;
    if (setup.cube.value > cube_value_to_double_max) return NoDouble::too_high;
    return std::nullopt;
}

bool is_after_crawford(const Rules& rules, const Setup& setup) {
    return rules.crawford && !setup.crawford_game && rules.match_length > 1 &&
           std::max(setup.score.white, setup.score.black) == rules.match_length - 1;
}

Level level_of(const Board& board, Color winner) {
    const Color loser = opponent(winner);
    if (board.count(loser, Spot::off()) > 0) return Level::single;
    const bool far_back = board.count(loser, Spot::bar()) > 0 || in_winners_home(board, winner);
    return far_back ? Level::backgammon : Level::gammon;
}

int points_for(const Rules& rules, const Cube& cube, Level level) {
    const bool only_single = rules.money() && rules.jacoby && rules.cube && !cube.turned;
    return cube.value * (only_single ? 1 : static_cast<int>(level));
}

}  // namespace arbiter::backgammon
