#include "core/go/formats/sgf_content.hpp"

#include <expected>

#include "core/base/sgf_text.hpp"
#include "core/base/text.hpp"

namespace arbiter::go {

namespace {

/// PL[B], and the spellings of other programs.
std::optional<Color> color_of_player(std::string_view raw) {
    const std::string word = folded(raw);
    if (word == "b" || word == "black" || word == "1") return Color::black;
    if (word == "w" || word == "white" || word == "2") return Color::white;
    return std::nullopt;
}

std::vector<Point>* points_set_by(std::string_view name, Edit& setup) {
    if (name == "AB") return &setup.black;
    if (name == "AW") return &setup.white;
    if (name == "AE") return &setup.cleared;
    return nullptr;
}

/// Reads one value of a property. The fault is a problem's.
std::expected<void, std::optional<SgfPointFault>> take(const Property& property,
                                                       std::string_view value, Size size,
                                                       SgfContent& content) {
    if (auto* points = points_set_by(property.name, content.setup)) {
        if (content.points() > sgf_points_max) return {};
        if (const auto fault = read_sgf_points(value, size, *points)) return std::unexpected(fault);
        return {};
    }
    if (property.name == "PL") {
        content.setup.turn = color_of_player(value);
        if (!content.setup.turn) return std::unexpected(std::nullopt);
        return {};
    }
    const auto target = sgf_target(value, size);
    if (!target) return std::unexpected(std::optional(target.error()));
    const Color by = property.name == "B" ? Color::black : Color::white;
    content.moves.push_back(target->point ? Event(Play{by, *target->point}) : Event(Pass{by}));
    return {};
}

}  // namespace

bool is_sgf_content(std::string_view property) {
    switch (sgf_code(property)) {
        case sgf_code("B"):
        case sgf_code("W"):
        case sgf_code("AB"):
        case sgf_code("AW"):
        case sgf_code("AE"):
        case sgf_code("PL"): return true;
        default: return false;
    }
}

std::optional<Event> sgf_only_move(std::span<const Annotation> properties, Size size) {
    std::optional<Event> move;
    for (const Annotation& annotation : properties) {
        const auto* property = std::get_if<Property>(&annotation);
        if (property == nullptr || !is_sgf_content(property->name)) continue;
        if (move || property->name.size() != 1 || property->values.size() != 1) return std::nullopt;
        const auto target = sgf_target(property->values[0], size);
        if (!target) return std::nullopt;
        const Color by = property->name == "B" ? Color::black : Color::white;
        move = target->point ? Event(Play{by, *target->point}) : Event(Pass{by});
    }
    return move;
}

SgfContent sgf_content(std::span<const Annotation> properties, Size size) {
    SgfContent content;
    for (std::size_t i = 0; i < properties.size(); ++i) {
        const auto* property = std::get_if<Property>(&properties[i]);
        if (property == nullptr || !is_sgf_content(property->name)) continue;
        for (const std::string& value : property->values) {
            const auto taken = take(*property, value, size, content);
            if (!taken) content.problems.push_back({i, value, taken.error()});
        }
    }
    return content;
}

void add_sgf_points(std::vector<Property>& properties, std::string_view name,
                    std::span<const Point> points, Size size) {
    if (points.empty()) return;
    Property& property = properties.emplace_back(Property{std::string(name), {}});
    for (const Point point : points) property.values.push_back(write_sgf_point(point, size));
}

std::vector<Property> sgf_properties(const Edit& edit, Size size) {
    std::vector<Property> properties;
    add_sgf_points(properties, "AB", edit.black, size);
    add_sgf_points(properties, "AW", edit.white, size);
    add_sgf_points(properties, "AE", edit.cleared, size);
    if (edit.turn) properties.push_back({"PL", {*edit.turn == Color::black ? "B" : "W"}});
    return properties;
}

std::vector<Property> sgf_properties(const Event& event, Size size) {
    const auto* play = std::get_if<Play>(&event);
    const auto* pass = std::get_if<Pass>(&event);
    if (play == nullptr && pass == nullptr) return {};
    const Color by = play != nullptr ? play->by : pass->by;
    const std::string target = play != nullptr ? write_sgf_point(play->point, size) : "";
    return {{by == Color::black ? "B" : "W", {target}}};
}

bool is_sgf_move(const Event& event) {
    return std::holds_alternative<Play>(event) || std::holds_alternative<Pass>(event);
}

}  // namespace arbiter::go
