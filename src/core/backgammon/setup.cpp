#include "core/backgammon/setup.hpp"

#include <array>

namespace arbiter::backgammon {

std::string_view to_string(Level level) {
    switch (level) {
        case Level::single: return "single";
        case Level::gammon: return "gammon";
        case Level::backgammon: return "backgammon";
    }
    return {};
}

std::optional<Level> level_named(std::string_view name) {
    constexpr std::array all_levels{Level::single, Level::gammon, Level::backgammon};
    for (const Level level : all_levels) {
        if (to_string(level) == name) return level;
    }
    return std::nullopt;
}

}  // namespace arbiter::backgammon
