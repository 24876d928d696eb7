/// What the state files of all tables share, whatever the game: the name of the last move's file, and
/// messages. A table is a game in a git repository.
///
/// ```cpp
/// #include "core/contract/table_state.hpp"
///
/// const auto name = read_move_file_name("0012-black-a1b2c3.json");
/// assert(name && name->sequence == 12 && name->player == Color::black);
/// assert(to_string(*name) == "0012-black-a1b2c3.json");
/// ```
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/date_time.hpp"
#include "core/base/fault.hpp"
#include "core/base/json.hpp"
#include "core/base/object_reader.hpp"
#include "core/contract/color.hpp"

namespace arbiter {

/// "0012-black-a1b2c3.json".
struct MoveFileName {
    static constexpr int sequence_max = 9999;

    int sequence;  ///< 1 to `sequence_max`
    Color player;
    std::string hex;  ///< at least one digit, in lower case

    bool operator==(const MoveFileName&) const = default;
};

std::optional<MoveFileName> read_move_file_name(std::string_view text);
std::string to_string(const MoveFileName& name);

struct Message {
    enum class Type : std::uint8_t { error, info, warning };

    Type type;
    std::string text;
    std::string timestamp;  ///< can be read by `read_date_time`, as all times here

    bool operator==(const Message&) const = default;
};

std::string_view to_string(Message::Type type);
std::optional<Message::Type> message_type_named(std::string_view name);

/// A table keeps this many messages.
inline constexpr std::size_t table_messages_max = 20;
/// Appends a message; of more than a table keeps, the oldest is removed.
void add_message(std::vector<Message>& messages, Message message);

/// What the readers of state files and move files share. Each function returns the value, or adds a
/// fault at its place.
class TableJsonReader {
protected:
    explicit TableJsonReader(const Json& document) : root(document) {}

    void add(const JsonView& place, std::string_view code, std::string sentence);

    std::optional<JsonView> member(const JsonView& object, std::string_view key);
    std::optional<JsonView> member(std::string_view key) { return member(root, key); }

    using Range = ObjectReader::Range;
    std::optional<int> read_integer(const JsonView& view, Range range);
    std::optional<Color> read_color(const JsonView& view);
    std::optional<std::string> read_text(const JsonView& view);  ///< not empty
    std::optional<Instant> read_moment(const JsonView& view);
    /// What `lastMove` is if it is not null.
    std::optional<MoveFileName> read_move_reference(const JsonView& view);
    /// The newest `table_messages_max`, the newest last.
    std::vector<Message> read_messages(const JsonView& view);

    JsonView root;
    Faults faults;

private:
    std::optional<MoveFileName> read_file_name(const JsonView& reference);
    std::optional<Message> read_message(const JsonView& view);
    std::optional<Message::Type> read_message_type(const JsonView& message);
};

/// Hexadecimal digits in lower case.
bool is_hex(std::string_view text);

/// Null if there is none.
void write_move_reference(JsonWriter& out, const std::optional<MoveFileName>& name);
void write_messages(JsonWriter& out, const std::vector<Message>& messages);

}  // namespace arbiter
