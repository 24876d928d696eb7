// Requests to the API, one after another: "METHOD TARGET", a line a header, an empty line and the
// body. A line "===" stands between two of them. ApiWorld says which games there are.

#include <algorithm>
#include <array>

#include "core/base/utf8.hpp"
#include "tests/fuzz/api_world.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::fuzz::api_request_fuzz {
namespace {

using server::Request;
using server::Response;

constexpr std::size_t size_max = 1024;
constexpr int requests_max = 3;

/// Takes the text before the separator, and the separator.
std::string_view take_until(std::string_view separator, std::string_view& text) {
    const auto end = text.find(separator);
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + separator.size());
    return taken;
}

bool has_control_character(std::string_view text) {
    return std::ranges::any_of(
        text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; });
}

/// Nothing for what no transport lets in.
std::optional<Request> read_request(std::string_view text) {
    Request request;
    std::string_view head = take_until("\n\n", text);
    request.body = text;
    std::string_view line = take_until("\n", head);
    request.method = take_until(" ", line);
    request.target = line;
    if (has_control_character(request.method) || has_control_character(line)) return std::nullopt;
    if (!line.starts_with('/') || line.contains(' ')) return std::nullopt;
    while (!head.empty()) {
        std::string_view value = take_until("\n", head);
        const std::string_view name = take_until(": ", value);
        if (has_control_character(name) || has_control_character(value)) return std::nullopt;
        request.headers.emplace_back(name, value);
    }
    request.address = "192.0.2.1";
    return request;
}

/// Browsers are shown a page where there is nothing.
bool is_page_of_nothing(const Response& response, bool is_browser) {
    return is_browser && (response.status == 400 || response.status == 404) &&
           response.header("Content-Type").starts_with("text/html");
}

void require_response(const Response& response, bool is_browser) {
    constexpr std::array statuses{200, 201, 202, 204, 400, 401, 403, 404, 405,
                                  406, 409, 413, 415, 422, 426, 428, 429};
    require(std::ranges::find(statuses, response.status) != statuses.end(),
            "the status is a documented one");
    for (const auto& [name, value] : response.headers) {
        require(!name.empty() && !has_control_character(name) && !has_control_character(value),
                "a header is one line");
    }
    const std::string_view type = response.header("Content-Type");
    const bool is_rpc = response.route == "/mcp" && type == "application/json";
    if (is_page_of_nothing(response, is_browser)) {
        require(is_utf8(response.body), "a page is UTF-8");
    } else if (response.status >= 400 && !is_rpc) {
        require(type == "application/problem+json", "a refusal is a problem document");
        require_problem(response.body, response.status);
    } else if (type == "application/json") {
        require_json(response.body);
    } else if (type.starts_with("text/") || type.starts_with("image/svg")) {
        require(is_utf8(response.body), "text is UTF-8");
    }
    if (response.status == 201) {
        require(response.header("Location").starts_with("/api/games/"), "a new game has a place");
    }
}

/// Server-sent events: id, event, data and an empty line.
class EventReader final : public server::Feed {
public:
    bool send(std::shared_ptr<const std::string> message) override {
        std::string_view text = *message;
        require(text.ends_with("\n\n"), "an event ends with an empty line");
        require(take_until("\n", text).starts_with("id: "), "an event has a number");
        require(take_until("\n", text).starts_with("event: "), "an event has a type");
        require(text.starts_with("data: "), "an event has data");
        require_json(text.substr(6, text.find('\n') - 6));
        return true;
    }
    void close(std::string_view) override {}
};

void look_at(std::string_view input) {
    std::string_view text = input;
    ApiWorld& world = ApiWorld::for_next_input();
    std::vector<std::shared_ptr<void>> streams;
    for (int count = 0; count < requests_max && !text.empty(); ++count) {
        auto request = read_request(take_until("\n===\n", text));
        if (!request) continue;
        const bool is_browser = request->header("Accept").contains("text/html");
        // A request may be answered after its client has gone.
        const auto answer = std::make_shared<std::optional<Response>>();
        world.handle(std::move(*request), [answer](Response response) {
            require(!*answer, "a request is answered once");
            *answer = std::move(response);
        });
        world.wait_until([&] { return answer->has_value(); }, "a request is answered");
        require_response(**answer, is_browser);
        if ((*answer)->stream) {
            streams.push_back((*answer)->stream(std::make_shared<EventReader>()));
        }
    }
    world.require_sound_journals(input);
}

const arbiter::fuzz::Target target(
    {.name = "api_request", .size_max = size_max, .look = look_at, .keeps_state = true});

}  // namespace
}  // namespace arbiter::fuzz::api_request_fuzz
