#include "core/chess/formats/pgn_lexer.hpp"

#include <array>

#include "core/base/text.hpp"
#include "core/chess/formats/pgn_text.hpp"

namespace arbiter::chess {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view event_tag = "[Event \"";

constexpr std::array<bool, 256> table_of(std::string_view characters) {
    std::array<bool, 256> table{};
    for (const char c : characters) table[byte_of(c)] = true;
    return table;
}

constexpr auto word_ends = table_of(" \t\r\n\v\f()[]{}<>;!?$*");

}  // namespace

/// What is done with goes once it is the larger part, so that on average no byte is moved twice.
void PgnLexer::feed(std::string_view piece) {
    if (finished_) return;
    if (at_ >= buffer_.size() - at_) {
        buffer_.erase(0, at_);
        base_ += at_;
        scan_ -= at_;
        at_ = 0;
    }
    buffer_ += piece;
}

std::optional<PgnToken> PgnLexer::next() {
    while (form_ != Form::none || open_token()) {
        if (scan() == Scan::unfinished) {
            if (scan_ - at_ > token_size_max_) at_ = scan_;
            return std::nullopt;
        }
        if (auto token = close_token()) return token;
    }
    return std::nullopt;
}

TextPlace PgnLexer::present_place() const {
    return {line_, static_cast<std::size_t>(offset(scan_) - line_begin_) + 1};
}

PgnSpan PgnLexer::incomplete() const {
    if (form_ == Form::none) return {present_place(), offset(scan_), offset(scan_)};
    return {span_.place, span_.begin, offset(scan_)};
}

/// False if the text ends, or goes on with what may be the first bytes of a byte order mark.
bool PgnLexer::skip_blanks() {
    for (; scan_ < buffer_.size(); at_ = ++scan_) {
        const char c = buffer_[scan_];
        if (c == '\n') {
            count_line();
        } else if (c == byte_order_mark[0]) {
            const auto mark = std::string_view(buffer_).substr(scan_, byte_order_mark.size());
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
    span_ = {present_place(), offset(at_), 0};
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

PgnLexer::Scan PgnLexer::scan_word() {
    return scan_while([](char c) { return !word_ends[byte_of(c)]; });
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
        const auto line = std::string_view(buffer_).substr(scan_ + 1, event_tag.size());
        if (line == event_tag) return Scan::complete;
        if (event_tag.starts_with(line) && !finished_) return Scan::unfinished;
        count_line();
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

/// Nothing for what nobody is to see. The scan stands behind the token, or on what closes it.
std::optional<PgnToken> PgnLexer::close_token() {
    const bool bracketed =
        form_ == Form::tag || form_ == Form::brace_comment || form_ == Form::reserved;
    const bool closed = bracketed && scan_ < buffer_.size() && buffer_[scan_] != '\n';
    const std::size_t text_end = scan_ + (closed && form_ == Form::tag ? 1 : 0);
    auto text = std::string_view(buffer_).substr(at_, text_end - at_);
    const bool comment = form_ == Form::brace_comment || form_ == Form::line_comment;
    if (comment && !text.empty()) text.remove_prefix(1);
    const bool hidden = form_ == Form::escape || form_ == Form::reserved;
    const PgnToken::Kind token_kind = kind();

    if (closed) ++scan_;
    at_ = scan_;
    form_ = Form::none;
    span_.end = offset(scan_);
    if (hidden) return std::nullopt;
    return PgnToken{span_, token_kind, text};
}

}  // namespace arbiter::chess
