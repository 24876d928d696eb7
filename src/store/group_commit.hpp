#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "store/store.hpp"

namespace arbiter::store {

/// One thread that takes every change that waits, stores them together and then tells whoever handed
/// them in: the more there are, the fewer syncs each costs.
class GroupCommit {
public:
    /// In one transaction, a limit on its size.
    static constexpr std::size_t changes_max = 512;

    struct Work {
        /// One result for each change, in order.
        std::function<std::vector<CommitResult>(std::span<const Change>)> commit;
        /// What can wait until the results are out.
        std::function<void()> afterwards;
    };
    explicit GroupCommit(Work work);
    GroupCommit(const GroupCommit&) = delete;
    GroupCommit& operator=(const GroupCommit&) = delete;
    GroupCommit(GroupCommit&&) = delete;
    GroupCommit& operator=(GroupCommit&&) = delete;
    /// Finishes what waits.
    ~GroupCommit();

    void add(Change change, Store::Done done);

private:
    struct Batch {
        std::vector<Change> changes;
        std::vector<Store::Done> dones;
    };
    void run();
    Batch next();
    void finish(Batch batch);

    Work work_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    Batch waiting_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace arbiter::store
