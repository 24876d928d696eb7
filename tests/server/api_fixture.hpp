#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "server/api/api.hpp"
#include "tests/support/temporary_folder.hpp"

/// The API without sockets: requests made by hand, and feeds that keep their messages.
namespace arbiter::server {

class CollectingFeed final : public Feed {
public:
    bool send(std::shared_ptr<const std::string> message) override;
    void close(std::string_view reason) override;

    /// Waits for a message whose JSON has that type, and drops those before it.
    Json next(std::string_view type);
    /// Waits for any message.
    std::string next();
    std::string closed() const;

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> messages_;
    std::string closed_;
};

struct Asking {
    std::string key{};
    Headers headers{};
};

/// A server over a store of its own, which can be closed and opened again.
class TestServer {
public:
    /// Default: without limits.
    explicit TestServer(ApiOptions options = {.requests = {.per_second = 1e6, .burst = 1e6},
                                              .bot_games = {.per_second = 1e6, .burst = 1e6},
                                              .games_between_bots = true,
                                              .work = {.per_second = 1e6, .burst = 1e6}});

    Response ask(std::string_view method, std::string_view target, std::string_view body = {},
                 const Asking& asking = {});
    Response get(std::string_view target, const Asking& asking = {}) {
        return ask("GET", target, {}, asking);
    }
    Response post(std::string_view target, std::string_view body, const Asking& asking = {}) {
        return ask("POST", target, body, asking);
    }

    struct NewGame {
        std::string id;
        std::string white;
        std::string black;
        std::string watch;
        std::string owner;
        std::string path() const { return "/api/games/" + id; }
        const std::string& key(Color color) const { return color == Color::white ? white : black; }
    };
    NewGame create(std::string_view body);

    /// The status, and the code of the problem if there is one: "200", "422 point_occupied".
    std::string move(const NewGame& game, Color by, std::string_view move);

    std::unique_ptr<Conversation> converse(const std::shared_ptr<Feed>& feed);
    void restart();
    template <class Change>
    void restart_with(Change change) {
        change(options_);
        restart();
    }
    Api& api() { return *api_; }
    store::Store& store() { return *store_; }

private:
    void open();

    test::TemporaryFolder folder_;
    ApiOptions options_;
    Metrics metrics_;
    Log log_;
    std::unique_ptr<Api> api_;
    store::Store* store_ = nullptr;  // of the API
};

Json json_of(const Response& response);
/// The member on that way: at(json, "/outcome/reason"). Null if there is none.
Json at(const Json& json, std::string_view pointer);
std::string text(const Json& json, std::string_view pointer);
std::int64_t number(const Json& json, std::string_view pointer);
/// How many elements there are.
std::size_t count(const Json& json, std::string_view pointer);
std::string header(const Response& response, std::string_view name);

}  // namespace arbiter::server
