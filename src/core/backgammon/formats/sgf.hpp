#pragma once

#include <memory>
#include <string_view>

#include "core/backgammon/game.hpp"
#include "core/contract/document.hpp"
#include "core/contract/likeness.hpp"

/// `sgf`: GNU Backgammon's SGF, GM[6]. A file holds the games of a match one after the other.
namespace arbiter::backgammon {

inline constexpr std::string_view sgf_cannot_carry =
    "ties of the opening roll, resignations that were declined or not answered, losses on time and "
    "other results from outside; offers that a position that is set up waits for, automatic "
    "doubles "
    "and beavers; tags that SGF has no property for";

Likeness sgf_likeness(const Glance& glance);

/// Documents, each of them a match or a game for money. The options overrule RU.
///
/// The games of a match are one line: the root of each but the first is a node without an event. What
/// cannot be played is kept with its verdict, and so is what follows it. A position that is set up
/// begins the game anew.
///
/// Faults: `not_backgammon`, `bad_match_length`, `unreadable_move`, `bad_dice`, `too_many_moves`,
/// `bad_setup`, or what a move or a position is refused for. Warnings: `unknown_result`, `result_disagrees`,
/// `result_impossible`, `unfinished_game`, `score_disagrees`.
std::unique_ptr<Stream<Document<Game>>> stream_sgf(const Options& options);

/// Properties are written as they were read.
std::expected<std::string, Fault> write_sgf(const Document<Game>& document);

}  // namespace arbiter::backgammon
