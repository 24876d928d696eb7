#include "server/mcp/resources.hpp"

#include "core/base/base64.hpp"
#include "server/http/target.hpp"

namespace arbiter::server::mcp {

namespace {

constexpr std::string_view scheme = "arbiter://";
constexpr std::string_view formats = "arbiter://formats";

std::string text_of(const Json& object, std::string_view key) {
    const Json* member = object.find(key);
    const auto* text = member != nullptr ? member->as<std::string>() : nullptr;
    return text != nullptr ? *text : std::string();
}

const Json::Array& array_of(const Json& object, std::string_view key) {
    static const Json::Array none;
    const Json* member = object.find(key);
    const auto* array = member != nullptr ? member->as<Json::Array>() : nullptr;
    return array != nullptr ? *array : none;
}

/// Only the formats and notations of the catalogue.
std::string formats_of(const Json& catalogue) {
    JsonWriter out;
    out.object([&] {
        for (const Json& game : array_of(catalogue, "games")) {
            out.key(text_of(game, "name"));
            out.object([&] {
                out.member("formats", Json{array_of(game, "formats")});
                out.member("notations", Json{array_of(game, "notations")});
            });
        }
    });
    return out.take();
}

/// Without parameters such as the charset.
std::string_view media_type(const Response& response) {
    const std::string_view type = response.header("Content-Type");
    return type.substr(0, type.find(';'));
}

}  // namespace

std::optional<Request> request_of(std::string_view uri, std::string_view authorization) {
    if (!uri.starts_with(scheme)) return std::nullopt;
    const std::string_view place = uri == formats ? "rules" : uri.substr(scheme.size());
    const std::string_view root = place.substr(0, place.find_first_of("/?"));
    if (root != "rules" && root != "games") return std::nullopt;
    Request request{.method = "GET", .target = "/api/" + std::string(place)};
    if (!authorization.empty()) request.headers.emplace_back("Authorization", authorization);
    return request;
}

void write_contents(JsonWriter& out, std::string_view uri, const Response& response) {
    out.object([&] {
        out.member("uri", uri);
        const std::string_view type = media_type(response);
        out.member("mimeType", type);
        if (type == "image/png") return out.member("blob", base64(response.body));
        const auto catalogue = uri == formats ? read_json(response.body) : Reading<Json>{};
        out.member("text", catalogue ? formats_of(*catalogue) : response.body);
    });
}

Request games_after(std::string_view cursor) {
    Request request{.method = "GET", .target = "/api/games"};
    if (!cursor.empty()) request.target += "?before=" + escaped(cursor);
    return request;
}

void write_games(JsonWriter& out, const Json& page) {
    for (const Json& game : array_of(page, "games")) {
        const auto name_of = [&](std::string_view seat) {
            const std::string name = text_of(game, seat);
            return name.empty() ? std::string(seat) : name;
        };
        out.object([&] {
            const std::string id = text_of(game, "id");
            out.member("uri", std::string(scheme) + "games/" + escaped(id));
            out.member("name", id);
            out.member("title", text_of(game, "game") + ": " + name_of("white") + " against " +
                                    name_of("black") + ", " + text_of(game, "status"));
            out.member("mimeType", "application/json");
        });
    }
}

}  // namespace arbiter::server::mcp
