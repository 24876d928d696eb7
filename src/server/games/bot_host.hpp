#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/json.hpp"
#include "players/player.hpp"
#include "server/games/room.hpp"
#include "server/telemetry/log.hpp"

namespace arbiter::server {

/// Plays the seats that the server fills itself: built-in bots, and what it was configured with.
class House final : public Host {
public:
    struct Options {
        /// Beside the built-in ones: a name that may be asked for, and the specification that it
        /// stands for. Only names are ever taken from a request.
        std::vector<std::pair<std::string, std::string>> players;
        std::size_t threads = 0;  ///< that think; 0 is half of the cores
    };
    House(const Options& options, Agenda& agenda, Log& log);
    ~House() override;

    /// Finishes nothing any more. What was being thought about is thought about again by whoever
    /// opens that game next.
    void stop();

    /// What to call who plays under that name, or nothing if nobody here does so, in this game.
    std::optional<std::string> title(std::string_view player, std::string_view game) const;

    /// {"players": [{"name": "bot", "title": ..., "games": [...], "levels": [1, 8]}, ...]}
    std::string catalogue() const;

    void attend(std::shared_ptr<Room> room, const referee::Referee& state, Color seat) override;

private:
    struct Task {
        std::shared_ptr<Room> room;
        referee::Referee state;
        Color seat;
    };
    void work();
    void think(const Task& task);
    std::optional<std::string> choose(const Task& task);
    void submit(const Task& task, std::string move);
    std::unique_ptr<players::Player> take(const std::string& name);
    std::string specification_of(std::string_view name) const;

    std::map<std::string, std::string, std::less<>> configured_;
    Agenda& agenda_;
    Log& log_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::deque<Task> tasks_;
    std::vector<players::Player*> thinking_;
    /// Those that wait for their next turn, by name.
    std::multimap<std::string, std::unique_ptr<players::Player>, std::less<>> resting_;
    std::vector<std::jthread> threads_;  // last: they use what stands above
};

}  // namespace arbiter::server
