// What a client of the Model Context Protocol says on standard input: a line a message. ApiWorld says
// which games there are.

#include <algorithm>
#include <array>
#include <memory>

#include "server/mcp/machine.hpp"
#include "tests/fuzz/api_world.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::fuzz::mcp_message_fuzz {
namespace {

using server::mcp::Answer;

constexpr std::size_t size_max = 1024;
constexpr int messages_max = 3;

std::string_view take_line(std::string_view& text) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    return line;
}

void require_fault(const Json& error) {
    constexpr std::array<std::int64_t, 7> codes{-32700, -32600, -32601, -32602,
                                                -32002, -32020, -32022};
    const Json* code = error.find("code");
    require(code != nullptr && code->as<std::int64_t>() != nullptr &&
                std::ranges::find(codes, *code->as<std::int64_t>()) != codes.end(),
            "a fault is the client's, and of a known kind");
    const Json* message = error.find("message");
    require(message != nullptr && message->as<std::string>() != nullptr &&
                !message->as<std::string>()->empty(),
            "a fault is told in words");
}

void require_response(const Json& response) {
    const Json* protocol = response.find("jsonrpc");
    require(protocol != nullptr && *protocol == Json{std::string("2.0")}, "JSON-RPC 2.0 is spoken");
    require(response.find("id") != nullptr, "a response says to what");
    const Json* result = response.find("result");
    const Json* error = response.find("error");
    require((result != nullptr) != (error != nullptr), "a response is a result or an error");
    if (error != nullptr) return require_fault(*error);
    require(result->as<Json::Object>() != nullptr, "a result is an object");
}

bool is_id(const Json* id) {
    return id != nullptr && (id->as<std::string>() != nullptr || id->as<std::int64_t>() != nullptr);
}

void require_answer(std::string_view message, const Answer& answer) {
    if (answer.message.empty()) {
        require(answer.status == 202, "what needs no answer is accepted");
        const auto heard = read_json(message);
        require(heard.value.has_value(), "nonsense is answered");
        return;
    }
    require(!answer.message.contains('\n'), "an answer is one line");
    const Json told = require_json(answer.message);
    if (const auto* several = told.as<Json::Array>()) {
        require(!several->empty(), "a batch that is answered has answers");
        std::ranges::for_each(*several, require_response);
        return;
    }
    require_response(told);
    const auto heard = read_json(message);
    const Json* id = heard ? heard->find("id") : nullptr;
    require(*told.find("id") == (is_id(id) ? *id : Json{}), "an answer is to what was asked");
}

void look_at(std::string_view input) {
    std::string_view text = input;
    ApiWorld& world = ApiWorld::for_next_input();
    const server::mcp::Machine machine([&](server::Request request, server::Reply reply) {
        world.handle(std::move(request), std::move(reply));
    });
    std::optional<server::mcp::Version> agreed;
    for (int count = 0; count < messages_max && !text.empty(); ++count) {
        const std::string_view message = take_line(text);
        const auto answer = std::make_shared<std::optional<Answer>>();
        machine.receive(message,
                        {.address = "192.0.2.1",
                         .authorization = {},
                         .at = world.now(),
                         .agreed = agreed,
                         .mirror = {}},
                        [answer](Answer made) {
                            require(!*answer, "a message is answered once");
                            *answer = std::move(made);
                        });
        world.wait_until([&] { return answer->has_value(); }, "a message is answered");
        require_answer(message, **answer);
        if ((*answer)->agreed) agreed = (*answer)->agreed;
    }
    world.require_sound_journals(input);
}

const arbiter::fuzz::Target target(
    {.name = "mcp_message", .size_max = size_max, .look = look_at, .keeps_state = true});

}  // namespace
}  // namespace arbiter::fuzz::mcp_message_fuzz
