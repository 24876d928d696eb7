/// Why a move or action was not accepted: a stable code with data first, a sentence at the edge.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/rejection.hpp"
///
/// const chess::Game game = *chess::Game::create({});
/// const auto event = game.read_event("Ke2", std::nullopt);
/// const Result<Effects> checked = event ? game.check(*event) : std::unexpected(event.error());
/// assert(!checked && checked.error().code->kind == RejectionKind::illegal);
/// assert(!sentence(checked.error()).empty());
/// ```
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "core/base/detail.hpp"
#include "core/contract/color.hpp"
#include "core/contract/outcome.hpp"

namespace arbiter {

/// Why a request was turned down, in the coarsest useful terms.
enum class RejectionKind : std::uint8_t {
    unreadable,   ///< the text is not a move in any notation
    ambiguous,    ///< it could mean several legal moves
    illegal,      ///< it is clear, and against the rules
    out_of_turn,  ///< it is not that side's turn
    game_over,    ///< nothing can be played any more
};

std::string_view to_string(RejectionKind kind);

/// One row of a game's catalogue of refusals. The name is stable: programs branch on it.
/// The sentence names its details in braces; see `fill`.
struct RejectionCode {
    std::string_view name;
    RejectionKind kind;
    std::string_view sentence;
};

/// A refusal: data first, a sentence only at the edge.
/// `code` points to a row of a constexpr catalogue and is never null.
struct Rejection {
    const RejectionCode* code;
    Details data;
};

/// The refusal in words, for a person.
std::string sentence(const Rejection& rejection);

/// Codes that every game shares.
namespace codes {
// clang-format off
inline constexpr RejectionCode unknown_action{"unknown_action", RejectionKind::unreadable,
    "there is no such action: {problem}"};
inline constexpr RejectionCode not_your_turn{"not_your_turn", RejectionKind::out_of_turn,
    "it is {turn}'s turn"};
inline constexpr RejectionCode game_over{"game_over", RejectionKind::game_over,
    "the game is over: {outcome}"};
inline constexpr RejectionCode interrupted{"interrupted", RejectionKind::illegal,
    "nobody waits for the answer any more"};
// clang-format on
}  // namespace codes

/// `not_your_turn`
Rejection out_of_turn(Color turn);
/// `game_over`
Rejection game_is_over(const Outcome& outcome);

/// What `check` and `play` answer: the value, or why not.
template <class T>
using Result = std::expected<T, Rejection>;

}  // namespace arbiter
