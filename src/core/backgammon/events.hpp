#pragma once

#include <string_view>
#include <variant>

#include "core/backgammon/board/move.hpp"
#include "core/backgammon/setup.hpp"
#include "core/contract/event.hpp"

namespace arbiter::backgammon {

/// A position that is set up: SGF's AB, AE, AW, PL, DI, CV and CP.
struct Edit {
    Setup setup;
    bool operator==(const Edit&) const = default;
};

/// One die each; the higher begins and plays both. A tie is rolled again.
struct OpeningRoll {
    Die white;
    Die black;
    bool operator==(const OpeningRoll&) const = default;
};
struct Roll {
    Color by;
    Dice dice;
    bool operator==(const Roll&) const = default;
};
/// A whole turn; empty where nothing can move.
struct Move {
    Color by;
    Turn turn;
    bool operator==(const Move&) const = default;
};
struct Double {
    Color by;
    bool operator==(const Double&) const = default;
};
struct Take {
    Color by;
    bool operator==(const Take&) const = default;
};
struct Drop {
    Color by;
    bool operator==(const Drop&) const = default;
};
/// Takes the cube, doubles it again at once and keeps it.
struct Beaver {
    Color by;
    bool operator==(const Beaver&) const = default;
};
/// The one who doubled doubles a beaver once more.
struct Raccoon {
    Color by;
    bool operator==(const Raccoon&) const = default;
};
struct OfferResignation {
    Color by;
    Level level;
    bool operator==(const OfferResignation&) const = default;
};
struct AcceptResignation {
    Color by;
    bool operator==(const AcceptResignation&) const = default;
};
struct DeclineResignation {
    Color by;
    bool operator==(const DeclineResignation&) const = default;
};

using Event =
    std::variant<OpeningRoll, Roll, Move, Double, Take, Drop, Beaver, Raccoon, OfferResignation,
                 AcceptResignation, DeclineResignation, LoseOnTime, Conclude>;

/// The reasons of outcomes in backgammon. A match is won by points; a game for money by what it
/// was worth.
namespace reasons {
using namespace arbiter::reasons;
inline constexpr std::string_view single = "single";
inline constexpr std::string_view gammon = "gammon";
inline constexpr std::string_view backgammon = "backgammon";
inline constexpr std::string_view dropped_double = "dropped_double";
}  // namespace reasons

}  // namespace arbiter::backgammon
