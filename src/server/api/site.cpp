#include "server/api/site.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/games/any_game.hpp"
#include "server/api/problem.hpp"
#include "server/http/assets.hpp"

namespace arbiter::server {

namespace {

constexpr auto media_types = std::to_array<std::pair<std::string_view, std::string_view>>({
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".json", "application/json"},
    {".wasm", "application/wasm"},
});

/// The engine is WebAssembly, which the policy must allow. Everything else comes from this server.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::string_view docs_policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self'";

std::string_view media_type_of(std::string_view name) {
    const auto found = std::ranges::find_if(
        media_types, [&](const auto& type) { return name.ends_with(type.first); });
    return found == media_types.end() ? "application/octet-stream" : found->second;
}

/// Whether a path is an address of the page; web/src/routes.ts knows the same ones.
bool is_page(std::string_view path) {
    if (!path.starts_with('/')) return false;
    if (path == "/" || path == "/inspect" || path == "/arena") return true;
    if (path.starts_with("/games/")) return path != "/games/";
    const std::string_view first = path.substr(1, path.find('/', 1) - 1);
    if (first == "game") return true;
    return std::ranges::any_of(games(), [&](const GameInfo& game) { return game.name == first; });
}

bool takes_gzip(const Request& request) {
    return request.header("Accept-Encoding").find("gzip") != std::string_view::npos;
}

/// A file of the page, compressed if the client accepts that.
std::optional<Response> file(const Request& request, const std::string& name) {
    const auto plain = asset(name);
    if (!plain) return std::nullopt;
    const auto packed = takes_gzip(request) ? asset(name + ".gz") : std::nullopt;
    Response answer{200, {{"Content-Type", std::string(media_type_of(name))}}, {}, {}};
    answer.headers.emplace_back("Vary", "Accept-Encoding");
    if (packed) answer.headers.emplace_back("Content-Encoding", "gzip");
    answer.body = packed.value_or(*plain);
    return answer;
}

}  // namespace

Response document(std::string_view name) {
    const auto found = asset(name);
    if (!found) return response(problem(404, "no_such_page", "there is no such page"));
    Response shown{
        200, {{"Content-Type", std::string(media_type_of(name))}}, std::string(*found), {}};
    shown.headers.emplace_back("Content-Security-Policy", docs_policy);
    return shown;
}

std::optional<Response> site(const Request& request, std::string_view path) {
    if (is_page(path)) {
        auto page = file(request, "web/index.html");
        if (!page) return std::nullopt;
        page->headers.emplace_back("Content-Security-Policy", page_policy);
        page->headers.emplace_back("Cache-Control", "no-cache");
        return page;
    }
    if (!path.starts_with("/assets/")) return std::nullopt;
    auto found = file(request, "web" + std::string(path));
    // Their names change with their contents.
    if (found) found->headers.emplace_back("Cache-Control", "public, max-age=31536000, immutable");
    return found;
}

}  // namespace arbiter::server
