#include "tests/bench/load/table.hpp"

#include <charconv>
#include <stdexcept>

#include "core/base/json.hpp"

namespace arbiter::bench::load {

namespace {

/// Then the players sit down to a new game.
constexpr std::size_t events_max = 200;

[[noreturn]] void fail(const std::string& what, const HttpReply& reply) {
    throw std::runtime_error(what + ": " + std::to_string(reply.status) + " " +
                             std::string(reply.body));
}

Json read_reply(const HttpReply& reply, int status) {
    if (reply.status != status) fail("the server refused", reply);
    auto json = read_json(reply.body);
    if (!json) fail("the answer is not JSON", reply);
    return std::move(*json.value);
}

/// What an answer must have.
template <class T>
const T& member(const Json& json, std::string_view name) {
    const Json* found = json.find(name);
    const T* value = found != nullptr ? found->as<T>() : nullptr;
    if (value == nullptr) {
        throw std::runtime_error("the answer has no proper " + std::string(name));
    }
    return *value;
}

const Json& object(const Json& json, std::string_view name) {
    member<Json::Object>(json, name);
    return *json.find(name);
}

void follow(AnyGame& game, const std::string& event) {
    if (!game.play(event)) throw std::runtime_error("the server played " + event);
}

/// Dead stones are not settled by moves.
bool has_ended(const AnyGame& game) {
    return game.outcome() || game.awaits() == Awaits::agreement || game.event_count() >= events_max;
}

std::string any_move(const AnyGame& game, Random& random) {
    if (game.awaits() == Awaits::chance) return "roll";
    const auto legal = *game.legal(game.traits().record_notation);
    return legal[random() % legal.size()];
}

}  // namespace

std::uint64_t version_in(std::string_view json) {
    constexpr std::string_view name = R"("version":)";
    const auto place = json.find(name);
    std::uint64_t version = 0;
    if (place != json.npos) {
        std::from_chars(json.data() + place + name.size(), json.data() + json.size(), version);
    }
    return version;
}

Table::Kind Table::kind(std::size_t number) {
    switch (number % 3) {
        case 0: return {"chess", {}};
        case 1: return {"go", {{"size", "9x9"}}};
        default: return {"backgammon", {}};
    }
}

std::string creation_body(const Table::Kind& kind) {
    JsonWriter out;
    out.object([&] {
        out.member("game", kind.game);
        out.key("options");
        out.object([&] {
            for (const auto& [name, value] : kind.options) out.member(name, value);
        });
    });
    return out.take();
}

Table::Table(Poller& poller, const std::string& address, std::size_t number, const Events& events)
    : number_(number),
      events_(events),
      kind_(kind(number)),
      random_(number),
      players_{std::make_unique<HttpClient>(poller, address),
               std::make_unique<HttpClient>(poller, address)} {
    if (kind_.game != "backgammon") choose_game();
}

void Table::choose_game() {
    AnyGame game = *AnyGame::create(kind_.game, kind_.options).value;
    while (!has_ended(game)) {
        script_.push_back({game.turn(), any_move(game, random_)});
        follow(game, script_.back().move);
    }
}

void Table::begin() {
    players_.white->ask(
        {.method = "POST", .target = "/api/games", .key = {}, .body = creation_body(kind_)},
        [this](const HttpReply& reply) { begun(reply); });
}

void Table::begun(const HttpReply& reply) {
    const Json created = read_reply(reply, 201);
    const Json& keys = object(created, "keys");
    const Json& view = object(created, "game");
    keys_ = {member<std::string>(keys, "white"), member<std::string>(keys, "black")};
    done_ = 0;
    if (script_.empty()) {
        game_ = AnyGame::create(kind_.game, kind_.options).value;
        for (const Json& move : member<Json::Array>(view, "moves")) {
            follow(*game_, *move.as<std::string>());
        }
    }
    course_ = std::make_shared<Course>(
        Course{.id = member<std::string>(created, "id"),
               .version = static_cast<std::uint64_t>(member<std::int64_t>(view, "version"))});
    events_.new_game(*this);
    events_.ready(*this);
}

Table::Step Table::next_step() {
    if (!script_.empty()) return script_[done_++];
    return {game_->turn(), any_move(*game_, random_)};
}

void Table::play(Clock::time_point due) {
    const Step step = next_step();
    const auto& [turn, move] = step;
    JsonWriter body;
    body.object([&] {
        body.member("move", move);
        body.member("version", course_->version);
    });
    players_[turn]->ask({.method = "POST",
                         .target = "/api/games/" + course_->id + "/moves",
                         .key = keys_[turn],
                         .body = body.text()},
                        [this, due, step, begin = Clock::now()](const HttpReply& reply) {
                            events_.played(Clock::now() - due);
                            if (events_.history) note(step, begin, reply);
                            played(reply);
                        });
}

/// The version is still the one that the move was made for.
void Table::note(const Step& step, Clock::time_point begin, const HttpReply& reply) {
    const auto milliseconds = [](Clock::time_point time) {
        return std::chrono::duration<double, std::milli>(time.time_since_epoch()).count();
    };
    JsonWriter out;
    out.object([&] {
        out.member("type", reply.status == 200 ? "ok" : "fail");
        out.member("operation", "move");
        out.member("client", "t" + std::to_string(number_));
        out.member("request", ++requests_);
        out.member("game", course_->id);
        out.member("by", to_string(step.by));
        out.member("version", course_->version);
        out.member("move", step.move);
        out.member("begin", milliseconds(begin));
        out.member("end", milliseconds(Clock::now()));
        out.member("answer", reply.body);
    });
    events_.history(out.text());
}

void Table::played(const HttpReply& reply) {
    if (reply.status != 200) fail("the server refused", reply);
    course_->version = version_in(reply.body);
    if (script_.empty()) {
        const Json answer = read_reply(reply, 200);
        for (const Json& event : member<Json::Array>(answer, "events")) {
            follow(*game_, member<std::string>(event, "event"));
        }
    }
    course_->over = is_over();
    if (course_->over) return begin();
    events_.ready(*this);
}

bool Table::is_over() const {
    return script_.empty() ? has_ended(*game_) : done_ == script_.size();
}

}  // namespace arbiter::bench::load
