#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"

namespace arbiter::arena {

/// A TOML document, as JSON and with the places of its values.
class Toml {
public:
    /// The fault is `toml_syntax` or, for a date or a time, `wrong_type`, with line and column.
    static Reading<Toml> read(std::string_view text);

    const Json& json() const { return json_; }
    /// Faults of the JSON, which stand at JSON Pointers, as faults of the text.
    Faults in_text(const Faults& faults) const;

private:
    Toml() = default;

    struct Spot {
        std::string pointer;
        TextPlace place;
    };
    friend class TomlReader;

    Json json_;
    std::vector<Spot> spots_;  // sorted by pointer
};

}  // namespace arbiter::arena
