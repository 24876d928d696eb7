#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/load/hall.hpp"

namespace arbiter::bench::load {

/// One game that a crowd watches, and another one beside it that nobody does.
class Crowd {
public:
    /// The process is the server's.
    Crowd(const std::string& address, int process);

    struct Size {
        std::size_t watchers;
        std::size_t moves;  ///< of each kind
    };
    struct Result {
        Pace alone;    ///< before anybody watches
        Pace watched;  ///< moves of the game that is watched
        Pace beside;   ///< of the other game, each right after one of those
        double bytes_a_watcher = 0;
        Witness witness;
    };
    Result measure(Size size);

private:
    void play(Table& table, std::vector<Clock::duration>& times);
    void admit(std::size_t watchers);
    /// Until all have seen everything.
    void look();
    std::size_t left_behind() const;

    std::string address_;
    int process_;
    Poller players_;
    Poller gallery_;  // only looked at between moves: who watches sits elsewhere
    bool is_ready_ = false;
    Clock::duration took_{};
    Table::Events events_;
    Table watched_;
    Table other_;
    std::vector<std::unique_ptr<Watcher>> watchers_;
};

}  // namespace arbiter::bench::load
