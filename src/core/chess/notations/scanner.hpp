#pragma once

#include <cstddef>
#include <string_view>

namespace arbiter::chess {

constexpr bool is_blank(char c) {
    return c <= ' ' && (c == ' ' || c == '\t' || c == '\r' || c == '\n');
}

/// Walks through a text from left to right. At the end `peek` is a NUL character.
class Scanner {
public:
    constexpr explicit Scanner(std::string_view text) : text_(text) {}

    constexpr bool done() const { return offset_ == text_.size(); }
    constexpr std::size_t offset() const { return offset_; }
    constexpr char peek() const { return done() ? '\0' : text_[offset_]; }
    constexpr std::string_view rest() const { return text_.substr(offset_); }
    /// Must not be at the end.
    constexpr void skip() { ++offset_; }

    constexpr bool take(char c) {
        if (done() || text_[offset_] != c) return false;
        ++offset_;
        return true;
    }
    constexpr bool take(std::string_view word) {
        if (!rest().starts_with(word)) return false;
        offset_ += word.size();
        return true;
    }
    constexpr bool take_any_of(std::string_view letters) {
        for (const char letter : letters) {
            if (take(letter)) return true;
        }
        return false;
    }

    constexpr void skip_blanks() {
        while (!done() && is_blank(peek())) ++offset_;
    }

    /// Everything up to the first character of which `stops` is true.
    template <class Predicate>
    constexpr std::string_view take_until(Predicate stops) {
        const std::size_t begin = offset_;
        while (!done() && !stops(peek())) ++offset_;
        return text_.substr(begin, offset_ - begin);
    }
    /// The next word between blanks; empty at the end.
    constexpr std::string_view take_word() {
        skip_blanks();
        return take_until([](char c) { return is_blank(c); });
    }

private:
    std::string_view text_;
    std::size_t offset_ = 0;
};

}  // namespace arbiter::chess
