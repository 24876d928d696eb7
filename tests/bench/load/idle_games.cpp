#include "tests/bench/load/idle_games.hpp"

#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/bench/load/http_client.hpp"
#include "tests/bench/load/machine.hpp"
#include "tests/bench/load/table.hpp"

namespace arbiter::bench::load {

namespace {

/// What any server has after its first games: threads, caches, code.
constexpr std::size_t first_games = 300;
constexpr std::size_t clients = 64;
constexpr std::chrono::milliseconds pause{200};

/// Creates games until the number is reached.
struct Creator {
    HttpClient client;
    std::size_t& begun;
    std::size_t& done;
    std::size_t count;

    void go_on() {
        if (begun == count) return;
        const std::string body = creation_body(Table::kind(begun++));
        client.ask({.method = "POST", .target = "/api/games", .key = {}, .body = body},
                   [this](const HttpReply& reply) {
                       if (reply.status != 201) {
                           throw std::runtime_error("no game: " + std::string(reply.body));
                       }
                       ++done;
                       go_on();
                   });
    }
};

}  // namespace

void IdleGames::create(std::size_t count) {
    std::size_t begun = 0;
    std::size_t done = 0;
    std::vector<std::unique_ptr<Creator>> creators;
    for (std::size_t i = 0; i < clients; ++i) {
        creators.emplace_back(new Creator{{poller_, server_.address}, begun, done, count});
        creators.back()->go_on();
    }
    while (done < count) poller_.wait(Clock::now() + patience);
}

void IdleGames::wait_until_closed() {
    HttpClient client(poller_, server_.address);
    const auto end = Clock::now() + patience;
    bool closed = false;
    while (!closed) {
        if (Clock::now() > end) throw std::runtime_error("the games stay open");
        bool answered = false;
        client.ask({.method = "GET", .target = "/metrics", .key = {}, .body = {}},
                   [&](const HttpReply& reply) {
                       closed = reply.body.contains("\narbiter_rooms 0\n");
                       answered = true;
                   });
        while (!answered) poller_.wait(end);
        for (const auto next = Clock::now() + pause; Clock::now() < next;) poller_.wait(next);
    }
}

Memory IdleGames::measure(Count count) {
    Memory memory;
    create(first_games);
    wait_until_closed();
    memory.before = resident_bytes(server_.process);
    create(count.open);
    memory.open = resident_bytes(server_.process);
    create(count.idle - count.open);
    wait_until_closed();
    memory.idle = resident_bytes(server_.process);
    return memory;
}

}  // namespace arbiter::bench::load
