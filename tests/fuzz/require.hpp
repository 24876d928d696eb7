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

/// Whether every promise is checked for every input, as it is for seeds. Other inputs are checked for one promise each:
/// that is faster, so more of them are tried.
bool is_thorough();

/// A hash, so that every change to a text may choose another promise.
inline std::size_t number_of(std::string_view text) {
    std::uint64_t number = 14695981039346656037U;  // FNV-1a
    for (const char c : text) number = (number ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return number >> 20U;
}

/// Whether libFuzzer searches with counters, not blindly and for a second as in `make test`.
inline constexpr bool is_guided = ARBITER_FUZZ_COUNTERS != 0;

/// Calls `look` for one element, chosen by the text, or for all of them if the check is thorough. In a search only one text
/// in `every` has an element looked at.
template <std::size_t every = 1, class Range, class Look>
void for_one(std::string_view text, const Range& elements, const Look& look) {
    constexpr std::size_t share = is_guided ? every : 1;
    const std::size_t number = number_of(text);
    if (elements.empty() || (number % share != 0 && !is_thorough())) return;
    const std::size_t chosen = number / share % elements.size();
    std::size_t index = 0;
    for (const auto& element : elements) {
        if (index++ == chosen || is_thorough()) look(element);
    }
}

/// Checks one promise, chosen by the text, or all of them if the check is thorough. To read a file leads to most of what is
/// new: where a promise reads it once more, a search asks it of one text in `every`.
template <std::size_t every = 1, class... Promises>
void require_one(std::string_view text, const Promises&... promises) {
    const std::array<std::function<void()>, sizeof...(promises)> all{std::cref(promises)...};
    for_one<every>(text, all, [](const auto& promise) { promise(); });
}

}  // namespace arbiter::fuzz
