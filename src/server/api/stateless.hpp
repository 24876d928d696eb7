#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/games/any_game.hpp"
#include "server/api/problem.hpp"
#include "server/http/message.hpp"
#include "server/http/target.hpp"

/// What the server does for those who keep their own games: a state goes in with each request, and
/// nothing is remembered.
namespace arbiter::server {

using Answer = std::expected<Response, Problem>;

/// The body of a request, which must be a JSON object with these members at most.
std::expected<Json, Problem> read_body(std::string_view body,
                                       std::span<const std::string_view> known);

/// {"state": text or JSON, "format"?, "game"?, "options"?}
std::expected<AnyGame, Problem> read_game(const Json& body, Faults& warnings);
/// {"komi": 7.5, "rules": "aga"}: any plain values.
std::expected<Options, Problem> read_options(const Json* json);
/// A move as text: a string, or a JSON form as it stands.
std::expected<std::string, Problem> read_move(const Json& body);
std::expected<std::optional<Color>, Problem> read_side(const Json& body);

/// A notation of that game; empty is its first.
std::expected<std::string_view, Problem> read_notation(std::string_view game,
                                                       std::string_view notation);

/// A game in one of its formats, with the media type of that format.
Answer written(const AnyGame& game, std::string_view format);

/// A picture as the query wants it: `kind` is svg, png or txt.
Answer drawn(const AnyGame& game, std::string_view kind, const Target& query);

Answer validate(std::string_view body);
Answer convert(std::string_view body);
Answer list_legal(std::string_view body);
Answer check(std::string_view body);
Answer play(std::string_view body);
Answer render(std::string_view body, const Target& query);

/// The games with their options, notations, formats, questions and refusals.
Answer catalogue();
Answer catalogue(std::string_view game);

}  // namespace arbiter::server
