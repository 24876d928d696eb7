#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/formats/gitgammon_state.hpp"
#include "core/base/date_time.hpp"
#include "core/base/json.hpp"

namespace arbiter::backgammon {

inline constexpr int points_on_board = 24;

/// What a move file says beside the move. The moment and the state are empty if they cannot be read.
struct MoveNote {
    static constexpr std::size_t comment_max = 280;  ///< in characters

    std::string timestamp;
    std::string expected_state;
    std::optional<std::string> comment;
    std::optional<std::string> commit_sha;
};

/// What the readers of a table and of a move file share. Each function gives the value, or adds a
/// fault at its place.
class TableJsonReader {
protected:
    explicit TableJsonReader(const Json& document) : root(document) {}

    void add(const JsonView& place, std::string_view code, std::string sentence);

    std::optional<JsonView> member(const JsonView& object, std::string_view key);
    std::optional<JsonView> member(std::string_view key) { return member(root, key); }

    struct Range {
        std::int64_t min;
        std::int64_t max;
    };
    std::optional<int> read_integer(const JsonView& view, Range range);
    std::optional<Color> read_color(const JsonView& view);
    std::optional<std::string> read_text(const JsonView& view);  ///< not empty
    std::optional<Instant> read_moment(const JsonView& view);
    /// Digits in lower case.
    std::optional<std::string> read_hex(const JsonView& view, std::size_t digits);
    /// Nothing if one of them is no die.
    std::optional<std::vector<Die>> read_dice_list(const JsonView& view);
    /// Two dice, or four that are equal. Two equal ones are read as four.
    std::optional<TableDice> read_roll(const JsonView& view);
    /// What `lastMove` is if it is not null.
    std::optional<MoveFileName> read_move_reference(const JsonView& view);
    /// Those that a table keeps, the newest last.
    std::vector<Message> read_messages(const JsonView& view);
    MoveNote read_note();

    JsonView root;
    Faults faults;

private:
    std::optional<MoveFileName> read_file_name(const JsonView& reference);
    std::optional<Message> read_message(const JsonView& view);
    std::optional<Message::Type> read_message_type(const JsonView& message);
    std::optional<std::string> read_comment();
    std::optional<std::string> read_commit_sha();
};

bool is_hex(std::string_view text);

void write_dice_list(JsonWriter& out, const std::vector<Die>& dice);
/// In the order of the seed; null if there is none.
void write_move_reference(JsonWriter& out, const std::optional<MoveFileName>& name);
void write_messages(JsonWriter& out, const std::vector<Message>& messages);
void write_optional(JsonWriter& out, std::string_view key, const std::optional<std::string>& text);

}  // namespace arbiter::backgammon
