// What a client says over a WebSocket: messages one after another, a line "===" between two of them.
// ApiWorld says which games there are.

#include <condition_variable>
#include <map>
#include <mutex>

#include "platform/clock.hpp"
#include "tests/fuzz/api_world.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::fuzz::socket_message_fuzz {
namespace {

constexpr std::size_t size_max = 8 << 10;
constexpr std::size_t messages_max = 12;
constexpr auto patience = std::chrono::seconds(8);

std::string_view take_message(std::string_view& text) {
    constexpr std::string_view separator = "\n===\n";
    const auto end = text.find(separator);
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + separator.size());
    return taken;
}

std::string text_in(const Json& message, std::string_view key) {
    const Json* member = message.find(key);
    const auto* text = member != nullptr ? member->as<std::string>() : nullptr;
    require(text != nullptr, "a message says what it is and of which game");
    return *text;
}

std::int64_t number_in(const Json& message, std::string_view key) {
    const Json* member = message.find(key);
    const auto* number = member != nullptr ? member->as<std::int64_t>() : nullptr;
    require(number != nullptr, "a message has its numbers");
    return *number;
}

/// What the server says: one answer to each message, and events in between.
class Listener final : public server::Feed {
public:
    bool send(std::shared_ptr<const std::string> message) override {
        const std::lock_guard lock(mutex_);
        hear(require_json(*message));
        return true;
    }
    void close(std::string_view) override { require(false, "nobody closes the conversation"); }

    void wait_for_answers(std::size_t count) {
        std::unique_lock lock(mutex_);
        require(answered_.wait_for(lock, patience, [&] { return answers_ >= count; }),
                "a message is answered");
        require(answers_ == count, "a message is answered once");
    }

private:
    void hear(const Json& message) {
        const std::string type = text_in(message, "type");
        if (type == "presence") return;
        if (type == "event") return follow(message);
        ++answers_;
        answered_.notify_one();
        if (type == "subscribed") {
            next_versions_.erase(text_in(message, "game"));
            require(message.find("view") != nullptr, "who subscribes is shown the game");
        } else if (type == "problem") {
            require(message.find("body") != nullptr, "a problem is told");
            JsonWriter document;
            document.value(*message.find("body"));
            require_problem(document.text(), static_cast<int>(number_in(message, "status")));
        } else {
            require(type == "unsubscribed" || type == "played" || type == "pong",
                    "an answer is of a documented type");
        }
    }

    /// Events of a game come in order and without gaps.
    void follow(const Json& message) {
        const std::int64_t version = number_in(message, "version");
        const auto [next, is_first] = next_versions_.emplace(text_in(message, "game"), version);
        require(is_first || next->second == version, "events come in order and without gaps");
        next->second = version + 1;
    }

    std::mutex mutex_;
    std::condition_variable answered_;
    std::size_t answers_ = 0;
    std::map<std::string, std::int64_t> next_versions_;
};

void look_at(std::string_view text) {
    ApiWorld world;
    const auto listener = std::make_shared<Listener>();
    const server::Request upgrade{.method = "GET",
                                  .target = "/ws",
                                  .headers = {},
                                  .body = {},
                                  .address = "192.0.2.1",
                                  .at = platform::system_clock().now()};
    const auto conversation = world.api().converse(upgrade, listener);
    require(conversation.has_value(), "a client may speak");
    std::size_t count = 0;
    while (count < messages_max && !text.empty()) {
        (*conversation)->receive(take_message(text), platform::system_clock().now());
        ++count;
    }
    listener->wait_for_answers(count);
    world.require_sound_journals();
}

const arbiter::fuzz::Target target({.name = "socket_message",
                                    .size_max = size_max,
                                    .look = look_at});

}  // namespace
}  // namespace arbiter::fuzz::socket_message_fuzz
