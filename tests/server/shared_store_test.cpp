#include <future>

#include <gtest/gtest.h>

#include "store/memory_store.hpp"
#include "tests/server/api_fixture.hpp"
#include "tests/support/postgres.hpp"

// Several servers at one store.

namespace arbiter::server {
namespace {

using namespace std::chrono_literals;

/// The part of a store that one server has: changes by others are not announced.
class SharedStore final : public store::Store {
public:
    explicit SharedStore(std::shared_ptr<store::MemoryStore> kept) : kept_(std::move(kept)) {}

    void write(store::Change change, Done done) override {
        kept_->write(std::move(change), std::move(done));
    }
    std::expected<std::vector<store::Entry>, store::StoreError> read(std::string_view id,
                                                                     std::uint64_t after) override {
        return kept_->read(id, after);
    }
    std::expected<std::optional<store::Summary>, store::StoreError> summary(
        std::string_view id) override {
        return kept_->summary(id);
    }
    std::expected<store::Page, store::StoreError> list(const store::Filter& filter) override {
        return kept_->list(filter);
    }
    std::expected<std::optional<store::Answer>, store::StoreError> answer(
        std::string_view key) override {
        return kept_->answer(key);
    }
    std::expected<std::vector<std::string>, store::StoreError> overdue(std::int64_t now_ms,
                                                                       std::size_t limit) override {
        return kept_->overdue(now_ms, limit);
    }
    std::expected<std::vector<std::string>, store::StoreError> ids(std::string_view after,
                                                                   std::size_t limit) override {
        return kept_->ids(after, limit);
    }
    std::expected<std::size_t, store::StoreError> forget_answers(std::int64_t before) override {
        return kept_->forget_answers(before);
    }
    std::expected<bool, store::StoreError> remove(std::string_view id) override {
        return kept_->remove(id);
    }
    std::expected<bool, store::StoreError> rewrite(const store::Change& whole) override {
        return kept_->rewrite(whole);
    }
    std::expected<std::vector<std::string>, store::StoreError> unchanged_since(
        store::GameStatus status, std::int64_t before_ms, std::size_t limit) override {
        return kept_->unchanged_since(status, before_ms, limit);
    }
    void on_news(News) override {}
    std::expected<bool, store::StoreError> ready() override { return true; }
    std::expected<std::optional<std::int64_t>, store::StoreError> clock_ms() override {
        return platform::system_clock().now().time_since_epoch().count();
    }
    std::string_view kind() const override { return "shared"; }
    bool is_shared() const override { return true; }

private:
    std::shared_ptr<store::MemoryStore> kept_;
};

/// The clock of a machine that is ahead of the others.
class FastClock final : public platform::Clock {
public:
    platform::Moment now() const override { return platform::system_clock().now() + 30s; }
};

class SharedStoreTest : public ::testing::Test {
protected:
    std::unique_ptr<Api> server(const platform::Clock& clock = platform::system_clock(),
                                std::chrono::milliseconds skew_max = 60s) {
        return std::make_unique<Api>(ApiOptions{.requests = {.per_second = 1e6, .burst = 1e6},
                                                .clock_skew_max = skew_max,
                                                .clock = &clock},
                                     std::make_unique<SharedStore>(kept_), metrics_, log_);
    }
    static Response ask(Api& api, std::string method, std::string target, std::string body = {},
                        const std::string& key = {}) {
        std::promise<Response> promise;
        api.handle(
            {.method = std::move(method),
             .target = std::move(target),
             .headers = {{"Content-Type", "application/json"}, {"Authorization", "Bearer " + key}},
             .body = std::move(body),
             .address = "192.0.2.1",
             .at = api.clock().now()},
            [&](Response response) { promise.set_value(std::move(response)); });
        return promise.get_future().get();
    }

    /// `there` has a clock that is ahead.
    static void expect_no_flag_falls(Api& here, Api& there) {
        const Json game = json_of(ask(
            here, "POST", "/api/games",
            R"({"game": "chess", "clock": {"kind": "fischer", "base_ms": 18000, "increment_ms": 0}})"));
        const std::string path = "/api/games/" + text(game, "/id");
        for (const auto& [key, move] : {std::pair("/keys/white", R"({"move": "e4", "ply": 0})"),
                                        std::pair("/keys/black", R"({"move": "e5", "ply": 1})")}) {
            EXPECT_EQ(ask(here, "POST", path + "/moves", move, text(game, key)).status, 200);
        }
        EXPECT_TRUE(at(json_of(ask(there, "GET", path)), "/outcome").is_null());
        std::this_thread::sleep_for(700ms);  // the other server has looked for fallen flags
        const Json seen = json_of(ask(there, "GET", path));
        EXPECT_TRUE(at(seen, "/outcome").is_null());
        EXPECT_GT(number(seen, "/clock/white/left_ms"), 10'000);
    }

    std::shared_ptr<store::MemoryStore> kept_ = std::make_shared<store::MemoryStore>();
    Metrics metrics_;
    Log log_{LogLevel::error, [](std::string_view) {}};
};

TEST_F(SharedStoreTest, AServerWhoseClockIsAheadDeclaresNoFlagFallen) {
    const FastClock fast;
    expect_no_flag_falls(*server(), *server(fast));
}

TEST_F(SharedStoreTest, TheSameHoldsForPostgres) {
    const FastClock fast;
    const std::string address = test::PostgresServer::shared().create_database();
    const auto on_postgres = [&](const platform::Clock& clock) {
        auto opened = store::open(address);
        if (!opened) throw std::runtime_error(opened.error().sentence);
        return std::make_unique<Api>(ApiOptions{.clock = &clock}, std::move(*opened), metrics_,
                                     log_);
    };
    const auto here = on_postgres(platform::system_clock());
    const auto there = on_postgres(fast);
    expect_no_flag_falls(*here, *there);
}

TEST_F(SharedStoreTest, AServerWhoseClockIsFarOffIsNotReady) {
    const FastClock fast;
    EXPECT_EQ(ask(*server(), "GET", "/readyz").status, 200);
    const Response refused = ask(*server(fast, 10s), "GET", "/readyz");
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(text(json_of(refused), "/code"), "clock_skew");
}

TEST_F(SharedStoreTest, NothingOlderIsAnsweredThanTheClientHasSeen) {
    const auto here = server();
    const auto there = server();
    const Json game = json_of(ask(*here, "POST", "/api/games", R"({"game": "chess"})"));
    const std::string path = "/api/games/" + text(game, "/id");
    EXPECT_EQ(number(json_of(ask(*there, "GET", path)), "/version"), 1);
    EXPECT_EQ(ask(*here, "POST", path + "/moves", R"({"move": "e4", "ply": 0})",
                  text(game, "/keys/white"))
                  .status,
              200);
    EXPECT_EQ(number(json_of(ask(*there, "GET", path)), "/version"), 1) << "it was not told";
    EXPECT_EQ(number(json_of(ask(*there, "GET", path + "?min_version=2")), "/version"), 2);
    EXPECT_EQ(text(json_of(ask(*there, "GET", path + "?min_version=3")), "/code"),
              "version_not_reached");
}

}  // namespace
}  // namespace arbiter::server
