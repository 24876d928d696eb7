#include "server/http/hub.hpp"

#include <algorithm>
#include <bit>
#include <thread>
#include <utility>

#include <boost/asio/post.hpp>
#include <fmt/compile.h>

#include "platform/entropy.hpp"
#include "server/http/connection.hpp"

namespace arbiter::server {

namespace {

std::size_t cores() { return std::max(1U, std::thread::hardware_concurrency()); }

std::uint64_t random_number() {
    return std::bit_cast<std::uint64_t>(platform::system_entropy().bytes<sizeof(std::uint64_t)>());
}

std::size_t worker_count(std::size_t wanted) {
    return wanted > 0 ? wanted : std::max<std::size_t>(4, 2 * cores());
}

}  // namespace

Hub::Hub(const TransportOptions& all, Service& served, Observer& observing)
    : options(all), service(served), observer(observing), workers(worker_count(all.workers)) {
    const std::size_t threads = all.threads > 0 ? all.threads : cores();
    for (std::size_t i = 0; i < threads; ++i) {
        turnstiles.emplace_back(loops.emplace_back(/*concurrency_hint=*/1));
    }
}

RequestIds::RequestIds() : prefix_(random_number()), count_(random_number()) {}

std::string RequestIds::next() {
    return fmt::format(FMT_COMPILE("{:016x}{:016x}"), prefix_, ++count_);
}

void Turnstile::add(Job job) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(job));
    if (std::exchange(is_running_, true)) return;
    boost::asio::post(loop_, [this] { run(); });
}

void Turnstile::run() {
    constexpr std::size_t some = 32;
    std::vector<Job> jobs;
    {
        const std::lock_guard lock(mutex_);
        for (; jobs.size() < some && !waiting_.empty(); waiting_.pop_front()) {
            jobs.push_back(std::move(waiting_.front()));
        }
        is_running_ = !waiting_.empty();
        // Behind what the loop has to do already.
        if (is_running_) boost::asio::post(loop_, [this] { run(); });
    }
    for (const Job& job : jobs) job();
}

bool Connections::enter(const std::shared_ptr<Connection>& connection, const std::string& network,
                        Limits limits) {
    const std::lock_guard lock(mutex_);
    if (connections_.size() >= limits.all) return false;
    if (!network.empty()) {
        const auto [count, added] = networks_.try_emplace(network, 0);
        if (count->second >= limits.per_network) {
            if (added) networks_.erase(count);
            return false;
        }
        ++count->second;
    }
    connections_.emplace(connection.get(), connection);
    return true;
}

void Connections::leave(Connection& connection, const std::string& network) {
    const std::lock_guard lock(mutex_);
    connections_.erase(&connection);
    const auto count = networks_.find(network);
    if (count != networks_.end() && --count->second == 0) networks_.erase(count);
    if (connections_.empty()) left_.notify_all();
}

std::vector<std::shared_ptr<Connection>> Connections::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Connection>> all;
    for (const auto& [address, weak] : connections_) {
        if (auto connection = weak.lock()) all.push_back(std::move(connection));
    }
    return all;
}

bool Connections::wait_until_empty(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    return left_.wait_for(lock, limit, [&] { return connections_.empty(); });
}

}  // namespace arbiter::server
