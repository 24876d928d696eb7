#include "core/go/formats/sgf_start.hpp"

#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "core/base/sgf_text.hpp"
#include "core/go/options.hpp"

namespace arbiter::go {

namespace {

/// Chinese programs leave out the point, and count in stones, a stone for two points: 375 is 7.5, and
/// so is 750.
std::optional<HalfPoints> komi_in_stones(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, int>, 9> known{{{"375", 15},
                                                                     {"3.75", 15},
                                                                     {"750", 15},
                                                                     {"325", 13},
                                                                     {"3.25", 13},
                                                                     {"650", 13},
                                                                     {"275", 11},
                                                                     {"2.75", 11},
                                                                     {"550", 11}}};
    const auto found = std::ranges::find(known, text, &std::pair<std::string_view, int>::first);
    if (found == known.end()) return std::nullopt;
    return HalfPoints{found->second};
}

void read_rules_of(const SgfInfos::Info& info, Rules& rules, Faults& faults) {
    const std::string text = info_text(*info.property);
    const std::string_view name = sgf_trimmed(text);
    if (const auto known = read_rules(name)) {
        rules = *known;
    } else if (!name.empty()) {
        faults.warn("unknown_rules", "unknown rules: " + in_quotes(name), info.place);
    }
}

void read_komi(const SgfInfos::Info& info, Rules& rules, Faults& faults) {
    std::string text = info_text(*info.property);
    std::ranges::replace(text, ',', '.');
    if (const auto stones = komi_in_stones(sgf_trimmed(text))) {
        rules.komi = *stones;
        faults.warn("komi_in_stones",
                    in_quotes(text) + " is taken as " + to_string(*stones) + " points", info.place);
    } else if (const auto komi = half_points_named(sgf_trimmed(text))) {
        rules.komi = *komi;
    } else if (!sgf_trimmed(text).empty()) {
        faults.warn("bad_komi", "komi is a whole or half number, not " + in_quotes(text),
                    info.place);
    }
}

/// FF[4]: HA gives the number of stones but does not place them; they are in AB or in Black's first
/// moves.
void read_handicap(const SgfInfos::Info& info, const SgfOpening& opening, Start& start,
                   Faults& faults) {
    const std::string text = info_text(*info.property);
    if (sgf_trimmed(text).empty()) return;
    const auto stones = sgf_number(text);
    if (!stones || *stones > start.setup.size.points()) {
        return faults.warn("bad_handicap", "not a number of handicap stones: " + in_quotes(text),
                           info.place);
    }
    if (*stones < 2) return;
    const bool placed =
        opening.black_run >= static_cast<std::size_t>(*stones) || opening.black_alone;
    if (!opening.stones_set_up && !placed) {
        return faults.warn("bad_handicap",
                           "Black does not place the handicap of " + in_quotes(text), info.place);
    }
    start.handicap = *stones;
    if (!opening.stones_set_up) start.free_handicap = *stones;
}

}  // namespace

/// Without PL, the side of the first move begins; if there is none, White in a handicap game, else
/// Black.
Start sgf_start(Size size, const SgfInfos& infos, const SgfOpening& opening, const Options& options,
                Faults& faults) {
    Start start;
    start.setup.size = size;
    start.rules.ko = KoRule::simple;
    if (const auto* rules = infos.find("RU")) read_rules_of(*rules, start.rules, faults);
    read_rules(options, {}, start.rules, faults);
    const bool komi_given = std::ranges::find(options, "komi", &Option::name) != options.end();
    const auto* komi = infos.find("KM");
    if (komi != nullptr && !komi_given) read_komi(*komi, start.rules, faults);
    if (const auto* handicap = infos.find("HA")) read_handicap(*handicap, opening, start, faults);
    const bool placing = start.free_handicap > 0;
    const Color usual = start.handicap > 0 && !placing ? Color::white : Color::black;
    start.setup.turn = placing ? Color::black : opening.first_mover.value_or(usual);
    return start;
}

}  // namespace arbiter::go
