#include "simulation/machine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arbiter::simulation {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Streams 0 to 99 of the seed's draws are those of the plan and the world.
constexpr std::uint64_t machine_part = 100;
constexpr std::uint64_t entropy_part = 200;
/// How long a task takes.
constexpr Span task_time_max = 300us;

server::ApiOptions options_of(const platform::Clock& clock, platform::Entropy& entropy,
                              platform::Scheduler& scheduler) {
    constexpr server::RateLimit any{.per_second = 1e9, .burst = 1e9};
    server::ApiOptions options;
    options.requests = options.creations = options.bot_games = options.work = any;
    options.stored_bytes = {.per_second = 1e12, .burst = 1e12};
    options.room_idle = 5s;
    options.clock = &clock;
    options.entropy = &entropy;
    options.scheduler = &scheduler;
    return options;
}

}  // namespace

platform::Moment MachineClock::now() const {
    const auto passed = std::chrono::floor<milliseconds>(elapsed());
    return platform::Moment(milliseconds(Database::begin_ms + plan_.skew_ms + jump_ms_) + passed);
}

std::chrono::nanoseconds MachineClock::elapsed() const {
    const std::int64_t us = loop_.now().count();
    return std::chrono::microseconds(us + us * plan_.drift_ppm / 1'000'000);
}

Machine::Machine(const Parts& parts, std::uint32_t number, const MachinePlan& plan,
                 std::uint64_t seed)
    : parts_(parts),
      number_(number),
      name_("m" + std::to_string(number)),
      draws_(seed, machine_part + number),
      clock_(parts.loop, plan),
      entropy_(Draws(seed, entropy_part + number)),
      log_(
          server::LogLevel::warning,
          [this](std::string_view line) { parts_.trace.line(name_, line); }, clock_) {}

Machine::~Machine() {
    if (is_up()) crash();
}

void Machine::start() {
    if (is_up()) return;
    parts_.trace.line(name_, "starts");
    // Otherwise a server of its own could not know better.
    if (!parts_.database.is_shared()) clock_.set_right();
    ++life_;
    auto options = options_of(clock_, entropy_, tasks_);
    options.receipt_key = parts_.receipt_key;
    auto store = std::make_unique<SimulatedStore>(
        parts_.database, [this](Loop::Task task) { run(std::move(task)); });
    store_ = store.get();
    api_ = std::make_unique<server::Api>(std::move(options), std::move(store), metrics_, log_);
    arm();
}

/// What the connections hold of the process goes first; then what it had planned.
void Machine::crash() {
    if (!is_up()) return;
    parts_.trace.line(name_, "crashes");
    const auto connections = std::exchange(connections_, {});
    for (const auto& weak : connections) {
        if (const auto connection = weak.lock()) connection->let_go();
    }
    ++life_;
    held_.clear();
    api_.reset();
    store_ = nullptr;
    tasks_.clear();
    armed_.reset();
    for (const auto& weak : connections) {
        if (const auto connection = weak.lock()) connection->cut();
    }
}

void Machine::pause() {
    parts_.trace.line(name_, "stands still");
    ++pauses_;
}

void Machine::go_on() {
    parts_.trace.line(name_, "goes on");
    if (--pauses_ > 0) return;
    do_held();
    if (is_up()) arm();
}

void Machine::do_held() {
    if (pauses_ > 0 || held_.empty()) return;
    Loop::Task task = std::move(held_.front());
    held_.pop_front();
    task();
    if (!is_up()) return;
    arm();
    if (held_.empty()) return;
    parts_.loop.after(draws_.between(1us, task_time_max), [this, life = life_] {
        if (life == life_) do_held();
    });
}

void Machine::jump(std::int64_t by_ms) {
    parts_.trace.line(name_, fmt::format("has its clock set by {} ms", by_ms));
    clock_.jump(by_ms);
    if (is_up()) arm();
}

void Machine::cut_connections() {
    parts_.trace.line(name_, "loses its connections");
    // They stay in the list: what they hold of a process that stands still is let go of later.
    for (const auto& weak : std::vector(connections_)) {
        if (const auto connection = weak.lock()) connection->cut();
    }
}

void Machine::deafen() {
    if (store_ != nullptr) store_->deafen();
}
void Machine::listen_again() {
    if (store_ != nullptr) store_->listen_again();
}

void Machine::run(Loop::Task task) {
    if (!is_up()) return;
    if (pauses_ > 0 || !held_.empty()) return held_.push_back(std::move(task));
    task();
    arm();
}

void Machine::add(const std::shared_ptr<Connection>& connection) {
    std::erase_if(connections_, [](const auto& weak) { return weak.expired(); });
    connections_.push_back(connection);
}

/// Plans when the process works next: when its earliest task is due by its own clock, which may be
/// set meanwhile.
void Machine::arm() {
    if (tasks_.empty()) return;
    const bool is_due = tasks_.earliest() <= api_->clock().now();
    const Span delay =
        is_due ? draws_.between(1us, task_time_max) : Span(tasks_.earliest() - api_->clock().now());
    const Span at = parts_.loop.now() + delay;
    if (armed_ && *armed_ <= at) return;
    armed_ = at;
    parts_.loop.after(delay, [this, at, life = life_] {
        if (life == life_ && armed_ == at) work();
    });
}

/// One task at a time, so that anything can happen in between.
void Machine::work() {
    armed_.reset();
    if (pauses_ > 0) return;
    if (!tasks_.empty() && tasks_.earliest() <= api_->clock().now()) tasks_.take()();
    arm();
}

}  // namespace arbiter::simulation
