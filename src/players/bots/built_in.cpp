#include "players/bots/built_in.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "players/bots/bot_player.hpp"
#include "players/bots/random_player.hpp"

namespace arbiter::players {

namespace {

std::vector<std::string_view> names_of_games() {
    std::vector<std::string_view> names;
    for (const GameInfo& info : games()) names.push_back(info.name);
    return names;
}

std::vector<std::string_view> names_of_games_with_bots() {
    std::vector<std::string_view> names = names_of_games();
    std::erase_if(names, [](std::string_view name) {
        return std::ranges::none_of(game_bots(),
                                    [&](const GameBot* bot) { return bot->game->name == name; });
    });
    return names;
}

std::optional<int> level_named(std::string_view text) {
    int level = 0;
    const auto end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, level);
    if (fault != std::errc() || stop != end) return std::nullopt;
    return level;
}

}  // namespace

std::span<const BuiltInInfo> built_ins() {
    static const std::vector<std::string_view> every_game = names_of_games();
    static const std::vector<std::string_view> games_with_bots = names_of_games_with_bots();
    static const std::array infos{
        BuiltInInfo{"random", "Random", "plays any legal move", every_game, false},
        BuiltInInfo{"bot", "Arbiter's bot", "thinks, on a level from 1 to 8", games_with_bots,
                    true},
    };
    return infos;
}

std::unique_ptr<Player> built_in(std::string_view kind, int level, std::uint64_t seed) {
    if (kind == "random") return std::make_unique<RandomPlayer>(seed);
    if (kind != "bot" || level < level_min || level > level_max) return nullptr;
    return std::make_unique<BotPlayer>(level, seed);
}

std::unique_ptr<Player> built_in(std::string_view specification, std::uint64_t seed) {
    const auto colon = specification.find(':');
    const std::string_view kind = specification.substr(0, colon);
    if (colon == std::string_view::npos) return built_in(kind, level_default, seed);
    const auto infos = built_ins();
    const auto info = std::ranges::find(infos, kind, &BuiltInInfo::kind);
    const auto level = level_named(specification.substr(colon + 1));
    if (info == infos.end() || !info->has_levels || !level) return nullptr;
    return built_in(kind, *level, seed);
}

}  // namespace arbiter::players
