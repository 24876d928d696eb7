#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/excerpt.hpp"
#include "core/base/fault.hpp"
#include "core/base/json.hpp"

namespace arbiter {

/// Reads the members of one JSON object. Where a member is missing or its value is wrong, a fault is
/// added at its place and there is no value:
///
///     const ObjectReader seat(view, faults);
///     seat.refuse_unknown(std::array{"name", "level"});
///     const std::string* name = seat.text(seat.require("name"));
///     const auto level = seat.integer(seat.find("level"), {1, 8}).value_or(4);
class ObjectReader {
public:
    struct Range {
        std::int64_t min;
        std::int64_t max;
    };
    using Member = std::optional<JsonView>;

    /// The view must outlive the reader and the members it returns.
    ObjectReader(const JsonView& object, Faults& faults) : object_(object), faults_(faults) {}
    ObjectReader(JsonView&& object, Faults& faults) = delete;

    /// Adds `wrong_type` if it is not an object.
    bool is_object() const { return object_.object(faults_) != nullptr; }
    bool has(std::string_view key) const { return object_.json().find(key) != nullptr; }

    /// The member, if there is one.
    Member find(std::string_view key) const;
    /// The member; `missing_key` at the object if there is none.
    Member require(std::string_view key) const;
    /// One `unknown_key` for every other member.
    template <class Known>
    void refuse_unknown(const Known& known, Severity severity = Severity::error) const {
        object_.refuse_unknown(known, severity, faults_);
    }

    // Typed reads. Without a member they return nothing and add no fault.
    const std::string* text(const Member& member) const;
    const bool* boolean(const Member& member) const;
    /// `out_of_range` outside of the range.
    std::optional<std::int64_t> integer(const Member& member, Range range) const;
    /// The meaning of a string; the fault says that it is not `expected`: "white or black".
    template <class Meaning>
    auto word(const Member& member, std::string_view code, std::string_view expected,
              Meaning meaning_of) const -> decltype(meaning_of(std::string())) {
        const std::string* written = text(member);
        if (written == nullptr) return std::nullopt;
        auto meaning = meaning_of(*written);
        if (!meaning) add(*member, code, in_quotes(*written) + " is not " + std::string(expected));
        return meaning;
    }

    void add(const JsonView& place, std::string_view code, std::string sentence) const {
        faults_.add(code, std::move(sentence), place.pointer());
    }
    const JsonView& object() const { return object_; }
    Faults& faults() const { return faults_; }

private:
    const JsonView& object_;
    Faults& faults_;
};

}  // namespace arbiter
