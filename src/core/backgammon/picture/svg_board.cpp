#include "core/backgammon/picture/svg_board.hpp"

#include <array>

namespace arbiter::backgammon::art {

namespace {

constexpr std::array<CssRule, 16> common_rules{{
    {"text", "font-family:system-ui,sans-serif;text-anchor:middle;pointer-events:none"},
    {".count", "font-weight:700"},
    {".value", "font-weight:700"},
    {".checker", "stroke-width:2.5"},
    {".rim", "fill:none;stroke-width:2.5"},
    {".slab", "stroke-width:1.5"},
    {".die", "stroke-width:2"},
    {".die.used", "opacity:.45"},
    {".pips.used", "opacity:.45"},
    {".strike", "fill:none;stroke-width:5;stroke-linecap:round"},
    {".cube", "stroke-width:3"},
    {".hit", "fill:none;pointer-events:all"},
    {".mark", "fill:none;stroke-width:5;pointer-events:none"},
    {".arrow",
     "fill:none;stroke-width:7;stroke-linecap:round;stroke-dasharray:2 13;"
     "pointer-events:none"},
    {".field", "stroke-width:2"},
    {".turn", "stroke-width:2.5"},
}};

constexpr std::array<CssRule, 26> light_rules{{
    {".frame", "fill:#6f4a2d"},
    {".field", "fill:#f0e2c6;stroke:#4b2f1a"},
    {".bar", "fill:#835a38"},
    {".tray", "fill:#543620"},
    {".even", "fill:#c08a56"},
    {".odd", "fill:#93a58b"},
    {".label", "fill:#f7ead2"},
    {".note", "fill:#f7ead2"},
    {".checker.white", "fill:#fdfaf2;stroke:#5e5141"},
    {".rim.white", "stroke:#b9a98d"},
    {".checker.black", "fill:#2d2b2e;stroke:#0d0c0d"},
    {".rim.black", "stroke:#5c585e"},
    {".slab.white", "fill:#fdfaf2;stroke:#5e5141"},
    {".slab.black", "fill:#2d2b2e;stroke:#a89a88"},
    {".count.white", "fill:#2d2b2e"},
    {".count.black", "fill:#fdfaf2"},
    {".die.white", "fill:#fffdf8;stroke:#5e5141"},
    {".die.black", "fill:#2d2b2e;stroke:#0d0c0d"},
    {".pips.white", "fill:#2d2b2e"},
    {".pips.black", "fill:#fdfaf2"},
    {".strike", "stroke:#b3261e"},
    {".cube", "fill:#fffdf8;stroke:#3a2616"},
    {".value", "fill:#2d2b2e"},
    {".mark", "stroke:#c2571a"},
    {".arrow", "stroke:#b3261e"},
    {".turn", "fill:#ffd98a;stroke:#4b2f1a"},
}};

constexpr std::array<CssRule, 26> dark_rules{{
    {".frame", "fill:#2a211b"},
    {".field", "fill:#4c4036;stroke:#15100c"},
    {".bar", "fill:#372b23"},
    {".tray", "fill:#191310"},
    {".even", "fill:#7d5a3c"},
    {".odd", "fill:#5f7163"},
    {".label", "fill:#d9cbb8"},
    {".note", "fill:#d9cbb8"},
    {".checker.white", "fill:#efe9dc;stroke:#1f1913"},
    {".rim.white", "stroke:#a89a82"},
    {".checker.black", "fill:#171618;stroke:#8d8376"},
    {".rim.black", "stroke:#4b474d"},
    {".slab.white", "fill:#efe9dc;stroke:#1f1913"},
    {".slab.black", "fill:#171618;stroke:#8d8376"},
    {".count.white", "fill:#171618"},
    {".count.black", "fill:#efe9dc"},
    {".die.white", "fill:#efe9dc;stroke:#1f1913"},
    {".die.black", "fill:#171618;stroke:#8d8376"},
    {".pips.white", "fill:#171618"},
    {".pips.black", "fill:#efe9dc"},
    {".strike", "stroke:#ff6b5c"},
    {".cube", "fill:#efe9dc;stroke:#15100c"},
    {".value", "fill:#171618"},
    {".mark", "stroke:#ffab5e"},
    {".arrow", "stroke:#ff6b5c"},
    {".turn", "fill:#ffd98a;stroke:#15100c"},
}};

}  // namespace

constexpr std::array<CssRule, 26> print_rules{{
    {".frame", "fill:#fff"},
    {".field", "fill:#fff;stroke:#000"},
    {".bar", "fill:#eee"},
    {".tray", "fill:#eee"},
    {".even", "fill:#bbb"},
    {".odd", "fill:#e8e8e8"},
    {".label", "fill:#000"},
    {".note", "fill:#000"},
    {".checker.white", "fill:#fff;stroke:#000"},
    {".rim.white", "stroke:#999"},
    {".checker.black", "fill:#000;stroke:#000"},
    {".rim.black", "stroke:#999"},
    {".slab.white", "fill:#fff;stroke:#000"},
    {".slab.black", "fill:#000;stroke:#999"},
    {".count.white", "fill:#000"},
    {".count.black", "fill:#fff"},
    {".die.white", "fill:#fff;stroke:#000"},
    {".die.black", "fill:#000;stroke:#000"},
    {".pips.white", "fill:#000"},
    {".pips.black", "fill:#fff"},
    {".strike", "stroke:#000"},
    {".cube", "fill:#fff;stroke:#000"},
    {".value", "fill:#000"},
    {".mark", "stroke:#000"},
    {".arrow", "stroke:#000"},
    {".turn", "fill:#fff;stroke:#000"},
}};

constexpr StyleSheet style_sheet{common_rules, light_rules, dark_rules, print_rules};

}  // namespace arbiter::backgammon::art
