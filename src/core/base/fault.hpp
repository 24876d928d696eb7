#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace arbiter {

/// A value inside a JSON document, as RFC 6901 writes it: "/board/e4".
struct JsonPointer {
    std::string path;

    /// Goes one step further down: to a member of an object, or to an element of an array.
    void descend(std::string_view key);
    void descend(std::size_t index);

    bool operator==(const JsonPointer&) const = default;
};

/// A character of a text, both counted from 1; the column counts bytes.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
    bool operator==(const TextPlace&) const = default;
};

/// The place of the character at an offset.
TextPlace place_in(std::string_view text, std::size_t offset);
/// A place in a part of a text, as a place in the text; the part begins at `begin`.
constexpr TextPlace within(TextPlace begin, TextPlace place) {
    const std::size_t before = place.line == 1 ? begin.column - 1 : 0;
    return {begin.line + place.line - 1, before + place.column};
}

/// The n-th word of a one-line notation, counted from 1: the castling field of a FEN is token 3.
struct TokenPlace {
    std::size_t number = 1;
    bool operator==(const TokenPlace&) const = default;
};

/// Where a fault stands; `monostate` where it concerns the whole.
using Place = std::variant<std::monostate, JsonPointer, TextPlace, TokenPlace>;

/// "/board/e4", "line 3, column 7", "token 3", or nothing.
std::string to_string(const Place& place);

enum class Severity : std::uint8_t {
    warning,  ///< read all the same
    error,    ///< the value cannot be used
};

/// One thing that is wrong with an input.
struct Fault {
    std::string_view code;  ///< stable, a string literal: "json_syntax", "missing_king"
    std::string sentence;
    Place place;
    Severity severity = Severity::error;

    bool operator==(const Fault&) const = default;
};

/// What a format has no words for.
inline Fault cannot_express(std::string sentence) {
    return {"cannot_express", std::move(sentence), {}};
}

/// All the faults of an input, in the order found, each once. Past `limit` further ones only count.
class Faults {
public:
    static constexpr std::size_t limit = 100;

    Faults() = default;
    explicit Faults(Fault fault) { add(std::move(fault)); }

    void add(Fault fault);
    void add(std::string_view code, std::string sentence, Place place = {});
    void warn(std::string_view code, std::string sentence, Place place = {});
    void merge(Faults other);
    /// From now on every warning is an error.
    void be_strict();

    /// True when one of them makes the value unusable.
    bool fatal() const { return fatal_; }
    bool empty() const { return faults_.empty(); }
    std::size_t size() const { return faults_.size(); }
    auto begin() const { return faults_.begin(); }
    auto end() const { return faults_.end(); }

    bool operator==(const Faults&) const = default;

private:
    std::vector<Fault> faults_;
    bool fatal_ = false;
};

/// What reading gives: the value, or every reason why there is none. Warnings may stand beside a value.
template <class T>
struct Reading {
    std::optional<T> value;
    Faults faults;

    explicit operator bool() const { return value.has_value(); }
    T& operator*() { return *value; }
    const T& operator*() const { return *value; }
    T* operator->() { return &*value; }
    const T* operator->() const { return &*value; }

    /// Warnings are errors, and there is no value beside them.
    void be_strict() {
        faults.be_strict();
        if (faults.fatal()) value.reset();
    }

    static Reading failure(std::string_view code, std::string sentence, Place place = {}) {
        Reading reading;
        reading.faults.add(code, std::move(sentence), std::move(place));
        return reading;
    }
};

}  // namespace arbiter
