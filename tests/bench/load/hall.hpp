#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/load/table.hpp"
#include "tests/bench/load/watcher.hpp"

namespace arbiter::bench::load {

using Seconds = std::chrono::duration<double>;

/// Acknowledged moves, and how long they took.
struct Pace {
    std::size_t moves = 0;
    Seconds time{};
    Seconds median{};
    Seconds p99{};

    double moves_a_second() const { return static_cast<double>(moves) / time.count(); }
};

/// Of moves that took so long each. Puts them into another order.
Pace pace_of(std::vector<Clock::duration>& times, Seconds time);

/// What the watchers saw.
struct Witness {
    std::uint64_t events = 0;
    std::uint64_t gaps = 0;
    std::size_t left_behind = 0;  ///< watchers that did not get everything
};

/// The addresses of the server for the players and of the one for the watchers.
struct Servers {
    std::string play;
    std::string watch;
};

/// Many tables, and watchers spread over them.
class Hall {
public:
    struct Size {
        std::size_t tables;
        std::size_t watchers;
    };
    /// Every table has a game when this is done, and every watcher sees one. A history is written to the
    /// file, if one is named: that slows down what is measured.
    Hall(Poller& poller, const Servers& servers, Size size, const std::string& history = {});

    /// Each player moves as soon as the other has. What is measured begins after a while.
    Pace play_fast(Seconds time);
    /// This number of moves a second, at random moments, whether or not those before are answered. Their
    /// time counts from when they should have been made.
    Pace play_at(double moves_a_second, Seconds time);

    Witness witness();

private:
    void begin_all();
    void next_move(Table& table);
    /// Waits until all moves are answered.
    void settle();
    template <class Condition>
    bool wait_for(Condition condition, Clock::time_point until);
    void wait(Clock::time_point until);
    std::size_t left_behind() const;

    std::ofstream history_;
    Poller& poller_;
    Poller gallery_;  // of the watchers
    Clock::time_point next_look_ = Clock::now();
    Table::Events events_;
    std::vector<std::unique_ptr<Table>> tables_;
    std::vector<std::vector<std::unique_ptr<Watcher>>> watchers_;  // of each table
    std::deque<Table*> ready_;
    bool in_haste_ = false;               // who is ready moves at once
    std::vector<Clock::duration> times_;  // of the moves that are measured
    Random random_{1};
};

}  // namespace arbiter::bench::load
