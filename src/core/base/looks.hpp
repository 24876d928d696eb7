#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace arbiter {

/// A colour or an opacity by its name, in the light and in the dark theme.
struct Look {
    std::string_view name;
    std::string_view light;
    std::string_view dark;
};

/// Everything that is drawn has its colours from here: the boards, whose rules say "$chess-light", and the page,
/// whose styles say var(--chess-light); web/vite.config.ts reads this table. In the order of the names.
inline constexpr auto looks = std::to_array<Look>({
    {"accent", "#28594b", "#6fbfa3"},
    {"accent-ink", "#ffffff", "#0c1f18"},
    {"backgammon-cube-rim", "#8a7752", "#8a7752"},
    {"backgammon-cube-value", "#7a1f12", "#7a1f12"},
    {"backgammon-die-black", "#211f1d", "#211f1d"},
    {"backgammon-die-black-rim", "#0d0c0b", "#0d0c0b"},
    {"backgammon-die-white", "#fdf6e6", "#fdf6e6"},
    {"backgammon-ebony-body", "#2b2826", "#2b2826"},
    {"backgammon-ebony-edge", "#100e0d", "#100e0d"},
    {"backgammon-ebony-groove", "#615b56", "#615b56"},
    {"backgammon-ebony-lit", "#57534f", "#57534f"},
    {"backgammon-ebony-rim", "#948c83", "#948c83"},
    {"backgammon-felt-edge", "#1b4138", "#132f27"},
    {"backgammon-felt-middle", "#214c41", "#18392f"},
    {"backgammon-ivory-body", "#f3e9d3", "#f3e9d3"},
    {"backgammon-ivory-edge", "#cdbd9c", "#cdbd9c"},
    {"backgammon-ivory-groove", "#b9a273", "#b9a273"},
    {"backgammon-ivory-lit", "#fffdf6", "#fffdf6"},
    {"backgammon-ivory-rim", "#6b5a3b", "#6b5a3b"},
    {"backgammon-label", "#d9c3a0", "#b7a382"},
    {"backgammon-mark", "#f2b632", "#f2b632"},
    {"backgammon-mark-edge", "#3a2600", "#3a2600"},
    {"backgammon-point-even", "#e8d6b0", "#cdb88f"},
    {"backgammon-point-odd", "#cc7650", "#b06444"},
    {"backgammon-tray", "#2e1b10", "#1a0f08"},
    {"backgammon-turn-edge", "#2e1b10", "#2e1b10"},
    {"backgammon-wood-edge", "#43291a", "#2a1a10"},
    {"backgammon-wood-lit", "#5b3a24", "#3b2618"},
    {"chess-black-body", "#35302c", "#35302c"},
    {"chess-black-foot", "#1a1715", "#1a1715"},
    {"chess-black-lit", "#5a534d", "#5a534d"},
    {"chess-black-outline", "#0d0b0a", "#0d0b0a"},
    {"chess-black-seam", "#e6d7bc", "#e6d7bc"},
    {"chess-check", "#d92b1f", "#ff3b2b"},
    {"chess-check-ring", "#7e0f08", "#7e0f08"},
    {"chess-dark", "#b3855c", "#a27f5b"},
    {"chess-label-on-dark", "#38220e", "#2a1808"},
    {"chess-label-on-light", "#6b4a2c", "#6b4a2c"},
    {"chess-light", "#f0e3c8", "#decdac"},
    {"chess-shadow", "#1a0f05", "#1a0f05"},
    {"chess-trail", "#e3b52f", "#d9a72a"},
    {"chess-trail-from-opacity", ".42", ".40"},
    {"chess-trail-to-opacity", ".62", ".60"},
    {"chess-white-body", "#fbf6ea", "#fbf6ea"},
    {"chess-white-foot", "#dcd0b8", "#dcd0b8"},
    {"chess-white-outline", "#221c17", "#221c17"},
    {"focus", "#1f5fbf", "#8ab8ff"},
    {"go-alarm", "#c4170f", "#c4170f"},
    {"go-black-body", "#2c2e32", "#2c2e32"},
    {"go-black-edge", "#0c0d0f", "#0c0d0f"},
    {"go-black-lit", "#6f7278", "#6f7278"},
    {"go-grain", "#8a5f26", "#5c3c12"},
    {"go-halo", "#fdf6e8", "#fdf6e8"},
    {"go-label", "#5f421c", "#3f2a10"},
    {"go-line", "#4b3216", "#33210c"},
    {"go-mark-on-black", "#fbfaf6", "#fbfaf6"},
    {"go-mark-on-white", "#1b1c1e", "#1b1c1e"},
    {"go-note", "#4a371d", "#2a1c08"},
    {"go-owner-black", "#16171a", "#16171a"},
    {"go-owner-outline", "#57524a", "#57524a"},
    {"go-shadow-opacity", ".42", ".55"},
    {"go-white-body", "#f4f1ea", "#f4f1ea"},
    {"go-white-edge", "#cfc9bb", "#cfc9bb"},
    {"go-white-outline", "#2b241a", "#2b241a"},
    {"go-wood-body", "#ddb36a", "#b0874b"},
    {"go-wood-lit", "#e9c684", "#c39a5b"},
    {"good", "#24613c", "#86d0a3"},
    {"ink", "#1c211f", "#eaeeeb"},
    {"ink-soft", "#5a635f", "#a3ada8"},
    {"line", "#dad4c7", "#2e3532"},
    {"line-2", "#c5bdac", "#434c48"},
    {"mark-aim", "#2e7d5b", "#3e9a73"},
    {"mark-cursor", "#ffd84d", "#ffd84d"},
    {"mark-edge", "#14382b", "#14382b"},
    {"mark-planned", "#3d6eb58c", "#487fcc99"},
    {"mark-ring", "#7fe0b8", "#7fe0b8"},
    {"mark-ring-fill", "#7fe0b84d", "#7fe0b84d"},
    {"mark-selected", "#2e7d5bb8", "#3e9a73b8"},
    {"mark-target", "#14382b75", "#0c2a2075"},
    {"mark-wrong", "#b3130f", "#b3130f"},
    {"paper", "#f4f1ea", "#131614"},
    {"raised", "#fbf9f4", "#252b28"},
    {"sunken", "#e9e4d9", "#0d100e"},
    {"surface", "#ffffff", "#1c211e"},
    {"tint", "#e1ece6", "#20352d"},
    {"warn", "#a8330f", "#f39a73"},
    {"warn-paper", "#fbe6dc", "#3a2419"},
});
static_assert(std::ranges::is_sorted(looks, {}, &Look::name));

}  // namespace arbiter
