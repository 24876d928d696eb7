#include "core/backgammon/formats/gitgammon.hpp"

#include <algorithm>
#include <charconv>

#include "core/backgammon/notations/steps.hpp"
#include "core/backgammon/options.hpp"
#include "core/base/date_time.hpp"
#include "core/base/loose_json.hpp"
#include "core/base/sha256.hpp"

namespace arbiter::backgammon {

namespace {

/// The time of a game without a tag `UpdatedAt`: the core has no clock.
constexpr std::string_view some_time = "1970-01-01T00:00:00Z";

const std::string* tag(const Game& game, std::string_view name) {
    return find_tag(game.tags, name);
}

// ---- from a table to a game ----

/// Without passes every turn before this one has its file, and the last was the opponent's.
bool last_move_fits(const Table& table) {
    if (!table.last_move) return false;
    return table.winner || table.last_move->player != table.active_player ||
           table.last_move->sequence < table.turn - 1;
}

std::string digits_of(const std::vector<Die>& dice) {
    std::string digits;
    for (const Die die : dice) digits += std::to_string(die.pips());
    return digits;
}

Tags tags_of(const Table& table) {
    Tags tags{{"White", table.players.white},
              {"Black", table.players.black},
              {"UpdatedAt", table.updated_at}};
    if (last_move_fits(table)) {
        tags.emplace_back("Turn", std::to_string(table.turn));
        tags.emplace_back("LastMove", to_string(*table.last_move));
    }
    const auto [first, second] = table.dice;
    if (table.winner || first < second) tags.emplace_back("Dice", digits_of({first, second}));
    if (table.winner && !table.dice_used.empty()) {
        tags.emplace_back("DiceUsed", digits_of(table.dice_used));
    }
    if (!table.messages.empty()) {
        JsonWriter out;
        write_messages(out, table.messages);
        tags.emplace_back("Messages", out.take());
    }
    return tags;
}

bool is_borne_off(const Table& table) {
    return table.winner && table.board.count(*table.winner, Spot::off()) == checkers_each;
}

// ---- from a game to a table ----

std::unexpected<Fault> no_table_for(std::string_view what) {
    return std::unexpected(cannot_express("gitgammon cannot express " + std::string(what)));
}

/// What the game has that a table does not; empty if nothing.
std::string_view inexpressible(const Game& game) {
    const Position& position = game.position();
    if (!game.rules().money()) return "a match";
    if (position.cube().value != 1 || position.cube().owner) return "a cube that has been turned";
    if (position.resignation()) return "a resignation that has not been answered";
    if (is_deadlock(position.board())) return "a position in which nobody can ever move";
    if (const auto& outcome = game.outcome()) {
        if (!outcome->winner) return "a game that nobody won";
        const int lost = position.board().count(opponent(*outcome->winner), Spot::off());
        return lost == checkers_each ? "a game that was lost with all checkers home" : "";
    }
    if (position.score() != PerColor<int>{}) return "a score";
    if (!position.dice()) return "a moment without dice on the table";
    return {};
}

bool is_move(const Event& event) { return std::holds_alternative<Move>(event); }

bool ended_by_move(const Game& game) {
    return game.position().stage() == Stage::over && !game.events().empty() &&
           is_move(game.events().back());
}

TableDice higher_first(Dice dice) { return {dice.high(), dice.low()}; }

/// In the order in which the tag has them.
std::optional<TableDice> dice_in_tag(const Game& game) {
    const std::string* known = tag(game, "Dice");
    const auto dice = known == nullptr ? std::nullopt : read_dice(*known);
    if (!dice) return std::nullopt;
    const bool lower_first = known->front() - '0' == dice->low().pips();
    return lower_first ? TableDice{dice->low(), dice->high()} : higher_first(*dice);
}

/// The last that were rolled, if they are known.
std::optional<TableDice> dice_of(const Game& game) {
    const auto events = game.events();
    for (std::size_t i = events.size(); i-- > 0;) {
        if (const auto* opening = std::get_if<OpeningRoll>(&events[i])) {
            return higher_first(Dice(opening->white, opening->black));
        }
        if (const auto* roll = std::get_if<Roll>(&events[i])) return higher_first(roll->dice);
    }
    const auto known = dice_in_tag(game);
    const auto& dice = game.start().position.dice();
    if (dice && (!known || known->sorted() != *dice)) return higher_first(*dice);
    return known;
}

/// The messages of the table that the game comes from.
class MessagesReader : TableJsonReader {
public:
    static std::vector<Message> read(const Game& game) {
        const std::string* text = tag(game, "Messages");
        const auto list = text == nullptr ? Reading<Json>{} : read_json(*text);
        return list ? MessagesReader(*list).messages() : std::vector<Message>{};
    }

private:
    explicit MessagesReader(const Json& list) : TableJsonReader(list) {}

