#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "tests/fuzz/require.hpp"

namespace arbiter::fuzz {

/// What comes back for one request, from any thread, once and before long.
template <class Answer>
class Awaited {
public:
    void take(Answer answer) {
        const std::lock_guard lock(mutex_);
        require(!answer_, "a request is answered once");
        answer_ = std::move(answer);
        came_.notify_one();
    }
    Answer& wait() {
        std::unique_lock lock(mutex_);
        require(came_.wait_for(lock, patience, [this] { return answer_.has_value(); }),
                "a request is answered");
        return *answer_;
    }

private:
    static constexpr auto patience = std::chrono::seconds(8);

    std::mutex mutex_;
    std::condition_variable came_;
    std::optional<Answer> answer_;
};

}  // namespace arbiter::fuzz
