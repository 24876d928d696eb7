#pragma once

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/xml.hpp"

namespace arbiter::go {

inline double number(const xml::Element& element, const std::string& attribute) {
    return std::strtod(element.attribute(attribute).c_str(), nullptr);
}

/// An area of a picture.
struct Area {
    double left, top, right, bottom;

    bool overlaps(const Area& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    bool contains(const Area& other) const {
        return left <= other.left && top <= other.top && other.right <= right &&
               other.bottom <= bottom;
    }
};

/// The width of letters and the height of capitals, as fractions of the font size, in wide fonts.
constexpr double letter_em = 0.66;
constexpr double capital_em = 0.73;

/// The area of a text centred at `x`.
inline Area area_of_centred(const xml::Element& text) {
    const double size = number(text, "font-size");
    const double half = static_cast<double>(text.text.size()) * letter_em * size / 2;
    const double y = number(text, "y");
    return {number(text, "x") - half, y - capital_em * size, number(text, "x") + half, y};
}

/// The elements of a picture.
class Picture {
public:
    explicit Picture(std::string svg) : svg_(std::move(svg)) {
        auto parsed = xml::parse(svg_);
        EXPECT_TRUE(parsed) << parsed.error();
        if (parsed) elements_ = *std::move(parsed);
        EXPECT_THAT(xml::dangling_references(elements_), ::testing::IsEmpty());
    }

    const std::string& svg() const { return svg_; }
    const xml::Element& root() const { return elements_.at(0); }

    Area view() const {
        std::istringstream box(root().attribute("viewBox"));
        double x = 0, y = 0, width = 0, height = 0;
        box >> x >> y >> width >> height;
        return {x, y, x + width, y + height};
    }

    /// Those with all of the classes, which are separated by blanks.
    xml::Elements with(const std::string& classes) const {
        xml::Elements found;
        for (const xml::Element& element : elements_) {
            std::istringstream names(classes);
            bool all = true;
            for (std::string name; names >> name;) all = all && element.has_class(name);
            if (all) found.push_back(element);
        }
        return found;
    }

    std::set<std::string> points_with(const std::string& classes) const {
        std::set<std::string> points;
        for (const xml::Element& element : with(classes))
            points.insert(element.attribute("data-point"));
        return points;
    }

    std::set<std::string> texts_with(const std::string& classes) const {
        std::set<std::string> texts;
        for (const xml::Element& element : with(classes)) texts.insert(element.text);
        return texts;
    }

    std::string text_of(std::string_view tag) const {
        for (const xml::Element& element : elements_) {
            if (element.name == tag) return element.text;
        }
        return {};
    }

private:
    std::string svg_;
    xml::Elements elements_;
};

}  // namespace arbiter::go
