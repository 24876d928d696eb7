#include "players/bots/built_in.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "players/bots/bot_player.hpp"
#include "players/bots/random_player.hpp"

namespace arbiter::players {

namespace {

constexpr std::array<std::string_view, 3> every_game{"backgammon", "chess", "go"};

constexpr std::array infos{
    BuiltInInfo{"random", "Random", "plays any legal move", every_game, false},
    BuiltInInfo{"bot", "Arbiter's bot", "thinks, on a level from 1 to 8", every_game, true},
};

std::optional<int> level_named(std::string_view text) {
    int level = 0;
    const auto end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, level);
    if (fault != std::errc() || stop != end) return std::nullopt;
    return level;
}

}  // namespace

std::span<const BuiltInInfo> built_ins() { return infos; }

std::unique_ptr<Player> built_in(std::string_view kind, int level, std::uint64_t seed) {
    if (kind == "random") return std::make_unique<RandomPlayer>(seed);
    if (kind != "bot" || level < level_min || level > level_max) return nullptr;
    return std::make_unique<BotPlayer>(level, seed);
}

std::unique_ptr<Player> built_in(std::string_view specification, std::uint64_t seed) {
    const auto colon = specification.find(':');
    const std::string_view kind = specification.substr(0, colon);
    if (colon == std::string_view::npos) return built_in(kind, level_default, seed);
    const auto info = std::ranges::find(infos, kind, &BuiltInInfo::kind);
    const auto level = level_named(specification.substr(colon + 1));
    if (info == infos.end() || !info->has_levels || !level) return nullptr;
    return built_in(kind, *level, seed);
}

}  // namespace arbiter::players
