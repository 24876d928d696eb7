#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "platform/scheduler.hpp"
#include "server/games/move.hpp"
#include "server/games/watcher.hpp"

namespace arbiter::server {

/// The watchers of a room. The room queues what happens while it holds its lock; the queue is worked
/// off without that lock, by one thread at a time, so that each watcher is told everything once and
/// in order.
class Audience : public std::enable_shared_from_this<Audience> {
public:
    Audience(std::string game, platform::Scheduler& scheduler, const platform::Clock& clock)
        : game_(std::move(game)), scheduler_(scheduler), clock_(clock) {}

    // Each of these only queues.
    /// From here on; `first` is what the watcher gets before.
    void join(std::shared_ptr<Watcher> watcher, std::vector<Text> first);
    void leave(std::shared_ptr<const Watcher> watcher);
    void tell(const Update& update);
    /// Sends everybody away.
    void close(std::string_view reason);

    /// Works off the queue, unless another thread is doing so already.
    void deliver();
    /// The same on the scheduler's thread, if there is something to do.
    void deliver_later();

    std::size_t size() const;
    /// Nobody watches, and nobody is about to.
    bool is_empty() const;

private:
    struct Join {
        std::shared_ptr<Watcher> watcher;
        std::vector<Text> first;
    };
    struct Leave {
        std::shared_ptr<const Watcher> watcher;
    };
    struct TellPresence {};
    struct Close {
        std::string reason;
    };
    using Item = std::variant<Join, Leave, Update, TellPresence, Close>;

    void queue(Item item);
    // Only the thread that delivers calls these, and touches `watchers_`.
    void handle(const Join& join);
    void handle(const Leave& leave);
    void handle(const Update& update);
    void handle(const TellPresence&);
    void handle(const Close& close);
    template <class Render>
    void send(Render render);
    void plan_presence();

    const std::string game_;
    platform::Scheduler& scheduler_;
    const platform::Clock& clock_;
    std::vector<std::shared_ptr<Watcher>> watchers_;
    bool presence_planned_ = false;

    mutable std::mutex mutex_;
    std::vector<Item> queue_;
    bool is_delivering_ = false;
    std::size_t size_ = 0;  // of `watchers_` when it was last delivered
};

}  // namespace arbiter::server
