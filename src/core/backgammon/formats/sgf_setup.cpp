#include "core/backgammon/formats/sgf_setup.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/backgammon/formats/sgf_move.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/base/sgf_text.hpp"
#include "core/contract/sgf_tree.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::array<std::string_view, 6> setup_names{"AB", "AE", "AW", "CV", "DI", "PL"};
constexpr std::string_view all_spots = "a:y";

struct Span {
    char first;
    char last;
};

/// A letter, or the first and the last of several.
std::optional<Span> letters_in(std::string_view value) {
    value = sgf_trimmed(value);
    const bool is_one = value.size() == 1;
    const bool is_span = value.size() == 3 && value[1] == ':' && value[0] <= value[2];
    if ((!is_one && !is_span) || value.front() < 'a' || value.back() > 'z') return std::nullopt;
    return Span{value.front(), value.back()};
}

/// The first value of a property.
std::string_view value_of(const Property& property) {
    return property.values.empty() ? "" : sgf_trimmed(property.values[0]);
}

/// Who owns the cube: w, b, or c for nobody. FF[4] calls it CO, and GNU Backgammon CP, which may also be
/// the copyright.
std::string_view owner_in(std::span<const Annotation> properties) {
    for (const std::string_view name : {"CO", "CP"}) {
        const Property* property = find_property(properties, name);
        const std::string_view owner = property != nullptr ? value_of(*property) : "";
        if (owner == "w" || owner == "b" || owner == "c" || owner == "n") return owner;
    }
    return {};
}

/// Changes a position step by step.
class SetupReader {
public:
    SetupReader(Setup& setup, std::span<const Annotation> properties)
        : setup_(setup), properties_(properties) {}

    bool read() {
        const bool clears = find("AE") != nullptr;
        return (!clears || clear()) && add(Color::white, "AW", clears) &&
               add(Color::black, "AB", clears) && read_turn() && read_dice() && read_cube();
    }

private:
    const Property* find(std::string_view name) const { return find_property(properties_, name); }

    template <class Each>
    static bool for_each_letter(const Property& property, Each each) {
        for (const std::string& value : property.values) {
            const auto letters = letters_in(value);
            if (!letters) return false;
            for (char letter = letters->first; letter <= letters->last; ++letter) each(letter);
        }
        return true;
    }

    bool clear() {
        begin_turn();
        return for_each_letter(*find("AE"), [&](char letter) {
            for (const Color color : both_colors) {
                setup_.board.set(color, *sgf_spot(letter, color), 0);
            }
        });
    }

    /// Where nothing is cleared before, these are all checkers of the side.
    bool add(Color color, std::string_view name, bool to_others) {
        const Property* property = find(name);
        if (property != nullptr && !to_others) {
            for (int i = 0; i <= Spot::bar().index(); ++i) setup_.board.set(color, *Spot::at(i), 0);
        }
        constexpr int count_max = checkers_each + 1;  // too many, and still a number
        const auto put = [&](char letter) {
            const Spot spot = *sgf_spot(letter, color);
            setup_.board.set(color, spot, std::min(setup_.board.count(color, spot) + 1, count_max));
        };
        if (property != nullptr) begin_turn();
        if (property != nullptr && !for_each_letter(*property, put)) return false;
        int on_board = 0;
        for (int i = 1; i <= Spot::bar().index(); ++i) {
            on_board += setup_.board.count(color, *Spot::at(i));
        }
        setup_.board.set(color, Spot::off(), std::max(checkers_each - on_board, 0));
        return true;
    }

    bool read_turn() {
        const Property* property = find("PL");
        if (property == nullptr) return true;
        const std::string_view color = value_of(*property);
        if (color != "W" && color != "B") return false;
        setup_.stage = Stage::opening_roll;
        setup_.turn = color == "W" ? Color::white : Color::black;
        begin_turn();
        return true;
    }

    bool read_dice() {
        const Property* property = find("DI");
        if (property == nullptr) return true;
        begin_turn();
        setup_.dice_used.clear();
        setup_.dice = backgammon::read_dice(value_of(*property));
        setup_.stage = Stage::move;
        return setup_.dice.has_value();
    }

    bool read_cube() {
        if (const Property* property = find("CV")) {
            const auto value = sgf_number(value_of(*property));
            if (!value) return false;
            setup_.cube.value = *value;
        }
        const std::string_view owner = owner_in(properties_);
        if (owner.empty()) return true;
        setup_.cube.owner.reset();
        if (owner == "w") setup_.cube.owner = Color::white;
        if (owner == "b") setup_.cube.owner = Color::black;
        setup_.cube.turned = setup_.cube.owner.has_value();
        return true;
    }

    /// Somebody is to move; dice that are on the table stay there.
    void begin_turn() {
        setup_.resignation.reset();
        setup_.beavered_by.reset();
        if (setup_.stage == Stage::move) return;
        setup_.stage = Stage::roll_or_double;
        setup_.dice.reset();
        setup_.dice_used.clear();
    }

    Setup& setup_;
    std::span<const Annotation> properties_;
};

Annotation checkers(std::string_view name, const Board& board, Color color) {
    Property property{std::string(name), {}};
    for (int i = Spot::bar().index(); i > 0; --i) {
        const Spot spot = *Spot::at(i);
        const auto count = static_cast<std::size_t>(std::max(board.count(color, spot), 0));
        property.values.insert(property.values.end(), count,
                               std::string(1, sgf_letter(spot, color)));
    }
    return property;
}

}  // namespace

bool has_sgf_setup(std::span<const Annotation> properties) {
    const auto has = [&](std::string_view name) {
        return find_property(properties, name) != nullptr;
    };
    return std::ranges::any_of(setup_names, has) || !owner_in(properties).empty();
}

std::optional<Setup> read_sgf_setup(Setup setup, std::span<const Annotation> properties) {
    if (!SetupReader(setup, properties).read()) return std::nullopt;
    return setup;
}

std::optional<std::vector<std::vector<Annotation>>> sgf_setup(const Setup& before,
                                                              const Setup& setup) {
    const auto owner = setup.cube.owner;
    const Property turn{"PL", {setup.turn == Color::white ? "W" : "B"}};
    std::vector<std::vector<Annotation>> nodes{
        {turn},
        {Property{"CP",
                  {!owner                  ? "c"
                   : owner == Color::white ? "w"
                                           : "b"}}},
        {Property{"CV", {std::to_string(setup.cube.value)}}},
        {Property{"AE", {std::string(all_spots)}}, checkers("AW", setup.board, Color::white),
         checkers("AB", setup.board, Color::black)},
    };
    if (setup.dice) nodes.push_back({turn, Property{"DI", {write_dice(*setup.dice)}}});
    std::optional<Setup> made = before;
    for (const auto& properties : nodes) {
        if (made) made = read_sgf_setup(*made, properties);
    }
    if (made != setup) return std::nullopt;
    return nodes;
}

}  // namespace arbiter::backgammon
