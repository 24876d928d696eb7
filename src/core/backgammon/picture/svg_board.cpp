#include "core/backgammon/picture/svg_board.hpp"

#include <array>

namespace arbiter::backgammon::art {

namespace {

constexpr std::array<CssRule, 18> common_rules{{
    {"text",
     "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Cantarell,'Liberation "
     "Sans',Arial,sans-serif;text-anchor:middle;pointer-events:none"},
    {".label", "font-weight:600"},
    {".count", "font-weight:700"},
    {".value", "font-weight:700"},
    {".frame", "stroke-width:2"},
    {".checker", "stroke-width:1.5"},
    {".rim", "fill:none;stroke-width:1.5"},
    {".slab", "stroke-width:1.5"},
    {".die", "stroke-width:1.5"},
    {".used", "opacity:.38"},
    {".past", "opacity:.38"},
    {".cube", "stroke-width:1.5"},
    {".hit", "fill:none;pointer-events:all"},
    {".mark", "fill:none;stroke-width:4.2;pointer-events:none"},
    {".halo", "fill:none;stroke-width:7;pointer-events:none"},
    {".arrow",
     "fill:none;stroke-width:7;stroke-linecap:round;stroke-dasharray:2 13;pointer-events:none"},
    {".field", "stroke-width:2"},
    {".turn", "stroke-width:2.5"},
}};

constexpr std::array<CssRule, 39> themed_rules{{
    {".frame", "stroke:$backgammon-wood-edge"},
    {".wood-lit", "stop-color:$backgammon-wood-lit"},
    {".wood-edge", "stop-color:$backgammon-wood-edge"},
    {".felt-edge", "stop-color:$backgammon-felt-edge"},
    {".felt-middle", "stop-color:$backgammon-felt-middle"},
    {".field", "stroke:$backgammon-tray"},
    {".bar", "fill:$backgammon-tray"},
    {".tray", "fill:$backgammon-tray"},
    {".even", "fill:$backgammon-point-even"},
    {".odd", "fill:$backgammon-point-odd"},
    {".label", "fill:$backgammon-label"},
    {".note", "fill:$backgammon-label"},
    {".white-lit", "stop-color:$backgammon-ivory-lit"},
    {".white-body", "stop-color:$backgammon-ivory-body"},
    {".white-edge", "stop-color:$backgammon-ivory-edge"},
    {".black-lit", "stop-color:$backgammon-ebony-lit"},
    {".black-body", "stop-color:$backgammon-ebony-body"},
    {".black-edge", "stop-color:$backgammon-ebony-edge"},
    {".checker.white", "stroke:$backgammon-ivory-rim"},
    {".rim.white", "stroke:$backgammon-ivory-groove"},
    {".checker.black", "stroke:$backgammon-ebony-rim"},
    {".rim.black", "stroke:$backgammon-ebony-groove"},
    {".slab.white", "fill:$backgammon-ivory-body;stroke:$backgammon-ivory-rim"},
    {".slab.black", "fill:$backgammon-ebony-body;stroke:$backgammon-ebony-rim"},
    {".plate.white", "fill:$backgammon-ivory-lit"},
    {".plate.black", "fill:$backgammon-ebony-edge"},
    {".count.white", "fill:$backgammon-ebony-body"},
    {".count.black", "fill:$backgammon-ivory-lit"},
    {".die.white", "fill:$backgammon-die-white;stroke:$backgammon-ivory-rim"},
    {".die.black", "fill:$backgammon-die-black;stroke:$backgammon-die-black-rim"},
    {".pips.white", "fill:$backgammon-die-black"},
    {".pips.black", "fill:$backgammon-die-white"},
    {".ground", "fill:#000;fill-opacity:.28"},
    {".cube", "fill:$backgammon-die-white;stroke:$backgammon-cube-rim"},
    {".value", "fill:$backgammon-cube-value"},
    {".mark", "stroke:$backgammon-mark"},
    {".halo", "stroke:$backgammon-mark-edge"},
    {".arrow", "stroke:$backgammon-mark"},
    {".turn", "fill:$backgammon-mark;stroke:$backgammon-turn-edge"},
}};

constexpr std::array<CssRule, 39> print_rules{{
    {".frame", "stroke:#000"},
    {".wood-lit", "stop-color:#fff"},
    {".wood-edge", "stop-color:#fff"},
    {".felt-edge", "stop-color:#fff"},
    {".felt-middle", "stop-color:#fff"},
    {".field", "stroke:#000"},
    {".bar", "fill:#000"},
    {".tray", "fill:#eee"},
    {".even", "fill:#e8e8e8"},
    {".odd", "fill:#bbb"},
    {".label", "fill:#000"},
    {".note", "fill:#000"},
    {".white-lit", "stop-color:#fff"},
    {".white-body", "stop-color:#fff"},
    {".white-edge", "stop-color:#fff"},
    {".black-lit", "stop-color:#000"},
    {".black-body", "stop-color:#000"},
    {".black-edge", "stop-color:#000"},
    {".checker.white", "stroke:#000"},
    {".rim.white", "stroke:#999"},
    {".checker.black", "stroke:#000"},
    {".rim.black", "stroke:#999"},
    {".slab.white", "fill:#fff;stroke:#000"},
    {".slab.black", "fill:#000;stroke:#999"},
    {".plate.white", "fill:#fff"},
    {".plate.black", "fill:#000"},
    {".count.white", "fill:#000"},
    {".count.black", "fill:#fff"},
    {".die.white", "fill:#fff;stroke:#000"},
    {".die.black", "fill:#000;stroke:#000"},
    {".pips.white", "fill:#000"},
    {".pips.black", "fill:#fff"},
    {".ground", "fill:none"},
    {".cube", "fill:#fff;stroke:#000"},
    {".value", "fill:#000"},
    {".mark", "stroke:#000"},
    {".halo", "stroke:#fff"},
    {".arrow", "stroke:#000"},
    {".turn", "fill:#fff;stroke:#000"},
}};

}  // namespace

static_assert(have_looks(themed_rules));
constexpr StyleSheet style_sheet{common_rules, themed_rules, print_rules};

}  // namespace arbiter::backgammon::art
