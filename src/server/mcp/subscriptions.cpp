#include "server/mcp/subscriptions.hpp"

#include <algorithm>

#include "server/mcp/resources.hpp"

namespace arbiter::server::mcp {

std::optional<Request> changes_of(std::string_view uri, std::string_view authorization) {
    auto request = request_of(uri, authorization);
    constexpr std::string_view games = "/api/games/";
    if (!request || !request->target.starts_with(games)) return std::nullopt;
    const std::string_view rest = std::string_view(request->target).substr(games.size());
    const auto end = std::min(rest.find_first_of("/?"), rest.size());
    if (end == 0) return std::nullopt;
    const auto query = rest.find('?');
    std::string target = std::string(games) + std::string(rest.substr(0, end)) + "/events";
    // Of the query only the key counts here.
    const auto key = query == rest.npos ? rest.npos : rest.find("key=", query);
    if (key != rest.npos) {
        target += "?" + std::string(rest.substr(key, rest.substr(key).find('&')));
    }
    request->target = std::move(target);
    request->headers.emplace_back("Accept", "text/event-stream");
    return request;
}

bool Subscriptions::add(const std::string& name, std::shared_ptr<void> watch) {
    const std::scoped_lock lock(mutex_);
    if (watches_.size() >= watches_max) return false;
    watches_.emplace(name, std::move(watch));
    return true;
}

void Subscriptions::remove(const std::string& name) {
    std::multimap<std::string, std::shared_ptr<void>> removed;  // ends without the lock
    const std::scoped_lock lock(mutex_);
    const auto [begin, end] = watches_.equal_range(name);
    for (auto it = begin; it != end;) removed.insert(watches_.extract(it++));
}

void Sessions::open(const std::string& id) {
    decltype(sessions_)::node_type oldest;  // its watches end without the lock
    const std::scoped_lock lock(mutex_);
    if (sessions_.size() >= sessions_max) {
        oldest = sessions_.extract(std::ranges::min_element(
            sessions_, {}, [](const auto& session) { return session.second.number; }));
    }
    const auto feed = std::make_shared<std::weak_ptr<Feed>>();
    const auto tell = [this, feed](const std::string& message) {
        std::shared_ptr<Feed> open;
        {
            const std::scoped_lock feeds(mutex_);
            open = feed->lock();
        }
        return open == nullptr || open->send(event_of(message));
    };
    sessions_[id] = {std::make_shared<Subscriptions>(tell), feed, ++opened_};
}

std::shared_ptr<Subscriptions> Sessions::find(std::string_view id) {
    const std::scoped_lock lock(mutex_);
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : found->second.subscriptions;
}

bool Sessions::connect(std::string_view id, const std::shared_ptr<Feed>& feed) {
    const std::scoped_lock lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return false;
    *found->second.feed = feed;
    return true;
}

std::shared_ptr<const std::string> event_of(const std::string& message) {
    return std::make_shared<const std::string>("data: " + message + "\n\n");
}

}  // namespace arbiter::server::mcp
