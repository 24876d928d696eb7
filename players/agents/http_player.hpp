#pragma once

#include <chrono>
#include <string>

#include "players/agents/message.hpp"
#include "players/http/client.hpp"

namespace arbiter::players {

/// An agent that gets each request by POST and answers in the response.
class HttpPlayer final : public Player {
public:
    HttpPlayer(Url url, AgentTerms wishes, std::chrono::milliseconds silence)
        : url_(std::move(url)),
          wishes_(std::move(wishes)),
          silence_(silence),
          name_(to_string(url_)) {}

    std::string_view name() const override { return name_; }
    std::expected<Choice, Failure> choose(const Turn& turn) override;
    void stop() noexcept override { client_.stop(); }

private:
    Url url_;
    AgentTerms wishes_;
    std::chrono::milliseconds silence_;
    std::string name_;
    HttpClient client_;
};

/// What a failed request means for a player.
Failure failure_of(HttpFault fault);
/// What an answer that is not 200 means; it quotes the beginning of the body.
Failure failure_of(const Url& url, const HttpAnswer& answer);

}  // namespace arbiter::players
