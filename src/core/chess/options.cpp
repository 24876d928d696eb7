#include "core/chess/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/chess/notations/fen.hpp"

namespace arbiter::chess {

namespace {

constexpr std::array option_infos{
    OptionInfo{"variant", "standard, chess960",
               "how castling is written; default: standard where the start allows it"},
    OptionInfo{"start", "a FEN, or 0 to 959", "where to begin; a number is a Chess960 start"},
    OptionInfo{"history", "earlier, with_current",
               "whether chess-squares lists the present position too, as CheckAI does"},
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

bool history_with_current(const Options& options) {
    return std::ranges::any_of(options, [](const Option& option) {
        return option.name == "history" && option.value == "with_current";
    });
}

std::span<const OptionInfo> Game::options() { return option_infos; }

Reading<Game> game_at(const Reading<Position>& position, const Options& options) {
    Reading<Game> reading{std::nullopt, position.faults};
    if (position) {
        reading.value.emplace(Start{.position = *position,
                                    .variant = variant_wanted(options, position->board()),
                                    .history_with_current = history_with_current(options)});
    }
    return reading;
}

Reading<Game> Game::create(const Options& options) {
    Reading<Position> start{Position::start(), {}};
    Faults faults;
    for (const auto& [option, value] : options) {
        if (option == "start") {
            start = start_named(value);
        } else if (option == "history") {
            if (value == "earlier" || value == "with_current") continue;
            faults.add("option_out_of_range",
                       "the history is earlier or with_current, not \"" + value + "\"");
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
