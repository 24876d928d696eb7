/// The JSON in which every interface answers. The keys are stable: programs depend on them.
///
/// ```cpp
/// #include "core/games/to_json.hpp"
///
/// const AnyGame game = *AnyGame::create("chess");
/// JsonWriter out;
/// write(out, game.check("e5").error());
/// assert(read_json(out.take())->find("kind") != nullptr);
/// ```
#pragma once

#include <span>

#include "core/games/any_game.hpp"

namespace arbiter {

/// {"pointer": "/board/e4"}, {"line": 3, "column": 7}, {"token": 3}, or null for the whole.
void write(JsonWriter& out, const Place& place);

/// {"severity": "error", "code": ..., "sentence": ..., "place": ...}
void write(JsonWriter& out, const Fault& fault);
void write(JsonWriter& out, const Faults& faults);

/// {"from": "e2", "legal": ["e3", "e4"]}, or what is JSON as such: {"point": [2, 3]}
void write(JsonWriter& out, const Details& details);

/// [{"kind": "moved", "data": {...}}, ...]
void write(JsonWriter& out, const Effects& effects);

/// {"result": "win", "winner": "white", "reason": "checkmate", "sentence": ...}, or null.
void write(JsonWriter& out, const std::optional<Outcome>& outcome);

/// An outcome's members, what the game counts, and the sentence; null if there is none.
void write(JsonWriter& out, const std::optional<Provisional>& provisional);

/// {"code": "no_liberties", "kind": "illegal", "sentence": ..., "data": {...}}
void write(JsonWriter& out, const Rejection& rejection);

/// [{"move": "e4", "leaves": 20}, ...]
void write(JsonWriter& out, const std::vector<PerftRow>& rows);

/// {"game": "chess", "format": "fen"}, or null.
void write(JsonWriter& out, const std::optional<Detected>& detected);

/// The member refusals: code, kind and sentence of each.
void write_refusals(JsonWriter& out, std::span<const RejectionCode* const> codes);

/// The members of `Traits` (name, title, first_mover ...), options, notations, formats, questions and
/// refusals.
void write_members(JsonWriter& out, const GameInfo& info);

/// "move", "roll", "agreement", "nothing"
std::string_view to_string(Awaits awaits);
/// "player", "chance", "arbiter"
std::string_view to_string(Author author);

/// ["e4", "e5"]
void write(JsonWriter& out, const std::vector<std::string>& words);

/// ["D4", "pass"], or in a notation that is JSON [[15, 3], "pass"].
void write_moves(JsonWriter& out, const std::vector<std::string>& moves,
                 const NotationInfo& notation);

/// The members game, turn, outcome, moves, legal and record.
void write_members(JsonWriter& out, const AnyGame& game);

/// The game as the neutral record, JSON on one line.
std::string record_of(const AnyGame& game);

}  // namespace arbiter
