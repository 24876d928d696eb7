#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace arbiter {

using DetailValue = std::variant<std::int64_t, std::string, std::vector<std::string>>;

/// One named fact inside a rejection or an effect: `from = "e2"`, `needed = 3`.
/// Keys are string literals of the game that makes them.
struct Detail {
    std::string_view key;
    DetailValue value;
    bool is_json = false;  ///< its words are JSON, as in a notation that is: [2,3]

    bool operator==(const Detail&) const = default;
};

using Details = std::vector<Detail>;

/// The value under `key`, or nothing.
const DetailValue* find(const Details& details, std::string_view key);

/// Makes a sentence from a pattern: every `{key}` is replaced by that detail, lists joined by ", ".
/// A key that is not among the details stays as it is, so that a test can see it.
std::string fill(std::string_view pattern, const Details& details);

}  // namespace arbiter
