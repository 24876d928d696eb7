#include "bindings/wasm/settings.hpp"

#include <limits>

#include "core/base/excerpt.hpp"
#include "core/base/object_reader.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::wasm {

namespace {

using Names = std::initializer_list<std::string_view>;

constexpr std::int64_t picture_size_min = 16;
constexpr std::int64_t picture_size_max = 4096;
constexpr std::int64_t lines_max = 20;
constexpr std::int64_t nodes_max = 100'000'000;

/// Reads the members of one object. A missing or null member keeps its default.
class Members : public ObjectReader {
public:
    using ObjectReader::ObjectReader;

    void refuse_others(Names known) {
        if (is_object()) refuse_unknown(known);
    }

    template <class Use>
    void with(std::string_view key, Use use) {
        const auto member = find(key);
        if (member && !member->json().is_null()) use(*member);
    }

    void text(std::string_view key, std::string& value) {
        with(key, [&](const JsonView& view) {
            if (const auto* read = ObjectReader::text(view)) value = *read;
        });
    }

    void one_of(std::string_view key, Names names, std::string& value) {
        with(key, [&](const JsonView& view) {
            const auto* read = ObjectReader::text(view);
            if (read == nullptr) return;
            std::string list;
            for (const std::string_view name : names) {
                if (*read == name) value = *read;
                list += (list.empty() ? "" : ", ") + std::string(name);
            }
            if (value == *read) return;
            add(view, "unknown_value", in_quotes(*read) + " is none of " + list);
        });
    }

    void truth(std::string_view key, bool& value) {
        with(key, [&](const JsonView& view) {
            if (const auto* read = boolean(view)) value = *read;
        });
    }

    void options(std::string_view key, Options& value) {
        with(key, [&](const JsonView& view) { read_options(view, value, faults()); });
    }

    static void read_options(JsonView view, Options& value, Faults& faults) {
        const auto* members = view.object(faults);
        if (members == nullptr) return;
        for (const auto& [name, member] : *members) {
            const auto* text = view.at(name, member).string(faults);
            if (text != nullptr) value.push_back({name, *text});
        }
    }
};

/// Parses `text` and passes the document to `use`, which adds its faults.
template <class T, class Use>
Reading<T> read_settings(std::string_view text, Use use) {
    T value;
    if (text.empty()) return {std::move(value), {}};
    auto [document, faults] = read_json(text);
    if (document) use(JsonView(*document), value, faults);
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    return {std::move(value), std::move(faults)};
}

/// [51, 100]
void read_range(const JsonView& view, std::optional<MoveRange>& range, Faults& faults) {
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    const auto* ends = view.array(faults);
    if (ends == nullptr) return;
    if (ends->size() != 2) {
        return faults.add("wrong_length", "a range has a first and a last move", view.pointer());
    }
    const ObjectReader reader(view, faults);
    const auto first = reader.integer(view.at(0, (*ends)[0]), {1, most});
    if (!first) return;
    const auto last = reader.integer(view.at(1, (*ends)[1]), {*first, most});
    if (!last) return;
    range = MoveRange{static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)};
}

void read_drawing(const JsonView& view, Drawing& drawing, Faults& faults) {
    Members members(view, faults);
    members.refuse_others({"bottom", "theme", "coordinates", "size", "characters", "overlay",
                           "preview", "numbered", "annotations"});
    std::string bottom = "white";
    std::string characters = "unicode";
    members.one_of("bottom", {"white", "black"}, bottom);
    members.one_of("theme", {"light", "dark", "auto", "print"}, drawing.theme);
    members.one_of("characters", {"unicode", "ascii"}, characters);
    members.one_of("overlay", {"ownership", "liberties", "index"}, drawing.overlay);
    members.text("preview", drawing.preview);
    members.truth("coordinates", drawing.options.coordinates);
    members.with("size", [&](JsonView size) {
        const auto read = members.integer(size, {picture_size_min, picture_size_max});
        if (read) drawing.options.size = static_cast<int>(*read);
    });
    members.with("numbered",
                 [&](JsonView range) { read_range(range, drawing.options.numbered, faults); });
    members.with("annotations",
                 [&](JsonView list) { drawing.remarks = read_remarks(list, faults); });
    drawing.options.bottom = *color_named(bottom);
    drawing.options.text_style = characters == "ascii" ? TextStyle::ascii : TextStyle::unicode;
}

}  // namespace

Reading<Options> read_options(std::string_view text) {
    return read_settings<Options>(text, Members::read_options);
}

Reading<SourceText> read_source(std::string_view text) {
    return read_settings<SourceText>(
        text, [](const JsonView& view, SourceText& source, Faults& faults) {
            Members members(view, faults);
            members.refuse_others({"game", "format", "options", "notation", "strict"});
            members.text("game", source.game);
            members.text("format", source.format);
            members.options("options", source.options);
            members.text("notation", source.notation);
            members.truth("strict", source.strict);
        });
}

Reading<Drawing> read_drawing(std::string_view text) {
    return read_settings<Drawing>(text, [](const JsonView& view, Drawing& drawing, Faults& faults) {
        read_drawing(view, drawing, faults);
    });
}

Reading<AnalysisSettings> read_analysis_settings(std::string_view text) {
    return read_settings<AnalysisSettings>(
        text, [](const JsonView& view, AnalysisSettings& settings, Faults& faults) {
            Members members(view, faults);
            members.refuse_others({"level", "lines", "nodes"});
            const auto whole = [&](std::string_view key, std::int64_t most) {
                std::optional<std::int64_t> value;
                members.with(key, [&](const JsonView& number) {
                    value = members.integer(number, {1, most});
                });
                return value;
            };
            if (const auto level = whole("level", players::level_max)) {
                settings.level = static_cast<int>(*level);
            }
            if (const auto lines = whole("lines", lines_max)) {
                settings.lines = static_cast<int>(*lines);
            }
            if (const auto nodes = whole("nodes", nodes_max)) {
                settings.nodes = static_cast<std::uint64_t>(*nodes);
            }
        });
}

RenderOptions Drawing::view() const {
    RenderOptions seen = options;
    seen.theme = theme;
    seen.overlay = overlay;
    seen.preview = preview;
    seen.remarks = remarks;
    return seen;
}

}  // namespace arbiter::wasm
