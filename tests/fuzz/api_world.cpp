#include "tests/fuzz/api_world.hpp"

#include <algorithm>
#include <limits>

#include "core/games/to_json.hpp"
#include "platform/clock.hpp"
#include "platform/png.hpp"
#include "referee/referee.hpp"
#include "server/games/keys.hpp"
#include "server/http/assets.hpp"
#include "store/audit.hpp"

// What is built into the program, and drawn by a library that is not ours to fuzz.
namespace arbiter::server {
std::optional<std::string_view> asset(std::string_view) { return "{}"; }
}  // namespace arbiter::server
namespace arbiter::platform {
std::string png_of(const std::string&, const std::stop_token&) { return "PNG"; }
}  // namespace arbiter::platform

namespace arbiter::fuzz {

namespace {

using referee::Referee;

struct Start {
    std::string_view id;
    std::string_view game;
    bool is_private;
};

referee::Created terms_of(const Start& start) {
    const auto game = AnyGame::create(start.game, {});
    require(game.value.has_value(), "a game can be created");
    referee::Created terms{
        .id = std::string(start.id),
        .record = record_of(*game),
        .seats = {{"Ada", server::hash_of("white")}, {"Bob", server::hash_of("black")}},
        .clock = referee::Unlimited{},
        .watch_hash = {},
        .seed = {}};
    if (start.is_private) terms.watch_hash = server::hash_of("watch");
    if (start.game == "backgammon") {
        // Any seed that stays the same.
        terms.seed = referee::Seed::of_hex(server::hash_of("dice"));
        require(terms.seed.has_value(), "a seed is 64 hexadecimal digits");
    }
    return terms;
}

store::Change creation(const Start& start) {
    const auto at = referee::Moment(std::chrono::milliseconds(1'700'000'000'000));
    const referee::Event created{at, terms_of(start)};
    const auto referee = Referee::begin(created);
    require(referee.value.has_value(), "a game can begin");
    return store::Journal::create(created, referee->due(at));
}

const std::vector<store::Change>& first_games() {
    static const std::vector<store::Change> games{
        creation({"chess", "chess", false}), creation({"go", "go", false}),
        creation({"backgammon", "backgammon", false}), creation({"hidden", "chess", true})};
    return games;
}

void store_first(store::MemoryStore& store, const store::Change& game) {
    require(store.commit(game).status == store::CommitStatus::stored, "a new game is stored");
}

bool contains(const std::vector<std::string>& ids, const std::string& id) {
    return std::ranges::find(ids, id) != ids.end();
}

}  // namespace

ApiWorld::ApiWorld() : log_(server::LogLevel::error, [](std::string_view) {}, time_) {
    auto store = std::make_unique<store::MemoryStore>(&time_);
    store_ = store.get();
    for (const store::Change& game : first_games()) {
        require(store->commit(game).status == store::CommitStatus::stored, "a new game is stored");
    }
    constexpr server::RateLimit any{.per_second = 1e9, .burst = 1e9};
    server::ApiOptions options;
    options.requests = options.creations = options.bot_games = options.work = any;
    options.stored_bytes = any;
    options.operator_keys = {"operator"};
    options.clock = &time_;
    options.scheduler = &time_;
    api_ = std::make_unique<server::Api>(std::move(options), std::move(store), metrics_, log_);
    time_.pass();
}

ApiWorld::~ApiWorld() = default;

ApiWorld& ApiWorld::for_next_input() {
    // So many inputs may leave something behind that is not in the store.
    constexpr int inputs_max = 1000;
    static std::unique_ptr<ApiWorld> world;
    static int inputs = 0;
    if (world && ++inputs % inputs_max != 0) {
        world->restore();
    } else {
        world.reset();
        world.reset(new ApiWorld);
    }
    return *world;
}

std::vector<std::string> ApiWorld::changed_games() {
    constexpr std::size_t games_max = 1000;
    std::vector<std::string> changed = *store_->ids({}, games_max);
    for (const store::Change& game : first_games()) {
        const std::string& id = game.summary.id;
        const bool is_as_before = *store_->summary(id) == game.summary;
        if (is_as_before) std::erase(changed, id);
        if (!is_as_before && !contains(changed, id)) changed.push_back(id);
    }
    return changed;
}

/// Through the API, so that no room stays open for a game that is gone.
void ApiWorld::restore() {
    const std::vector<std::string> changed = changed_games();
    if (changed.empty()) return;
    for (const std::string& id : changed) {
        handle({.method = "DELETE",
                .target = "/api/games/" + id,
                .headers = {{"Authorization", "Bearer operator"}},
                .body = {},
                .address = "192.0.2.1"},
               [](const server::Response& response) {
                   require(response.status == 204 || response.status == 404,
                           "an operator deletes any game");
               });
    }
    for (const store::Change& game : first_games()) {
        if (contains(changed, game.summary.id)) store_first(*store_, game);
    }
    require(store_->forget_answers(std::numeric_limits<std::int64_t>::max()).has_value(),
            "answers are forgotten");
    time_.pass();
}

void ApiWorld::handle(server::Request request, server::Reply reply) {
    request.at = now();
    api_->handle(std::move(request), std::move(reply));
}

std::unique_ptr<server::Conversation> ApiWorld::converse(std::shared_ptr<server::Feed> feed) {
    const server::Request upgrade{.method = "GET",
                                  .target = "/ws",
                                  .headers = {},
                                  .body = {},
                                  .address = "192.0.2.1",
                                  .at = now()};
    auto begun = api_->converse(upgrade, std::move(feed));
    require(begun.has_value(), "a client may speak");
    return std::move(*begun);
}

void ApiWorld::require_sound_journals(std::string_view input) {
    constexpr std::size_t inputs = 8;
    if (number_of(input) % inputs != 0 && !is_thorough()) return;
    if (changed_games().empty()) return;
    const auto audit = store::audit(*store_);
    require(audit.has_value() && audit->games >= first_games().size(), "no game is lost");
    for (const store::Damage& damage : audit->damages) require(false, damage.sentence);
}

Json require_json(std::string_view text) {
    auto json = read_json(text);
    require(json.value.has_value(), "what is sent as JSON can be read");
    return std::move(*json.value);
}

void require_problem(std::string_view document, int status) {
    const Json problem = require_json(document);
    const auto text = [&](std::string_view key) {
        const Json* member = problem.find(key);
        require(member != nullptr && member->as<std::string>() != nullptr,
                "a problem has type, title, detail and code");
        return *member->as<std::string>();
    };
    const Json* told = problem.find("status");
    require(told != nullptr && told->as<std::int64_t>() != nullptr &&
                *told->as<std::int64_t>() == status,
            "a problem tells its status");
    require(status >= 400 && status < 500, "a problem is the client's");
    require(!text("title").empty() && !text("detail").empty(), "a problem is told in words");
    require(text("type") == "/problems/" + text("code"), "a problem's type names its code");
}

}  // namespace arbiter::fuzz
