#include "players/models/chat.hpp"

#include <algorithm>

#include "core/base/base64.hpp"
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

void write_messages(JsonWriter& out, const std::vector<ChatMessage>& messages) {
    out.array([&] {
        for (const ChatMessage& message : messages) {
            out.object([&] {
                out.member("role", word(message.role));
                out.key("content");
                message.picture ? write_parts(out, message) : out.value(message.text);
            });
        }
    });
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

std::string one_line(const Json& json) {
    JsonWriter out;
    out.value(json);
    return out.take();
}

/// A completion, put together from its pieces: one, or the events of a stream.
class Completion {
public:
    void add(const Json& piece) {
        if (const Json* usage = piece.find("usage")) {
            if (const auto tokens = count(usage->find("prompt_tokens"))) answer_.tokens_in = tokens;
            if (const auto tokens = count(usage->find("completion_tokens")))
                answer_.tokens_out = tokens;
        }
        if (const auto model = text_of(piece.find("model")); !model.empty()) answer_.model = model;
        const Json* choice = first(piece.find("choices"));
        if (choice == nullptr) return;
        const Json* message = choice->find("message");
        if (message == nullptr) message = choice->find("delta");
        if (message != nullptr) add_message(*message);
        if (const auto reason = text_of(choice->find("finish_reason")); !reason.empty()) {
            is_finished_ = true;
            answer_.is_cut_off = reason == "length" || reason == "max_tokens";
        }
    }

    bool has_message() const { return has_message_; }
    bool is_finished() const { return is_finished_; }

    ChatAnswer take() {
        for (const ToolCall& call : calls_) {
            const auto arguments = read_json(call.arguments);
            const auto* members = arguments ? arguments->as<Json::Object>() : nullptr;
            const bool has_none =
                trimmed(call.arguments).empty() || (members != nullptr && members->empty());
            const std::string said = has_none
                                         ? one_line(Json{Json::Object{{"action", Json{call.name}}}})
                                         : call.arguments;
            answer_.text += (answer_.text.empty() ? "" : "\n") + said;
        }
        return std::move(answer_);
    }

private:
    struct ToolCall {
        std::string name;
        std::string arguments;
    };

    void add_message(const Json& message) {
        has_message_ = true;
        answer_.text += text_of(message.find("content"));
        if (const Json* call = message.find("function_call")) add_call(0, *call);
        const auto* calls = message.find("tool_calls") == nullptr
                                ? nullptr
                                : message.find("tool_calls")->as<Json::Array>();
        if (calls == nullptr) return;
        constexpr std::size_t calls_max = 64;
        for (std::size_t i = 0; i < std::min(calls->size(), calls_max); ++i) {
            const Json& call = (*calls)[i];
            const auto index = count(call.find("index")).value_or(i);
            if (const Json* function = call.find("function"); function && index < calls_max) {
                add_call(index, *function);
            }
        }
    }

    /// The arguments are a text, which a stream sends in pieces; some endpoints send an object.
    void add_call(std::size_t index, const Json& function) {
        if (calls_.size() <= index) calls_.resize(index + 1);
        calls_[index].name += text_of(function.find("name"));
        const Json* arguments = function.find("arguments");
        if (arguments == nullptr || arguments->is_null()) return;
        const bool is_object = arguments->as<Json::Object>() != nullptr;
        calls_[index].arguments += is_object ? one_line(*arguments) : text_of(arguments);
    }

    ChatAnswer answer_;
    std::vector<ToolCall> calls_;
    bool has_message_ = false;
    bool is_finished_ = false;
};

std::optional<std::string> error_in(const Json& json) {
    const Json* error = json.find("error");
    if (error == nullptr || error->is_null()) return std::nullopt;
    const std::string message = text_of(error->find("message"));
    return "an error: " + (message.empty() ? one_line(*error) : message);
}

bool is_stream(std::string_view text) {
    for (const std::string_view word : {"data:", "event:", "id:", "retry:", ":"}) {
        if (text.starts_with(word)) return true;
    }
    return false;
}

/// "data: {...}" and blank lines, "data: [DONE]" at the end.
std::expected<ChatAnswer, std::string> read_stream(std::string_view text) {
    Completion completion;
    bool is_done = false;
    while (!text.empty() && !is_done) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (!line.starts_with("data:")) continue;
        line = trimmed(line.substr(5));
        is_done = line == "[DONE]";
        if (is_done || line.empty()) continue;
        const auto piece = read_json(line);
        if (!piece) return std::unexpected(std::string(broken_stream));
        if (auto error = error_in(*piece)) return std::unexpected(*std::move(error));
        completion.add(*piece);
    }
    if (!completion.has_message()) return std::unexpected("a stream without a message");
    if (!is_done && !completion.is_finished()) return std::unexpected(std::string(broken_stream));
    return completion.take();
}

}  // namespace

std::string chat_request(const ChatTerms& terms, const std::vector<ChatMessage>& messages,
                         std::optional<std::int64_t> room) {
    const bool is_completion = terms.completion_tokens_max.has_value();
    const std::string_view limit_key = is_completion ? "max_completion_tokens" : "max_tokens";
    const auto limit = room ? room : is_completion ? terms.completion_tokens_max : terms.tokens_max;
    const auto is_replaced = [&](std::string_view key) {
        if (room && key == limit_key) return false;
        return std::ranges::find(terms.body, key, &Json::Member::key) != terms.body.end();
    };
    JsonWriter out;
    const auto member = [&](std::string_view key, const auto& value) {
        if (!is_replaced(key)) out.member(key, value);
    };
    out.object([&] {
        member("model", terms.model);
        out.key("messages");
        write_messages(out, messages);
        if (terms.temperature) member("temperature", *terms.temperature);
        if (limit) member(limit_key, *limit);
        if (!terms.reasoning_effort.empty()) member("reasoning_effort", terms.reasoning_effort);
        for (const auto& [key, value] : terms.body) {
            if (key != "messages" && is_replaced(key)) out.member(key, value);
        }
    });
    return out.take();
}

std::expected<ChatAnswer, std::string> read_chat_answer(std::string_view text) {
    text = trimmed(text);
    if (is_stream(text)) return read_stream(text);
    const auto json = read_json(text);
    if (!json) return std::unexpected("no JSON: " + json.faults.begin()->sentence);
    if (auto error = error_in(*json)) return std::unexpected(*std::move(error));
    Completion completion;
    completion.add(*json);
    if (!completion.has_message()) return std::unexpected("no member choices with a message");
    return completion.take();
}

}  // namespace arbiter::players
