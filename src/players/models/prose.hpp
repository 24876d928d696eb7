#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/contract/color.hpp"
#include "core/contract/mention.hpp"

/// What words around a move say about it. English, and no game's words.
namespace arbiter::players {

enum class MoveRole : std::uint8_t {
    chosen,   ///< "I play X", "X is my move"
    named,    ///< nothing is said about it
    told,     ///< somebody or something else is spoken of: "Fischer opened with X"
    related,  ///< to another one, it seems: "because X", "preparing X", "X would"
    aside,    ///< clearly not chosen: "not X", "(X)", "if ... X", what the opponent may reply
};

/// One for each mention, in their order.
std::vector<MoveRole> roles_of(std::span<const Mention> mentions, std::string_view text,
                               Color seat);

/// Whether a line announces something that is not the answer: "Alternatives:", "Expected reply:".
bool announces_others(std::string_view line);

/// The place of the last sentence that takes back what was said: "Wait, ...". 0 if there is none.
std::size_t taken_back_at(std::string_view text);

/// The words of a text that is nothing but an action: "offer draw" of "I offer a draw."
std::string bare_words(std::string_view text);

}  // namespace arbiter::players
