#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/games/any_game.hpp"
#include "server/api/problem.hpp"
#include "server/http/message.hpp"
#include "server/http/target.hpp"

/// Requests that bring their own state: the server stores nothing.
namespace arbiter::server {

using Answer = std::expected<Response, Problem>;

/// The body of a request, which must be a JSON object with no other members.
std::expected<Json, Problem> read_body(std::string_view body,
                                       std::span<const std::string_view> known);

/// {"state": text or JSON, "format"?, "game"?, "options"?}
std::expected<AnyGame, Problem> read_game(const Json& body, Faults& warnings);
/// {"komi": 7.5, "rules": "aga"}: any plain values.
std::expected<Options, Problem> read_options(const Json* json);
/// A move as text: a string, or its JSON form unchanged.
std::expected<std::string, Problem> read_move(const Json& body);
std::expected<std::optional<Color>, Problem> read_side(const Json& body);

/// A notation of that game; empty: its first.
std::expected<std::string_view, Problem> read_notation(std::string_view game,
                                                       std::string_view notation);

/// A game in one of its formats, with the media type of that format.
Answer written(const AnyGame& game, std::string_view format);

/// A picture with the options of the query; `kind` is svg, png or txt.
Answer drawn(const AnyGame& game, std::string_view kind, const Target& query);

Answer validate(std::string_view body);
Answer convert(std::string_view body);
Answer list_legal(std::string_view body);
Answer check(std::string_view body);
Answer play(std::string_view body);
Answer render(std::string_view body, const Target& query);

/// The games with their options, notations, formats, questions and rejection codes.
Answer catalogue();
Answer catalogue(std::string_view game);

}  // namespace arbiter::server
