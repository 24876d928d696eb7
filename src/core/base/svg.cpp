#include "core/base/svg.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/base/utf8.hpp"

namespace arbiter {

namespace {

constexpr std::string_view replacement_text = "\xEF\xBF\xBD";

/// The length of the character that `text` begins with; 0 if XML 1.0 allows none of that kind.
std::size_t character_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const bool control = first < 0x20 && first != '\t' && first != '\n' && first != '\r';
    const bool noncharacter = text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
    return control || noncharacter ? 0 : utf8_length(text);
}

std::string_view entity(char c) {
    switch (c) {
        case '&': return "&amp;";
        case '<': return "&lt;";
        case '>': return "&gt;";
        case '"': return "&quot;";
        case '\'': return "&#39;";
        default: return {};
    }
}

bool is_plain(char c) { return (c == '\n' || (c >= ' ' && c <= '~')) && entity(c).empty(); }

void append_escaped(std::string& out, std::string_view text) {
    while (true) {
        const auto plain = std::ranges::find_if_not(text, is_plain) - text.begin();
        out.append(text.substr(0, static_cast<std::size_t>(plain)));
        text.remove_prefix(static_cast<std::size_t>(plain));
        if (text.empty()) return;
        const std::size_t length = character_length(text);
        const std::string_view escaped = length == 0 ? replacement_text : entity(text[0]);
        out += escaped.empty() ? text.substr(0, length) : escaped;
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
}

template <class Integer>
void append_integer(std::string& out, Integer number, int base = 10) {
    char digits[24];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number, base).ptr);
}

/// To a hundredth, without a point or zeros that say nothing: 50, 0.5, -12.25.
void append_number(std::string& out, double number) {
    const long long hundredths = std::llround(number * 100);
    const long long fraction = std::abs(hundredths % 100);
    if (hundredths < 0) out += '-';
    append_integer(out, std::abs(hundredths / 100));
    if (fraction == 0) return;
    out += '.';
    out += static_cast<char>('0' + fraction / 10);
    if (fraction % 10 != 0) out += static_cast<char>('0' + fraction % 10);
}

std::string written(const SvgHead::Box& box) {
    std::string out;
    append_number(out, box.x);
    for (const double number : {box.y, box.width, box.height}) {
        out += ' ';
        append_number(out, number);
    }
    return out;
}

/// The declarations with the values of one theme for the names in them.
void append_looks(std::string& css, std::string_view declarations, std::string_view Look::* theme) {
    for (auto dollar = declarations.find('$'); dollar != declarations.npos;
         dollar = declarations.find('$')) {
        css += declarations.substr(0, dollar);
        declarations.remove_prefix(dollar + 1);
        const auto name = declarations.substr(0, declarations.find(';'));
        css += (*std::ranges::lower_bound(looks, name, {}, &Look::name)).*theme;
        declarations.remove_prefix(name.size());
    }
    css += declarations;
}

void append_rules(std::string& css, std::span<const CssRule> rules, std::string_view scope,
                  std::string_view Look::* theme = &Look::light) {
    for (const auto& [selector, declarations] : rules) {
        css.append(scope).append(" ").append(selector).append("{");
        append_looks(css, declarations, theme);
        css += "}\n";
    }
}

}  // namespace

std::string escape_xml(std::string_view text) {
    std::string out;
    append_escaped(out, text);
    return out;
}

std::string content_id(std::string_view content) {
    std::uint32_t hash = 2'166'136'261;  // FNV-1a
    for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619;
    std::string id = "a";  // an id must not begin with a digit
    append_integer(id, hash, 36);
    return id;
}

std::string scope_classes(std::string_view game, Theme theme) {
    return "arbiter-" + std::string(game) + " arbiter-" + std::string(to_string(theme));
}

std::string write_css(const StyleSheet& sheet, std::string_view game, Theme theme) {
    const std::string scope =
        ".arbiter-" + std::string(game) + ".arbiter-" + std::string(to_string(theme));
    std::string css;
    append_rules(css, sheet.common, scope);
    append_rules(css, theme == Theme::print ? sheet.print : sheet.themed, scope,
                 theme == Theme::dark ? &Look::dark : &Look::light);
    if (theme == Theme::automatic) {
        css += "@media (prefers-color-scheme:dark){\n";
        append_rules(css, sheet.themed, scope, &Look::dark);
        css += "}\n";
    }
    return css;
}

void SvgWriter::open_picture(const SvgHead& head) {
    const std::string title_id = std::string(head.id) + "-title";
    const std::string description_id = std::string(head.id) + "-desc";
    const double width = std::max(head.width, 1);
    open("svg",
         {{"xmlns", "http://www.w3.org/2000/svg"},
          {"class", scope_classes(head.game, head.theme)},
          {"width", width},
          {"height", std::round(width * head.box.height / head.box.width)},
          {"viewBox", written(head.box)},
          {"role", "img"},
          {"aria-labelledby", title_id + " " + description_id}},
         ">\n");
    text("title", {{"id", title_id}}, head.title);
    text("desc", {{"id", description_id}}, head.description);
}

void SvgWriter::text(std::string_view tag, SvgAttributes attributes, std::string_view content) {
    open(tag, attributes, ">");
    append_escaped(text_, content);
    close(tag);
}

void SvgWriter::style(std::string_view css) {
    open("style", {}, ">\n");
    append_escaped(text_, css);
    close("style");
}

void SvgWriter::open(std::string_view tag, SvgAttributes attributes, std::string_view end) {
    text_.append("<").append(tag);
    for (const auto& [name, value] : attributes) {
        text_.append(" ").append(name).append("=\"");
        if (const auto* number = std::get_if<double>(&value))
            append_number(text_, *number);
        else
            append_escaped(text_, std::get<std::string_view>(value));
        text_ += '"';
    }
    text_ += end;
}

void SvgWriter::close(std::string_view tag) { text_.append("</").append(tag).append(">\n"); }

}  // namespace arbiter
