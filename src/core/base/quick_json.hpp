#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/json.hpp"
#include "core/base/plain_text.hpp"
#include "core/base/text.hpp"

namespace arbiter {

/// Reads JSON as programs write it, without building a tree: strings are ASCII, keys without
/// escapes, numbers have few digits. At anything else, faults included, it gives up: `read_json` can tell
/// what there is, and where.
///
///     QuickJson json(text);
///     json.object([&](std::string_view key) {
///         key == "turn" ? turn = json.string() : json.give_up();
///     });
///     if (!json.finished()) ...
class QuickJson {
public:
    explicit QuickJson(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {
        if (text.size() > json_size_max) give_up();
    }

    /// From now on there is nothing more to read.
    void give_up() {
        end_ = at_;
        gave_up_ = true;
    }
    bool gave_up() const { return gave_up_; }
    /// Whether the values that were read are the whole text.
    bool finished() {
        skip_blanks();
        return !gave_up_ && at_ == end_;
    }

    /// What the next value begins with; zero at the end.
    char next() {
        skip_blanks();
        return at_ == end_ ? '\0' : *at_;
    }

    /// So many characters of what comes next, blanks before it left out; fewer at the end of the text.
    std::string_view ahead(std::size_t size) {
        skip_blanks();
        return std::string_view(at_, end_).substr(0, size);
    }
    /// Takes them as read.
    void skip(std::size_t size) { at_ += size; }

    /// `member` is called with each key and reads the value.
    template <class Member>
    void object(Member member) {
        if (!take('{')) return give_up();
        if (take('}')) return;
        do {
            const std::string_view key = string();
            if (!take(':')) return give_up();
            member(key);
        } while (take(','));
        if (!take('}')) give_up();
    }

    /// The same for an object with one member.
    template <class Member>
    void single(Member member) {
        if (!take('{')) return give_up();
        const std::string_view key = string();
        if (!take(':')) return give_up();
        member(key);
        if (!take('}')) give_up();
    }

    /// The same for an object of strings: `member` is called with each key and string. Most quickly for
    /// keys of two characters and strings of one.
    template <class Member>
    void strings(Member member) {
        if (!take('{')) return give_up();
        if (take('}')) return;
        do {
            std::string_view key;
            std::string_view text;
            if (next_is_two_and_one()) {
                key = {at_ + 1, 2};
                text = {at_ + 6, 1};
                at_ += 8;
            } else {
                key = string();
                if (!take(':')) return give_up();
                text = string();
            }
            member(key, text);
        } while (take(','));
        if (!take('}')) give_up();
    }

    /// `element` is called before each element and reads it.
    template <class Element>
    void array(Element element) {
        if (!take('[')) return give_up();
        if (take(']')) return;
        do {
            element();
        } while (take(','));
        if (!take(']')) give_up();
    }

    std::string_view string() {
        if (!take('"')) return give_up(), std::string_view();
        const char* const begin = at_;
        skip_plain();
        if (at_ == end_ || *at_ != '"') return give_up(), std::string_view();
        return {begin, at_++};
    }

    /// The same where quotation marks and backslashes are escaped, as they are in JSON within JSON.
    std::string escaped_string() {
        std::string text;
        if (!take('"')) return give_up(), text;
        while (true) {
            const char* const begin = at_;
            skip_plain();
            text.append(begin, at_);
            if (at_ != end_ && *at_ == '"') return ++at_, text;
            const bool is_escape =
                end_ - at_ > 1 && *at_ == '\\' && (at_[1] == '"' || at_[1] == '\\');
            if (!is_escape) return give_up(), text;
            text += at_[1];
            at_ += 2;
        }
    }

    std::int64_t integer() {
        skip_blanks();
        const bool negative = at_ != end_ && *at_ == '-';
        if (negative) ++at_;
        const char* const begin = at_;
        std::int64_t number = 0;
        while (at_ != end_ && is_digit(*at_) && at_ - begin < digits_max) {
            number = 10 * number + (*at_++ - '0');
        }
        if (at_ == begin || (*begin == '0' && at_ - begin > 1)) give_up();
        return negative ? -number : number;
    }

    /// An integer, or a number with one decimal and no sign: the division rounds as reading all its
    /// digits would.
    std::variant<std::int64_t, double> number() {
        const bool negative = next() == '-';
        const std::int64_t whole = integer();
        if (at_ == end_ || *at_ != '.') return whole;
        ++at_;
        if (at_ == end_ || !is_digit(*at_) || negative) give_up();
        if (gave_up_) return whole;
        return static_cast<double>(10 * whole + (*at_++ - '0')) / 10;
    }

    bool boolean() {
        if (take_word("true")) return true;
        if (!take_word("false")) give_up();
        return false;
    }

    /// Whether the next value is null; otherwise it is still to be read.
    bool take_null() { return take_word("null"); }

private:
    static constexpr int digits_max = 14;

    static bool is_blank(char c) {
        return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
    }

    void skip_blanks() {
        while (at_ != end_ && is_blank(*at_)) ++at_;
    }

    void skip_plain() { at_ += plain_length({at_, end_}); }

    /// Whether "xx":"x" comes next, without blanks.
    bool next_is_two_and_one() const {
        constexpr std::uint64_t quotation_marks = 0x8000800080000080;
        if (std::endian::native != std::endian::little || end_ - at_ < 8) return false;
        return not_plain(eight_characters(at_)) == quotation_marks && at_[4] == ':';
    }

    [[gnu::always_inline]] bool take(char sign) {
        if (at_ == end_) return false;
        if (*at_ != sign) {
            skip_blanks();
            if (at_ == end_ || *at_ != sign) return false;
        }
        ++at_;
        return true;
    }

    [[gnu::always_inline]] bool take_word(std::string_view word) {
        skip_blanks();
        const auto left = static_cast<std::size_t>(end_ - at_);
        if (left < word.size() || std::memcmp(at_, word.data(), word.size()) != 0) return false;
        at_ += word.size();
        return true;
    }

    const char* at_;
    const char* end_;
    bool gave_up_ = false;
};

}  // namespace arbiter