    std::vector<Message> messages() {
        const std::vector<Message> found = read_messages(root);
        return faults.fatal() ? std::vector<Message>{} : found;
    }
};

/// With which dice the move was made that ended the game.
std::vector<Die> dice_of_last_move(const Game& game) {
    const auto& [by, turn] = std::get<Move>(game.events().back());
    const Position& before = *(game.positions().end() - 2);
    std::vector<Die> used = before.setup().dice_used;
    Board board = before.board();
    Hand hand = before.hand();
    for (const CheckerMove move : turn.moves()) {
        const auto die = die_for(board, by, move, hand);
        if (!die) break;
        used.push_back(*die);
        hand.use(*die);
        board.move(by, move);
    }
    return used;
}

/// As a tag has them, if they are some of the dice.
std::vector<Die> dice_named(std::string_view digits, Dice dice) {
    std::vector<Die> used;
    Hand left(dice);
    for (const char digit : digits) {
        const auto die = Die::showing(digit - '0');
        if (!die || !left.has(*die)) return {};
        left.use(*die);
        used.push_back(*die);
    }
    return used;
}

std::vector<Die> dice_used_in(const Game& game, Dice dice) {
    if (ended_by_move(game)) return dice_of_last_move(game);
    const std::string* known = tag(game, "DiceUsed");
    const bool began_over = game.start().position.stage() == Stage::over;
    if (began_over && known != nullptr) return dice_named(*known, dice);
    return game.position().setup().dice_used;
}

/// Which turn of its table the game began with, and what was played before.
struct Origin {
    std::int64_t turn = 1;
    std::optional<MoveFileName> last_move{};
};

Origin origin_of(const Game& game) {
    const std::string* turn = tag(game, "Turn");
    const std::string* file = tag(game, "LastMove");
    if (turn == nullptr || file == nullptr) return {};
    Origin origin{.last_move = read_move_file_name(*file)};
    const char* const end = turn->data() + turn->size();
    const auto [rest, error] = std::from_chars(turn->data(), end, origin.turn);
    const bool readable = error == std::errc() && rest == end && origin.turn >= 1 &&
                          origin.turn < Table::turn_max / 2;
    return readable && origin.last_move ? origin : Origin{};
}

/// As somebody would have named it who sent this move.
MoveFileName name_of_move(const Game& game, std::size_t event, int sequence) {
    constexpr std::size_t digits = 6;
    const auto& [by, turn] = std::get<Move>(game.events()[event]);
    const std::string text =
        std::to_string(sequence) + " " + write_turn(game.positions()[event].board(), by, turn);
    return {sequence, by, to_hex(sha256(text)).substr(0, digits)};
}

std::string tag_or(const Game& game, std::string_view name, std::string_view otherwise) {
    const std::string* value = tag(game, name);
    return std::string(value != nullptr && !value->empty() ? *value : otherwise);
}

std::string time_of(const Game& game) {
    const std::string* time = tag(game, "UpdatedAt");
    return std::string(time != nullptr && read_date_time(*time) ? *time : some_time);
}

}  // namespace

Reading<Game> game_of(const Table& table, const Rules& rules) {
    Setup setup{.board = table.board, .turn = table.active_player};
    if (is_borne_off(table)) {
        setup.stage = Stage::over;
        setup.score[*table.winner] =
            points_for(rules, setup.cube, level_of(table.board, *table.winner));
    } else {
        setup.stage = Stage::move;
        setup.dice = table.dice.sorted();
        setup.dice_used = table.dice_used;
    }
    Reading<Game> game = game_from(setup, rules, {}, {});
    if (!game) return game;
    if (table.winner && !game->outcome()) {
        static_cast<void>(
            game->play(Conclude{Outcome::win(*table.winner, reasons::recorded_result)}));
    }
    game->tags = tags_of(table);
    return game;
}

std::expected<Table, Fault> table_of(const Game& game) {
    if (const auto what = inexpressible(game); !what.empty()) return no_table_for(what);
    const auto dice = dice_of(game);
    if (!dice) return no_table_for("the end of a game whose last roll is not known");

    const auto moves = std::ranges::count_if(game.events(), is_move);
    const auto [first_turn, earlier_move] = origin_of(game);
    auto last_move = earlier_move;
    if (moves > 0) {
        const auto sequence = (earlier_move ? earlier_move->sequence : 0) + moves;
        if (sequence > MoveFileName::sequence_max) return no_table_for("more than 9999 moves");
        std::size_t last = game.events().size() - 1;
        while (!is_move(game.events()[last])) --last;
        last_move = name_of_move(game, last, static_cast<int>(sequence));
    }
    Table table{.turn = first_turn + moves - (ended_by_move(game) ? 1 : 0),
                .active_player = game.position().turn(),
                .dice = *dice,
                .dice_used = dice_used_in(game, dice->sorted()),
                .board = game.board(),
                .last_move = std::move(last_move),
                .winner = game.outcome() ? game.outcome()->winner : std::nullopt,
                .players = {tag_or(game, "White", "white"), tag_or(game, "Black", "black")},
                .messages = MessagesReader::read(game),
                .updated_at = time_of(game)};
    if (table.last_move && !last_move_fits(table)) {
        table.turn = 1;
        table.last_move.reset();
    }
    return table;
}

Reading<Game> read_gitgammon(std::string_view text, const Options& options) {
    Reading<Json> document = read_loose_json(text);
    if (!document) return {std::nullopt, std::move(document.faults)};
    Reading<Table> table = read_table(*document);
    table.faults.merge(document.faults);
    Rules rules;
    read_rules(options, {}, rules, table.faults);
    if (!rules.money()) {
        table.faults.add("option_out_of_range", "a table holds one game and not a match");
    }
    if (table.faults.fatal()) return {std::nullopt, std::move(table.faults)};
    Reading<Game> game = game_of(*table, rules);
    table.faults.merge(game.faults);
    return {std::move(game.value), std::move(table.faults)};
}

std::expected<std::string, Fault> write_gitgammon(const Game& game) {
    const auto table = table_of(game);
    if (!table) return std::unexpected(table.error());
    return write_table(*table);
}

}  // namespace arbiter::backgammon
