#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/referee.hpp"
#include "store/store.hpp"

namespace arbiter::test {

/// A real game as a server stores it, one change per request.
class RefereedGame {
public:
    struct Terms {
        std::string id;
        std::string_view game;
        bool is_private = false;
    };
    explicit RefereedGame(const Terms& terms);

    /// Plays this many moves, chosen by the seed, or fewer if the game ends.
    void play(int moves, unsigned seed);

    /// Adds an event that no referee would decide on, properly chained.
    void forge(const std::string& body, std::int64_t at_ms);

    const std::vector<store::Change>& changes() const { return changes_; }
    std::vector<store::Entry> entries() const;
    const referee::Referee& referee() const { return referee_; }

private:
    void write_down(const std::vector<referee::Event>& events);
    void add(store::Change& change, const std::string& body, std::int64_t at_ms);

    referee::Moment now_;
    referee::Event created_;
    referee::Referee referee_;
    std::string last_hash_;
    std::vector<store::Change> changes_;
};

}  // namespace arbiter::test
