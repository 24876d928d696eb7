#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/text_feed.hpp"

namespace arbiter::chess {

/// What a PGN text is made of.
struct PgnToken : TextSpan {
    enum class Kind : std::uint8_t {
        tag,      ///< with its brackets; without a closing one if the line ends first
        comment,  ///< without braces or semicolon
        unterminated_comment,
        number,      ///< of a move: its digits, its dots, or both
        word,        ///< a move, a result
        annotation,  ///< $1, or a run of ! and ?
        variation_begin,
        variation_end,
        kept_line,  ///< one that begins with %, or a reserved <...>, with its signs
        stray,      ///< a character that begins nothing
    };

    Kind kind;
    std::string_view text;  ///< until the lexer is fed again
};

/// Divides a PGN text into tokens while it arrives. Blanks and byte order marks are skipped.
///
/// A comment ends with its closing brace, with one exception: if a line inside it begins with
/// `[Event "`, the brace is missing and the next game begins with that line.
class PgnLexer : public TextFeed {
public:
    explicit PgnLexer(std::size_t token_size_max) : TextFeed(token_size_max) {}

    /// The next token that is complete; nothing if more text is needed, or at the end.
    std::optional<PgnToken> next();

private:
    enum class Form : std::uint8_t {
        none,
        tag,
        brace_comment,
        line_comment,
        escape,
        reserved,
        digits,
        dots,
        word,
        glyph_number,
        glyph_signs,
        single,
    };
    enum class TagPart : std::uint8_t { outside, inside, escaped, after_quote };

    bool open_token();
    bool skip_blanks();
    Scan scan();
    Scan scan_line();
    Scan scan_brace_comment();
    Scan scan_tag();
    Scan scan_reserved();
    Scan scan_digits();
    Scan scan_word();
    template <class Belongs>
    Scan scan_while(Belongs belongs);
    std::optional<PgnToken> close_token();
    PgnToken::Kind kind() const;

    Form form_ = Form::none;  // of the current token
    TagPart tag_part_ = TagPart::outside;
};

}  // namespace arbiter::chess
