#include "bindings/wasm/settings.hpp"

#include <limits>

#include "core/base/excerpt.hpp"

namespace arbiter::wasm {

namespace {

using Names = std::initializer_list<std::string_view>;

constexpr std::int64_t picture_size_min = 16;
constexpr std::int64_t picture_size_max = 4096;

/// Reads the members of one object. A missing or null member keeps its default.
class Members {
public:
    Members(JsonView object, Faults& faults) : object_(object), faults_(faults) {}

    void refuse_others(Names known) {
        if (object_.object(faults_) != nullptr) {
            object_.refuse_unknown(known, Severity::error, faults_);
        }
    }

    template <class Use>
    void with(std::string_view key, Use use) {
        const Json* member = object_.json().find(key);
        if (member != nullptr && !member->is_null()) use(object_.at(key, *member));
    }

    void text(std::string_view key, std::string& value) {
        with(key, [&](JsonView view) {
            if (const auto* read = view.string(faults_)) value = *read;
        });
    }

    void one_of(std::string_view key, Names names, std::string& value) {
        with(key, [&](JsonView view) {
            const auto* read = view.string(faults_);
            if (read == nullptr) return;
            std::string list;
            for (const std::string_view name : names) {
                if (*read == name) value = *read;
                list += (list.empty() ? "" : ", ") + std::string(name);
            }
            if (value == *read) return;
            faults_.add("unknown_value", in_quotes(*read) + " is none of " + list, view.pointer());
        });
    }

    void truth(std::string_view key, bool& value) {
        with(key, [&](JsonView view) {
            if (const auto* read = view.boolean(faults_)) value = *read;
        });
    }

    void options(std::string_view key, Options& value) {
        with(key, [&](JsonView view) { read_options(view, value, faults_); });
    }

    static void read_options(JsonView view, Options& value, Faults& faults) {
        const auto* members = view.object(faults);
        if (members == nullptr) return;
        for (const auto& [name, member] : *members) {
            const auto* text = view.at(name, member).string(faults);
            if (text != nullptr) value.push_back({name, *text});
        }
    }

private:
    JsonView object_;
    Faults& faults_;
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

std::optional<std::int64_t> read_number(JsonView view, std::int64_t least, std::int64_t most,
                                        Faults& faults) {
    const auto number = view.integer(faults);
    if (!number || (least <= *number && *number <= most)) return number;
    faults.add("number_out_of_range",
               "the number must be from " + std::to_string(least) + " to " + std::to_string(most),
               view.pointer());
    return std::nullopt;
}

/// [51, 100]
void read_range(JsonView view, std::optional<MoveRange>& range, Faults& faults) {
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    const auto* ends = view.array(faults);
    if (ends == nullptr) return;
    if (ends->size() != 2) {
        return faults.add("wrong_length", "a range has a first and a last move", view.pointer());
    }
    const auto first = read_number(view.at(0, (*ends)[0]), 1, most, faults);
    if (!first) return;
    const auto last = read_number(view.at(1, (*ends)[1]), *first, most, faults);
    if (!last) return;
    range = MoveRange{static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)};
}

void read_drawing(JsonView view, Drawing& drawing, Faults& faults) {
    Members members(view, faults);
    members.refuse_others(
        {"bottom", "theme", "coordinates", "size", "characters", "overlay", "preview", "numbered"});
    std::string bottom = "white";
    std::string characters = "unicode";
    members.one_of("bottom", {"white", "black"}, bottom);
    members.one_of("theme", {"light", "dark", "auto"}, drawing.theme);
    members.one_of("characters", {"unicode", "ascii"}, characters);
    members.one_of("overlay", {"ownership", "liberties", "index"}, drawing.overlay);
    members.text("preview", drawing.preview);
    members.truth("coordinates", drawing.options.coordinates);
    members.with("size", [&](JsonView size) {
        const auto read = read_number(size, picture_size_min, picture_size_max, faults);
        if (read) drawing.options.size = static_cast<int>(*read);
    });
    members.with("numbered",
                 [&](JsonView range) { read_range(range, drawing.options.numbered, faults); });
    drawing.options.bottom = *color_named(bottom);
    drawing.options.text_style = characters == "ascii" ? TextStyle::ascii : TextStyle::unicode;
}

}  // namespace

Reading<Options> read_options(std::string_view text) {
    return read_settings<Options>(text, Members::read_options);
}

Reading<SourceText> read_source(std::string_view text) {
    return read_settings<SourceText>(text, [](JsonView view, SourceText& source, Faults& faults) {
        Members members(view, faults);
        members.refuse_others({"game", "format", "options"});
        members.text("game", source.game);
        members.text("format", source.format);
        members.options("options", source.options);
    });
}

Reading<Drawing> read_drawing(std::string_view text) {
    return read_settings<Drawing>(text, [](JsonView view, Drawing& drawing, Faults& faults) {
        read_drawing(view, drawing, faults);
    });
}

RenderOptions Drawing::view() const {
    RenderOptions seen = options;
    seen.theme = theme;
    seen.overlay = overlay;
    seen.preview = preview;
    return seen;
}

}  // namespace arbiter::wasm
