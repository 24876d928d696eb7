#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/contract/color.hpp"
#include "simulation/network.hpp"

namespace arbiter::simulation {

/// What all clients share.
struct Surroundings {
    Loop& loop;
    Trace& trace;
    Checker& checker;
    Network& network;
    std::uint64_t seed;
    Span calm_from;        ///< from then on nothing is broken, and games must go on
    bool is_over = false;  ///< nobody begins anything more
};

/// Moves for one seat: looks, thinks, moves, and sends again what was not answered.
class Player {
public:
    struct Seat {
        std::string game;
        std::string key;
        Color color;
        bool has_repeat_keys;
    };
    Player(Surroundings& around, std::string name, Seat seat, Draws draws);
    void begin() { look(); }
    bool is_waiting() const { return is_waiting_; }

private:
    void look();
    void seen(const std::optional<server::Response>& response);
    void choose(const Json& turn);
    void move(std::string text, const Json& turn);
    void send();
    void answered(const std::optional<server::Response>& response);
    void look_after(Span least, Span most);
    server::Request request(std::string method, std::string target) const;

    Surroundings& around_;
    std::string name_;
    Seat seat_;
    Draws draws_;
    std::uint64_t version_ = 0;  // the highest that it has seen
    Attempt attempt_;
    std::string body_;
    std::string repeat_key_;
    std::optional<std::string> first_answer_;  // to the request that may be repeated
    bool is_waiting_ = false;
};

/// Looks on, and comes back when it was sent away or cut off.
class Onlooker {
public:
    struct Seat {
        std::string game;
        std::string key;  ///< empty: anybody may watch
    };
    Onlooker(Surroundings& around, std::string name, Seat seat, const WatcherPlan& plan,
             Draws draws);
    void begin() { connect(); }
    const std::string& name() const { return name_; }
    const std::string& game() const { return seat_.game; }
    std::uint64_t version() const { return version_; }

private:
    void connect();
    void receive(const std::string& message);

    Surroundings& around_;
    std::string name_;
    Seat seat_;
    WatcherPlan plan_;
    Draws draws_;
    std::uint64_t version_ = 1;  // creation is known to everybody
    std::shared_ptr<Network::Stream> stream_;
};

/// A game with all its players and watchers. It is created first, however often that takes.
class Table {
public:
    Table(Surroundings& around, TablePlan plan);
    void begin();

    const TablePlan& plan() const { return plan_; }
    const std::string& game() const { return game_; }
    const std::vector<std::unique_ptr<Player>>& players() const { return players_; }
    const std::vector<std::unique_ptr<Onlooker>>& onlookers() const { return onlookers_; }

private:
    void create();
    void created(const std::optional<server::Response>& response);
    void seat(const Json& keys);
    void add_player(Color color, const std::string& key, std::string_view page);

    Surroundings& around_;
    TablePlan plan_;
    std::string name_;
    Draws draws_;
    std::string repeat_key_;
    std::string game_;
    std::vector<std::unique_ptr<Player>> players_;
    std::vector<std::unique_ptr<Onlooker>> onlookers_;
};

}  // namespace arbiter::simulation
