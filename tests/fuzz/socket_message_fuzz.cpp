// What a client says over a WebSocket: messages one after another, a line "===" between two of them.
// ApiWorld says which games there are.

#include <map>

#include "tests/fuzz/api_world.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::fuzz::socket_message_fuzz {
namespace {

constexpr std::size_t size_max = 1024;
constexpr std::size_t messages_max = 4;

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
        hear(require_json(*message));
        return true;
    }
    void close(std::string_view) override { require(false, "nobody closes the conversation"); }

    std::size_t answers() const { return answers_; }

private:
    void hear(const Json& message) {
        const std::string type = text_in(message, "type");
        if (type == "presence") return;
        if (type == "event") return follow(message);
        ++answers_;
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

    std::size_t answers_ = 0;
    std::map<std::string, std::int64_t> next_versions_;
};

void look_at(std::string_view input) {
    std::string_view text = input;
    ApiWorld& world = ApiWorld::for_next_input();
    const auto listener = std::make_shared<Listener>();
    const auto conversation = world.converse(listener);
    std::size_t count = 0;
    while (count < messages_max && !text.empty()) {
        conversation->receive(take_message(text), world.now());
        ++count;
    }
    world.wait_until([&] { return listener->answers() >= count; }, "a message is answered");
    require(listener->answers() == count, "a message is answered once");
    world.require_sound_journals(input);
}

const arbiter::fuzz::Target target(
    {.name = "socket_message", .size_max = size_max, .look = look_at, .keeps_state = true});

}  // namespace
}  // namespace arbiter::fuzz::socket_message_fuzz
