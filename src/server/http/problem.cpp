#include "server/http/problem.hpp"

#include "server/http/response_head.hpp"

namespace arbiter::server {

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

Response slow_down(std::string_view code, std::string_view detail, std::chrono::milliseconds wait) {
    Response refused = complaint(429, code, detail);
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    refused.headers.emplace_back("Retry-After", std::to_string(seconds));
    return refused;
}

Response json_response(std::string body, int status) {
    return {status, {{"Content-Type", "application/json"}}, std::move(body), {}};
}

}  // namespace arbiter::server
