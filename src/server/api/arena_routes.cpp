#include "server/api/moves.hpp"
#include "server/api/routes.hpp"

namespace arbiter::server {

namespace {

Answer answer_of(Tournament::Shown shown, std::string_view code) {
    if (!shown) return std::unexpected(problem(404, code, shown.error()));
    return json_response(std::move(*shown));
}

}  // namespace

Answer Api::Implementation::arena(const Call&) {
    return answer_of(tournament_.overview(), "no_arena");
}

Answer Api::Implementation::arena_games(const Call& call) {
    constexpr std::size_t limit_max = 1000;
    const Target& query = call.target;
    const auto limit = number_in(query.parameter("limit").value_or("100"));
    if (!limit || *limit < 1 || *limit > limit_max) {
        return wrong("bad_parameter", "limit is a number from 1 to 1000");
    }
    const auto before = number_in(query.parameter("before").value_or("0"));
    if (!before) return wrong("bad_parameter", "before is what an earlier page gave as next");
    return answer_of(
        tournament_.games({query.text("first"), query.text("second"), *before, *limit}),
        "no_arena");
}

Answer Api::Implementation::arena_game(const Call& call) {
    const auto number = number_in(call.parts.front());
    if (!number) return wrong("bad_parameter", "the number of a game is a whole number");
    return answer_of(tournament_.game(*number), "no_such_game");
}

}  // namespace arbiter::server
