#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/backgammon/game.hpp"

/// What the readers of IDs share.
namespace arbiter::backgammon {

/// A word of a text and where it begins. It holds no line's end.
struct Word {
    std::string_view text;
    TextPlace place{};

    /// Of one of its characters.
    TextPlace at(std::size_t offset) const { return {place.line, place.column + offset}; }
};

/// Takes words from the front of a text.
class Words {
public:
    Words(std::string_view text, std::string_view separators)
        : rest_(text), separators_(separators) {}

    /// An empty word at the end.
    Word next() {
        skip(std::min(rest_.find_first_not_of(separators_), rest_.size()));
        const Word word{rest_.substr(0, rest_.find_first_of(separators_)), place_};
        skip(word.text.size());
        return word;
    }

private:
    void skip(std::size_t count) {
        for (const char c : rest_.substr(0, count)) {
            place_ = c == '\n' ? TextPlace{place_.line + 1, 1}
                               : TextPlace{place_.line, place_.column + 1};
        }
        rest_.remove_prefix(count);
    }

    std::string_view rest_;
    std::string_view separators_;
    TextPlace place_{};
};

/// The Crawford game was played before if somebody has one point to go and this is not it.
inline bool is_after_crawford(const Rules& rules, const State& state) {
    return rules.crawford && !state.crawford_game && rules.match_length > 1 &&
           std::max(state.score.white, state.score.black) == rules.match_length - 1;
}

/// A game that begins so, if it makes sense.
inline Reading<Game> game_from(Start start, Faults faults, TextPlace place) {
    if (!faults.fatal()) {
        for (Fault fault : Game::checked(start)) {
            fault.place = place;
            faults.add(std::move(fault));
        }
    }
    Reading<Game> reading{std::nullopt, std::move(faults)};
    if (!reading.faults.fatal()) reading.value.emplace(std::move(start));
    return reading;
}

}  // namespace arbiter::backgammon
