#include "tests/fuzz/api_world.hpp"

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
    if (!world || world->is_changed_ || ++inputs % inputs_max == 0) {
        world.reset();
        world.reset(new ApiWorld);
    }
    return *world;
}

void ApiWorld::handle(server::Request request, server::Reply reply) {
    const bool may_change = request.method != "GET" && request.target.starts_with("/api/games");
    request.at = now();
    api_->handle(std::move(request),
                 [this, may_change, told = std::move(reply)](server::Response response) mutable {
                     is_changed_ = is_changed_ || (may_change && response.status < 300);
                     told(std::move(response));
                 });
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
    if (!is_changed_ || (number_of(input) % inputs != 0 && !is_thorough())) return;
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
