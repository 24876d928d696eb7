#pragma once

#include <chrono>
#include <string>

#include "platform/http_client.hpp"
#include "players/agents/message.hpp"

namespace arbiter::players {

/// An agent that gets each request by POST and answers in the response.
class HttpPlayer final : public Player {
public:
    HttpPlayer(platform::Url url, AgentTerms options, std::chrono::milliseconds silence)
        : url_(std::move(url)),
          terms_(std::move(options)),
          silence_(silence),
          name_(to_string(url_)) {}

    std::string_view name() const override { return name_; }
    std::expected<Choice, PlayerError> choose(const Turn& turn) override;
    void stop() noexcept override { client_.stop(); }

private:
    platform::Url url_;
    AgentTerms terms_;
    std::chrono::milliseconds silence_;
    std::string name_;
    platform::HttpClient client_;
};

/// What a failed request means for a player.
PlayerError error_of(platform::HttpError fault);
/// What an answer that is not 200 means; it quotes the beginning of the body.
PlayerError error_of(const platform::Url& url, const platform::HttpResponse& answer);

}  // namespace arbiter::players
