#include "core/contract/sgf_remarks.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "core/base/sgf_text.hpp"

namespace arbiter {

namespace {

/// What FF[4] has a property for of the glyphs of PGN: !, ?, !!, ??, !? and ?!.
struct GlyphName {
    std::string_view property;
    std::string_view value;
    int number;
};
constexpr std::array glyph_names{GlyphName{"TE", "1", 1}, GlyphName{"BM", "1", 2},
                                 GlyphName{"TE", "2", 3}, GlyphName{"BM", "2", 4},
                                 GlyphName{"IT", "", 5},  GlyphName{"DO", "", 6}};

Comment comment_of(const Property& property) {
    std::string text;
    for (const std::string& value : property.values) {
        text += (text.empty() ? "" : "\n") + sgf_text(value);
    }
    return {std::move(text)};
}

}  // namespace

std::optional<Remark> sgf_remark(const Property& property) {
    if (property.name == "C" && !property.values.empty()) return comment_of(property);
    if (property.values.size() != 1) return std::nullopt;
    const auto found = std::ranges::find_if(glyph_names, [&](const GlyphName& glyph) {
        return glyph.property == property.name && glyph.value == sgf_trimmed(property.values[0]);
    });
    if (found == glyph_names.end()) return std::nullopt;
    return Glyph{found->number};
}

Property sgf_property(const Comment& comment) { return {"C", {sgf_raw(comment.text)}}; }

Property sgf_property(const Glyph& glyph) {
    const auto found = std::ranges::find(glyph_names, glyph.number, &GlyphName::number);
    if (found == glyph_names.end()) return {};
    return {std::string(found->property), {std::string(found->value)}};
}

void add_sgf_property(std::vector<Annotation>& properties, Property property) {
    if (property.name.empty()) return;
    const auto same = std::ranges::find_if(properties, [&](const Annotation& other) {
        const auto* known = std::get_if<Property>(&other);
        return known != nullptr && known->name == property.name;
    });
    if (same == properties.end()) {
        properties.emplace_back(std::move(property));
    } else if (property.name == "C") {
        std::get<Property>(*same).values[0] += '\n' + property.values[0];
    } else {
        std::ranges::move(property.values, std::back_inserter(std::get<Property>(*same).values));
    }
}

}  // namespace arbiter
