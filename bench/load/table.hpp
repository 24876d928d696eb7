#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "bench/load/http_client.hpp"
#include "core/games/any_game.hpp"

namespace arbiter::bench::load {

using Random = std::mt19937_64;

/// A game as far as it has been acknowledged: what its watchers must have seen in the end.
struct Course {
    std::string id;
    std::uint64_t version = 0;
    bool over = false;
};

/// Two players who play random legal moves, one game after another.
class Table {
public:
    struct Events {
        std::function<void(Table&)> ready;            ///< the next move can be played
        std::function<void(Table&)> new_game;         ///< before that
        std::function<void(Clock::duration)> played;  ///< a move was acknowledged, after so long
    };
    struct Kind {
        std::string game;
        Options options;
    };
    /// Chess, Go and backgammon in turn.
    static Kind kind(std::size_t number);

    Table(Poller& poller, std::uint16_t port, std::size_t number, const Events& events);

    /// Asks for a new game.
    void begin();
    /// Sends a move that should have been sent at `due`.
    void play(Clock::time_point due);

    std::size_t number() const { return number_; }
    const std::shared_ptr<Course>& course() const { return course_; }

private:
    void begun(const HttpReply& reply);
    void played(const HttpReply& reply);
    std::string any_move();
    bool is_over() const;

    std::size_t number_;
    const Events& events_;
    Kind kind_;
    Random random_;
    PerColor<std::unique_ptr<HttpClient>> players_;
    PerColor<std::string> keys_;
    std::optional<AnyGame> game_;
    std::shared_ptr<Course> course_;
};

/// What asks the server for such a game.
std::string creation_body(const Table::Kind& kind);

}  // namespace arbiter::bench::load
