#include "players/models/chat.hpp"

#include "core/base/base64.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"

namespace arbiter::players {

namespace {

std::string_view word(ChatMessage::Role role) {
    switch (role) {
        case ChatMessage::Role::system: return "system";
        case ChatMessage::Role::user: return "user";
        case ChatMessage::Role::assistant: break;
    }
    return "assistant";
}

void write_parts(JsonWriter& out, const ChatMessage& message) {
    out.array([&] {
        out.object([&] {
            out.member("type", "text");
            out.member("text", message.text);
        });
        out.object([&] {
            out.member("type", "image_url");
            out.key("image_url");
            out.object(
                [&] { out.member("url", "data:image/png;base64," + base64(*message.picture)); });
        });
    });
}

/// Of nothing there is nothing.
const Json* at(const Json* json, std::string_view key) {
    return json == nullptr ? nullptr : json->find(key);
}

const Json* first(const Json* json) {
    const auto* list = json == nullptr ? nullptr : json->as<Json::Array>();
    return list == nullptr || list->empty() ? nullptr : &list->front();
}

std::optional<std::uint64_t> count(const Json* json) {
    const auto* number = json == nullptr ? nullptr : json->as<std::int64_t>();
    if (number == nullptr || *number < 0) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

/// A text, or a list of parts of which some are texts.
std::string text_of(const Json* content) {
    if (content == nullptr) return {};
    if (const auto* text = content->as<std::string>()) return *text;
    std::string all;
    if (const auto* parts = content->as<Json::Array>()) {
        for (const Json& part : *parts) all += text_of(part.find("text"));
    }
    return all;
}

}  // namespace

std::string chat_request(const ChatTerms& terms, const std::vector<ChatMessage>& messages) {
    JsonWriter out;
    out.object([&] {
        out.member("model", terms.model);
        out.key("messages");
        out.array([&] {
            for (const ChatMessage& message : messages) {
                out.object([&] {
                    out.member("role", word(message.role));
                    out.key("content");
                    message.picture ? write_parts(out, message) : out.value(message.text);
                });
            }
        });
        if (terms.temperature) out.member("temperature", *terms.temperature);
        if (terms.tokens_max) out.member("max_tokens", *terms.tokens_max);
    });
    return out.take();
}

std::expected<ChatAnswer, std::string> read_chat_answer(std::string_view text) {
    const auto json = read_json(text);
    if (!json) return std::unexpected("no JSON: " + json.faults.begin()->sentence);
    const Json* message = at(first(at(&*json, "choices")), "message");
    if (message == nullptr) return std::unexpected("no member choices with a message");
    const Json* usage = at(&*json, "usage");
    ChatAnswer answer{text_of(at(message, "content")), count(at(usage, "prompt_tokens")),
                      count(at(usage, "completion_tokens"))};
    if (trimmed(answer.text).empty()) return std::unexpected("a message without a text");
    return answer;
}

}  // namespace arbiter::players
