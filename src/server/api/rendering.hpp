#pragma once

#include <memory>
#include <optional>

#include "server/games/watcher.hpp"
#include "server/http/message.hpp"

/// How watchers are told over the two kinds of connections.
namespace arbiter::server {

/// With the state in a format of the game; empty: without.
const Rendering& websocket_rendering(std::string_view format = {});
/// Server-sent events.
const Rendering& event_stream_rendering(std::string_view format = {});

/// Passes on to a connection what a room tells.
class FeedWatcher final : public Watcher {
public:
    FeedWatcher(std::shared_ptr<Feed> feed, const Rendering& rendering, std::optional<Color> seat)
        : Watcher(rendering, seat), feed_(std::move(feed)) {}

    bool send(Text text) override { return feed_->send(std::move(text)); }
    void close(std::string_view reason) override { feed_->close(reason); }

private:
    std::shared_ptr<Feed> feed_;
};

}  // namespace arbiter::server
