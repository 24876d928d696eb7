#include "core/base/object_reader.hpp"

namespace arbiter {

ObjectReader::Member ObjectReader::find(std::string_view key) const {
    const Json* value = object_.json().find(key);
    if (value == nullptr) return std::nullopt;
    return object_.at(key, *value);
}

ObjectReader::Member ObjectReader::require(std::string_view key) const {
    const Json* value = object_.require(key, faults_);
    if (value == nullptr) return std::nullopt;
    return object_.at(key, *value);
}

const std::string* ObjectReader::text(const Member& member) const {
    return member ? member->string(faults_) : nullptr;
}

const bool* ObjectReader::boolean(const Member& member) const {
    return member ? member->boolean(faults_) : nullptr;
}

std::optional<std::int64_t> ObjectReader::integer(const Member& member, Range range) const {
    const auto number = member ? member->integer(faults_) : std::nullopt;
    if (!number || (*number >= range.min && *number <= range.max)) return number;
    add(*member, "out_of_range",
        std::to_string(*number) + " is not between " + std::to_string(range.min) + " and " +
            std::to_string(range.max));
    return std::nullopt;
}

}  // namespace arbiter
