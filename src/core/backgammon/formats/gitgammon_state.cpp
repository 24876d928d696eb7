#include "core/backgammon/formats/gitgammon_state.hpp"

#include "core/base/json.hpp"

namespace arbiter::backgammon {

namespace {

constexpr int points_a_row = 6;

/// On the bar before six points that the opponent holds.
bool closed_out(const Board& board, Color color) {
    if (board.count(color, Spot::bar()) == 0) return false;
    for (int pips = 1; pips <= 6; ++pips) {
        if (board.opposing(color, Spot::bar().after(pips)) < 2) return false;
    }
    return true;
}

template <class Write>
void write_pair(JsonWriter& out, Write write_side) {
    out.object([&] {
        for (const Color color : both_colors) {
            out.key(arbiter::to_string(color));
            write_side(color);
        }
    });
}

/// With blanks inside the braces, as gitgammon has them.
void write_counts(JsonWriter& out, const Table& table, Spot spot) {
    const auto count = [&](Color color) { return std::to_string(table.board.count(color, spot)); };
    out.raw("{ \"white\": " + count(Color::white) + ", \"black\": " + count(Color::black) + " }");
}

void write_points(JsonWriter& out, const Board& board) {
    out.array([&] {
        for (int row = 0; row < points_on_board; row += points_a_row) {
            out.on_one_line([&] {
                for (int i = row; i < row + points_a_row; ++i) {
                    out.value(board.count(Color::white, point_at(Color::white, i)) -
                              board.count(Color::black, point_at(Color::black, i)));
                }
            });
        }
    });
}

void write_winner(JsonWriter& out, const Table& table) {
    if (!table.winner) return out.null();
    out.value(arbiter::to_string(*table.winner));
}

std::string_view status_of(const Table& table) { return table.winner ? "completed" : "playing"; }

}  // namespace

bool is_deadlock(const Board& board) {
    return closed_out(board, Color::white) && closed_out(board, Color::black);
}

Hand Table::hand() const {
    Hand left(dice.sorted());
    for (const Die die : dice_used) left.use(die);
    return left;
}

void Table::add(Message message) { add_message(messages, std::move(message)); }

std::string write_table(const Table& table) {
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.member("turn", table.turn);
        out.member("activePlayer", arbiter::to_string(table.active_player));
        out.key("dice");
        write_dice_list(out, table.dice.all());
        out.key("diceUsed");
        write_dice_list(out, table.dice_used);
        out.key("board");
        write_points(out, table.board);
        out.key("bar");
        write_counts(out, table, Spot::bar());
        out.key("home");
        write_counts(out, table, Spot::off());
        out.key("lastMove");
        write_move_reference(out, table.last_move);
        out.member("status", status_of(table));
        out.key("winner");
        write_winner(out, table);
        out.key("players");
        write_pair(out, [&](Color color) { out.value(table.players[color]); });
        out.key("messages");
        write_messages(out, table.messages);
        out.member("updatedAt", table.updated_at);
    });
    return out.take();
}

}  // namespace arbiter::backgammon
