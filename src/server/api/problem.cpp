#include "server/api/problem.hpp"

#include "core/games/to_json.hpp"
#include "server/http/response_head.hpp"

namespace arbiter::server {

namespace {

/// More than these help nobody, and a position can have thousands.
constexpr std::size_t legal_max = 400;

void write_legal(JsonWriter& out, const AnyGame& game) {
    auto legal = game.legal();
    if (legal.size() > legal_max) legal.resize(legal_max);
    out.key("legal");
    arbiter::write(out, legal);
}

}  // namespace

Problem problem(int status, std::string_view code, std::string_view detail, const More& more) {
    JsonWriter out;
    out.object([&] {
        out.member("type", "/problems/" + std::string(code));
        out.member("title", reason_phrase(status));
        out.member("status", status);
        out.member("detail", detail);
        out.member("code", code);
        if (more) more(out);
    });
    return {status, std::string(code), out.take()};
}

std::unexpected<Problem> wrong(std::string_view code, std::string_view detail) {
    return std::unexpected(problem(422, code, detail));
}

Problem unavailable(std::string_view why) { return problem(503, "store_unavailable", why); }

Problem refusal(const AnyGame& game, const Rejection& rejection) {
    return problem(422, rejection.code->name, sentence(rejection), [&](JsonWriter& out) {
        out.member("kind", to_string(rejection.code->kind));
        out.key("data");
        arbiter::write(out, rejection.data);
        const auto kind = rejection.code->kind;
        if (kind != RejectionKind::out_of_turn && kind != RejectionKind::game_over) {
            write_legal(out, game);
        }
    });
}

Problem unreadable(std::string_view what, const Faults& faults) {
    const std::string_view code = faults.empty() ? "unreadable" : faults.begin()->code;
    std::string detail = std::string(what) + " cannot be read";
    for (const Fault& fault : faults) {
        if (fault.severity != Severity::error) continue;
        detail = std::string(what) + ": " + fault.sentence;
        break;
    }
    return problem(422, code, detail, [&](JsonWriter& out) {
        out.key("faults");
        arbiter::write(out, faults);
    });
}

Problem unreadable(const Fault& fault) {
    Faults faults;
    faults.add(fault);
    return problem(422, fault.code, fault.sentence, [&](JsonWriter& out) {
        out.key("faults");
        arbiter::write(out, faults);
    });
}

Response response(Problem problem) {
    Response answer{problem.status,
                    {{"Content-Type", "application/problem+json"}},
                    std::move(problem.document),
                    {}};
    if (problem.status == 401) answer.headers.emplace_back("WWW-Authenticate", "Bearer");
    if (problem.status == 503) answer.headers.emplace_back("Retry-After", "1");
    return answer;
}

Response complaint(int status, std::string_view code, std::string_view detail) {
    return response(problem(status, code, detail));
}

Response json_response(std::string body, int status) {
    return {status, {{"Content-Type", "application/json"}}, std::move(body), {}};
}

}  // namespace arbiter::server
