#include "tables/gitgammon/table_play.hpp"

#include <algorithm>

#include "core/backgammon/notations/steps.hpp"
#include "tables/fingerprint.hpp"

namespace arbiter::tables::gitgammon {

using backgammon::Board;
using backgammon::Choice;
using backgammon::Hand;
using backgammon::Spot;
using backgammon::Step;
using backgammon::Turn;

namespace {

std::unexpected<Rejection> refuse(const RejectionCode& code, Details details) {
    return std::unexpected(Rejection{&code, std::move(details)});
}

/// Checks the player, the number of the move, the dice and the state it is for.
Result<void> is_due(const Table& table, const MoveFileName& name, const MoveFile& file) {
    if (table.winner) {
        return refuse(codes::game_over, {{"outcome", capitalized(*table.winner) + " wins"}});
    }
    if (name.player != file.player) {
        return refuse(codes::name_contradicts,
                      {{"named", word(name.player)}, {"player", word(file.player)}});
    }
    if (file.player != table.active_player) {
        return refuse(codes::not_your_turn, {{"turn", word(table.active_player)}});
    }
    const int sequence = table.last_move ? table.last_move->sequence + 1 : 1;
    if (name.sequence != sequence) {
        return refuse(codes::wrong_sequence, {{"expected", std::int64_t{sequence}},
                                              {"sequence", std::int64_t{name.sequence}}});
    }
    if (file.dice_roll.sorted() != table.dice.sorted()) {
        return refuse(codes::other_dice, {{"dice", write_dice(table.dice.sorted())},
                                          {"claimed", write_dice(file.dice_roll.sorted())}});
    }
    const std::string state = fingerprint_of(write_table(table));
    if (file.note.expected_state != state) {
        return refuse(codes::stale_state,
                      {{"expected", file.note.expected_state}, {"actual", state}});
    }
    return {};
}

/// Of moves that are legal with some dice of the roll, whether they are with those that are named.
Result<void> dice_fit(const Table& table, const MoveFile& file) {
    Board board = table.board;
    Hand hand = table.hand();
    for (const auto& [move, die] : file.moves) {
        const int distance = move.from.index() - move.to.index();
        const bool bears_off_over =
            move.to.is_off() && die.pips() > distance && board.rearmost(file.player) == move.from;
        if (!hand.has(die) || (die.pips() != distance && !bears_off_over)) {
            return refuse(codes::wrong_die, {{"from", to_string(move.from)},
                                             {"to", to_string(move.to)},
                                             {"die", std::int64_t{die.pips()}}});
        }
        hand.use(die);
        board.move(file.player, move);
    }
    return {};
}

Turn turn_of(const MoveFile& file) {
    Turn turn;
    for (const Step& step : file.moves) turn.push(step.move);
    return turn;
}

/// Moves the checkers; a message for each that is hit.
void play(Table& table, const MoveFile& file, std::string_view now) {
    const Color hit = opponent(file.player);
    for (const auto& [move, die] : file.moves) {
        table.dice_used.push_back(die);
        if (!table.board.move(file.player, move)) continue;
        const int point = index_of(file.player, move.to) + 1;
        table.add({Message::Type::info,
                   capitalized(hit) + " piece hit on point " + std::to_string(point) + ".",
                   std::string(now)});
    }
}

void next_turn(Table& table, const NextRoll& next) {
    ++table.turn;
    table.active_player = opponent(table.active_player);
    table.dice = next.dice;
    table.dice_used.clear();
}

}  // namespace

Result<Table> turned(const Table& table, const MoveFileName& name, const MoveFile& file,
                     std::string_view now) {
    if (auto due = is_due(table, name, file); !due) return std::unexpected(std::move(due.error()));
    auto choice = legal_choice(table.board, file.player, table.hand(), turn_of(file));
    if (!choice) return std::unexpected(std::move(choice.error()));
    if (auto fit = dice_fit(table, file); !fit) return std::unexpected(std::move(fit.error()));

    Table after = table;
    play(after, file, now);
    after.last_move = name;
    after.updated_at = now;
    return after;
}

Result<Table> moved(const Table& table, const MoveFileName& name, const MoveFile& file,
                    NextRoll next) {
    Result<Table> after = turned(table, name, file, next.now);
    if (!after) return after;
    if (after->board.count(file.player, Spot::off()) == backgammon::checkers_each) {
        after->winner = file.player;
        after->add({Message::Type::info, "Game over. " + capitalized(file.player) + " wins.",
                    std::string(next.now)});
    } else {
        next_turn(*after, next);
    }
    return after;
}

bool is_blocked(const Table& table) {
    if (table.winner) return false;
    const auto turns = legal_turns(table.board, table.active_player, table.hand());
    return std::ranges::all_of(turns, [](const Choice& choice) { return choice.turn.empty(); });
}

Table passed(const Table& table, NextRoll next) {
    Table after = table;
    after.add({Message::Type::info, "No legal moves available", std::string(next.now)});
    after.updated_at = next.now;
    next_turn(after, next);
    return after;
}

}  // namespace arbiter::tables::gitgammon
