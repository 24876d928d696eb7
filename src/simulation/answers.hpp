#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.hpp"

/// Reads what a server answered.
namespace arbiter::simulation {

/// Null if any of the members on the way is missing.
template <class... Keys>
const Json* member(const Json& json, std::string_view key, Keys... keys) {
    const Json* found = json.find(key);
    if constexpr (sizeof...(keys) == 0) {
        return found;
    } else {
        return found == nullptr ? nullptr : member(*found, keys...);
    }
}

template <class... Keys>
std::string text_in(const Json& json, Keys... keys) {
    const Json* found = member(json, keys...);
    const auto* text = found != nullptr ? found->as<std::string>() : nullptr;
    return text != nullptr ? *text : std::string();
}

template <class... Keys>
std::optional<std::uint64_t> number_in(const Json& json, Keys... keys) {
    const Json* found = member(json, keys...);
    const auto* number = found != nullptr ? found->as<std::int64_t>() : nullptr;
    if (number == nullptr) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

}  // namespace arbiter::simulation
