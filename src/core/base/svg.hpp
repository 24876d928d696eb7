#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/looks.hpp"

namespace arbiter {

enum class Theme : std::uint8_t {
    light,
    dark,
    automatic,  ///< light or dark as the reader's system prefers; called "auto"
    print,      ///< black, white and a little grey, for paper
};

constexpr std::string_view to_string(Theme theme) {
    switch (theme) {
        case Theme::light: return "light";
        case Theme::dark: return "dark";
        case Theme::automatic: return "auto";
        case Theme::print: return "print";
    }
    return {};
}

/// An unknown theme is drawn as the light one: a drawing does not fail.
constexpr Theme theme_named(std::string_view name) {
    if (name == "dark") return Theme::dark;
    if (name == "auto") return Theme::automatic;
    if (name == "print") return Theme::print;
    return Theme::light;
}

/// One rule of a style sheet: `{".square", "stroke:none"}`. Rules for themes name their colours: "fill:$go-line".
struct CssRule {
    std::string_view selector;
    std::string_view declarations;
};

/// Whether every name in the rules is one of `looks`.
constexpr bool have_looks(std::span<const CssRule> rules) {
    return std::ranges::all_of(rules, [](const CssRule& rule) {
        std::string_view rest = rule.declarations;
        for (auto dollar = rest.find('$'); dollar != rest.npos; dollar = rest.find('$')) {
            rest.remove_prefix(dollar + 1);
            const auto name = rest.substr(0, rest.find(';'));
            if (!std::ranges::binary_search(looks, name, {}, &Look::name)) return false;
        }
        return true;
    });
}

/// The looks of one game: what holds in every theme, what light and dark add with their colours, and what print adds.
struct StyleSheet {
    std::span<const CssRule> common;
    std::span<const CssRule> themed;
    std::span<const CssRule> print;
};

/// The classes of a picture's root: "arbiter-chess arbiter-dark". A group that is shown by <use>
/// needs them too: by SVG 2, selectors do not see the ancestors of the original there.
std::string scope_classes(std::string_view game, Theme theme);

/// The rules as CSS. Each is confined to pictures of this game and theme, since the style of one
/// picture applies to a whole page when the picture is put inline.
std::string write_css(const StyleSheet& sheet, std::string_view game, Theme theme);

/// `text` as XML content or attribute value: markup escaped, and what XML forbids (control
/// characters, broken UTF-8) replaced by U+FFFD.
std::string escape_xml(std::string_view text);

/// Letters and digits that depend on the content alone, so that the ids of different pictures on
/// one page differ while the same picture is the same text each time.
std::string content_id(std::string_view content);

struct SvgAttribute {
    std::string_view name;
    std::variant<std::string_view, double> value;

    SvgAttribute(std::string_view key, std::string_view text) : name(key), value(text) {}
    SvgAttribute(std::string_view key, const char* text) : name(key), value(text) {}
    SvgAttribute(std::string_view key, double number) : name(key), value(number) {}
};
using SvgAttributes = std::initializer_list<SvgAttribute>;

/// What the root element of a picture says.
struct SvgHead {
    std::string_view game;
    Theme theme = Theme::light;
    std::string_view id;  ///< begins every id
    std::string_view title;
    std::string_view description;
    int width = 400;  ///< in pixels; the height follows from the box
    struct Box {
        double x, y, width, height;
    } box;  ///< the part of the plane that is shown
};

/// Appends SVG to a string, one element a line. Numbers are written to a hundredth.
///
///     SvgWriter out;
///     out.picture(head, [&] { out.leaf("circle", {{"class", "stone"}, {"r", 9.5}}); });
class SvgWriter {
public:
    /// The whole file: the root element with title and description, and what `body` draws.
    template <class Body>
    void picture(const SvgHead& head, Body body) {
        open_picture(head);
        body();
        close("svg");
    }
    template <class Body>
    void element(std::string_view tag, SvgAttributes attributes, Body body) {
        open(tag, attributes, ">\n");
        body();
        close(tag);
    }
    void leaf(std::string_view tag, SvgAttributes attributes) { open(tag, attributes, "/>\n"); }
    void text(std::string_view tag, SvgAttributes attributes, std::string_view content);
    void style(std::string_view css);
    /// Markup that is known to be well-formed.
    void verbatim(std::string_view markup) { text_ += markup; }

    std::string take() { return std::move(text_); }

private:
    void open_picture(const SvgHead& head);
    void open(std::string_view tag, SvgAttributes attributes, std::string_view end);
    void close(std::string_view tag);

    std::string text_;
};

}  // namespace arbiter
