#pragma once

#include <expected>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/interruption.hpp"
#include "core/games/any_document.hpp"
#include "server/api/problem.hpp"
#include "server/http/message.hpp"
#include "server/http/target.hpp"

/// Requests that bring their own state: the server stores nothing.
namespace arbiter::server {

using Answer = std::expected<Response, Problem>;

/// The body of a request: any JSON.
std::expected<Json, Problem> read_any_body(std::string_view body);
/// The same, which must be an object with no other members.
std::expected<Json, Problem> read_body(std::string_view body,
                                       std::span<const std::string_view> known);

/// {"state": text or JSON, "format"?, "game"?, "options"?}
std::expected<AnyGame, Problem> read_game(const Json& body, Faults& warnings);
/// The same with everything that the text holds. Errors may be among the faults: then it holds what
/// could be kept.
std::expected<AnyDocument, Problem> read_whole(const Json& body, Faults& faults);
/// {"komi": 7.5, "rules": "aga"}: any plain values.
std::expected<Options, Problem> read_options(const Json* json);
/// A string, empty if the member is missing.
std::expected<std::string, Problem> read_word(const Json& body, std::string_view key);
/// A string as it is, any other JSON in its own form: a move.
std::string to_text(const Json& json);
/// The member `move` as text.
std::expected<std::string, Problem> read_move(const Json& body);
std::expected<std::optional<Color>, Problem> read_side(const Json& body);

/// A game in one of its formats, with the media type of that format.
Answer written(const AnyGame& game, std::string_view format);
Answer written(const AnyDocument& document, std::string_view format);

/// A picture with the options of the query; `kind` is svg, png or txt. It is seen from `side`, unless the
/// query says otherwise. Drawing a PNG stops when the request is given up.
Answer drawn(const AnyGame& game, std::string_view kind, const Target& query,
             const std::stop_token& given_up, Color side = Color::white);

/// What `work` finds, which only computes; or soon a problem, once nobody waits for it any more.
template <class Work>
auto while_wanted(const std::stop_token& abandoned, Work work) -> decltype(work()) {
    const auto is_due = [](const void* token) {
        return static_cast<const std::stop_token*>(token)->stop_requested();
    };
    const Interruption interruption(is_due, &abandoned);
    auto found = work();
    if (abandoned.stop_requested()) return std::unexpected(given_up());
    return found;
}

/// What can be asked about a game that is sent along.
namespace tools {

Answer validate(const Request& request, const Target& query);
Answer convert(const Request& request, const Target& query);
Answer list_legal(const Request& request, const Target& query);
Answer check(const Request& request, const Target& query);
Answer play(const Request& request, const Target& query);
Answer render(const Request& request, const Target& query);
/// {"question": ..., "argument"?: text or JSON} beside the state.
Answer ask(const Request& request, const Target& query);
/// {"lines"?: how many moves, "move"?: one to be judged, "level"?: of the bot} beside the state. A
/// position that `is_being_played` is refused.
Answer analyse(const Request& request, const std::function<bool(const AnyGame&)>& is_being_played);

}  // namespace tools

/// The games with their options, notations, formats, questions and rejection codes.
Answer catalogue();
Answer catalogue(std::string_view game);

}  // namespace arbiter::server
