#pragma once

#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace arbiter::batch {

/// Threads that wait for work and do it together.
class Workers {
public:
    /// The calling thread is one of them.
    explicit Workers(std::size_t count)
        : barrier_(static_cast<std::ptrdiff_t>(count)), count_(count) {
        for (std::size_t i = 1; i < count; ++i) {
            threads_.emplace_back([this, i] {
                for (;;) {
                    barrier_.arrive_and_wait();
                    if (ended_) return;
                    (*work_)(i);
                    barrier_.arrive_and_wait();
                }
            });
        }
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() {
        ended_ = true;
        if (count_ > 1) barrier_.arrive_and_wait();
    }

    std::size_t count() const { return count_; }

    /// Calls `work(0)` to `work(count - 1)`, each in a thread of its own, and waits for all of them.
    void run(const std::function<void(std::size_t)>& work) {
        if (count_ == 1) return work(0);
        work_ = &work;
        barrier_.arrive_and_wait();
        work(0);
        barrier_.arrive_and_wait();
    }

private:
    std::barrier<> barrier_;
    std::size_t count_;
    const std::function<void(std::size_t)>* work_ = nullptr;
    bool ended_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace arbiter::batch
