#include "simulation/clients.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "simulation/answers.hpp"

namespace arbiter::simulation {

namespace {

using namespace std::chrono_literals;
using server::Request;
using server::Response;

/// The parts of the seed that belong to clients: a thousand for each table.
std::uint64_t part_of(const TablePlan& plan, std::uint64_t client) {
    return 1'000 + 1'000 * (plan.number + std::uint64_t{1}) + client;
}

Request request_to(std::string method, std::string target, std::string_view key) {
    Request request{.method = std::move(method),
                    .target = std::move(target),
                    .headers = {{"Content-Type", "application/json"}},
                    .body = {},
                    .address = "192.0.2.1",
                    .at = {}};
    if (!key.empty()) request.headers.emplace_back("Authorization", "Bearer " + std::string(key));
    return request;
}

bool has_failed(const std::optional<Response>& response) {
    return !response || response->status >= 500 || response->status == 429;
}

std::vector<std::string> texts(const Json* list) {
    std::vector<std::string> all;
    const auto* array = list != nullptr ? list->as<Json::Array>() : nullptr;
    if (array == nullptr) return all;
    for (const Json& each : *array) {
        if (const auto* text = each.as<std::string>()) all.push_back(*text);
    }
    return all;
}

}  // namespace

Player::Player(Surroundings& around, std::string name, Seat seat, Draws draws)
    : around_(around), name_(std::move(name)), seat_(std::move(seat)), draws_(draws) {}

Request Player::request(std::string method, std::string target) const {
    return request_to(std::move(method), "/api/games/" + seat_.game + std::move(target), seat_.key);
}

void Player::look_after(Span least, Span most) {
    around_.loop.after(draws_.between(least, most), [this] { look(); });
}

/// Half of the time it lets the server wait for its turn.
void Player::look() {
    if (around_.is_over) return;
    std::string target = fmt::format("/turn?min_version={}", version_);
    if (draws_.chance(50)) target += "&wait_ms=5000";
    is_waiting_ = true;
    around_.network.ask({.request = request("GET", std::move(target)), .game = seat_.game},
                        [this](std::optional<Response> response) {
                            is_waiting_ = false;
                            seen(response);
                        });
}

void Player::seen(const std::optional<Response>& response) {
    if (has_failed(response)) return look_after(100ms, 1500ms);
    const auto turn = read_json(response->body);
    if (response->status != 200) {
        const bool is_behind = turn && text_in(*turn, "code") == "version_not_reached";
        around_.checker.require(
            is_behind, "available",
            fmt::format("{} got {} for game {}", name_, response->status, seat_.game));
        return look_after(100ms, 1500ms);
    }
    const std::uint64_t version = number_in(*turn, "version").value_or(0);
    around_.checker.require(version >= version_, "never_back",
                            fmt::format("{} asked for version {} of game {} and was shown {}",
                                        name_, version_, seat_.game, version));
    version_ = std::max(version_, version);
    choose(*turn);
}

/// Mostly a legal move; now and then an action, a wrong move or one for another version.
void Player::choose(const Json& turn) {
    const Json* outcome = turn.find("outcome");
    if (outcome == nullptr || !outcome->is_null()) return;
    const std::string color(to_string(seat_.color));
    const auto actions = texts(member(turn, "actions", color));
    const bool is_asked = std::ranges::find(actions, "accept_undo") != actions.end();
    if (is_asked) return move(draws_.chance(50) ? "accept_undo" : "decline_undo", turn);
    if (draws_.chance(3) && !actions.empty()) {
        const std::string& action = draws_.one_of(actions);
        const bool ends = action.starts_with("resign") || action == "abort";
        if (!ends || draws_.chance(10)) return move(action, turn);
    }
    if (text_in(turn, "turn") != color) return look_after(100ms, 2s);
    const auto legal = texts(turn.find("legal"));
    if (draws_.chance(3)) return move("nonsense", turn);
    if (!legal.empty()) return move(draws_.one_of(legal), turn);
    const bool may_roll = std::ranges::find(actions, "roll") != actions.end();
    if (may_roll) return move("roll", turn);
    look_after(200ms, 2s);
}

void Player::move(std::string text, const Json& turn) {
    const std::uint64_t version = number_in(turn, "version").value_or(0);
    attempt_ = {.client = name_,
                .request = attempt_.request + 1,
                .game = seat_.game,
                .by = seat_.color,
                .version = version,
                .move = std::move(text)};
    JsonWriter out;
    out.object([&] {
        out.member("move", attempt_.move);
        out.member("version", version);
    });
    body_ = out.take();
    repeat_key_ = seat_.has_repeat_keys
                      ? fmt::format("{}-{:08}-{:012}", name_, around_.seed, attempt_.request)
                      : std::string();
    first_answer_.reset();
    // Somebody who thinks for long loses on time. When all is calm nobody does: a request that was lost at the very
    // end of the faults holds a game up for long enough.
    const bool is_slow = draws_.chance(5) && around_.loop.now() < around_.calm_from;
    const Span thought = draws_.between(10ms, is_slow ? Span(10s) : Span(1500ms));
    around_.trace.line(name_,
                       fmt::format("thinks for {} ms at version {}", thought / 1ms, version));
    around_.loop.after(thought, [this] {
        if (!around_.is_over) send();
    });
}

void Player::send() {
    Request move = request("POST", "/moves");
    move.body = body_;
    if (!repeat_key_.empty()) move.headers.emplace_back("Idempotency-Key", repeat_key_);
    around_.trace.line(
        name_, fmt::format("{} at version {} of {}", attempt_.move, attempt_.version, seat_.game));
    is_waiting_ = true;
    around_.network.ask({.request = std::move(move), .game = seat_.game, .attempt = &attempt_},
                        [this](std::optional<Response> response) {
                            is_waiting_ = false;
                            answered(response);
                        });
}

/// Without an answer, a request with a key is sent again; who has none looks whether it was made.
void Player::answered(const std::optional<Response>& response) {
    const auto body = response ? read_json(response->body) : Reading<Json>{};
    const std::string code = body ? text_in(*body, "code") : std::string();
    around_.trace.line(name_, response ? fmt::format("gets {} {}", response->status, code)
                                       : std::string("gets no answer"));
    const bool is_unknown = !response || code == "outcome_unknown";
    if (response && response->status == 200) {
        around_.checker.acknowledged(attempt_, *body, response->body);
        around_.checker.require(!first_answer_ || *first_answer_ == response->body, "repeated",
                                name_ + " got another answer to the same request");
        version_ = std::max(version_, number_in(*body, "version").value_or(0));
        // A client may have lost the answer, and ask once more.
        const bool asks_again = !repeat_key_.empty() && !first_answer_ && draws_.chance(20);
        first_answer_ = response->body;
        if (asks_again) return around_.loop.after(draws_.between(1ms, 3s), [this] { send(); });
    } else if (!is_unknown) {
        around_.checker.require(
            !first_answer_ || has_failed(response), "repeated",
            fmt::format("{} was refused what had been accepted: {}", name_, code));
        around_.checker.not_made(attempt_);
    }
    if ((is_unknown || has_failed(response)) && !repeat_key_.empty() && draws_.chance(80)) {
        return around_.loop.after(draws_.between(100ms, 2s), [this] { send(); });
    }
    look_after(10ms, 500ms);
}

Onlooker::Onlooker(Surroundings& around, std::string name, Seat seat, const WatcherPlan& plan,
                   Draws draws)
    : around_(around), name_(std::move(name)), seat_(std::move(seat)), plan_(plan), draws_(draws) {}

void Onlooker::connect() {
    Network::Listener listener{
        .receive = [this](const std::string& message) { receive(message); },
        .ended = [this] { around_.loop.after(draws_.between(50ms, 2s), [this] { connect(); }); },
        .reading_max = [this] { return plan_.is_slow && !around_.is_over ? Span(8s) : Span(2ms); }};
    around_.trace.line(
        name_, fmt::format("watches{} from version {}", plan_.is_slow ? " slowly" : "", version_));
    if (plan_.channel == Channel::event_stream) {
        Request request = request_to("GET", "/api/games/" + seat_.game + "/events", seat_.key);
        request.headers.emplace_back("Accept", "text/event-stream");
        request.headers.emplace_back("Last-Event-ID", std::to_string(version_));
        stream_ = around_.network.listen(std::move(request), std::move(listener));
        return;
    }
    JsonWriter first;
    first.object([&] {
        first.member("type", "subscribe");
        first.member("game", seat_.game);
        if (!seat_.key.empty()) first.member("key", seat_.key);
        first.member("after", version_);
    });
    stream_ = around_.network.talk(request_to("GET", "/ws", {}), first.take(), std::move(listener));
}

void Onlooker::receive(const std::string& message) {
    if (message.starts_with(R"({"type":"problem")")) {
        // The store could not be read: it tries again.
        Network::leave(*stream_);
        around_.loop.after(draws_.between(50ms, 2s), [this] { connect(); });
        return;
    }
    const auto place = message.find(R"("type":"event")");
    const auto number = message.find(R"("version":)", place);
    if (place == message.npos || number == message.npos) return;
    std::uint64_t version = 0;
    std::from_chars(message.data() + number + 10, message.data() + message.size(), version);
    around_.trace.line(name_, fmt::format("hears version {}", version));
    around_.checker.told({name_, seat_.game}, version_, version, message);
    version_ = version;
}

Table::Table(Surroundings& around, TablePlan plan)
    : around_(around),
      plan_(std::move(plan)),
      name_("t" + std::to_string(plan_.number)),
      draws_(around.seed, part_of(plan_, 0)) {
    if (plan_.has_repeat_keys) repeat_key_ = fmt::format("create-{:08}-{}", around.seed, name_);
}

/// Some when the faults have begun.
void Table::begin() {
    around_.loop.after(draws_.between(0s, 6s), [this] { create(); });
}

void Table::create() {
    Request request = request_to("POST", "/api/games", {});
    if (!repeat_key_.empty()) request.headers.emplace_back("Idempotency-Key", repeat_key_);
    const auto seat = [](Sitter sitter) {
        return sitter == Sitter::bot ? R"({"player":"random"})" : "null";
    };
    request.body = fmt::format(R"({{"game":"{}","clock":{},"private":{},"seats":{{)"
                               R"("white":{},"black":{}}}}})",
                               plan_.game, plan_.clock, plan_.is_private, seat(plan_.white),
                               seat(plan_.black));
    around_.network.ask({.request = std::move(request)},
                        [this](std::optional<Response> response) { created(response); });
}

void Table::created(const std::optional<Response>& response) {
    if (has_failed(response)) {
        if (around_.is_over) return;
        return around_.loop.after(draws_.between(100ms, 2s), [this] { create(); });
    }
    const auto body = read_json(response->body);
    around_.checker.require(response->status == 201, "available",
                            fmt::format("{} got {}", name_, response->body));
    if (response->status != 201) return;
    game_ = text_in(*body, "id");
    around_.trace.line(name_, fmt::format("has {} game {}", plan_.game, game_));
    around_.checker.created(game_, *body);
    seat(*body->find("keys"));
}

void Table::seat(const Json& keys) {
    for (const Color color : both_colors) {
        const Sitter sitter = color == Color::white ? plan_.white : plan_.black;
        if (sitter == Sitter::bot) continue;
        const std::string key = text_in(keys, to_string(color));
        add_player(color, key, "");
        if (sitter == Sitter::twins) add_player(color, key, "'");
    }
    for (const WatcherPlan& watcher : plan_.watchers) {
        const std::size_t number = onlookers_.size();
        onlookers_.push_back(std::make_unique<Onlooker>(
            around_, fmt::format("{}e{}", name_, number),
            Onlooker::Seat{game_, plan_.is_private ? text_in(keys, "watch") : std::string()},
            watcher, Draws(around_.seed, part_of(plan_, 100 + number))));
        onlookers_.back()->begin();
    }
}

void Table::add_player(Color color, const std::string& key, std::string_view page) {
    const std::string name = fmt::format("{}{}{}", name_, to_string(color).front(), page);
    players_.push_back(std::make_unique<Player>(
        around_, name, Player::Seat{game_, key, color, plan_.has_repeat_keys},
        Draws(around_.seed, part_of(plan_, 1 + players_.size()))));
    players_.back()->begin();
}

}  // namespace arbiter::simulation
