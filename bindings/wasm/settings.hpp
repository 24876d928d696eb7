#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/any_document.hpp"

/// Settings in JSON: options of a game, the source of a text, how to draw. An empty text gives the
/// defaults. A fault names its place: "/theme".
namespace arbiter::wasm {

/// {"variant": "chess960"}
Reading<Options> read_options(std::string_view text);

struct SourceText {
    std::string game;
    std::string format;
    Options options;
    std::string notation;
    bool strict = false;

    AnyGame::Source view() const { return {game, format, options, strict}; }
};
/// {"game": "chess", "format": "fen", "options": {...}, "notation": "uci", "strict": true}
Reading<SourceText> read_source(std::string_view text);

/// RenderOptions that own their texts.
struct Drawing {
    RenderOptions options;
    std::string theme = "light";
    std::string overlay;
    std::string preview;
    std::vector<Remark> remarks;

    RenderOptions view() const;
};
/// {"bottom": "black", "theme": "dark", "coordinates": false, "size": 400, "characters": "ascii",
///  "overlay": "liberties", "preview": "D4", "numbered": [51, 100], "annotations": [...]}
Reading<Drawing> read_drawing(std::string_view text);

struct AnalysisSettings {
    int level = 6;
    int lines = 1;
    std::optional<std::uint64_t> nodes;
};
/// {"level": 6, "lines": 3, "nodes": 20000}
Reading<AnalysisSettings> read_analysis_settings(std::string_view text);

}  // namespace arbiter::wasm
