#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "tests/bench/load/table.hpp"

namespace arbiter::bench::load {

/// Looks on at one table by WebSocket, from the first event of each game to its last.
class Watcher final : public Connection {
public:
    Watcher(Poller& poller, const std::string& address, const Table& table);

    /// Goes to the table's present game, unless events of the one before are still to come.
    void look_on();

    /// Whether it has seen all that was acknowledged.
    bool is_up_to_date() const;
    std::uint64_t events() const { return events_; }
    /// How often an event did not follow the one before it.
    std::uint64_t gaps() const { return gaps_; }

private:
    std::size_t receive(std::string_view input) override;
    void hear(std::string_view message);
    void send_frame(std::uint8_t opcode, std::string_view payload);
    bool has_seen_all() const { return !course_ || (course_->over && seen_ == course_->version); }

    const Table& table_;
    std::shared_ptr<const Course> course_;
    bool open_ = false;  // hands have been shaken
    std::uint64_t seen_ = 0;
    std::uint64_t events_ = 0;
    std::uint64_t gaps_ = 0;
};

}  // namespace arbiter::bench::load
