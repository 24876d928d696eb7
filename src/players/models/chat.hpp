#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"

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
    std::optional<std::int64_t> tokens_max{};             ///< max_tokens
    std::optional<std::int64_t> completion_tokens_max{};  ///< max_completion_tokens
    std::string reasoning_effort{};                       ///< empty: not sent
    Json::Object body{};  ///< further members of the request; they replace those above
};

/// `room`, if set, is sent as the limit of tokens instead of the one in the terms.
std::string chat_request(const ChatTerms& terms, const std::vector<ChatMessage>& messages,
                         std::optional<std::int64_t> room = {});

struct ChatAnswer {
    /// What was said; a tool call is its arguments, or {"action": NAME} if it has none. Empty if
    /// nothing was said.
    std::string text;
    std::optional<std::uint64_t> tokens_in;
    std::optional<std::uint64_t> tokens_out;
    std::string model{};      ///< as the endpoint names it
    bool is_cut_off = false;  ///< by a limit of tokens
};

/// What is wrong with a stream that ends before its message does: the next may be whole.
inline constexpr std::string_view broken_stream = "a stream that breaks off";

/// The first choice of a completion, sent whole or as a stream of events; otherwise what is wrong with
/// it.
std::expected<ChatAnswer, std::string> read_chat_answer(std::string_view text);

}  // namespace arbiter::players
