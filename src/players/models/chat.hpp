#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "players/models/prompt.hpp"

/// The chat completions that language models are asked by, as OpenAI's interface has them.
namespace arbiter::players {

struct ChatMessage {
    enum class Role : std::uint8_t { system, user, assistant };
    Role role;
    std::string text;
    std::optional<std::string> picture{};  ///< a PNG
};

struct ChatTerms {
    std::string model;
    std::optional<double> temperature{};
    std::optional<std::int64_t> tokens_max{};
};

std::string chat_request(const ChatTerms& terms, const std::vector<ChatMessage>& messages);

struct ChatAnswer {
    std::string text;
    std::optional<std::uint64_t> tokens_in;
    std::optional<std::uint64_t> tokens_out;
};

/// The first choice in a completion; otherwise what is wrong with it.
std::expected<ChatAnswer, std::string> read_chat_answer(std::string_view text);

}  // namespace arbiter::players
