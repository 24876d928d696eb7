#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/fault.hpp"

namespace arbiter::chess {

/// A stretch of a PGN stream.
struct PgnSpan {
    TextPlace place;
    std::uint64_t begin = 0;  ///< in bytes from the start of the stream
    std::uint64_t end = 0;
};

/// What a PGN text is made of.
struct PgnToken : PgnSpan {
    enum class Kind : std::uint8_t {
        tag,      ///< with its brackets; without a closing one if the line ends first
        comment,  ///< without braces or semicolon
        unterminated_comment,
        number,      ///< of a move: its digits, its dots, or both
        word,        ///< a move, a result
        annotation,  ///< $1, or a run of ! and ?
        variation_begin,
        variation_end,
        stray,  ///< a character that begins nothing
    };

    Kind kind;
    std::string_view text;  ///< until the lexer is fed again
};

/// Cuts a PGN stream into tokens while it arrives, looking at each byte once. Blanks, lines that
/// begin with %, reserved <...> tokens and byte order marks are left out.
///
/// A comment may hold anything but its closing brace, and one exception more: if a line inside it
/// begins with `[Event "`, the brace has been forgotten and the next game begins there.
class PgnLexer {
public:
    /// A token that grows longer loses its text, but neither its kind nor its place.
    explicit PgnLexer(std::size_t token_size_max) : token_size_max_(token_size_max) {}

    void feed(std::string_view piece);
    void finish() { finished_ = true; }
    bool finished() const { return finished_; }

    /// The next token that is complete; nothing if more text is needed, or at the end.
    std::optional<PgnToken> next();

    /// What has been seen of the token that is not complete yet.
    PgnSpan incomplete() const;

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
    /// Whether a scan has come to the end of its token, or of the text.
    enum class Scan : std::uint8_t { complete, unfinished };

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
    Scan at_text_end() const { return finished_ ? Scan::complete : Scan::unfinished; }
    std::optional<PgnToken> close_token();
    PgnToken::Kind kind() const;

    void count_line() { ++line_, line_begin_ = offset(scan_) + 1; }
    std::uint64_t offset(std::size_t index) const { return base_ + index; }
    TextPlace present_place() const;

    std::size_t token_size_max_;
    bool finished_ = false;

    std::string buffer_;
    std::uint64_t base_ = 0;  // the stream's offset of the buffer's first byte
    std::size_t at_ = 0;      // where the present token's text begins; all before is done with
    std::size_t scan_ = 0;    // the first byte that has not been looked at

    std::size_t line_ = 1;
    std::uint64_t line_begin_ = 0;

    Form form_ = Form::none;  // of the present token
    TagPart tag_part_ = TagPart::outside;
    PgnSpan span_;
};

}  // namespace arbiter::chess
