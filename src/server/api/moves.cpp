#include "server/api/moves.hpp"

#include <charconv>

#include "core/games/to_json.hpp"
#include "server/api/problem.hpp"
#include "server/api/view.hpp"
#include "store/receipt.hpp"

namespace arbiter::server {

namespace {

std::string accepted_body(const Accepted& accepted, const Answering& answering) {
    const referee::Referee& after = *accepted.after;
    const auto& [move, form, receipt_key, completed] = answering;
    const NotationInfo& notation = notation_in(form, after.game(), move);
    JsonWriter out;
    out.object([&] {
        write_now(out, after, after.updated_at());
        out.key("effects");
        arbiter::write(out, after.game().spelled(accepted.effects, notation));
        out.key("events");
        out.array([&] {
            std::uint64_t version = accepted.first_version();
            for (const referee::Event& event : accepted.events) {
                out.object([&] {
                    out.member("version", version++);
                    referee::write_public(out, event);
                });
            }
        });
        write_state_in(out, form, after.game());
        if (receipt_key == nullptr) return;
        out.key("receipt");
        store::write(out, store::signed_with(*receipt_key, {.game = after.terms().id,
                                                            .version = after.version(),
                                                            .hash = accepted.hash}));
    });
    return out.take();
}

Response tagged(Response response, std::uint64_t version) {
    response.headers.emplace_back("ETag", etag_of(version));
    return response;
}

Response made(const Accepted& accepted, const Answering& answering) {
    std::string body =
        answering.completed ? *answering.completed : accepted_body(accepted, answering);
    return tagged(json_response(std::move(body)), accepted.after->version());
}

Response made(const Repeated& repeated, const Answering&) {
    const auto& [answer] = repeated;
    Response again = json_response(answer.body, answer.status);
    again.headers.emplace_back("Idempotency-Replayed", "true");
    const auto body = read_json(answer.body);
    const Json* version = body ? body->find("version") : nullptr;
    const auto* number = version != nullptr ? version->as<std::int64_t>() : nullptr;
    if (number == nullptr) return again;
    return tagged(std::move(again), static_cast<std::uint64_t>(*number));
}

Response made(const Rejected& rejected, const Answering& answering) {
    const AnyGame& game = rejected.state->game();
    const auto& [move, form, receipt_key, completed] = answering;
    return response(refusal(game, rejected.rejection, notation_in(form, game, move),
                            [&](JsonWriter& out) { write_state_in(out, form, game); }));
}

Response made(const Conflict& conflict, const Answering& answering) {
    const referee::Referee& present = *conflict.state;
    return tagged(
        response(problem(409, "version_conflict", "the game has moved on since; look at it again",
                         [&](JsonWriter& out) {
                             write_now(out, present, present.updated_at());
                             write_state_in(out, answering.form, present.game());
                         })),
        present.version());
}

Response made(const KeyReused&, const Answering&) {
    return complaint(422, "idempotency_key_reused",
                     "this Idempotency-Key was used for another request");
}

Response made(const NotStored& reason, const Answering&) { return response(not_stored(reason)); }

}  // namespace

Response response_to(const MoveResult& result, const Answering& answering) {
    return std::visit([&](const auto& kind) { return made(kind, answering); }, result);
}

void complete_answer(store::Answer& answer, const Accepted& accepted, const Answering& answering) {
    answer.status = 200;
    answer.body = accepted_body(accepted, answering);
    *answering.completed = answer.body;
}

std::string etag_of(std::uint64_t version) { return '"' + std::to_string(version) + '"'; }

std::optional<std::uint64_t> version_in(std::string_view if_match) {
    if (if_match.starts_with("W/")) if_match.remove_prefix(2);
    if (if_match.size() >= 2 && if_match.front() == '"' && if_match.back() == '"') {
        if_match = if_match.substr(1, if_match.size() - 2);
    }
    return number_in(if_match);
}

std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end) return std::nullopt;
    return number;
}

std::expected<std::uint64_t, Problem> query_number(const Target& query, std::string_view name,
                                                   std::uint64_t otherwise) {
    const auto text = query.parameter(name);
    if (!text) return otherwise;
    if (const auto value = number_in(*text)) return *value;
    return wrong("bad_parameter", std::string(name) + " is a whole number");
}

}  // namespace arbiter::server
