#include "server/mcp/tools.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/base64.hpp"
#include "server/http/target.hpp"

namespace arbiter::server::mcp {

namespace {

/// How the API's answer is passed on.
enum class Shape : std::uint8_t {
    data,      ///< JSON
    verdict,   ///< JSON; a rejection is a result, not an error
    document,  ///< a text, unchanged
    picture,   ///< an image, or a text that draws one
    answer,    ///< JSON of any kind
};

}  // namespace

struct Tool {
    std::string_view name;
    std::string_view method;
    std::string_view path;  ///< the parts in braces come from the arguments
    Shape shape = Shape::data;
    std::string_view action = {};  ///< played, if that is not an argument
    std::int64_t wait_ms = 0;      ///< default of that argument; 0: there is none
};

namespace {

constexpr std::int64_t wait_usual_ms = 20'000;

constexpr std::array<Tool, 23> tools{{
    {"create_game", "POST", "/api/games"},
    {"list_games", "GET", "/api/games"},
    {"get_game", "GET", "/api/games/{id}/turn"},
    {"wait_for_turn", "GET", "/api/games/{id}/turn", Shape::data, {}, wait_usual_ms},
    {"show_board", "GET", "/api/games/{id}/board.{kind}", Shape::picture},
    {"list_legal_moves", "GET", "/api/games/{id}/legal"},
    {"explain_move", "POST", "/api/games/{id}/check", Shape::verdict},
    {"play", "POST", "/api/games/{id}/moves"},
    {"resign", "POST", "/api/games/{id}/moves", Shape::data, "resign"},
    {"claim_draw", "POST", "/api/games/{id}/moves", Shape::data, "claim_draw"},
    {"export_game", "GET", "/api/games/{id}/export", Shape::document},
    {"ask_game", "GET", "/api/games/{id}/ask", Shape::answer},
    {"review_game", "GET", "/api/games/{id}/analysis"},
    {"get_rules", "GET", "/api/rules/{game}"},
    {"list_players", "GET", "/api/players"},
    {"validate_state", "POST", "/api/validate"},
    {"convert_state", "POST", "/api/convert"},
    {"list_legal_moves_in_state", "POST", "/api/legal"},
    {"explain_move_in_state", "POST", "/api/check", Shape::verdict},
    {"play_in_state", "POST", "/api/play"},
    {"show_state", "POST", "/api/render", Shape::picture},
    {"ask_state", "POST", "/api/ask", Shape::answer},
    {"analyse_state", "POST", "/api/analyse"},
}};

/// The arguments that have not been used yet.
class Arguments {
public:
    explicit Arguments(const Json& given) {
        if (const auto* members = given.as<Json::Object>()) left_ = *members;
        std::erase_if(left_, [](const Json::Member& member) { return member.value.is_null(); });
    }

