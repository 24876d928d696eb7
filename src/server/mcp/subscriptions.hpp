#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "server/http/message.hpp"

/// Who is told when a resource changes. Only games change.
namespace arbiter::server::mcp {

/// Where messages to a client go that answer no request; it may be used from any thread. False if
/// the client is gone.
using Outlet = std::function<bool(const std::string& message)>;

/// The request that streams the changes of a resource; nothing if it is not that of a game.
std::optional<Request> changes_of(std::string_view uri, std::string_view authorization);

/// Gets the messages of such a stream: each is a change.
class ChangeFeed final : public Feed {
public:
    explicit ChangeFeed(std::function<bool()> changed) : changed_(std::move(changed)) {}
    bool send(std::shared_ptr<const std::string>) override { return changed_(); }
    void close(std::string_view) override {}

private:
    std::function<bool()> changed_;
};

/// What a client watches, by a name: the URI of a resource, or the id of a request to listen. A watch
/// ends when it is removed, or with this.
class Subscriptions {
public:
    static constexpr std::size_t watches_max = 100;

    explicit Subscriptions(Outlet outlet) : outlet_(std::move(outlet)) {}

    bool tell(const std::string& message) const { return outlet_(message); }
    /// False if there are too many.
    bool add(const std::string& name, std::shared_ptr<void> watch);
    void remove(const std::string& name);

private:
    Outlet outlet_;
    std::mutex mutex_;
    std::multimap<std::string, std::shared_ptr<void>> watches_;
};

/// The sessions of clients that connect by HTTP and began with `initialize`: their notifications go to
/// the stream that they open. At most `sessions_max`; the oldest is forgotten first.
class Sessions {
public:
    static constexpr std::size_t sessions_max = 4096;

    void open(const std::string& id);
    /// Null if there is none.
    std::shared_ptr<Subscriptions> find(std::string_view id);
    /// From now on the session's notifications go there. False if there is no such session.
    bool connect(std::string_view id, const std::shared_ptr<Feed>& feed);

private:
    struct Session {
        std::shared_ptr<Subscriptions> subscriptions;
        std::shared_ptr<std::weak_ptr<Feed>> feed;
        std::uint64_t number;
    };
    std::mutex mutex_;
    std::map<std::string, Session, std::less<>> sessions_;
    std::uint64_t opened_ = 0;
};

/// As an event of a stream.
std::shared_ptr<const std::string> event_of(const std::string& message);

}  // namespace arbiter::server::mcp
