#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "platform/http_client.hpp"
#include "players/models/chat.hpp"

namespace arbiter::players {

/// What a million tokens cost.
struct TokenPrices {
    double in = 0;
    double out = 0;
};

struct ModelTerms {
    platform::Url url;  ///< of the completions
    ChatTerms chat;
    PromptTerms prompt;
    std::string key{};         ///< sent as a bearer token; empty: none
    std::int64_t samples = 1;  ///< how often it is asked; the majority counts
    std::int64_t retries = 2;  ///< after an error that may pass
    std::optional<TokenPrices> prices{};
    std::chrono::milliseconds silence{120'000};
};

/// A language model behind a chat endpoint. When its answer was refused the conversation goes on with
/// the reason.
class ModelPlayer final : public Player {
public:
    explicit ModelPlayer(ModelTerms terms) : terms_(std::move(terms)) {}

    std::string_view name() const override { return terms_.chat.model; }
    std::expected<Choice, PlayerError> choose(const Turn& turn) override;
    void stop() noexcept override;

private:
    using Deadline = std::chrono::steady_clock::time_point;

    std::expected<void, PlayerError> continue_conversation(const Turn& turn);
    std::expected<ChatAnswer, PlayerError> ask(Deadline deadline, std::vector<Exchange>& exchanges);
    std::expected<ChatAnswer, PlayerError> ask_once(const std::string& body, Deadline deadline,
                                                    std::vector<Exchange>& exchanges);
    bool pause(int tries, Deadline deadline);

    ModelTerms terms_;
    platform::HttpClient client_;
    std::vector<ChatMessage> conversation_;  // of the present turn
    std::mutex mutex_;
    std::condition_variable stopped_;
    bool is_stopped_ = false;
};

}  // namespace arbiter::players
