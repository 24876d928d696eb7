#include "server/api/site.hpp"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "core/games/any_game.hpp"
#include "platform/files.hpp"
#include "server/api/moves.hpp"
#include "server/api/problem.hpp"
#include "server/http/assets.hpp"
#include "server/http/target.hpp"

namespace arbiter::server {

namespace {

constexpr auto media_types = std::to_array<std::pair<std::string_view, std::string_view>>({
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".txt", "text/plain; charset=utf-8"},
    {".json", "application/json"},
    {".wasm", "application/wasm"},
    {".webmanifest", "application/manifest+json"},
    {".ico", "image/x-icon"},
});

/// The engine is WebAssembly, which the policy must allow. Everything else comes from this server.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors ";

constexpr std::string_view docs_policy =
    "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

std::string_view media_type_of(std::string_view name) {
    const auto found = std::ranges::find_if(
        media_types, [&](const auto& type) { return name.ends_with(type.first); });
    return found == media_types.end() ? "application/octet-stream" : found->second;
}

/// A game that other pages may show in a frame.
bool is_embedded(std::string_view path) { return path.starts_with("/embed/games/"); }

/// Files that have their place at the root: the browser asks for them there.
constexpr auto root_files = std::to_array<std::string_view>(
    {"/favicon.ico", "/icon.svg", "/manifest.webmanifest", "/sw.js"});

/// Whether a path is an address of the page; web/src/routes.ts knows the same ones.
bool is_page(std::string_view path) {
    if (!path.starts_with('/')) return false;
    if (path == "/" || path == "/inspect" || path == "/arena") return true;
    for (const std::string_view place : {"/games/", "/arena/games/"}) {
        if (path.starts_with(place)) return path != place;
    }
    if (is_embedded(path)) return true;
    const std::string_view first = path.substr(1, path.find('/', 1) - 1);
    if (first == "game") return true;
    return std::ranges::any_of(games(), [&](const GameInfo& game) { return game.name == first; });
}

/// Compressed copies of the page's files, the smallest first: their coding and their ending.
constexpr auto codings =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"br", ".br"}, {"gzip", ".gz"}});

/// What `read` has under a name, compressed if the client accepts that.
std::optional<Response> file(const Request& request, const std::string& name, const auto& read) {
    Response answer{200, {{"Content-Type", std::string(media_type_of(name))}}, {}, {}};
    answer.headers.emplace_back("Vary", "Accept-Encoding");
    for (const auto& [coding, ending] : codings) {
        if (request.header("Accept-Encoding").find(coding) == std::string_view::npos) continue;
        const auto packed = read(name + std::string(ending));
        if (!packed) continue;
        answer.headers.emplace_back("Content-Encoding", coding);
        answer.body = *packed;
        return answer;
    }
    const auto plain = read(name);
    if (!plain) return std::nullopt;
    answer.body = *plain;
    return answer;
}

/// A file of the page.
std::optional<Response> file(const Request& request, const std::string& name) {
    return file(request, name, asset);
}

/// The game of an address that shows one; empty if there is none, or it cannot be one.
std::string_view game_of(std::string_view path) {
    for (const std::string_view place : {"/games/", "/embed/games/"}) {
        if (!path.starts_with(place)) continue;
        const std::string_view id = path.substr(place.size());
        const bool is_id = std::ranges::all_of(id, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '-' || c == '_';
        });
        return is_id ? id : std::string_view();
    }
    return {};
}

/// A host and port without anything that could leave an attribute.
bool is_host(std::string_view host) {
    return !host.empty() && std::ranges::all_of(host, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '-' || c == ':' || c == '[' || c == ']';
    });
}

/// "&ply=34" if the address names a moment of its game.
std::string moment_in(const Request& request) {
    const auto target = Target::read(request.target);
    const auto ply = target ? number_in(target->text("ply")) : std::nullopt;
    return ply ? "&amp;ply=" + std::to_string(*ply) : std::string();
}

