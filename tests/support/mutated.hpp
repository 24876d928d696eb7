#pragma once

#include <string>
#include <string_view>

#include "core/base/random.hpp"

namespace arbiter {

/// The text with a few of its own characters in other places, one more or one fewer.
inline std::string mutated(std::string text, Random& random) {
    const auto place = [&] { return random.below(static_cast<std::uint32_t>(text.size())); };
    for (std::uint32_t changes = 1 + random.below(2); changes > 0; --changes) {
        const char other = text[place()];
        switch (random.below(3)) {
            case 0: text[place()] = other; break;
            case 1: text.insert(place(), 1, other); break;
            default: text.erase(place(), 1 + random.below(3)); break;
        }
    }
    return text;
}

/// The same JSON with an escape in the first string `word`, which a quick reader leaves to the other
/// one; empty if there is no such string.
inline std::string with_escape(std::string text, std::string_view word) {
    const auto at = text.find('"' + std::string(word) + '"');
    if (at == std::string::npos) return {};
    constexpr std::string_view hex = "0123456789abcdef";
    const auto letter = static_cast<unsigned char>(word.front());
    const std::string escape{'\\', 'u', '0', '0', hex[letter >> 4], hex[letter & 15]};
    return text.replace(at + 1, 1, escape);
}

}  // namespace arbiter
