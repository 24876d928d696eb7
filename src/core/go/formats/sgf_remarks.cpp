#include "core/contract/sgf_remarks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/sgf_text.hpp"
#include "core/go/game.hpp"
#include "core/go/notations/sgf_point.hpp"

/// What SGF's properties say to people.
namespace arbiter::go {

namespace {

using Remarks = std::optional<std::vector<Remark>>;

struct ShapeName {
    std::string_view property;
    Mark::Shape shape;
};
constexpr std::array shape_names{
    ShapeName{"CR", Mark::Shape::circle},          ShapeName{"SQ", Mark::Shape::square},
    ShapeName{"TR", Mark::Shape::triangle},        ShapeName{"MA", Mark::Shape::cross},
    ShapeName{"SL", Mark::Shape::selected},        ShapeName{"DD", Mark::Shape::dimmed},
    ShapeName{"TB", Mark::Shape::black_territory}, ShapeName{"TW", Mark::Shape::white_territory},
};

std::optional<std::string> vertex_of(std::string_view raw, Size size) {
    std::vector<Point> points;
    if (read_sgf_points(raw, size, points) || points.size() != 1) return std::nullopt;
    return to_string(points[0]);
}

/// Nothing if one of the values is not what it should be: then the property stays as it is.
Remarks marks_of(const Property& property, Mark::Shape shape, Size size) {
    std::vector<Remark> remarks;
    for (const std::string& value : property.values) {
        std::vector<Point> points;
        if (read_sgf_points(value, size, points)) return std::nullopt;
        if (remarks.size() > static_cast<std::size_t>(size.points())) return std::nullopt;
        for (const Point point : points) remarks.emplace_back(Mark{shape, to_string(point), {}});
    }
    return remarks;
}

Remarks labels_of(const Property& property, Size size) {
    std::vector<Remark> remarks;
    for (const std::string& value : property.values) {
        const auto parts = sgf_composed(value);
        const auto place = parts ? vertex_of(parts->first, size) : std::nullopt;
        if (!place) return std::nullopt;
        remarks.emplace_back(Label{*place, sgf_simple_text(parts->second)});
    }
    return remarks;
}

Remarks arrows_of(const Property& property, Size size) {
    std::vector<Remark> remarks;
    for (const std::string& value : property.values) {
        const auto parts = sgf_composed(value);
        const auto from = parts ? vertex_of(parts->first, size) : std::nullopt;
        const auto to = parts ? vertex_of(parts->second, size) : std::nullopt;
        if (!from || !to) return std::nullopt;
        remarks.emplace_back(Arrow{*from, *to, {}, property.name == "AR"});
    }
    return remarks;
}

/// Seconds, with at most three decimals.
Remarks time_of(const Property& property) {
    const std::string_view text = sgf_trimmed(property.values[0]);
    const auto point = std::min(text.find('.'), text.size());
    std::string digits(text.substr(0, point));
    const auto decimals = text.substr(std::min(point + 1, text.size()));
    digits += decimals;
    digits.append(3 - std::min<std::size_t>(decimals.size(), 3), '0');
    std::int64_t ms = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ms);
    const bool whole = error == std::errc() && stop == digits.data() + digits.size();
    if (!whole || point == 0 || decimals.size() > 3 || ms < 0) return std::nullopt;
    return {{TimeLeft{ms, property.name == "BL" ? Color::black : Color::white}}};
}

Remarks remarks_of(const Property& property, Size size) {
    const std::string_view name = property.name;
    if (property.values.empty()) return std::nullopt;
    if (auto remark = sgf_remark(property)) return {{*std::move(remark)}};
    if (name == "LB") return labels_of(property, size);
    if (name == "AR" || name == "LN") return arrows_of(property, size);
    if (name == "BL" || name == "WL") {
        return property.values.size() == 1 ? time_of(property) : std::nullopt;
    }
    const auto shape = std::ranges::find(shape_names, name, &ShapeName::property);
    if (shape != shape_names.end()) return marks_of(property, shape->shape, size);
    return std::nullopt;
}

std::string seconds_text(std::int64_t ms) {
    std::string text = std::to_string(ms / 1000);
    if (ms % 1000 == 0) return text;
    text += '.' + std::to_string(1000 + ms % 1000).substr(1);
    return text.substr(0, text.find_last_not_of('0') + 1);
}

/// As FF[4] writes a real number.
std::string real_text(double value) {
    return (value < 0 ? "-" : "") + seconds_text(std::llround(std::abs(value) * 1000));
}

/// The property of a remark; without a name if SGF has none for it.
class PropertyOf {
public:
    explicit PropertyOf(Size size) : size_(size) {}

    Property operator()(const Comment& comment) const { return sgf_property(comment); }
    Property operator()(const Glyph& glyph) const { return sgf_property(glyph); }
    Property operator()(const Mark& mark) const {
        const auto shape = mark.shape == Mark::Shape::colored ? Mark::Shape::square : mark.shape;
        const auto found = std::ranges::find(shape_names, shape, &ShapeName::shape);
        return at(found->property, mark.place);
    }
    Property operator()(const Arrow& arrow) const {
        Property property = at(arrow.headed ? "AR" : "LN", arrow.from);
        const Property to = at("", arrow.to);
        if (property.values.empty() || to.values.empty()) return {};
        property.values[0] += ':' + to.values[0];
        return property;
    }
    Property operator()(const Label& label) const {
        Property property = at("LB", label.place);
        if (!property.values.empty()) property.values[0] += ':' + sgf_raw(label.text);
        return property;
    }
    Property operator()(const TimeLeft& time) const {
        if (!time.side) return {};
        return {*time.side == Color::black ? "BL" : "WL", {seconds_text(time.ms)}};
    }
    Property operator()(const TimeSpent&) const { return {}; }
    /// FF[4] counts for Black.
    Property operator()(const Evaluation& evaluation) const {
        if (evaluation.unit != Evaluation::Unit::points) return {};
        return {"V", {real_text(-evaluation.value)}};
    }
    Property operator()(const Property& property) const { return property; }

private:
    Property at(std::string_view name, std::string_view vertex) const {
        const auto point = point_named(vertex);
        if (!point || !contains(size_, *point)) return {};
        return {std::string(name), {write_sgf_point(*point, size_)}};
    }

    Size size_;
};

}  // namespace

std::vector<Remark> Game::remarks(const Annotation& annotation) const {
    const auto* property = std::get_if<Property>(&annotation);
    if (property != nullptr) {
        if (auto said = remarks_of(*property, size()); said && !said->empty()) return *said;
    }
    return GameBase::remarks(annotation);
}

/// What stands before the root is not a property.
std::vector<Annotation> Game::annotations(std::span<const Remark> remarks) const {
    std::vector<Annotation> kept;
    for (const Remark& remark : remarks) {
        const auto* comment = std::get_if<Comment>(&remark);
        if (comment != nullptr && comment->before) {
            kept.emplace_back(*comment);
            continue;
        }
        add_sgf_property(kept, std::visit(PropertyOf(size()), remark));
    }
    return kept;
}

}  // namespace arbiter::go
