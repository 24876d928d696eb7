#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/any_game.hpp"
#include "tests/bench/load/http_client.hpp"

namespace arbiter::bench::load {

using Random = std::mt19937_64;

/// A game as far as it has been acknowledged: what its watchers must have seen in the end.
struct Course {
    std::string id;
    std::uint64_t version = 0;
    bool over = false;
};

/// The first version that a message or an answer names; 0 if there is none. Reading all of it as
/// JSON would slow down what is measured.
std::uint64_t version_in(std::string_view json);

/// Two players who play random legal moves, one game after another. Without dice each game is the
/// same, chosen beforehand: it is the server whose work is measured.
class Table {
public:
    struct Events {
        std::function<void(Table&)> ready;            ///< the next move can be played
        std::function<void(Table&)> new_game;         ///< before that
        std::function<void(Clock::duration)> played;  ///< a move was acknowledged, after so long
        /// A line for `arbiter simulate --judge`; empty: nobody wants to know.
        std::function<void(const std::string&)> history{};
    };
    struct Kind {
        std::string game;
        Options options;
    };
    /// Chess, Go and backgammon in turn.
    static Kind kind(std::size_t number);

    Table(Poller& poller, const std::string& address, std::size_t number, const Events& events);

    /// Asks for a new game.
    void begin();
    /// Sends a move that should have been sent at `due`.
    void play(Clock::time_point due);

    std::size_t number() const { return number_; }
    const std::shared_ptr<Course>& course() const { return course_; }

private:
    void begun(const HttpReply& reply);
    void played(const HttpReply& reply);
    struct Step {
        Color by;
        std::string move;
    };
    void note(const Step& step, Clock::time_point begin, const HttpReply& reply);
    void choose_game();
    Step next_step();
    bool is_over() const;

    std::size_t number_;
    const Events& events_;
    Kind kind_;
    Random random_;
    PerColor<std::unique_ptr<HttpClient>> players_;
    PerColor<std::string> keys_;
    std::vector<Step> script_;  // empty where dice decide
    std::size_t done_ = 0;      // of the script
    std::uint64_t requests_ = 0;
    std::optional<AnyGame> game_;  // where dice decide
    std::shared_ptr<Course> course_;
};

/// What asks the server for such a game.
std::string creation_body(const Table::Kind& kind);

}  // namespace arbiter::bench::load
