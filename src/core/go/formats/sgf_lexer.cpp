#include "core/go/formats/sgf_lexer.hpp"

#include "core/go/formats/sgf_text.hpp"

namespace arbiter::go {

namespace {

constexpr bool belongs_to_identifier(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

}  // namespace

/// What is done with goes once it is the larger part, so that on average no byte is moved twice.
void SgfLexer::feed(std::string_view piece) {
    if (finished_) return;
    if (at_ >= buffer_.size() - at_) {
        buffer_.erase(0, at_);
        base_ += at_;
        scan_ -= at_;
        at_ = 0;
    }
    buffer_ += piece;
}

TextPlace SgfLexer::present_place() const {
    return {line_, static_cast<std::size_t>(offset(scan_) - line_begin_) + 1};
}

SgfSpan SgfLexer::incomplete() const {
    if (form_ == Form::none) return {present_place(), offset(scan_), offset(scan_)};
    return {span_.place, span_.begin, offset(scan_)};
}

/// Moves to the next byte and counts lines.
void SgfLexer::step() {
    const bool line_ends = buffer_[scan_++] == '\n';
    if (!line_ends) return;
    ++line_;
    line_begin_ = offset(scan_);
}

std::optional<SgfToken> SgfLexer::next_game() {
    for (; scan_ < buffer_.size(); step(), at_ = scan_) {
        const char c = buffer_[scan_];
        if (c == '(') {
            opening_ = {present_place(), offset(scan_), offset(scan_) + 1};
        } else if (c == ';' && opening_) {
            const SgfSpan begin = *opening_;
            opening_.reset();
            return SgfToken{begin, SgfToken::Kind::tree_begin, "("};
        } else if (!is_sgf_blank(c)) {
            opening_.reset();
        }
    }
    return std::nullopt;
}

std::optional<SgfToken> SgfLexer::next() {
    if (form_ == Form::none && !open_token()) return std::nullopt;
    if (scan() == Scan::complete) return close_token();
    if (scan_ - at_ > value_size_max_) at_ = scan_;
    return std::nullopt;
}

bool SgfLexer::open_token() {
    for (; scan_ < buffer_.size(); step(), at_ = scan_) {
        if (!is_sgf_blank(buffer_[scan_])) break;
    }
    if (scan_ == buffer_.size()) return false;
    span_ = {present_place(), offset(scan_), 0};
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
    return scan_ < buffer_.size() || finished_ ? Scan::complete : Scan::unfinished;
}

SgfLexer::Scan SgfLexer::scan_value() {
    for (; scan_ < buffer_.size(); step()) {
        const char c = buffer_[scan_];
        if (c == ']' && !escaped_) return Scan::complete;
        escaped_ = c == '\\' && !escaped_;
    }
    return finished_ ? Scan::complete : Scan::unfinished;
}

/// The scan is after the token, or at the bracket that closes it.
SgfToken SgfLexer::close_token() {
    if (form_ == Form::value) return close_value();
    const auto kind = form_ == Form::identifier ? SgfToken::Kind::identifier : single_kind();
    const auto text = std::string_view(buffer_).substr(at_, scan_ - at_);
    span_.end = offset(scan_);
    at_ = scan_;
    form_ = Form::none;
    return {span_, kind, text};
}

SgfToken SgfLexer::close_value() {
    const auto other_game =
        sgf_game_in_last_line(std::string_view(buffer_).substr(at_, scan_ - at_));
    if (other_game) scan_ = at_ + *other_game;
    const bool closed = scan_ < buffer_.size() && !other_game;
    const bool whole = offset(at_) == span_.begin;
    const auto text = whole ? std::string_view(buffer_).substr(at_ + 1, scan_ - at_ - 1) : "";
    if (closed) step();
    span_.end = offset(scan_);
    at_ = scan_;
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

}  // namespace arbiter::go
