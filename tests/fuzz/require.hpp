#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>

namespace arbiter::fuzz {

/// Stops the fuzzer at the input that breaks a promise. `what` is the promise.
inline void require(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

/// Whether every promise is asked of an input, as of the seeds. Of others there are more the less is asked of each.
bool is_thorough();

/// Every change of a text changes it, so that the fuzzer also looks for what depends on it.
inline std::size_t number_of(std::string_view text) {
    std::uint64_t number = 14695981039346656037U;  // FNV-1a
    for (const char c : text) number = (number ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return number >> 20U;
}

/// Calls it for one of the elements, which the text chooses, or for all.
template <class Range, class Look>
void for_one(std::string_view text, const Range& elements, const Look& look) {
    if (elements.empty()) return;
    const std::size_t chosen = number_of(text) % elements.size();
    std::size_t index = 0;
    for (const auto& element : elements) {
        if (index++ == chosen || is_thorough()) look(element);
    }
}

/// Asks for one of several promises, which the text chooses, or for all.
template <class... Promises>
void require_one(std::string_view text, const Promises&... promises) {
    const std::array<std::function<void()>, sizeof...(promises)> all{std::cref(promises)...};
    for_one(text, all, [](const auto& promise) { promise(); });
}

}  // namespace arbiter::fuzz
