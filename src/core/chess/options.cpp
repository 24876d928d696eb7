#include "core/chess/options.hpp"

#include <array>
#include <charconv>

#include "core/chess/notations/fen.hpp"

namespace arbiter::chess {

namespace {

constexpr std::array option_infos{
    OptionInfo{"variant", "standard, chess960",
               "how castling is written; default: standard where the start allows it"},
    OptionInfo{"start", "a FEN, or 0 to 959", "where to begin; a number is a Chess960 start"},
};

Variant variant_wanted(const Options& options, const Board& board) {
    for (const auto& [name, value] : options) {
        if (name == "variant") return value == "chess960" ? Variant::chess960 : Variant::standard;
    }
    return variant_of(board);
}

Reading<Position> start_named(const std::string& value) {
    int number = 0;
    const auto end = value.data() + value.size();
    if (std::from_chars(value.data(), end, number).ptr != end) return read_fen(value);
    if (number < 0 || number > 959) {
        return Reading<Position>::failure("option_out_of_range",
                                          "a Chess960 start is a number from 0 to 959");
    }
    return Position::from(Setup::chess960(number),
                          [](Part, std::optional<Square>) { return Place{}; });
}

}  // namespace

std::span<const OptionInfo> Game::options() { return option_infos; }

Reading<Game> game_at(const Reading<Position>& position, const Options& options) {
    Reading<Game> reading{std::nullopt, position.faults};
    if (position) {
        reading.value.emplace(Start{*position, variant_wanted(options, position->board()), {}});
    }
    return reading;
}

Reading<Game> Game::create(const Options& options) {
    Reading<Position> start{Position::start(), {}};
    Faults faults;
    for (const auto& [option, value] : options) {
        if (option == "start") {
            start = start_named(value);
        } else if (option != "variant") {
            faults.add("unknown_option", "chess has no option \"" + option + "\"");
        } else if (value != "standard" && value != "chess960") {
            faults.add("option_out_of_range",
                       "the variant is standard or chess960, not \"" + value + "\"");
        }
    }
    start.faults.merge(faults);
    if (start.faults.fatal()) start.value.reset();
    return game_at(start, options);
}

}  // namespace arbiter::chess
