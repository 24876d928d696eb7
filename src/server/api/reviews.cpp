#include "server/api/reviews.hpp"

#include <algorithm>
#include <exception>

#include "players/analyst.hpp"
#include "players/bots/built_in.hpp"

namespace arbiter::server {

namespace {

using namespace std::chrono_literals;

/// Of all reviews that are kept, in events; a thousand take about a megabyte.
constexpr std::size_t weight_max = 50'000;
constexpr std::size_t weight_of_game = 50;  // however short it is
constexpr auto pause_when_full = 500ms;

std::size_t weight_of(const GameReview& review) { return review.event_count() + weight_of_game; }

}  // namespace

players::Review GameReview::review() const { return {game_, reviewer, scale_, moves_}; }

bool GameReview::is_read() const {
    const std::scoped_lock lock(mutex_);
    return !readers_.empty();
}

void GameReview::join(const std::shared_ptr<ReviewReader>& reader) {
    std::unique_lock lock(mutex_);
    reader->add(moves_);
    if (is_complete()) {  // nothing changes any more
        lock.unlock();
        return reader->finish(review());
    }
    readers_.push_back(reader);
    if (stop_.stop_requested()) stop_ = std::stop_source();
    if (std::exchange(is_running_, true)) return;
    lock.unlock();
    go_on();
}

void GameReview::leave(const std::shared_ptr<ReviewReader>& reader) {
    const std::scoped_lock lock(mutex_);
    std::erase(readers_, reader);
    if (readers_.empty()) stop_.request_stop();
}

void GameReview::close(std::string_view reason) {
    std::unique_lock lock(mutex_);
    const Readers told = std::exchange(readers_, {});
    stop_.request_stop();
    lock.unlock();
    for (const auto& reader : told) reader->close(reason);
}

/// Not on the thread of the lane: one without threads would go on in here until the end.
void GameReview::go_on() {
    shared_.scheduler.soon([self = shared_from_this()] {
        const auto entry = self->shared_.lane.add("review", [self] { self->work(); });
        if (entry != Lane::Entry::taken) self->go_on_after(pause_when_full);
    });
}

void GameReview::go_on_after(std::chrono::milliseconds pause) {
    shared_.scheduler.at(shared_.clock.now() + pause,
                         [self = shared_from_this()] { self->go_on(); });
}

/// Nothing if nobody reads it any more, or those who do must wait.
std::optional<GameReview::Step> GameReview::next_step() {
    const std::scoped_lock lock(mutex_);
    std::optional<std::chrono::milliseconds> pause;
    for (const auto& reader : readers_) {
        const auto wait = shared_.wait_of(reader->address());
        if (!wait) return Step{reader->address(), stop_.get_token()};
        pause = std::min(pause.value_or(*wait), *wait);
    }
    is_running_ = pause.has_value();
    if (pause) go_on_after(*pause);
    return std::nullopt;
}

void GameReview::work() {
    const auto step = next_step();
    if (!step) return;
    const auto begun = shared_.clock.thread_time();
    const auto player = players::built_in(reviewer, 0);
    const std::stop_callback stopping(step->stop, [&] { player->stop(); });
    try {
        auto move = review_event(*player->analyst(), game_, done_, {});
        const bool is_stopped = !move && move.error().kind == players::PlayerError::Kind::stopped;
        is_stopped ? stay() : take(move ? *std::move(move) : std::nullopt);
    } catch (const std::exception& error) {
        shared_.log.error("a review failed", {{"why", error.what()}});
        close("internal_error");
        stay();
    }
    shared_.charge(step->address, shared_.clock.thread_time() - begun);
}

/// Somebody may have come after the thought was ended.
void GameReview::stay() {
    {
        const std::scoped_lock lock(mutex_);
        is_running_ = !readers_.empty();
        if (!is_running_) return;
    }
    go_on();
}

void GameReview::take(std::optional<players::ReviewedMove> move) {
    std::unique_lock lock(mutex_);
    ++done_;
    if (move) moves_.push_back(*move);
    const bool is_last = is_complete();
    const Readers told = is_last ? std::exchange(readers_, {}) : readers_;
    is_running_ = !is_last;
    lock.unlock();
    for (const auto& reader : told) {
        if (move) reader->add({&*move, 1});
        if (is_last) reader->finish(review());
    }
    if (!is_last) go_on();
}

std::shared_ptr<GameReview> Reviews::of(const Finished& finished) {
    const players::Scale* scale = players::scale_of(finished.game.traits());
    if (scale == nullptr) return nullptr;
    const std::scoped_lock lock(mutex_);
    Kept& kept = kept_[std::string(finished.id)];
    kept.last_asked = ++asked_;
    if (!kept.review || kept.version != finished.version) {
        kept.review = std::make_shared<GameReview>(shared_, finished.game, *scale);
        kept.version = finished.version;
    }
    const auto review = kept.review;
    make_room();
    return review;
}

void Reviews::make_room() {
    std::size_t weight = 0;
    std::vector<std::pair<std::uint64_t, std::string>> unread;
    for (const auto& [id, kept] : kept_) {
        weight += weight_of(*kept.review);
        if (kept.last_asked != asked_ && !kept.review->is_read()) {
            unread.emplace_back(kept.last_asked, id);
        }
    }
    if (weight <= weight_max) return;
    std::ranges::sort(unread);
    for (const auto& [asked, id] : unread) {
        if (weight <= weight_max) return;
        const auto found = kept_.find(id);
        weight -= weight_of(*found->second.review);
        kept_.erase(found);
    }
}

void Reviews::forget(std::string_view id) {
    const std::scoped_lock lock(mutex_);
    kept_.erase(std::string(id));
}

void Reviews::close(std::string_view reason) {
    const std::scoped_lock lock(mutex_);
    for (const auto& [id, kept] : kept_) kept.review->close(reason);
}

}  // namespace arbiter::server
