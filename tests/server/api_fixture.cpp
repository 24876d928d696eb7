#include "tests/server/api_fixture.hpp"

#include <algorithm>
#include <charconv>
#include <future>

#include <gtest/gtest.h>

#include "platform/clock.hpp"

namespace arbiter::server {

using namespace std::chrono_literals;

bool CollectingFeed::send(std::shared_ptr<const std::string> message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(*message);
    changed_.notify_all();
    return closed_.empty();
}

void CollectingFeed::close(std::string_view reason) {
    const std::lock_guard lock(mutex_);
    closed_ = reason;
    changed_.notify_all();
}

std::string CollectingFeed::closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
}

std::string CollectingFeed::next() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, 10s, [&] { return !messages_.empty(); })) {
        ADD_FAILURE() << "no message came";
        return {};
    }
    std::string message = std::move(messages_.front());
    messages_.pop_front();
    return message;
}

Json CollectingFeed::next(std::string_view type) {
    for (;;) {
        const std::string message = next();
        if (message.empty()) return {};
        auto json = read_json(message);
        EXPECT_TRUE(json) << message;
        if (json && text(*json, "/type") == type) return std::move(*json.value);
    }
}

TestServer::TestServer(ApiOptions options)
    : options_(std::move(options)), log_(LogLevel::error, [](std::string_view) {}) {
    open();
}

void TestServer::open() {
    auto opened = store::open(folder_.file("games.db"));
    if (!opened) throw std::runtime_error(opened.error().sentence);
    store_ = opened->get();
    api_ = std::make_unique<Api>(options_, std::move(*opened), metrics_, log_);
}

void TestServer::restart() {
    api_.reset();
    open();
}

Response TestServer::ask(std::string_view method, std::string_view target, std::string_view body,
                         const Asking& asking) {
    Request request{.method = std::string(method),
                    .target = std::string(target),
                    .headers = asking.headers,
                    .body = std::string(body),
                    .address = "192.0.2.1",
                    .at = platform::system_clock().now()};
    if (request.header("Content-Type").empty() && !body.empty()) {
        request.headers.emplace_back("Content-Type", "application/json");
    }
    if (!asking.key.empty()) {
        request.headers.emplace_back("authorization", "Bearer " + asking.key);
    }
    std::promise<Response> promise;
    auto answer = promise.get_future();
    api_->handle(std::move(request),
                 [&](Response response) { promise.set_value(std::move(response)); });
    return answer.get();
}

TestServer::NewGame TestServer::create(std::string_view body) {
    const Response response = post("/api/games", body);
    EXPECT_EQ(response.status, 201) << response.body;
    const Json json = json_of(response);
    return {text(json, "/id"), text(json, "/keys/white"), text(json, "/keys/black"),
            text(json, "/keys/watch"), text(json, "/keys/owner")};
}

std::string TestServer::move(const NewGame& game, Color by, std::string_view move) {
    const Json now = json_of(get(game.path(), {.key = game.white}));
    JsonWriter body;
    body.object([&] {
        body.member("move", move);
        body.member("version", number(now, "/version"));
    });
    const Response response = post(game.path() + "/moves", body.text(), {.key = game.key(by)});
    std::string summary = std::to_string(response.status);
    if (response.status != 200) summary += " " + text(json_of(response), "/code");
    return summary;
}

std::unique_ptr<Conversation> TestServer::converse(const std::shared_ptr<Feed>& feed) {
    const Request request{.method = "GET",
                          .target = "/ws",
                          .headers = {},
                          .body = {},
                          .address = "192.0.2.1",
                          .at = platform::system_clock().now()};
    auto conversation = api_->converse(request, feed);
    if (!conversation) throw std::runtime_error(conversation.error().body);
    return std::move(*conversation);
}

Json json_of(const Response& response) {
    auto json = read_json(response.body);
    EXPECT_TRUE(json) << response.status << " " << response.body;
    return json ? std::move(*json.value) : Json{};
}

Json at(const Json& json, std::string_view pointer) {
    const Json* value = &json;
    while (!pointer.empty() && value != nullptr) {
        pointer.remove_prefix(1);
        const auto end = std::min(pointer.find('/'), pointer.size());
        const std::string_view step = pointer.substr(0, end);
        pointer.remove_prefix(end);
        if (const auto* list = value->as<Json::Array>()) {
            std::size_t index = 0;
            std::from_chars(step.data(), step.data() + step.size(), index);
            value = index < list->size() ? &(*list)[index] : nullptr;
        } else {
            value = value->find(step);
        }
    }
    return value != nullptr ? *value : Json{};
}

std::string text(const Json& json, std::string_view pointer) {
    const Json value = at(json, pointer);
    const auto* string = value.as<std::string>();
    return string != nullptr ? *string : std::string();
}

std::int64_t number(const Json& json, std::string_view pointer) {
    const Json value = at(json, pointer);
    const auto* integer = value.as<std::int64_t>();
    return integer != nullptr ? *integer : -1;
}

std::size_t count(const Json& json, std::string_view pointer) {
    const Json value = at(json, pointer);
    const auto* list = value.as<Json::Array>();
    if (list == nullptr) ADD_FAILURE() << "there is no list at " << pointer;
    return list != nullptr ? list->size() : 0;
}

std::string header(const Response& response, std::string_view name) {
    const auto found = std::ranges::find(response.headers, name, &Headers::value_type::first);
    return found == response.headers.end() ? std::string() : found->second;
}

}  // namespace arbiter::server
