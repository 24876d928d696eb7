#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/detail.hpp"
#include "core/base/fault.hpp"

namespace arbiter {

/// A JSON document as it was read: members in their order, integers apart from other numbers.
class Json {
public:
    struct Member;
    using Array = std::vector<Json>;
    using Object = std::vector<Member>;
    using Value =
        std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

    Value value;  // null by default

    template <class T>
    const T* as() const {
        return std::get_if<T>(&value);
    }
    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value); }

    /// The member of that name if this is an object that has one.
    const Json* find(std::string_view key) const;

    /// "a string", "an object": for sentences about what stands where something else should.
    std::string_view type_name() const;

    bool operator==(const Json&) const;
};

struct Json::Member {
    std::string key;
    Json value;

    bool operator==(const Member&) const = default;
};

/// Limits that hold for every JSON input, so that no document can ask for much memory.
inline constexpr std::size_t json_size_max = std::size_t{16} << 20;
inline constexpr std::size_t json_depth_max = 64;
inline constexpr std::size_t json_values_max = std::size_t{1} << 20;
inline constexpr std::size_t json_key_size_max = 1024;

/// Reads one document. Faults: `json_syntax` with line and column, trailing text included;
/// `duplicate_key`, `number_out_of_range` and `too_deep` with a JSON Pointer; `too_large`.
Reading<Json> read_json(std::string_view text);

/// A value and the way to it, so that a fault can name its place. The way is a chain of views that
/// live on the reader's stack; the pointer's text is only made when a fault needs it.
class JsonView {
public:
    explicit JsonView(const Json& document) : value_(&document) {}
    explicit JsonView(Json&&) = delete;

    const Json& json() const { return *value_; }
    JsonPointer pointer() const;

    /// An element of the array or a member of the object that this is. This view must outlive it.
    JsonView at(std::size_t index, const Json& element) const&;
    JsonView at(std::string_view key, const Json& member) const&;
    JsonView at(std::size_t index, const Json& element) const&& = delete;
    JsonView at(std::string_view key, const Json& member) const&& = delete;

    /// Each adds a `wrong_type` fault and returns nothing when the value is something else.
    const Json::Object* object(Faults& faults) const;
    const Json::Array* array(Faults& faults) const;
    const std::string* string(Faults& faults) const;
    const bool* boolean(Faults& faults) const;
    /// 3.0 is an integer too, as in JSON Schema: some programs write all their numbers that way.
    std::optional<std::int64_t> integer(Faults& faults) const;
    std::optional<double> number(Faults& faults) const;

    /// The member, or a `missing_key` fault at this object and null.
    const Json* require(std::string_view key, Faults& faults) const;

    /// One `unknown_key` for every member that is not in `known`.
    template <class Known>
    void refuse_unknown(const Known& known, Severity severity, Faults& faults) const {
        const auto* members = json().as<Json::Object>();
        if (members == nullptr) return;
        for (const auto& [key, value] : *members) {
            bool found = false;
            for (const std::string_view name : known) found = found || name == key;
            if (!found) add_unknown(key, severity, faults);
        }
    }

private:
    template <class T>
    const T* expect(std::string_view what, Faults& faults) const;
    void add_wrong_type(std::string_view what, Faults& faults) const;
    void add_unknown(std::string_view key, Severity severity, Faults& faults) const;

    const Json* value_;
    const JsonView* parent_ = nullptr;
    std::string_view key_;
    std::size_t index_ = 0;
    bool in_array_ = false;
};

/// Appends JSON to a string. Nothing is checked: the caller opens and closes in order.
///
///     JsonWriter out;
///     out.object([&] { out.member("turn", "white"); });
class JsonWriter {
public:
    enum class Style : std::uint8_t {
        compact,  ///< {"a":1,"b":[2,3]}
        spaced,   ///< {"a": 1, "b": [2, 3]}
        lines,    ///< one member or element a line, indented by two
    };

    /// With room for a text of that size, which may become longer.
    explicit JsonWriter(Style style = Style::compact, std::size_t size = 128) : style_(style) {
        grow(size);
    }

    template <class Body>
    void object(Body body) {
        open('{');
        body();
        close('}');
    }
    template <class Body>
    void array(Body body) {
        open('[');
        body();
        close(']');
    }

    void key(std::string_view name);
    void null();
    /// Bytes that are not UTF-8 are replaced by U+FFFD: what is written can always be read.
    void value(std::string_view text);
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(const char* text) { value(std::string_view(text)); }
    void value(bool truth);
    void value(double number);  ///< always with a point or an exponent: 7.0, 0.5
    template <std::integral T>
    void value(T number) {
        separate();
        constexpr std::size_t digits_max = 24;
        char* const begin = room(digits_max);
        size_ +=
            static_cast<std::size_t>(std::to_chars(begin, begin + digits_max, number).ptr - begin);
    }
    void value(const Json& json);
    void value(const DetailValue& detail);
    /// A value that is JSON text already.
    void raw(std::string_view json);

    template <class T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }

    /// The members or elements that `body` writes, at least one, share a line whatever the style.
    template <class Body>
    void on_one_line(Body body) {
        const Style outer = style_;
        if (style_ == Style::lines) {
            separate();
            separated_ = true;
            style_ = Style::spaced;
        }
        body();
        style_ = outer;
    }

    std::size_t size() const { return size_; }
    std::string text() const { return text_.substr(0, size_); }
    std::string take() {
        text_.resize(std::exchange(size_, 0));
        return std::move(text_);
    }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();
    void line_break();
    void quote(std::string_view text, std::string_view after = {});
    void quote_escaped(std::string_view text, std::string_view after);

    /// Where so many characters may be written next.
    char* room(std::size_t size) {
        if (text_.size() - size_ < size) grow(size);
        return text_.data() + size_;
    }
    void grow(std::size_t size);
    void add(char c) {
        *room(1) = c;
        ++size_;
    }
    void add(std::string_view text);

    std::string text_;      // and room behind it
    std::size_t size_ = 0;  // of what has been written
    Style style_;
    std::size_t depth_ = 0;
    bool first_ = true;       // nothing stands yet in the innermost bracket
    bool separated_ = false;  // what divides the next value from the one before is already written
};

}  // namespace arbiter
