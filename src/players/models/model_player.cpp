#include "players/models/model_player.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "players/agents/http_player.hpp"
#include "players/models/reading.hpp"

namespace arbiter::players {

namespace {

using Role = ChatMessage::Role;

/// Errors that may be over in a moment: too many requests, a server error.
bool may_pass(const platform::HttpResponse& answer) {
    constexpr unsigned timed_out = 408;
    constexpr unsigned too_many_requests = 429;
    constexpr unsigned server_errors = 500;
    return answer.status == timed_out || answer.status == too_many_requests ||
           answer.status >= server_errors;
}

/// 1/4 s at first, then twice as long each time, up to 16 s.
std::chrono::milliseconds pause_before(std::int64_t tries) {
    constexpr std::chrono::milliseconds shortest{250};
    constexpr std::int64_t doublings_max = 6;
    return shortest * (1 << std::min(tries, doublings_max));
}

/// Whether the endpoint can be asked at all is a matter of the machine, not of the model.
PlayerError unavailable(PlayerError error) {
    if (error.kind != PlayerError::Kind::stopped) error.kind = PlayerError::Kind::unavailable;
    return error;
}

std::optional<double> cost_of(const ChatAnswer& answer, const std::optional<TokenPrices>& prices) {
    if (!prices || !answer.tokens_in || !answer.tokens_out) return std::nullopt;
    constexpr double million = 1e6;
    return (static_cast<double>(*answer.tokens_in) * prices->in +
            static_cast<double>(*answer.tokens_out) * prices->out) /
           million;
}

constexpr RejectionCode cut_off_answer{"cut_off_answer", RejectionKind::unreadable,
                                       "the answer was cut off: be brief"};

/// The move that an answer means; if it is not whole, that is the reason why there is none.
Result<std::string> move_in(const ChatAnswer& answer, const Turn& turn, std::string_view notation) {
    auto move = move_meant(answer.text, turn, notation);
    if (move) return move;
    if (answer.is_cut_off) return std::unexpected(Rejection{&cut_off_answer, {}});
    if (trimmed(answer.text).empty()) return std::unexpected(Rejection{&empty_answer, {}});
    return move;
}

std::vector<ChatMessage> opened(Prompt prompt) {
    return {{Role::system, std::move(prompt.system)},
            {Role::user, std::move(prompt.user), std::move(prompt.picture)}};
}

/// A roll before which a double could be offered.
bool is_mere_roll(const Turn& turn) {
    return turn.game.awaits() == Awaits::chance &&
           std::ranges::find(turn.actions, "roll") != turn.actions.end();
}

}  // namespace

/// Why one request came to nothing, and whether the next may come to something.
struct ModelPlayer::Failure {
    PlayerError error;
    bool may_pass = false;
    std::optional<std::chrono::seconds> retry_after{};
};

std::expected<Question, PlayerError> ModelPlayer::question(const Turn& turn) const {
    auto prompt = prompt_for(turn, terms_.prompt);
    if (!prompt) return std::unexpected(std::move(prompt.error()));
    std::string words = "system:\n" + prompt->system + "\n\nuser:\n" + prompt->user + "\n";
    return Question{chat_request(terms_.chat, opened(*std::move(prompt))), std::move(words)};
}

std::expected<void, PlayerError> ModelPlayer::continue_conversation(const Turn& turn) {
    if (!turn.refusals.empty() && !conversation_.empty()) {
        conversation_.push_back(
            {Role::user, second_prompt(turn.refusals.back(), turn, terms_.prompt)});
        return {};
    }
    auto prompt = prompt_for(turn, terms_.prompt);
    if (!prompt) return std::unexpected(std::move(prompt.error()));
    conversation_ = opened(*std::move(prompt));
    return {};
}

void ModelPlayer::begin() {
    const std::scoped_lock lock(mutex_);
    is_stopped_ = false;
}

std::expected<void, PlayerError> ModelPlayer::preflight() {
    begin();
    Exchanges exchanges;
    auto answer = ask({{Role::user, "Answer with the one word: ready"}},
                      std::chrono::steady_clock::now() + terms_.silence, exchanges);
    if (!answer) return std::unexpected(std::move(answer.error()));
    return {};
}

std::expected<Choice, PlayerError> ModelPlayer::choose(const Turn& turn) {
    if (!terms_.prompt.doubles && is_mere_roll(turn)) return Choice{"roll", {}};
    begin();
    if (auto ready = continue_conversation(turn); !ready) {
        return std::unexpected(std::move(ready.error()));
    }
    const Deadline deadline = deadline_of(turn, terms_.silence);
    Exchanges exchanges;
    std::vector<std::string> texts;
    std::vector<std::string> moves;
    std::optional<Choice> refused;  // the first that was not understood
    std::string refused_text;
    for (std::int64_t sample = 0; sample < terms_.samples; ++sample) {
        auto answer = ask(conversation_, deadline, exchanges);
        if (!answer) {
            // What the other samples say counts, unless nobody wants to know any more.
            if ((!moves.empty() || refused) && answer.error().kind != PlayerError::Kind::stopped)
                break;
            answer.error().exchanges = std::move(exchanges);
            return std::unexpected(std::move(answer.error()));
        }
        auto move = move_in(*answer, turn, terms_.prompt.notation);
        if (move) {
            moves.push_back(*std::move(move));
            texts.push_back(std::move(answer->text));
        } else if (!refused) {
            constexpr std::size_t quoted_bytes = 200;
            refused = Choice{.move = excerpt(trimmed(answer->text), quoted_bytes),
                             .exchanges = {},
                             .refusal = std::move(move.error())};
            refused_text = std::move(answer->text);
        }
    }
    if (moves.empty()) {
        conversation_.push_back({Role::assistant, std::move(refused_text)});
        refused->exchanges = std::move(exchanges);
        return *std::move(refused);
    }
    std::string move = majority(moves, turn);
    const auto chosen = std::ranges::find(moves, move) - moves.begin();
    conversation_.push_back({Role::assistant, texts[static_cast<std::size_t>(chosen)]});
    return Choice{std::move(move), std::move(exchanges)};
}

/// Asks again, with more room, for an answer that was cut off.
std::expected<ChatAnswer, PlayerError> ModelPlayer::ask(const std::vector<ChatMessage>& messages,
                                                        Deadline deadline, Exchanges& exchanges) {
    constexpr int doublings_max = 3;
    constexpr std::int64_t room_least = 1024;
    std::optional<std::int64_t> room;
    for (int doubling = 0;; ++doubling) {
        auto answer = ask_patiently(chat_request(terms_.chat, messages, room), deadline, exchanges);
        if (!answer || !answer->is_cut_off || doubling == doublings_max) return answer;
        const auto& limit = terms_.chat.completion_tokens_max ? terms_.chat.completion_tokens_max
                                                              : terms_.chat.tokens_max;
        const auto used = static_cast<std::int64_t>(answer->tokens_out.value_or(0));
        room = 2 * (room ? *room : limit.value_or(std::max(used, room_least)));
    }
}

/// Asks again after an error that may pass.
std::expected<ChatAnswer, PlayerError> ModelPlayer::ask_patiently(const std::string& body,
                                                                  Deadline deadline,
                                                                  Exchanges& exchanges) {
    auto patience = terms_.patience;
    for (std::int64_t tries = 0;; ++tries) {
        auto answer = ask_once(body, deadline, exchanges);
        if (answer) return *std::move(answer);
        Failure& failure = answer.error();
        std::chrono::milliseconds time = pause_before(tries);
        if (failure.retry_after)
            time = std::max<std::chrono::milliseconds>(*failure.retry_after, time);
        patience -= time;
        const bool may_go_on = failure.may_pass && tries < terms_.retries && patience.count() >= 0;
        if (may_go_on && pause(time, deadline)) continue;
        const std::scoped_lock lock(mutex_);
        if (is_stopped_) failure.error.kind = PlayerError::Kind::stopped;
        return std::unexpected(std::move(failure.error));
    }
}

std::expected<ChatAnswer, ModelPlayer::Failure> ModelPlayer::ask_once(const std::string& body,
                                                                      Deadline deadline,
                                                                      Exchanges& exchanges) {
    constexpr unsigned ok = 200;
    platform::HttpRequest request{terms_.url, terms_.headers, body};
    if (!terms_.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + terms_.key);
    const auto begin = std::chrono::steady_clock::now();
    auto answer = client_.post(request, deadline);
    Exchange& exchange = exchanges.emplace_back();
    exchange.sent = body;
    exchange.latency = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin);
    if (!answer) {
        const bool is_late = answer.error().kind == platform::HttpError::Kind::timed_out;
        return std::unexpected(Failure{unavailable(error_of(std::move(answer.error()))), !is_late});
    }
    exchange.received = answer->body;
    if (answer->status != ok) {
        return std::unexpected(Failure{unavailable(error_of(terms_.url, *answer)),
                                       may_pass(*answer), answer->retry_after});
    }
    auto read = read_chat_answer(answer->body);
    if (!read) {
        const bool is_broken = read.error() == broken_stream;
        return std::unexpected(Failure{
            {PlayerError::Kind::unavailable, to_string(terms_.url) + " sends " + read.error(), {}},
            is_broken});
    }
    exchange.tokens_in = read->tokens_in;
    exchange.tokens_out = read->tokens_out;
    exchange.cost = cost_of(*read, terms_.prices);
    if (!read->model.empty()) answered_as_ = read->model;
    return *std::move(read);
}

/// False if there is no time left, or nobody waits any more.
bool ModelPlayer::pause(std::chrono::milliseconds time, Deadline deadline) {
    const auto end = std::chrono::steady_clock::now() + time;
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
