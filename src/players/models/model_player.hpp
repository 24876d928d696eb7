#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "platform/http_client.hpp"
#include "players/models/chat.hpp"
#include "players/models/prompt.hpp"

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
    std::string key{};  ///< sent as a bearer token; empty: none
    std::vector<std::pair<std::string, std::string>> headers{};
    std::int64_t samples = 1;                    ///< how often it is asked; the majority counts
    std::int64_t retries = 8;                    ///< after an error that may pass
    std::chrono::milliseconds patience{60'000};  ///< for the pauses before them, all in all
    std::optional<TokenPrices> prices{};
    std::chrono::milliseconds silence{120'000};
};

/// A language model behind a chat endpoint. When its answer was refused the conversation goes on with
/// the reason. An error that may pass (429, 5xx, no connection) is tried again after a pause, as long
/// as Retry-After says or longer each time; an answer that was cut off is asked for again with more
/// room.
class ModelPlayer final : public Player {
public:
    explicit ModelPlayer(ModelTerms terms) : terms_(std::move(terms)) {}

    std::string_view name() const override { return terms_.chat.model; }
    std::expected<Choice, PlayerError> choose(const Turn& turn) override;
    std::expected<Question, PlayerError> question(const Turn& turn) const override;
    /// Asks for one word.
    std::expected<void, PlayerError> preflight() override;
    std::string identity() const override {
        return answered_as_.empty() ? terms_.chat.model : answered_as_;
    }
    void stop() noexcept override;

private:
    using Deadline = std::chrono::steady_clock::time_point;
    using Exchanges = std::vector<Exchange>;
    struct Failure;

    std::expected<void, PlayerError> continue_conversation(const Turn& turn);
    void begin();
    std::expected<ChatAnswer, PlayerError> ask(const std::vector<ChatMessage>& messages,
                                               Deadline deadline, Exchanges& exchanges);
    std::expected<ChatAnswer, PlayerError> ask_patiently(const std::string& body, Deadline deadline,
                                                         Exchanges& exchanges);
    std::expected<ChatAnswer, Failure> ask_once(const std::string& body, Deadline deadline,
                                                Exchanges& exchanges);
    bool pause(std::chrono::milliseconds time, Deadline deadline);

    ModelTerms terms_;
    platform::HttpClient client_;
    std::vector<ChatMessage> conversation_;  // of the present turn
    std::string answered_as_;                // the model, as the last answer names it
    std::mutex mutex_;
    std::condition_variable stopped_;
    bool is_stopped_ = false;
};

}  // namespace arbiter::players
