#include "tables/forge.hpp"

#include "core/base/excerpt.hpp"
#include "core/base/json.hpp"

namespace arbiter::tables {

namespace {

constexpr std::chrono::seconds patience{30};

std::string object_with(std::string_view key, std::string_view value) {
    JsonWriter out;
    out.object([&] { out.member(key, value); });
    return out.take();
}

}  // namespace

Forge::Forge(platform::Url api, std::string token, std::string repository)
    : api_(std::move(api)), token_(std::move(token)), repository_(std::move(repository)) {}

std::expected<void, std::string> Forge::comment(int issue, const std::string& text) {
    auto post = request(issue, "/comments");
    post.body = object_with("body", text);
    return call(std::move(post));
}

std::expected<void, std::string> Forge::close(int issue) {
    auto patch = request(issue, "");
    patch.method = "PATCH";
    patch.body = object_with("state", "closed");
    return call(std::move(patch));
}

platform::HttpRequest Forge::request(int issue, std::string_view rest) const {
    platform::HttpRequest request{.url = api_.below("/repos/" + repository_ + "/issues/" +
                                                    std::to_string(issue) + std::string(rest)),
                                  .headers = {{"X-GitHub-Api-Version", "2022-11-28"}},
                                  .body = {}};
    if (!token_.empty()) request.headers.emplace_back("Authorization", "Bearer " + token_);
    return request;
}

std::expected<void, std::string> Forge::call(platform::HttpRequest request) {
    const auto answer = client_.post(request, std::chrono::steady_clock::now() + patience);
    if (!answer) return std::unexpected(answer.error().sentence);
    if (answer->status >= 200 && answer->status < 300) return {};
    return std::unexpected("the forge answers " + std::to_string(answer->status) + ": " +
                           excerpt(answer->body, 200));
}

}  // namespace arbiter::tables
