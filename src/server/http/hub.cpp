#include "server/http/hub.hpp"

#include <algorithm>
#include <thread>

#include "server/http/connection.hpp"

namespace arbiter::server {

namespace {

std::size_t cores() { return std::max(1U, std::thread::hardware_concurrency()); }

std::size_t worker_count(std::size_t wanted) {
    return wanted > 0 ? wanted : std::max<std::size_t>(4, 2 * cores());
}

}  // namespace

Hub::Hub(const TransportOptions& all, Service& served, Observer& observing)
    : options(all), service(served), observer(observing), workers(worker_count(all.workers)) {
    const std::size_t threads = all.threads > 0 ? all.threads : cores();
    for (std::size_t i = 0; i < threads; ++i) loops.emplace_back(/*concurrency_hint=*/1);
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