    std::optional<Json> take(std::string_view name) {
        const auto found = std::ranges::find(left_, name, &Json::Member::key);
        if (found == left_.end()) return std::nullopt;
        Json value = std::move(found->value);
        left_.erase(found);
        return value;
    }
    void add(std::string_view name, Json value) {
        left_.push_back({std::string(name), std::move(value)});
    }
    bool has(std::string_view name) const {
        return std::ranges::find(left_, name, &Json::Member::key) != left_.end();
    }
    const Json::Object& left() const { return left_; }

private:
    Json::Object left_;
};

/// As a path or a query has it; nothing for a value that does not fit there.
std::optional<std::string> plain_text(const Json& value) {
    if (const auto* text = value.as<std::string>()) return *text;
    if (value.as<Json::Array>() != nullptr || value.as<Json::Object>() != nullptr) {
        return std::nullopt;
    }
    JsonWriter out;
    out.value(value);
    return out.take();
}

std::expected<std::string, Problem> text_argument(Arguments& arguments, std::string_view name) {
    const auto value = arguments.take(name);
    if (!value) return wrong("missing_key", std::string(name) + " is missing");
    if (const auto* text = value->as<std::string>()) return *text;
    return wrong("wrong_type", std::string(name) + " must be a string");
}

/// "/api/games/{id}/legal" with the arguments in their places.
std::expected<std::string, Problem> filled(std::string_view pattern, Arguments& arguments) {
    std::string path;
    while (true) {
        const auto open = pattern.find('{');
        path += pattern.substr(0, open);
        if (open == pattern.npos) return path;
        const auto close = pattern.find('}', open);
        const auto text = text_argument(arguments, pattern.substr(open + 1, close - open - 1));
        if (!text) return std::unexpected(text.error());
        path += escaped(*text);
        pattern.remove_prefix(close + 1);
    }
}

std::expected<std::string, Problem> query_of(const Arguments& arguments) {
    std::string query;
    for (const auto& [name, value] : arguments.left()) {
        const auto text = plain_text(value);
        if (!text) return wrong("wrong_type", name + " must be a plain value");
        query += (query.empty() ? "?" : "&") + escaped(name) + "=" + escaped(*text);
    }
    return query;
}

std::string body_of(const Arguments& arguments) {
    JsonWriter out;
    out.value(Json{arguments.left()});
    return out.take();
}

/// {"action": "claim_draw", "reason": "fifty_move_rule"}
Json move_of(std::string_view action, Arguments& arguments) {
    Json::Object move{{"action", Json{std::string(action)}}};
    if (auto reason = arguments.take("reason")) move.push_back({"reason", std::move(*reason)});
    return Json{std::move(move)};
}

void write_text(JsonWriter& out, std::string_view text) {
    out.object([&] {
        out.member("type", "text");
        out.member("text", text);
    });
}

void write_image(JsonWriter& out, std::string_view png) {
    out.object([&] {
        out.member("type", "image");
        out.member("data", base64(png));
        out.member("mimeType", "image/png");
    });
}

/// The data itself, and the same as text for clients that read nothing else.
void write_data(JsonWriter& out, const Json& data) {
    JsonWriter text;
    text.value(data);
    out.key("content");
    out.array([&] { write_text(out, text.text()); });
    if (data.as<Json::Object>() != nullptr) out.member("structuredContent", data);
}

void write_failure(JsonWriter& out, std::string_view document) {
    const auto data = read_json(document);
    const Json* detail = data ? data->find("detail") : nullptr;
    const auto* sentence = detail != nullptr ? detail->as<std::string>() : nullptr;
    out.key("content");
    out.array([&] {
        if (sentence != nullptr) write_text(out, *sentence);
        write_text(out, document);
    });
    if (data) out.member("structuredContent", *data);
    out.member("isError", true);
}

/// Whether the rules rejected the move; otherwise the request is wrong.
bool is_refusal(int status, const Json& document) {
    return status == 422 && document.find("kind") != nullptr;
}

Json verdict_of(bool is_legal, const Json& answer) {
    Json::Object verdict{{"legal", Json{is_legal}}};
    if (!is_legal) {
        verdict.push_back({"refusal", answer});
    } else if (const auto* members = answer.as<Json::Object>()) {
        verdict.insert(verdict.end(), members->begin(), members->end());
    }
    return Json{std::move(verdict)};
}

}  // namespace

const Tool* tool_named(std::string_view name) {
    const auto found = std::ranges::find(tools, name, &Tool::name);
    return found == tools.end() ? nullptr : &*found;
}

std::expected<Request, Problem> request_of(const Tool& tool, const Json& given,
                                           std::string_view authorization) {
    Arguments arguments(given);
    Request request;
    request.method = tool.method;
    if (arguments.has("key")) {
        const auto key = text_argument(arguments, "key");
        if (!key) return std::unexpected(key.error());
        request.headers.emplace_back("Authorization", "Bearer " + *key);
    } else if (!authorization.empty()) {
        request.headers.emplace_back("Authorization", authorization);
    }
    if (tool.shape == Shape::picture && !arguments.has("kind")) {
        arguments.add("kind", Json{std::string("png")});
    }
    if (tool.wait_ms > 0 && !arguments.has("wait_ms")) arguments.add("wait_ms", Json{tool.wait_ms});
    if (!tool.action.empty()) arguments.add("move", move_of(tool.action, arguments));
    auto path = filled(tool.path, arguments);
    if (!path) return std::unexpected(path.error());
    request.target = std::move(*path);
    if (tool.method == "POST") {
        request.body = body_of(arguments);
        request.headers.emplace_back("Content-Type", "application/json");
    } else {
        const auto query = query_of(arguments);
        if (!query) return std::unexpected(query.error());
        request.target += *query;
    }
    return request;
}

void write_result(JsonWriter& out, const Tool& tool, const Response& response) {
    const bool is_well = response.status < 400;
    const auto json = read_json(response.body);
    if (tool.shape == Shape::verdict && json && (is_well || is_refusal(response.status, *json))) {
        return write_data(out, verdict_of(is_well, *json));
    }
    if (!is_well) return write_failure(out, response.body);
    if (tool.shape == Shape::data && json) return write_data(out, *json);
    if (tool.shape == Shape::answer && json) {
        return write_data(out, Json{Json::Object{{"answer", *json}}});
    }
    const std::string_view type = response.header("Content-Type");
    const bool is_image = type == "image/png";
    out.key("content");
    out.array([&] { is_image ? write_image(out, response.body) : write_text(out, response.body); });
    out.key("structuredContent");
    out.object([&] {
        out.member("type", type.substr(0, type.find(';')));
        if (!is_image) out.member("text", response.body);
    });
}

void write_result(JsonWriter& out, const Problem& problem) { write_failure(out, problem.document); }

}  // namespace arbiter::server::mcp
