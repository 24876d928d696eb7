#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/contract/table_state.hpp"

/// JSON that the files of all tables share.
namespace arbiter::tables {

/// What a move file says beside the move. Time and state are empty if they cannot be read.
struct MoveNote {
    static constexpr std::size_t comment_max = 280;  ///< in characters

    std::string timestamp;
    std::string expected_state;  ///< the `fingerprint` of the state that the move was made for
    std::optional<std::string> comment{};
    std::optional<std::string> commit_sha{};

    bool operator==(const MoveNote&) const = default;
};

/// What the readers of a table's terms and of its move files share.
class TableFileReader : protected TableJsonReader {
protected:
    using TableJsonReader::TableJsonReader;

    /// Digits in lower case.
    std::optional<std::string> read_hex(const JsonView& view, std::size_t digits);
    MoveNote read_note();

private:
    std::optional<std::string> read_comment();
    std::optional<std::string> read_commit_sha();
};

void write_optional(JsonWriter& out, std::string_view key, const std::optional<std::string>& text);

}  // namespace arbiter::tables
