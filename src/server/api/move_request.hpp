#pragma once

#include <expected>
#include <optional>
#include <string>

#include "server/api/form.hpp"
#include "server/games/move.hpp"
#include "server/http/message.hpp"
#include "server/http/target.hpp"

/// What a request about a move says: in its body, its query and its headers.
namespace arbiter::server {

/// The body is {"move": ..., "ply": ...} or the bare move: {"from": "e2", "to": "e4"}, "D4", [2, 3].
struct ReadMove {
    std::string move;
    Expected expected;  ///< from the body, ?ply= or If-Match
    Form form;          ///< from the body or the query
};
std::expected<ReadMove, Problem> read_move_request(const Request& request, const Target& target);

/// The body is {"move": ..., "by": ...} or the bare move.
struct ReadCheck {
    std::string move;
    std::optional<Color> by;
    Form form;
};
std::expected<ReadCheck, Problem> read_check_request(const Request& request, const Target& target);

}  // namespace arbiter::server
