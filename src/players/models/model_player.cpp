#include "players/models/model_player.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "players/agents/http_player.hpp"
#include "players/models/reading.hpp"

namespace arbiter::players {

namespace {

using Role = ChatMessage::Role;

/// Errors that may be over in a moment: too many requests, a server error.
bool may_pass(const platform::HttpResponse& answer) {
    constexpr unsigned too_many_requests = 429;
    constexpr unsigned server_errors = 500;
    return answer.status == too_many_requests || answer.status >= server_errors;
}

std::optional<double> cost_of(const ChatAnswer& answer, const std::optional<TokenPrices>& prices) {
    if (!prices || !answer.tokens_in || !answer.tokens_out) return std::nullopt;
    constexpr double million = 1e6;
    return (static_cast<double>(*answer.tokens_in) * prices->in +
            static_cast<double>(*answer.tokens_out) * prices->out) /
           million;
}

}  // namespace

std::expected<void, PlayerError> ModelPlayer::continue_conversation(const Turn& turn) {
    if (!turn.refusals.empty() && !conversation_.empty()) {
        conversation_.push_back(
            {Role::user, second_prompt(turn.refusals.back(), turn, terms_.prompt)});
        return {};
    }
    auto prompt = prompt_for(turn, terms_.prompt);
    if (!prompt) return std::unexpected(std::move(prompt.error()));
    conversation_ = {{Role::system, std::move(prompt->system)},
                     {Role::user, std::move(prompt->user), std::move(prompt->picture)}};
    return {};
}

std::expected<Choice, PlayerError> ModelPlayer::choose(const Turn& turn) {
    {
        const std::scoped_lock lock(mutex_);
        is_stopped_ = false;
    }
    if (auto ready = continue_conversation(turn); !ready) {
        return std::unexpected(std::move(ready.error()));
    }
    const Deadline deadline = deadline_of(turn, terms_.silence);
    std::vector<Exchange> exchanges;
    std::vector<std::string> texts;
    std::vector<std::string> moves;
    for (std::int64_t sample = 0; sample < terms_.samples; ++sample) {
        auto answer = ask(deadline, exchanges);
        if (!answer) {
            // What the other samples say counts, unless nobody wants to know any more.
            if (!moves.empty() && answer.error().kind != PlayerError::Kind::stopped) break;
            answer.error().exchanges = std::move(exchanges);
            return std::unexpected(std::move(answer.error()));
        }
        moves.push_back(move_meant(answer->text, turn));
        texts.push_back(std::move(answer->text));
    }
    std::string move = majority(moves, turn);
    const auto chosen = std::ranges::find(moves, move) - moves.begin();
    conversation_.push_back({Role::assistant, texts[static_cast<std::size_t>(chosen)]});
    return Choice{std::move(move), std::move(exchanges)};
}

/// Asks again after an error that may pass.
std::expected<ChatAnswer, PlayerError> ModelPlayer::ask(Deadline deadline,
                                                        std::vector<Exchange>& exchanges) {
    const std::string body = chat_request(terms_.chat, conversation_);
    for (int tries = 0;; ++tries) {
        auto answer = ask_once(body, deadline, exchanges);
        if (answer || answer.error().kind != PlayerError::Kind::crashed) return answer;
        if (tries >= terms_.retries || !pause(tries, deadline)) {
            const std::scoped_lock lock(mutex_);
            if (is_stopped_) answer.error().kind = PlayerError::Kind::stopped;
            return answer;
        }
    }
}

std::expected<ChatAnswer, PlayerError> ModelPlayer::ask_once(const std::string& body,
                                                             Deadline deadline,
                                                             std::vector<Exchange>& exchanges) {
    constexpr unsigned ok = 200;
    platform::HttpRequest request{terms_.url, {}, body};
    if (!terms_.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + terms_.key);
    const auto begin = std::chrono::steady_clock::now();
    auto answer = client_.post(request, deadline);
    Exchange& exchange = exchanges.emplace_back();
    exchange.sent = body;
    exchange.latency = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin);
    if (!answer) return std::unexpected(error_of(std::move(answer.error())));
    exchange.received = answer->body;
    if (answer->status != ok) {
        PlayerError error = error_of(terms_.url, *answer);
        if (may_pass(*answer)) error.kind = PlayerError::Kind::crashed;
        return std::unexpected(std::move(error));
    }
    auto read = read_chat_answer(answer->body);
    if (!read) {
        return failed(PlayerError::Kind::protocol,
                      to_string(terms_.url) + " sends " + read.error());
    }
    exchange.tokens_in = read->tokens_in;
    exchange.tokens_out = read->tokens_out;
    exchange.cost = cost_of(*read, terms_.prices);
    return *std::move(read);
}

/// Longer each time. False if there is no time left, or nobody waits any more.
bool ModelPlayer::pause(int tries, Deadline deadline) {
    constexpr std::chrono::milliseconds first_pause{250};
    constexpr int doublings_max = 6;
    const auto end =
        std::chrono::steady_clock::now() + first_pause * (1 << std::min(tries, doublings_max));
    if (end >= deadline) return false;
    std::unique_lock lock(mutex_);
    return !stopped_.wait_until(lock, end, [&] { return is_stopped_; });
}

void ModelPlayer::stop() noexcept {
    {
        const std::scoped_lock lock(mutex_);
        is_stopped_ = true;
    }
    stopped_.notify_all();
    client_.stop();
}

}  // namespace arbiter::players
