#include "cli/names.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_error.hpp"

namespace arbiter::cli {

namespace {

/// How many letters must be added, removed, replaced or swapped to make one word the other.
std::size_t edit_distance(std::string_view one, std::string_view other) {
    std::vector rows(one.size() + 1, std::vector<std::size_t>(other.size() + 1));
    for (std::size_t i = 0; i <= one.size(); ++i) {
        for (std::size_t j = 0; j <= other.size(); ++j) {
            std::size_t& here = rows[i][j] = i + j;
            if (i == 0 || j == 0) continue;
            const std::size_t replaced = rows[i - 1][j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
            here = std::min({replaced, rows[i - 1][j] + 1, rows[i][j - 1] + 1});
            const bool swapped =
                i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if (swapped) here = std::min(here, rows[i - 2][j - 2] + 1);
        }
    }
    return rows.back().back();
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view name,
                                        std::span<const std::string_view> known) {
    constexpr std::size_t longest_name = 40;
    if (known.empty() || name.size() > longest_name) return std::nullopt;
    const auto best = *std::ranges::min_element(
        known, {}, [&](std::string_view candidate) { return edit_distance(name, candidate); });
    const std::size_t allowed = std::max<std::size_t>(1, best.size() / 3);
    if (edit_distance(name, best) > allowed && !(name.size() > 1 && best.starts_with(name))) {
        return std::nullopt;
    }
    return best;
}

namespace {

/// "; did you mean "fen"?", or nothing.
std::string suggestion(std::string_view name, std::span<const std::string_view> known) {
    const auto close = nearest(name, known);
    return close ? fmt::format("; did you mean \"{}\"?", *close) : "";
}

std::string listed(std::span<const std::string_view> known) {
    return fmt::format("known: {}", fmt::join(known, ", "));
}

}  // namespace

void require_known(std::string_view what, std::string_view name,
                   std::span<const std::string_view> known) {
    if (std::ranges::find(known, name) != known.end()) return;
    throw usage_error(fmt::format("there is no {} \"{}\"{}", what, name, suggestion(name, known)),
                      listed(known));
}

void choose_notation(AnyGame& game, std::string_view notation) {
    if (notation.empty()) return;
    const auto chosen = game.set_notation(notation);
    if (chosen) return;
    const auto known = names_of(game_named(game.name()).notations);
    throw usage_error(chosen.error().sentence + suggestion(notation, known), listed(known));
}

std::vector<std::string_view> game_names() { return names_of(games()); }

std::vector<std::string_view> format_names(std::string_view game) {
    std::vector<std::string_view> names;
    for (const GameInfo& info : games_named(game)) {
        for (const FormatInfo& format : info.formats) {
            if (std::ranges::find(names, format.name) == names.end()) names.push_back(format.name);
        }
    }
    return names;
}

GameInfo game_named(std::string_view name) {
    require_known("game", name, game_names());
    const auto all = games();
    return *std::ranges::find(all, name, &GameInfo::name);
}

std::vector<GameInfo> games_named(std::string_view name) {
    return name.empty() ? games() : std::vector{game_named(name)};
}

Options parsed_settings(std::span<const std::string> settings, const GameInfo& game) {
    Options options;
    for (const std::string& setting : settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos) {
            throw usage_error(fmt::format("\"{}\" is not a setting", setting),
                              "write it as NAME=VALUE");
        }
        options.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
        require_known(fmt::format("{} option", game.name), options.back().name,
                      names_of(game.options));
    }
    return options;
}

}  // namespace arbiter::cli
