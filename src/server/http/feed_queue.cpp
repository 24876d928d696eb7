#include "server/http/feed_queue.hpp"

#include <utility>

namespace arbiter::server {

namespace {

/// The cost of a waiting message besides its text, so that empty ones count as well.
constexpr std::size_t message_overhead = 64;

std::size_t cost(const FeedQueue::Message& message) { return message->size() + message_overhead; }

}  // namespace

/// `wake` is returned so that it can be called without the lock.
bool FeedQueue::add(Message message, Wake& wake) {
    const std::lock_guard lock(mutex_);
    if (ending_) return false;
    if (!messages_.empty() && bytes_ + cost(message) > bytes_max_) {
        clear();
        overflowed_ = true;
        ending_ = {CloseCode::try_again_later, "messages were read too slowly"};
        wake = wake_;
        return false;
    }
    bytes_ += cost(message);
    messages_.push_back(std::move(message));
    if (std::exchange(idle_, false)) wake = wake_;
    return true;
}

bool FeedQueue::send(Message message) {
    Wake wake;
    const bool added = add(std::move(message), wake);
    if (wake) (*wake)();
    return added;
}

void FeedQueue::close(std::string_view reason) { end({CloseCode::normal, std::string(reason)}); }

void FeedQueue::end(Ending ending) {
    Wake wake;
    {
        const std::lock_guard lock(mutex_);
        if (ending_) return;
        ending_ = std::move(ending);
        idle_ = false;
        wake = wake_;
    }
    if (wake) (*wake)();
}

void FeedQueue::attend(std::function<void()> wake) {
    const std::lock_guard lock(mutex_);
    wake_ = std::make_shared<std::function<void()>>(std::move(wake));
}

FeedQueue::Item FeedQueue::take() {
    const std::lock_guard lock(mutex_);
    if (messages_.empty()) {
        if (ending_) return *ending_;
        idle_ = true;
        return std::monostate{};
    }
    Message message = std::move(messages_[first_++]);
    bytes_ -= cost(message);
    if (2 * first_ >= messages_.size()) {
        messages_.erase(messages_.begin(), messages_.begin() + static_cast<std::ptrdiff_t>(first_));
        first_ = 0;
    }
    if (messages_.empty()) messages_.shrink_to_fit();
    return message;
}

void FeedQueue::clear() {
    messages_.clear();
    messages_.shrink_to_fit();
    first_ = 0;
    bytes_ = 0;
}

bool FeedQueue::ending() const {
    const std::lock_guard lock(mutex_);
    return ending_.has_value();
}

bool FeedQueue::overflowed() const {
    const std::lock_guard lock(mutex_);
    return overflowed_;
}

void FeedQueue::abandon() {
    const std::lock_guard lock(mutex_);
    if (!ending_) ending_ = {CloseCode::going_away, "the connection is gone"};
    clear();
    wake_.reset();
}

}  // namespace arbiter::server
