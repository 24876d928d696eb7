#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/bench/load/poller.hpp"

namespace arbiter::bench::load {

/// What a server holds, in bytes.
struct Memory {
    std::uint64_t before = 0;
    std::uint64_t open = 0;  ///< right after some games were created
    std::uint64_t idle = 0;  ///< after many more, when it has closed them all
};

/// Games that are created and then left alone.
class IdleGames {
public:
    struct Server {
        std::string address;
        int process;
    };
    IdleGames(Poller& poller, const Server& server) : poller_(poller), server_(server) {}

    struct Count {
        std::size_t open;
        std::size_t idle;
    };
    Memory measure(Count count);

private:
    void create(std::size_t count);
    void wait_until_closed();

    Poller& poller_;
    Server server_;
};

}  // namespace arbiter::bench::load
