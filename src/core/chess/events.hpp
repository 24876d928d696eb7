#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "core/chess/board/move.hpp"
#include "core/contract/event.hpp"

namespace arbiter::chess {

struct OfferDraw {
    Color by;
    bool operator==(const OfferDraw&) const = default;
};
struct AcceptDraw {
    Color by;
    bool operator==(const AcceptDraw&) const = default;
};
struct DeclineDraw {
    Color by;
    bool operator==(const DeclineDraw&) const = default;
};
/// FIDE 9.2 and 9.3: on what stands on the board, or on what an intended move would bring about.
struct ClaimDraw {
    enum class Reason : std::uint8_t { threefold_repetition, fifty_move_rule };
    Color by;
    Reason reason;
    std::optional<Move> move;
    bool operator==(const ClaimDraw&) const = default;
};

/// The turn passes to the other side without a move: "--", which analysts write in variations.
struct Edit {
    bool operator==(const Edit&) const = default;
};

using Event =
    std::variant<Move, Resign, OfferDraw, AcceptDraw, DeclineDraw, ClaimDraw, LoseOnTime, Conclude>;

/// The reasons of chess outcomes.
namespace reasons {
using namespace arbiter::reasons;
inline constexpr std::string_view checkmate = "checkmate";
inline constexpr std::string_view stalemate = "stalemate";
inline constexpr std::string_view dead_position = "dead_position";
inline constexpr std::string_view fivefold_repetition = "fivefold_repetition";
inline constexpr std::string_view seventy_five_move_rule = "seventy_five_move_rule";
inline constexpr std::string_view threefold_repetition = "threefold_repetition";
inline constexpr std::string_view fifty_move_rule = "fifty_move_rule";
inline constexpr std::string_view agreement = "agreement";
inline constexpr std::string_view time_forfeit_without_mating_material =
    "time_forfeit_without_mating_material";
inline constexpr std::string_view rules_infraction = "rules_infraction";
}  // namespace reasons

}  // namespace arbiter::chess
