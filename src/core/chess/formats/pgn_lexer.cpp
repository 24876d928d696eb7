#include "core/chess/formats/pgn_lexer.hpp"

#include <array>

#include "core/base/text.hpp"
#include "core/base/utf8.hpp"
#include "core/chess/formats/pgn_text.hpp"

namespace arbiter::chess {

namespace {

constexpr std::string_view event_tag = "[Event \"";

constexpr std::array<bool, 256> table_of(std::string_view characters) {
    std::array<bool, 256> table{};
    for (const char c : characters) table[byte_of(c)] = true;
    return table;
}

constexpr auto word_ends = table_of(" \t\r\n\v\f()[]{}<>;!?$*");

}  // namespace

std::optional<PgnToken> PgnLexer::next() {
    if (form_ == Form::none && !open_token()) return std::nullopt;
    if (scan() == Scan::unfinished) {
        drop_oversized_token();
        return std::nullopt;
    }
    return close_token();
}

/// False if the text ends, or continues with what may be the first bytes of a byte order mark.
bool PgnLexer::skip_blanks() {
    for (; scan_ < buffer_.size(); at_ = ++scan_) {
        const char c = buffer_[scan_];
        if (c == '\n') {
            begin_line(scan_);
        } else if (c == byte_order_mark[0]) {
            const auto mark = ahead(scan_).substr(0, byte_order_mark.size());
            if (mark.size() < byte_order_mark.size() && !finished_) return false;
            if (mark != byte_order_mark) return true;
            scan_ += byte_order_mark.size() - 1;
            line_begin_ += byte_order_mark.size();
        } else if (!is_pgn_blank(c)) {
            return true;
        }
    }
    return false;
}

bool PgnLexer::open_token() {
    if (!skip_blanks()) return false;
    begin_token();
    const char c = buffer_[scan_];
    switch (c) {
        case '[':
            form_ = Form::tag;
            tag_part_ = TagPart::outside;
            break;
        case '{': form_ = Form::brace_comment; break;
        case ';': form_ = Form::line_comment; break;
        case '<': form_ = Form::reserved; break;
        case '.': form_ = Form::dots; break;
        case '$': form_ = Form::glyph_number; break;
        case '!':
        case '?': form_ = Form::glyph_signs; break;
        case '*':
        case '(':
        case ')':
        case ']':
        case '}':
        case '>': form_ = Form::single; break;
        case '%': form_ = span_.place.column == 1 ? Form::escape : Form::word; break;
        default: form_ = is_digit(c) ? Form::digits : Form::word;
    }
    ++scan_;
    return true;
}

PgnLexer::Scan PgnLexer::scan() {
    switch (form_) {
        case Form::tag: return scan_tag();
        case Form::brace_comment: return scan_brace_comment();
        case Form::line_comment:
        case Form::escape: return scan_line();
        case Form::reserved: return scan_reserved();
        case Form::digits: return scan_digits();
        case Form::dots: return scan_while([](char c) { return c == '.'; });
        case Form::word: return scan_word();
        case Form::glyph_number: return scan_while(is_digit);
        case Form::glyph_signs: return scan_while([](char c) { return c == '!' || c == '?'; });
        case Form::single:
        case Form::none: break;
    }
    return Scan::complete;
}

template <class Belongs>
PgnLexer::Scan PgnLexer::scan_while(Belongs belongs) {
    while (scan_ < buffer_.size() && belongs(buffer_[scan_])) ++scan_;
    return scan_ < buffer_.size() ? Scan::complete : at_text_end();
}

PgnLexer::Scan PgnLexer::scan_line() {
    return scan_while([](char c) { return c != '\n'; });
}

PgnLexer::Scan PgnLexer::scan_reserved() {
    return scan_while([](char c) { return c != '>' && c != '\n'; });
}

/// e8(Q) is one word: old programs write a promotion like that.
PgnLexer::Scan PgnLexer::scan_word() {
    const auto belongs = [](char c) { return !word_ends[byte_of(c)]; };
    if (scan_while(belongs) == Scan::unfinished) return Scan::unfinished;
    if (scan_ == buffer_.size() || buffer_[scan_] != '(') return Scan::complete;
    const char rank = buffer_[scan_ - 1];
    const auto piece = ahead(scan_).substr(0, 3);
    if (rank != '1' && rank != '8') return Scan::complete;
    if (piece.size() < 3 && !finished_) return Scan::unfinished;
    const bool promotes =
        piece.size() == 3 && piece[2] == ')' && std::string_view("QRBN").contains(piece[1]);
    if (!promotes) return Scan::complete;
    scan_ += 3;
    return scan_while(belongs);
}

/// 12 and 12... are numbers, 1-0 and 0-0 are words; 1.e4 is a number and a word.
PgnLexer::Scan PgnLexer::scan_digits() {
    if (scan_while(is_digit) == Scan::unfinished) return Scan::unfinished;
    if (scan_ == buffer_.size() || word_ends[byte_of(buffer_[scan_])]) return Scan::complete;
    form_ = buffer_[scan_] == '.' ? Form::dots : Form::word;
    return scan();
}

PgnLexer::Scan PgnLexer::scan_brace_comment() {
    for (; scan_ < buffer_.size(); ++scan_) {
        const char c = buffer_[scan_];
        if (c == '}') return Scan::complete;
        if (c != '\n') continue;
        const auto line = ahead(scan_ + 1).substr(0, event_tag.size());
        if (line == event_tag) return Scan::complete;
        if (event_tag.starts_with(line) && !finished_) return Scan::unfinished;
        begin_line(scan_);
    }
    return at_text_end();
}

/// A quotation mark that no bracket follows belongs to the value: many forget to escape it.
PgnLexer::Scan PgnLexer::scan_tag() {
    for (; scan_ < buffer_.size(); ++scan_) {
        const char c = buffer_[scan_];
        if (c == '\n') return Scan::complete;
        switch (tag_part_) {
            case TagPart::outside:
                if (c == ']') return Scan::complete;
                if (c == '"') tag_part_ = TagPart::inside;
                break;
            case TagPart::inside:
                if (c == '"') tag_part_ = TagPart::after_quote;
                if (c == '\\') tag_part_ = TagPart::escaped;
                break;
            case TagPart::escaped: tag_part_ = TagPart::inside; break;
            case TagPart::after_quote:
                if (c == ']') return Scan::complete;
                if (c == '\\')
                    tag_part_ = TagPart::escaped;
                else if (c != '"' && !is_pgn_blank(c))
                    tag_part_ = TagPart::inside;
                break;
        }
    }
    return at_text_end();
}

PgnToken::Kind PgnLexer::kind() const {
    using enum PgnToken::Kind;
    switch (form_) {
        case Form::tag: return tag;
        case Form::line_comment: return comment;
        case Form::brace_comment:
            return scan_ < buffer_.size() && buffer_[scan_] == '}' ? comment : unterminated_comment;
        case Form::digits:
        case Form::dots: return number;
        case Form::glyph_number:
        case Form::glyph_signs: return annotation;
        case Form::escape:
        case Form::reserved: return kept_line;
        case Form::single: break;
        default: return word;
    }
    switch (buffer_[at_]) {
        case '(': return variation_begin;
        case ')': return variation_end;
        case '*': return word;
        default: return stray;
    }
}

/// The scan stands after the token, or on what closes it.
std::optional<PgnToken> PgnLexer::close_token() {
    const bool has_end = form_ == Form::tag || form_ == Form::reserved;
    const bool bracketed = has_end || form_ == Form::brace_comment;
    const bool closed = bracketed && scan_ < buffer_.size() && buffer_[scan_] != '\n';
    const std::size_t text_end = scan_ + (closed && has_end ? 1 : 0);
    auto text = ahead(at_).substr(0, text_end - at_);
    const bool comment = form_ == Form::brace_comment || form_ == Form::line_comment;
    if (comment && !text.empty()) text.remove_prefix(1);
    const PgnToken::Kind token_kind = kind();

    if (closed) ++scan_;
    end_token();
    form_ = Form::none;
    return PgnToken{span_, token_kind, text};
}

}  // namespace arbiter::chess
