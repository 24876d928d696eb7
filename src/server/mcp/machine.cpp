#include "server/mcp/machine.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/base64.hpp"
#include "core/base/excerpt.hpp"
#include "server/mcp/call.hpp"
#include "server/mcp/catalogue.hpp"
#include "server/mcp/resources.hpp"
#include "server/mcp/tools.hpp"

namespace arbiter::server::mcp {

namespace {

constexpr std::size_t batch_max = 50;
constexpr std::array<std::pair<Version, std::string_view>, 5> versions{{
    {Version::v2026_07_28, "2026-07-28"},
    {Version::v2025_11_25, "2025-11-25"},
    {Version::v2025_06_18, "2025-06-18"},
    {Version::v2025_03_26, "2025-03-26"},
    {Version::v2024_11_05, "2024-11-05"},
}};
constexpr Version last_with_handshake = Version::v2025_11_25;

/// The id of an answer: null if the message has none that can be repeated.
Json id_of(const Json& message) {
    const Json* id = message.find("id");
    if (id == nullptr) return {};
    const bool is_id = id->as<std::string>() != nullptr || id->as<std::int64_t>() != nullptr;
    return is_id ? *id : Json{};
}

void write_capabilities(JsonWriter& out) {
    out.object([&] {
        for (const std::string_view capability : {"tools", "prompts", "completions"}) {
            out.key(capability);
            out.object([] {});
        }
        out.key("resources");
        out.object([&] { out.member("subscribe", true); });
    });
}

/// The value of a header, which is Base64 if it is not visible ASCII.
bool says(std::string_view header, std::string_view value) {
    return header == value || header == "=?base64?" + base64(value) + "?=";
}

}  // namespace

void write_versions(JsonWriter& out) {
    out.array([&] {
        for (const auto& [version, name] : versions) out.value(name);
    });
}

std::string_view to_string(Version version) {
    return std::ranges::find(versions, version, [](const auto& known) { return known.first; })
        ->second;
}

std::optional<Version> version_named(std::string_view text) {
    for (const auto& [version, name] : versions) {
        if (name == text) return version;
    }
    return std::nullopt;
}

struct Machine::Batch {
    Json::Array messages;
    Caller caller;
    Done done;
    std::size_t next = 0;
    std::vector<std::string> answers{};
};

struct Machine::Method {
    enum class Era : std::uint8_t { any, with_handshake, without };

