/// The moves that prose names. Every game finds its own: in its notations and in the words that
/// people use for them. Whether a move that is named is also meant is not a question of the game.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/mention.hpp"
///
/// const chess::Game game = *chess::Game::create({});
/// const auto mentions = game.mentions("I push the pawn to e4; Nf3 comes later.");
/// assert(mentions.size() == 2);
/// assert(mentions[0].move == "e4" && mentions[1].move == "Nf3");
/// ```
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

/// A move that a text names, legal or not.
struct Mention {
    std::size_t begin;
    std::size_t end;   ///< the place after its last character
    std::string move;  ///< as `read_event` takes it
    bool operator==(const Mention&) const = default;
};

/// A word of prose and where it begins. What notations join is one word: "e7-e8=Q+", "8/5*".
struct ProseWord {
    std::string_view text;
    std::size_t begin;

    std::size_t end() const { return begin + text.size(); }
};
std::vector<ProseWord> prose_words(std::string_view text);

/// Whether a word, in any case, is one of a list that is separated and surrounded by blanks:
/// " to into ".
bool is_among(std::string_view word, std::string_view list);

/// Whether nothing but blanks, commas and quotation marks stands between two words of a text.
bool is_one_phrase(std::string_view between);

}  // namespace arbiter
