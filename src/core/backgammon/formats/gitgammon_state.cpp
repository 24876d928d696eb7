#include "core/backgammon/formats/gitgammon_state.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/backgammon/formats/gitgammon_json.hpp"
#include "core/base/sha256.hpp"

namespace arbiter::backgammon {

namespace {

constexpr int points_a_row = 6;

constexpr std::array<std::string_view, 3> type_names{"error", "info", "warning"};

/// On the bar before six points that the opponent holds.
bool closed_out(const Board& board, Color color) {
    if (board.count(color, Spot::bar()) == 0) return false;
    for (int pips = 1; pips <= 6; ++pips) {
        if (board.opposing(color, Spot::bar().after(pips)) < 2) return false;
    }
    return true;
}

/// The colours in the order of the seed, or sorted as in canonical JSON.
enum class Order : std::uint8_t { seed, sorted };

template <class Write>
void write_pair(JsonWriter& out, Order order, Write write_side) {
    out.object([&] {
        for (const Color color : both_colors) {
            const Color next = order == Order::seed ? color : opponent(color);
            out.key(arbiter::to_string(next));
            write_side(next);
        }
    });
}

void write_counts(JsonWriter& out, const Table& table, Spot spot, Order order) {
    out.on_one_line([&] {
        write_pair(out, order, [&](Color color) { out.value(table.board.count(color, spot)); });
    });
}

void write_players(JsonWriter& out, const Table& table, Order order) {
    write_pair(out, order, [&](Color color) { out.value(table.players[color]); });
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

/// As canonical JSON has it.
void write_sorted_reference(JsonWriter& out, const std::optional<MoveFileName>& name) {
    if (!name) return out.null();
    out.object([&] {
        out.member("file", to_string(*name));
        out.member("player", arbiter::to_string(name->player));
        out.member("sequence", name->sequence);
    });
}

void write_winner(JsonWriter& out, const Table& table) {
    if (!table.winner) return out.null();
    out.value(arbiter::to_string(*table.winner));
}

std::string_view status_of(const Table& table) { return table.winner ? "completed" : "playing"; }

std::string canonical_json(const Table& table) {
    JsonWriter out(JsonWriter::Style::compact);
    out.object([&] {
        out.member("activePlayer", arbiter::to_string(table.active_player));
        out.key("bar");
        write_counts(out, table, Spot::bar(), Order::sorted);
        out.key("board");
        write_points(out, table.board);
        out.key("dice");
        write_dice_list(out, table.dice.all());
        out.key("diceUsed");
        write_dice_list(out, table.dice_used);
        out.key("home");
        write_counts(out, table, Spot::off(), Order::sorted);
        out.key("lastMove");
        write_sorted_reference(out, table.last_move);
        out.key("players");
        write_players(out, table, Order::sorted);
        out.member("status", status_of(table));
        out.member("turn", table.turn);
        out.key("winner");
        write_winner(out, table);
    });
    return out.take();
}

}  // namespace

std::optional<MoveFileName> read_move_file_name(std::string_view text) {
    constexpr std::size_t sequence_digits = 4;
    constexpr std::string_view extension = ".json";
    int sequence = 0;
    const char* const end = text.data() + std::min(text.size(), sequence_digits);
    if (std::from_chars(text.data(), end, sequence).ptr != text.data() + sequence_digits ||
        sequence < 1) {
        return std::nullopt;
    }
    text.remove_prefix(sequence_digits);
    if (!text.ends_with(extension)) return std::nullopt;
    text.remove_suffix(extension.size());
    for (const Color player : both_colors) {
        const std::string middle = "-" + std::string(arbiter::to_string(player)) + "-";
        if (!text.starts_with(middle)) continue;
        const std::string_view hex = text.substr(middle.size());
        if (hex.empty() || !is_hex(hex)) return std::nullopt;
        return MoveFileName{sequence, player, std::string(hex)};
    }
    return std::nullopt;
}

std::string to_string(const MoveFileName& name) {
    std::string digits = std::to_string(name.sequence);
    digits.insert(0, 4 - std::min<std::size_t>(digits.size(), 4), '0');
    return digits + "-" + std::string(arbiter::to_string(name.player)) + "-" + name.hex + ".json";
}

std::string_view to_string(Message::Type type) {
    return type_names[static_cast<std::size_t>(type)];
}

std::optional<Message::Type> message_type_named(std::string_view name) {
    const auto found = std::ranges::find(type_names, name);
    if (found == type_names.end()) return std::nullopt;
    return static_cast<Message::Type>(found - type_names.begin());
}

bool is_deadlock(const Board& board) {
    return closed_out(board, Color::white) && closed_out(board, Color::black);
}

Hand Table::hand() const {
    Hand left(dice.sorted());
    for (const Die die : dice_used) left.use(die);
    return left;
}

void Table::add(Message message) {
    messages.push_back(std::move(message));
    if (messages.size() > messages_max) messages.erase(messages.begin());
}

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
        write_counts(out, table, Spot::bar(), Order::seed);
        out.key("home");
        write_counts(out, table, Spot::off(), Order::seed);
        out.key("lastMove");
        write_move_reference(out, table.last_move);
        out.member("status", status_of(table));
        out.key("winner");
        write_winner(out, table);
        out.key("players");
        write_players(out, table, Order::seed);
        out.key("messages");
        write_messages(out, table.messages);
        out.member("updatedAt", table.updated_at);
    });
    return out.take();
}

std::string fingerprint(const Table& table) {
    constexpr std::size_t digits = 16;
    return to_hex(sha256(canonical_json(table))).substr(0, digits);
}

}  // namespace arbiter::backgammon
