#pragma once

#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "core/games/any_game.hpp"
#include "server/http/message.hpp"

/// What went wrong, as RFC 9457 writes it: the same document over HTTP and WebSocket.
namespace arbiter::server {

struct Problem {
    int status;
    std::string code;      ///< stable: programs branch on it
    std::string document;  ///< JSON
};

using More = std::function<void(JsonWriter&)>;

/// `more` writes further members.
Problem problem(int status, std::string_view code, std::string_view detail, const More& more = {});

/// Of a request that is understood and cannot be followed.
std::unexpected<Problem> wrong(std::string_view code, std::string_view detail);

/// The store cannot be asked; `why` in its own words.
Problem unavailable(std::string_view why);

/// A move or action that was refused, with the legal moves where they help.
Problem refusal(const AnyGame& game, const Rejection& rejection);

/// A text that could not be read, with every fault and its place.
Problem unreadable(std::string_view what, const Faults& faults);
Problem unreadable(const Fault& fault);

Response response(Problem problem);
/// The same for a problem of which there is no more to say.
Response complaint(int status, std::string_view code, std::string_view detail);

/// 200 with JSON.
Response json_response(std::string body, int status = 200);

}  // namespace arbiter::server