/// What a link to a game looks like where it is pasted: its board.
std::string link_tags(const Request& request, std::string_view id) {
    const std::string_view host = request.header("Host");
    if (id.empty() || !is_host(host)) return {};
    const bool secure = request.header("X-Forwarded-Proto") == "https";
    const std::string origin = (secure ? "https://" : "http://") + std::string(host);
    const std::string game = std::string(id);
    const auto tag = [](std::string_view name, const std::string& content) {
        return "<meta property=\"og:" + std::string(name) + "\" content=\"" + content + "\">";
    };
    return tag("title", "A game on Arbiter") + tag("type", "website") +
           tag("url", origin + "/games/" + game) +
           tag("image",
               origin + "/api/games/" + game + "/board.png?size=600" + moment_in(request)) +
           "<meta name=\"twitter:card\" content=\"summary_large_image\">";
}

/// The page itself, for a path that it knows or does not.
std::optional<Response> page_at(const Request& request, std::string_view path) {
    auto page = path == "/" ? file(request, "web/home.html") : file(request, "web/index.html");
    if (!page) return std::nullopt;
    if (const std::string tags = link_tags(request, game_of(path)); !tags.empty()) {
        std::string html(*asset("web/index.html"));
        if (const auto head = html.find("</head>"); head != std::string::npos)
            html.insert(head, tags);
        page->body = std::move(html);
        std::erase_if(page->headers,
                      [](const auto& one) { return one.first == "Content-Encoding"; });
    }
    page->headers.emplace_back("Content-Security-Policy",
                               std::string(page_policy) + (is_embedded(path) ? "*" : "'none'"));
    page->headers.emplace_back("Cache-Control", "no-cache");
    return page;
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
    if (is_page(path)) return page_at(request, path);
    if (std::ranges::find(root_files, path) != root_files.end()) {
        auto found = file(request, "web" + std::string(path));
        if (!found) return std::nullopt;
        found->headers.emplace_back("Cache-Control", "no-cache");
        // The service worker fetches what it keeps.
        found->headers.emplace_back("Content-Security-Policy",
                                    "default-src 'none'; connect-src 'self'");
        return found;
    }
    if (!path.starts_with("/assets/")) return std::nullopt;
    auto found = file(request, "web" + std::string(path));
    // Their names change with their contents.
    if (found) found->headers.emplace_back("Cache-Control", "public, max-age=31536000, immutable");
    return found;
}

Documentation::Documentation(const std::filesystem::path& folder) {
    std::error_code error;
    for (auto at = std::filesystem::recursive_directory_iterator(folder, error);
         !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
        if (at->is_regular_file(error)) {
            files_.emplace(at->path().lexically_relative(folder).generic_string(), at->path());
        }
    }
}

std::optional<Response> Documentation::at(const Request& request, std::string_view path) const {
    constexpr std::string_view place = "/docs/";
    constexpr std::size_t bytes_max = std::size_t{1} << 26U;
    if (!path.starts_with(place)) return std::nullopt;
    std::string name(path.substr(place.size()));
    if (name.empty() || name.ends_with('/')) name += "index.html";
    auto found = file(request, name, [&](const std::string& wanted) -> std::optional<std::string> {
        const auto listed = files_.find(wanted);
        if (listed == files_.end()) return std::nullopt;
        auto text = platform::read_file(listed->second, bytes_max);
        return text ? std::optional(*std::move(text)) : std::nullopt;
    });
    if (!found) return std::nullopt;
    found->headers.emplace_back("Content-Security-Policy", docs_policy);
    found->headers.emplace_back("Cache-Control", name.starts_with("assets/")
                                                     ? "public, max-age=31536000, immutable"
                                                     : "no-cache");
    return found;
}

std::optional<Response> lost(const Request& request, int status) {
    const bool is_reader = request.method == "GET" &&
                           request.header("Accept").find("text/html") != std::string_view::npos;
    auto page = is_reader ? page_at(request, "") : std::nullopt;
    if (page) page->status = status;
    return page;
}

}  // namespace arbiter::server