    std::string_view name;
    Handler handler;
    Era era = Era::any;
};

const Machine::Method* Machine::find(const Call& call) {
    using Era = Method::Era;
    static constexpr std::array<Method, 14> methods{{
        {"initialize", &Machine::initialize, Era::with_handshake},
        {"ping", &Machine::ping, Era::with_handshake},
        {"server/discover", &Machine::discover, Era::without},
        {"tools/list", &Machine::list_tools},
        {"tools/call", &Machine::call_tool},
        {"resources/list", &Machine::list_resources},
        {"resources/templates/list", &Machine::list_templates},
        {"resources/read", &Machine::read_resource},
        {"resources/subscribe", &Machine::subscribe, Era::with_handshake},
        {"resources/unsubscribe", &Machine::unsubscribe, Era::with_handshake},
        {"subscriptions/listen", &Machine::listen, Era::without},
        {"prompts/list", &Machine::list_prompts},
        {"prompts/get", &Machine::get_prompt},
        {"completion/complete", &Machine::complete},
    }};
    const auto found = std::ranges::find(methods, call.method, &Method::name);
    if (found == methods.end()) return nullptr;
    const Era other = call.is_modern() ? Era::with_handshake : Era::without;
    return found->era == other ? nullptr : &*found;
}

Machine::Machine(Carrier carrier) : carrier_(std::move(carrier)), catalogue_(catalogue()) {}

const Json& Machine::told(std::string_view key) const {
    static const Json nothing{Json::Array{}};
    const Json* member = catalogue_.find(key);
    return member != nullptr ? *member : nothing;
}

void Machine::receive(std::string_view message, const Caller& caller, Done done) const {
    const auto json = read_json(message);
    if (!json) {
        const std::string why = json.faults.empty() ? "" : ": " + json.faults.begin()->sentence;
        return done(Fault{parse_error, "the message is not JSON" + why, 400}.to(Json{}));
    }
    if (const auto* messages = json->as<Json::Array>()) {
        return receive_all(*messages, caller, std::move(done));
    }
    receive_one(*json, caller, std::move(done));
}

void Machine::receive_one(const Json& message, const Caller& caller, Done done) const {
    const Json id = id_of(message);
    const auto invalid = [&](std::string_view why) {
        done(Fault{invalid_request, std::string(why), 400}.to(id));
    };
    const auto* protocol = text(message, "jsonrpc");
    if (protocol == nullptr || *protocol != "2.0") return invalid("this is not JSON-RPC 2.0");
    const auto* method = text(message, "method");
    if (method == nullptr) {
        // The server sends no requests, so a response from the client means nothing.
        const bool is_response =
            message.find("result") != nullptr || message.find("error") != nullptr;
        return is_response ? done({.message = {}, .status = 202}) : invalid("method is missing");
    }
    const Json* params = message.find("params");
    if (params != nullptr && params->as<Json::Object>() == nullptr) {
        return invalid("params must be an object");
    }
    if (message.find("id") == nullptr) {
        // Whoever does not want to listen any more says so.
        const Json* cancelled = params != nullptr ? params->find("requestId") : nullptr;
        if (*method == "notifications/cancelled" && cancelled != nullptr && caller.subscriptions) {
            caller.subscriptions->remove(name_of(*cancelled));
        }
        return done({.message = {}, .status = 202});
    }
    if (id.is_null()) return invalid("id must be a string or a whole number");
    carry_out({id, *method, params != nullptr ? *params : Json{Json::Object{}}, caller},
              std::move(done));
}

void Machine::receive_all(const Json::Array& messages, const Caller& caller, Done done) const {
    const auto invalid = [&](std::string why) {
        done(Fault{invalid_request, std::move(why), 400}.to(Json{}));
    };
    if (!caller.agreed || *caller.agreed >= Version::v2025_06_18) {
        return invalid("one message at a time: batches ended with revision 2025-06-18");
    }
    if (messages.empty()) return invalid("there is nothing in this batch");
    if (messages.size() > batch_max) {
        return invalid("a batch has at most " + std::to_string(batch_max) + " messages");
    }
    go_on(std::make_shared<Batch>(Batch{messages, caller, std::move(done)}));
}

/// One after another: a move may need the game that was created before it.
void Machine::go_on(const std::shared_ptr<Batch>& batch) const {
    if (batch->next == batch->messages.size()) {
        if (batch->answers.empty()) return batch->done({.message = {}, .status = 202});
        JsonWriter out;
        out.array([&] {
            for (const std::string& answer : batch->answers) out.raw(answer);
        });
        return batch->done({.message = out.take()});
    }
    const Json& message = batch->messages[batch->next++];
    auto take = [this, batch](Answer answer) {
        if (!answer.message.empty()) batch->answers.push_back(std::move(answer.message));
        go_on(batch);
    };
    const auto* method = text(message, "method");
    if (method != nullptr && *method == "initialize") {
        return take(Fault{invalid_request, "initialize comes alone"}.to(id_of(message)));
    }
    receive_one(message, batch->caller, std::move(take));
}

/// Whether a request has what its revision requires of every request.
std::optional<Machine::Fault> Machine::misfit(const Call& call) {
    const auto& mirror = call.caller.mirror;
    constexpr std::string_view modern = "2026-07-28";
    if (!call.is_modern()) {
        if (!mirror || mirror->version.empty()) return std::nullopt;
        if (!version_named(mirror->version)) return Fault::unsupported(mirror->version);
        if (mirror->version != modern) return std::nullopt;
        return Fault{invalid_params, "_meta must name the protocol's revision", 400};
    }
    const auto* version = text(*call.meta(), version_key);
    if (version == nullptr) {
        return Fault{invalid_params, "the protocol's revision in _meta must be a string", 400};
    }
    if (mirror && mirror->version != *version) {
        return Fault{header_mismatch, "the header MCP-Protocol-Version is not as in _meta", 400};
    }
    if (*version != modern) return Fault::unsupported(*version);
    const Json* capabilities = call.meta()->find(capabilities_key);
    if (capabilities == nullptr || capabilities->as<Json::Object>() == nullptr) {
        return Fault{invalid_params, "_meta must have the client's capabilities", 400};
    }
    if (!mirror) return std::nullopt;
    if (mirror->method != call.method) {
        return Fault{header_mismatch, "the header Mcp-Method is not the message's method", 400};
    }
    const bool is_call = call.method == "tools/call";
    if (!is_call && call.method != "resources/read") return std::nullopt;
    const std::string_view source = is_call ? "name" : "uri";
    const auto* name = text(call.params, source);
    if (name == nullptr || says(mirror->name, *name)) return std::nullopt;
    return Fault{header_mismatch, "the header Mcp-Name is not params." + std::string(source), 400};
}

void Machine::carry_out(Call call, Done done) const {
    if (const auto fault = misfit(call)) return done(fault->to(call.id));
    const Method* method = find(call);
    if (method != nullptr) return (this->*method->handler)(std::move(call), std::move(done));
    const int status = call.is_modern() ? 404 : 200;
    done(Fault{method_not_found, "there is no method " + in_quotes(call.method), status}.to(
        call.id));
}

/// The revision that the client asked for if it is supported, else the latest one with a handshake.
void Machine::initialize(Call call, Done done) const {
    const auto* wanted = text(call.params, "protocolVersion");
    if (wanted == nullptr) {
        return done(Fault{invalid_params, "protocolVersion must be a string"}.to(call.id));
    }
    const Version agreed =
        std::min(version_named(*wanted).value_or(last_with_handshake), last_with_handshake);
    Answer answer = call.result(Freshness::none, [&](JsonWriter& out) {
        out.member("protocolVersion", to_string(agreed));
        out.key("capabilities");
        write_capabilities(out);
        out.key("serverInfo");
        write_server(out);
        out.member("instructions", told("instructions"));
    });
    answer.agreed = agreed;
    done(std::move(answer));
}

void Machine::ping(Call call, Done done) const {
    done(call.result(Freshness::none, [](JsonWriter&) {}));
}

void Machine::discover(Call call, Done done) const {
    done(call.result(Freshness::permanent, [&](JsonWriter& out) {
        out.key("supportedVersions");
        write_versions(out);
        out.key("capabilities");
        write_capabilities(out);
        out.member("instructions", told("instructions"));
    }));
}

void Machine::list_tools(Call call, Done done) const {
    done(call.result(Freshness::permanent,
                     [&](JsonWriter& out) { out.member("tools", told("tools")); }));
}

void Machine::call_tool(Call call, Done done) const {
    const auto* name = text(call.params, "name");
    if (name == nullptr) return done(Fault{invalid_params, "name must be a string"}.to(call.id));
    const Tool* tool = tool_named(*name);
    if (tool == nullptr) {
        return done(Fault{invalid_params, "there is no tool " + in_quotes(*name)}.to(call.id));
    }
    const Json* given = call.params.find("arguments");
    const Json arguments = given != nullptr ? *given : Json{Json::Object{}};
    if (arguments.as<Json::Object>() == nullptr) {
        return done(Fault{invalid_params, "arguments must be an object"}.to(call.id));
    }
    auto request = request_of(*tool, arguments, call.caller.authorization);
    if (!request) {
        return done(call.result(Freshness::none,
                                [&](JsonWriter& out) { write_result(out, request.error()); }));
    }
    Request sent = call.of_caller(std::move(*request));
    carrier_(std::move(sent), [asked = std::move(call), tool,
                               finish = std::move(done)](const Response& response) mutable {
        finish(asked.result(Freshness::none,
                            [&](JsonWriter& out) { write_result(out, *tool, response); }));
    });
}

/// The fixed resources, and on the same page the games that changed last.
void Machine::list_resources(Call call, Done done) const {
    const auto* cursor = text(call.params, "cursor");
    if (cursor == nullptr && call.params.find("cursor") != nullptr) {
        return done(Fault{invalid_params, "cursor must be a string"}.to(call.id));
    }
    Request request = call.of_caller(games_after(cursor != nullptr ? *cursor : ""));
    const auto* fixed = cursor == nullptr ? told("resources").as<Json::Array>() : nullptr;
    carrier_(std::move(request), [asked = std::move(call), fixed,
                                  finish = std::move(done)](const Response& response) mutable {
        const auto page = read_json(response.body);
        if (response.status >= 400 || !page) {
            const int code = response.status == 422 ? invalid_params : internal_error;
            return finish(Fault{code, "there is no such page", 200, response.body}.to(asked.id));
        }
        finish(asked.result(Freshness::passing, [&](JsonWriter& out) {
            out.key("resources");
            out.array([&] {
                if (fixed != nullptr) {
                    for (const Json& resource : *fixed) out.value(resource);
                }
                write_games(out, *page);
            });
            if (const auto* next = text(*page, "next")) out.member("nextCursor", *next);
        }));
    });
}

void Machine::list_templates(Call call, Done done) const {
    done(call.result(Freshness::permanent, [&](JsonWriter& out) {
        out.member("resourceTemplates", told("resourceTemplates"));
    }));
}

void Machine::read_resource(Call call, Done done) const {
    const auto* uri = text(call.params, "uri");
    if (uri == nullptr) return done(Fault{invalid_params, "uri must be a string"}.to(call.id));
    auto request = request_of(*uri, call.caller.authorization);
    if (!request) {
        const Problem none = problem(404, "no_such_resource", "there is no such resource");
        return done(Fault::unread(call, *uri, none).to(call.id));
    }
    Request sent = call.of_caller(std::move(*request));
    carrier_(std::move(sent), [name = *uri, asked = std::move(call),
                               finish = std::move(done)](Response response) mutable {
        if (response.status >= 400) {
            const Problem why{response.status, {}, std::move(response.body)};
            return finish(Fault::unread(asked, name, why).to(asked.id));
        }
        finish(asked.result(Freshness::passing, [&](JsonWriter& out) {
            out.key("contents");
            out.array([&] { write_contents(out, name, response); });
        }));
    });
}

}  // namespace arbiter::server::mcp
