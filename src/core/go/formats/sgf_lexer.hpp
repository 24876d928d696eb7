#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/fault.hpp"

namespace arbiter::go {

/// A part of an SGF stream.
struct SgfSpan {
    TextPlace place;
    std::uint64_t begin = 0;  ///< in bytes from the start of the stream
    std::uint64_t end = 0;
};

/// A token of an SGF text.
struct SgfToken {
    enum class Kind : std::uint8_t {
        tree_begin,
        tree_end,
        node,
        identifier,  ///< letters and digits
        value,       ///< without its brackets
        unterminated_value,
        stray,  ///< a character that begins no token
    };

    SgfSpan span;
    Kind kind;
    std::string_view text;  ///< until the lexer is fed again
};

/// Divides an SGF stream into tokens while it arrives, reading each byte once.
///
/// A value ends with its bracket, with one exception: if the last line before it begins like a game,
/// the value's own bracket is missing, and the next game begins with that line.
class SgfLexer {
public:
    /// A longer value loses its text, but keeps its kind and place.
    explicit SgfLexer(std::size_t value_size_max) : value_size_max_(value_size_max) {}

    void feed(std::string_view piece);
    void finish() { finished_ = true; }
    bool finished() const { return finished_; }

    /// The parenthesis that begins the next game: the next one before a node. Other text is skipped.
    std::optional<SgfToken> next_game();
    /// The next token that is complete; nothing if more text is needed, or at the end.
    std::optional<SgfToken> next();

    /// The part of the incomplete token that has been read.
    SgfSpan incomplete() const;

private:
    enum class Form : std::uint8_t { none, single, identifier, value };
    /// Whether a scan has reached the end of its token, or of the text.
    enum class Scan : std::uint8_t { complete, unfinished };

    void step();
    bool open_token();
    Scan scan();
    Scan scan_value();
    Scan scan_identifier();
    SgfToken close_token();
    SgfToken close_value();
    SgfToken::Kind single_kind() const;

    std::uint64_t offset(std::size_t index) const { return base_ + index; }
    TextPlace present_place() const;

    std::size_t value_size_max_;
    bool finished_ = false;

    std::string buffer_;
    std::uint64_t base_ = 0;  // the stream's offset of the buffer's first byte
    std::size_t at_ = 0;      // where the present token's text begins; all before is done with
    std::size_t scan_ = 0;    // the first byte that has not been looked at

    std::size_t line_ = 1;
    std::uint64_t line_begin_ = 0;

    std::optional<SgfSpan> opening_;  // between games: a parenthesis that may begin one
    Form form_ = Form::none;          // of the present token
    bool escaped_ = false;            // in a value, by the byte before
    SgfSpan span_;
};

}  // namespace arbiter::go
