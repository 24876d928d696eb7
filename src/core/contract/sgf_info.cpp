#include "core/contract/sgf_info.hpp"

#include <algorithm>
#include <array>

#include "core/base/sgf_text.hpp"

namespace arbiter {

namespace {

struct Name {
    std::string_view property;
    std::string_view tag;  ///< empty: part of the game itself
};

/// The properties that FF[4] calls game-info.
constexpr std::array info_names{
    Name{"AN", "AN"},    Name{"BR", "BR"},    Name{"BT", "BT"},    Name{"CP", "CP"},
    Name{"DT", "Date"},  Name{"EV", "Event"}, Name{"GC", "GC"},    Name{"GN", "GN"},
    Name{"HA", ""},      Name{"KM", ""},      Name{"ON", "ON"},    Name{"OT", "OT"},
    Name{"PB", "Black"}, Name{"PC", "Site"},  Name{"PW", "White"}, Name{"RE", ""},
    Name{"RO", "Round"}, Name{"RU", ""},      Name{"SO", "SO"},    Name{"TM", "TM"},
    Name{"US", "US"},    Name{"WR", "WR"},    Name{"WT", "WT"},
};

}  // namespace

bool is_game_info(std::string_view property) {
    constexpr auto code = [](const Name& name) { return sgf_code(name.property); };
    static_assert(std::ranges::is_sorted(info_names, {}, code));
    return std::ranges::binary_search(info_names, sgf_code(property), {}, code);
}

std::optional<std::string_view> tag_of(std::string_view property) {
    const auto found = std::ranges::find(info_names, property, &Name::property);
    if (found == info_names.end() || found->tag.empty()) return std::nullopt;
    return found->tag;
}

std::optional<std::string_view> property_of(std::string_view tag) {
    if (tag.empty()) return std::nullopt;
    const auto found = std::ranges::find(info_names, tag, &Name::tag);
    return found == info_names.end() ? std::nullopt : std::optional(found->property);
}

bool has_sgf_header(std::span<const Annotation> root) {
    return std::ranges::any_of(root, [](const Annotation& annotation) {
        const auto* property = std::get_if<Property>(&annotation);
        return property != nullptr &&
               (property->name == "FF" || property->name == "GM" || property->name == "SZ");
    });
}

std::string info_text(const Property& property) {
    const bool many_lines = property.name == "GC";
    std::string text;
    for (const std::string& value : property.values) {
        if (&value != &property.values.front()) text += many_lines ? "\n" : ", ";
        text += many_lines ? sgf_text(value) : sgf_simple_text(value);
    }
    return text;
}

void SgfInfos::add(std::span<const Annotation> properties, std::span<const TextPlace> places) {
    for (std::size_t i = 0; i < properties.size(); ++i) {
        const auto* property = std::get_if<Property>(&properties[i]);
        if (property == nullptr || !is_game_info(property->name)) continue;
        if (find(property->name) != nullptr) continue;
        infos_.push_back({property, nodes_, i < places.size() ? places[i] : TextPlace{}});
    }
    ++nodes_;
}

const SgfInfos::Info* SgfInfos::find(std::string_view name) const {
    const auto has_name = [&](const Info& info) { return info.property->name == name; };
    const auto found = std::ranges::find_if(infos_, has_name);
    return found == infos_.end() ? nullptr : &*found;
}

}  // namespace arbiter
