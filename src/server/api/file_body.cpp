#include "server/api/file_body.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/charset.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "platform/charset.hpp"

namespace arbiter::server {

MediaType media_type_of(const Request& request) {
    std::string type(request.header("Content-Type"));
    std::ranges::transform(type, type.begin(), lower);
    const std::size_t end = std::min(type.find(';'), type.size());
    MediaType read{.name = std::string(trimmed(type.substr(0, end))), .charset = {}};
    constexpr std::string_view parameter = "charset=";
    if (const std::size_t at = type.find(parameter, end); at != std::string::npos) {
        std::string_view value = std::string_view(type).substr(at + parameter.size());
        value = trimmed(value.substr(0, value.find(';')));
        if (value.starts_with('"')) value = value.substr(1, value.find('"', 1) - 1);
        read.charset = value;
    }
    return read;
}

bool is_file(const Request& request) {
    constexpr std::array<std::string_view, 4> types{"text/plain", "application/octet-stream",
                                                    "application/x-go-sgf",
                                                    "application/x-chess-pgn"};
    return std::ranges::find(types, media_type_of(request).name) != types.end() &&
           !trimmed(request.body).starts_with('{');
}

namespace {

std::string document_with(std::string_view key, std::string_view file, const Target& target) {
    JsonWriter out;
    out.object([&] {
        out.member(key, file);
        for (const auto& [name, value] : target.parameters()) {
            if (name != key) out.member(name, value);
        }
    });
    return out.take();
}

}  // namespace

std::optional<Request> with_json_body(const Request& request, const Target& target) {
    const std::string charset = media_type_of(request).charset;
    const bool is_tool = match("/api/{tool}", target.path()).has_value();
    const bool named = !charset.empty() && charset_named(charset) != "UTF-8";
    if (request.method != "POST" || !is_tool) return std::nullopt;
    const bool file = is_file(request);
    if (!file && !named) return std::nullopt;
    Request changed = request;
    changed.body = platform::decoded(std::move(changed.body), charset);
    if (file) {
        const std::string_view key = target.path() == "/api/games" ? "start" : "state";
        changed.body = document_with(key, changed.body, target);
    }
    return changed;
}

}  // namespace arbiter::server
