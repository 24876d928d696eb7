#include "core/base/sgf_lexer.hpp"

#include "core/base/sgf_text.hpp"

namespace arbiter {

namespace {

constexpr bool belongs_to_identifier(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

}  // namespace

/// Moves to the next byte and counts lines.
void SgfLexer::step() {
    if (buffer_[scan_] == '\n') begin_line(scan_);
    ++scan_;
}

std::optional<SgfToken> SgfLexer::next_game() {
    for (; scan_ < buffer_.size(); step(), at_ = scan_) {
        const char c = buffer_[scan_];
        if (c == '(') {
            opening_ = {present_place(), offset(scan_), offset(scan_) + 1};
            before_opening_ = skipped_.size();
        } else if (c == ';' && opening_) {
            const TextSpan begin = *opening_;
            opening_.reset();
            skipped_.resize(before_opening_);
            return SgfToken{begin, SgfToken::Kind::tree_begin, "("};
        } else if (!is_sgf_blank(c)) {
            opening_.reset();
        }
        if (skipped_.size() < skipped_size_max) skipped_ += c;
    }
    return std::nullopt;
}

std::optional<SgfToken> SgfLexer::next() {
    if (form_ == Form::none && !open_token()) return std::nullopt;
    if (scan() == Scan::complete) return close_token();
    drop_oversized_token();
    return std::nullopt;
}

bool SgfLexer::open_token() {
    for (; scan_ < buffer_.size(); step(), at_ = scan_) {
        if (!is_sgf_blank(buffer_[scan_])) break;
    }
    if (scan_ == buffer_.size()) return false;
    begin_token();
    const char c = buffer_[scan_];
    if (c == '[') {
        form_ = Form::value;
        escaped_ = false;
    } else {
        form_ = belongs_to_identifier(c) ? Form::identifier : Form::single;
    }
    step();
    return true;
}

SgfLexer::Scan SgfLexer::scan() {
    switch (form_) {
        case Form::value: return scan_value();
        case Form::identifier: return scan_identifier();
        case Form::single:
        case Form::none: break;
    }
    return Scan::complete;
}

SgfLexer::Scan SgfLexer::scan_identifier() {
    while (scan_ < buffer_.size() && belongs_to_identifier(buffer_[scan_])) ++scan_;
    return exhausted() ? at_text_end() : Scan::complete;
}

SgfLexer::Scan SgfLexer::scan_value() {
    for (; scan_ < buffer_.size(); step()) {
        const char c = buffer_[scan_];
        if (c == ']' && !escaped_) return Scan::complete;
        escaped_ = c == '\\' && !escaped_;
    }
    return at_text_end();
}

/// The scan is after the token, or at the bracket that closes it.
SgfToken SgfLexer::close_token() {
    if (form_ == Form::value) return close_value();
    const auto kind = form_ == Form::identifier ? SgfToken::Kind::identifier : single_kind();
    const auto text = scanned();
    end_token();
    form_ = Form::none;
    return {span_, kind, text};
}

SgfToken SgfLexer::close_value() {
    const bool has_lines = line_begin_ > span_.begin;
    const auto other_game = has_lines ? sgf_game_in_last_line(scanned()) : std::nullopt;
    if (other_game) scan_ = at_ + *other_game;
    const bool closed = scan_ < buffer_.size() && !other_game;
    const bool whole = offset(at_) == span_.begin;
    const auto text = whole ? scanned().substr(1) : "";
    if (closed) step();
    end_token();
    form_ = Form::none;
    return {span_, closed ? SgfToken::Kind::value : SgfToken::Kind::unterminated_value, text};
}

SgfToken::Kind SgfLexer::single_kind() const {
    switch (buffer_[at_]) {
        case '(': return SgfToken::Kind::tree_begin;
        case ')': return SgfToken::Kind::tree_end;
        case ';': return SgfToken::Kind::node;
        default: return SgfToken::Kind::stray;
    }
}

}  // namespace arbiter
