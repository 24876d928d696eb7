#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "platform/scheduler.hpp"
#include "players/analysis/review.hpp"
#include "server/http/lane.hpp"
#include "server/telemetry/log.hpp"

namespace arbiter::server {

/// Who waits for a review.
class ReviewReader {
public:
    explicit ReviewReader(std::string address) : address_(std::move(address)) {}
    virtual ~ReviewReader() = default;
    ReviewReader(const ReviewReader&) = delete;
    ReviewReader& operator=(const ReviewReader&) = delete;

    /// Who pays for what is computed.
    const std::string& address() const { return address_; }

    /// Moves that it has not been told of. Never blocks.
    virtual void add(std::span<const players::ReviewedMove> moves) = 0;
    /// All events have been looked at; nothing follows.
    virtual void finish(const players::Review& review) = 0;
    /// It cannot go on.
    virtual void close(std::string_view reason) = 0;

private:
    std::string address_;
};

/// The review of one game, as far as it has come. It goes on while somebody reads it: one event after
/// another, each a job of its own in the lane, as fast as the quota of a reader allows.
class GameReview : public std::enable_shared_from_this<GameReview> {
public:
    struct Shared {
        Lane& lane;
        platform::Scheduler& scheduler;
        const platform::Clock& clock;
        Log& log;
        /// How long a client must wait that has used up its share of computing.
        std::function<std::optional<std::chrono::milliseconds>(std::string_view address)> wait_of;
        std::function<void(std::string_view address, std::chrono::nanoseconds computed)> charge;
    };
    GameReview(const Shared& shared, AnyGame game, const players::Scale& scale)
        : shared_(shared), game_(std::move(game)), scale_(scale) {}

    std::size_t event_count() const { return game_.event_count(); }
    bool is_read() const;

    /// The reader is told at once what is known.
    void join(const std::shared_ptr<ReviewReader>& reader);
    void leave(const std::shared_ptr<ReviewReader>& reader);
    void close(std::string_view reason);

    /// Calls `use` with what there is, and whether that is all.
    template <class Use>
    auto look(Use use) const {
        const std::scoped_lock lock(mutex_);
        return use(review(), is_complete());
    }

private:
    /// What is next, and for whom.
    struct Step {
        std::string address;
        std::stop_token stop;
    };
    using Readers = std::vector<std::shared_ptr<ReviewReader>>;

    void go_on();
    void go_on_after(std::chrono::milliseconds pause);
    void work();
    std::optional<Step> next_step();
    void take(std::optional<players::ReviewedMove> move);
    void stay();

    // The lock is held in these.
    bool is_complete() const { return done_ == game_.event_count(); }
    players::Review review() const;

    const Shared& shared_;
    const AnyGame game_;
    const players::Scale& scale_;
    mutable std::mutex mutex_;
    std::vector<players::ReviewedMove> moves_;
    std::size_t done_ = 0;  // events that have been looked at
    Readers readers_;
    bool is_running_ = false;
    std::stop_source stop_;  // ends the thought about the next event
};

/// The reviews of finished games, by the built-in bot. Each is made once and kept in memory while there is
/// room; of the others those go first that nobody has asked for. The same game has the same review again.
class Reviews {
public:
    explicit Reviews(GameReview::Shared shared) : shared_(std::move(shared)) {}

    struct Finished {
        std::string_view id;
        std::uint64_t version;
        const AnyGame& game;
    };
    /// Null if nobody analyses such games.
    std::shared_ptr<GameReview> of(const Finished& finished);
    void forget(std::string_view id);
    void close(std::string_view reason);

private:
    struct Kept {
        std::shared_ptr<GameReview> review;
        std::uint64_t version;
        std::uint64_t last_asked;
    };
    void make_room();

    GameReview::Shared shared_;
    std::mutex mutex_;
    std::unordered_map<std::string, Kept> kept_;
    std::uint64_t asked_ = 0;
};

/// The level of the bot that reviews games here.
inline constexpr std::string_view reviewer = "bot:6";

}  // namespace arbiter::server
