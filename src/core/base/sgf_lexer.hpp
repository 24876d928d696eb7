#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text_feed.hpp"

namespace arbiter {

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

    TextSpan span;
    Kind kind;
    std::string_view text;  ///< until the lexer is fed again
};

/// Divides an SGF text into tokens while it arrives.
///
/// A value ends with its bracket, with one exception: if the last line before it begins like a game,
/// the value's own bracket is missing and the next game begins with that line.
class SgfLexer : public TextFeed {
public:
    explicit SgfLexer(std::size_t value_size_max) : TextFeed(value_size_max) {}

    static constexpr std::size_t skipped_size_max = std::size_t{1} << 20;

    /// The parenthesis that begins the next game: the next one before a node. Other text is skipped.
    std::optional<SgfToken> next_game();
    /// The text that was skipped before the game that has just begun, or the first part of it.
    std::string take_skipped() { return std::exchange(skipped_, {}); }
    /// The next token that is complete; nothing if more text is needed, or at the end.
    std::optional<SgfToken> next();

private:
    enum class Form : std::uint8_t { none, single, identifier, value };

    void step();
    bool open_token();
    Scan scan();
    Scan scan_value();
    Scan scan_identifier();
    SgfToken close_token();
    SgfToken close_value();
    SgfToken::Kind single_kind() const;

    std::string skipped_;
    std::optional<TextSpan> opening_;  // between games: a parenthesis that may begin one
    std::size_t before_opening_ = 0;   // how much was skipped before it
    Form form_ = Form::none;           // of the current token
    bool escaped_ = false;             // in a value, by the byte before
};

}  // namespace arbiter
