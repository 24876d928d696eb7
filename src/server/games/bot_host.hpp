#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "platform/entropy.hpp"
#include "players/player.hpp"
#include "server/games/room.hpp"
#include "server/telemetry/log.hpp"

namespace arbiter::server {

/// A player that may be asked for by name.
struct PlayerInfo {
    std::string name;
    std::string title;
    std::string meaning;
    std::vector<std::string_view> games;
    bool has_levels = false;
};

/// Plays the seats that the server fills itself, with built-in bots and configured players.
class BotHost final : public Bots {
public:
    struct Options {
        /// Configured players: a name each, and the specification that it stands for. A request can
        /// only choose among the names.
        std::vector<std::pair<std::string, std::string>> players;
        std::size_t threads = 0;  ///< that choose moves; 0: half of the cores, and at least two
        bool has_threads = true;  ///< otherwise the scheduler's thread chooses them
    };
    struct Parts {
        platform::Scheduler& scheduler;
        const platform::Clock& clock;
        platform::Entropy& entropy;
        Log& log;
    };
    BotHost(const Options& options, const Parts& parts);
    BotHost(const BotHost&) = delete;
    BotHost& operator=(const BotHost&) = delete;
    ~BotHost() override;

    /// Stops thinking. Whoever opens the games next begins anew.
    void stop();

    /// The title of the player with this name; nothing if no such player plays this game.
    std::optional<std::string> title(std::string_view player, std::string_view game) const;

    std::vector<PlayerInfo> catalogue() const;

    /// Seats for which a thread thinks, and those that wait for one.
    struct Load {
        std::size_t thinking;
        std::size_t waiting;
    };
    Load load() const;

    void attend(std::shared_ptr<Room> room, State state, Color seat) override;
    void moved_on(std::string_view game, std::uint64_t version) override;

private:
    using Span = std::chrono::nanoseconds;
    struct Task {
        std::shared_ptr<Room> room;
        State state;
        Color seat;
        Span since;  ///< by Clock::elapsed

        const std::string& game() const { return state->terms().id; }
        const std::string& player() const { return state->terms().seats[seat].player; }
        /// Nobody else plays.
        bool is_among_machines() const;
    };
    /// A player that has been asked.
    struct Thought {
        players::Player* player;
        const Task* task;
        bool is_interrupted = false;  ///< its task waits for its turn again
    };
    /// What a thread takes on: of several, one is for quick players alone.
    enum class Work : std::uint8_t { any, quick };
    // The lock is held in these three.
    Span usual_time(const Task& task) const;
    std::optional<Task> next(Work kind);
    void make_room_for_people();
    void work(Work kind);
    void work_once();
    void do_task(std::unique_lock<std::mutex>& lock, const Task& task);
    void think(const Task& task);
    std::optional<std::string> choose(const Task& task);
    void submit(const Task& task, std::string move);
    std::unique_ptr<players::Player> take(const std::string& name);
    std::string specification_of(std::string_view name) const;

    std::map<std::string, std::string, std::less<>> configured_;
    Parts parts_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::vector<Task> tasks_;
    std::list<Thought> thinking_;
    std::unordered_map<std::string, Span> used_;   ///< for thinking, by each game
    std::unordered_map<std::string, Span> usual_;  ///< for a move, by player
    /// Players without a turn, by name.
    std::multimap<std::string, std::unique_ptr<players::Player>, std::less<>> resting_;
    std::vector<std::jthread> threads_;  // last: they use the members above
};

}  // namespace arbiter::server
