#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/scheduler.hpp"
#include "server/api/api.hpp"
#include "server/http/feed_queue.hpp"
#include "simulation/database.hpp"
#include "simulation/plan.hpp"

namespace arbiter::simulation {

/// A clock that is wrong by some time, and becomes more so.
class MachineClock final : public platform::Clock {
public:
    MachineClock(const Loop& loop, const MachinePlan& plan) : loop_(loop), plan_(plan) {}
    platform::Moment now() const override;
    std::chrono::nanoseconds elapsed() const override;
    std::chrono::nanoseconds thread_time() const override { return {}; }
    void jump(std::int64_t by_ms) { jump_ms_ += by_ms; }
    void set_right() { jump_ms_ = 0; }

private:
    const Loop& loop_;
    MachinePlan plan_;
    std::int64_t jump_ms_ = 0;
};

class SeededEntropy final : public platform::Entropy {
public:
    explicit SeededEntropy(Draws draws) : draws_(draws) {}
    void fill(std::span<std::uint8_t> bytes) override {
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(draws_.below(256));
    }

private:
    Draws draws_;
};

/// The tasks of one process, by its own clock.
class TaskQueue final : public platform::Scheduler {
public:
    void at(platform::Moment moment, Task task) override {
        tasks_.emplace(std::pair(moment, count_++), std::move(task));
    }
    bool empty() const { return tasks_.empty(); }
    std::size_t size() const { return tasks_.size(); }
    platform::Moment earliest() const { return tasks_.begin()->first.first; }
    Task take() { return std::move(tasks_.extract(tasks_.begin()).mapped()); }
    void clear() { tasks_.clear(); }

private:
    std::uint64_t count_ = 0;
    std::map<std::pair<platform::Moment, std::uint64_t>, Task> tasks_;
};

/// A connection between a client and a machine. Either side, or what is between them, may end it.
class Connection {
public:
    virtual ~Connection() = default;
    /// It was cut: the machine forgets it at once, the client notices a little later.
    virtual void cut() = 0;
    /// The process is about to go: nothing of it may be kept.
    virtual void let_go() {}
    bool is_open = true;
};

/// Runs one server: an Api without sockets, on one thread.
class Machine {
public:
    struct Parts {
        Loop& loop;
        Trace& trace;
        Database& database;
        std::shared_ptr<const platform::SigningKey> receipt_key;
    };
    Machine(const Parts& parts, std::uint32_t number, const MachinePlan& plan, std::uint64_t seed);
    ~Machine();
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    std::uint32_t number() const { return number_; }
    const std::string& name() const { return name_; }
    /// Counts its processes.
    std::uint64_t life() const { return life_; }
    bool is_up() const { return api_ != nullptr; }
    server::Api& api() { return *api_; }
    /// Tasks that its process has planned.
    std::size_t planned() const { return tasks_.size(); }

    void start();
    void crash();
    void pause();
    void go_on();
    void jump(std::int64_t by_ms);
    void cut_connections();
    void deafen();
    void listen_again();

    /// Runs a task in the process: after a pause, and never if the process is gone by then.
    void run(Loop::Task task);
    void add(const std::shared_ptr<Connection>& connection);

private:
    void do_held();
    void arm();
    void work();

    Parts parts_;
    std::uint32_t number_;
    std::string name_;
    Draws draws_;
    MachineClock clock_;
    SeededEntropy entropy_;
    server::Metrics metrics_;
    server::Log log_;
    TaskQueue tasks_;
    std::unique_ptr<server::Api> api_;
    SimulatedStore* store_ = nullptr;  // of the Api
    std::uint64_t life_ = 0;
    int pauses_ = 0;
    std::deque<Loop::Task> held_;  // what came during a pause
    std::optional<Span> armed_;    // when `work` is called next
    std::vector<std::weak_ptr<Connection>> connections_;
};

}  // namespace arbiter::simulation
