#include "core/backgammon/formats/sgf_move.hpp"

#include <algorithm>

namespace arbiter::backgammon {

namespace {

constexpr char bar_letter = 'y';
constexpr char off_letter = 'z';

}  // namespace

std::optional<Spot> sgf_spot(char letter, Color by) {
    if (letter == bar_letter) return Spot::bar();
    if (letter == off_letter) return Spot::off();
    const auto point = Spot::point(letter - 'a' + 1);
    return point && by == Color::black ? point->mirrored() : point;
}

char sgf_letter(Spot spot, Color by) {
    if (spot.is_bar()) return bar_letter;
    if (spot.is_off()) return off_letter;
    const Spot point = by == Color::black ? spot.mirrored() : spot;
    return static_cast<char>('a' + point.index() - 1);
}

const Property* sgf_move_of(std::span<const Annotation> properties) {
    for (const Annotation& annotation : properties) {
        const auto* property = std::get_if<Property>(&annotation);
        if (property != nullptr && (property->name == "B" || property->name == "W")) {
            return property;
        }
    }
    return nullptr;
}

std::optional<std::string> read_sgf_ways(std::string_view letters, Color by) {
    if (letters.size() % 2 != 0) return std::nullopt;
    std::string text;
    for (std::size_t i = 0; i < letters.size(); i += 2) {
        const auto from = sgf_spot(letters[i], by);
        const auto to = sgf_spot(letters[i + 1], by);
        if (!from || !to) return std::nullopt;
        text += (i == 0 ? "" : " ") + to_string(*from) + '/' + to_string(*to);
    }
    return text;
}

std::string write_sgf_ways(const Turn& turn, Color by) {
    std::string letters;
    for (const CheckerMove move : turn.moves()) {
        letters += sgf_letter(move.from, by);
        letters += sgf_letter(move.to, by);
    }
    return letters;
}

}  // namespace arbiter::backgammon
