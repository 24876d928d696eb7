#include "players/agents/http_player.hpp"

#include "core/base/excerpt.hpp"

namespace arbiter::players {

PlayerError error_of(platform::HttpError fault) {
    constexpr auto kind = [](platform::HttpError::Kind from) {
        switch (from) {
            case platform::HttpError::Kind::unreachable: return PlayerError::Kind::unavailable;
            case platform::HttpError::Kind::timed_out: return PlayerError::Kind::silent;
            case platform::HttpError::Kind::broken: return PlayerError::Kind::protocol;
            case platform::HttpError::Kind::stopped: break;
        }
        return PlayerError::Kind::stopped;
    };
    return {kind(fault.kind), std::move(fault.sentence), {}};
}

PlayerError error_of(const platform::Url& url, const platform::HttpResponse& answer) {
    constexpr std::size_t quoted_bytes = 200;
    return {PlayerError::Kind::protocol,
            to_string(url) + " answers " + std::to_string(answer.status) + ": " +
                excerpt(answer.body, quoted_bytes),
            {}};
}

std::expected<Choice, PlayerError> HttpPlayer::choose(const Turn& turn) {
    constexpr unsigned ok = 200;
    auto request = agent_request(turn, terms_);
    if (!request) return std::unexpected(std::move(request.error()));
    const auto begin = std::chrono::steady_clock::now();
    auto answer = client_.post({url_, {}, *request}, deadline_of(turn, silence_));
    Exchange exchange{*std::move(request), {}, {}, {}, {}, {}};
    exchange.latency = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin);
    if (answer) exchange.received = answer->body;
    if (answer && answer->status == ok) {
        return Choice{
            move_in_answer(answer->body), {std::move(exchange)}, score_in_answer(answer->body)};
    }
    PlayerError error = answer ? error_of(url_, *answer) : error_of(std::move(answer.error()));
    error.exchanges.push_back(std::move(exchange));
    return std::unexpected(std::move(error));
}

}  // namespace arbiter::players
