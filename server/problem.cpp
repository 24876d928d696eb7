#include "server/problem.hpp"

#include "core/games/answer.hpp"

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

std::string_view title_of(int status) {
    switch (status) {
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 406: return "Not Acceptable";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 415: return "Unsupported Media Type";
        case 422: return "Unprocessable Content";
        case 426: return "Upgrade Required";
        case 428: return "Precondition Required";
        case 429: return "Too Many Requests";
        case 503: return "Service Unavailable";
        default: return "Internal Server Error";
    }
}

Problem problem(int status, std::string_view code, std::string_view detail, const More& more) {
    JsonWriter out;
    out.object([&] {
        out.member("type", "/problems/" + std::string(code));
        out.member("title", title_of(status));
        out.member("status", status);
        out.member("detail", detail);
        out.member("code", code);
        if (more) more(out);
    });
    return {status, std::string(code), out.take()};
}

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

Response json_response(std::string body, int status) {
    return {status, {{"Content-Type", "application/json"}}, std::move(body), {}};
}

}  // namespace arbiter::server
