#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "store/store.hpp"

namespace arbiter::store {

/// A thread that takes all changes that wait, stores them together and then reports the results: the
/// more changes wait, the fewer syncs each costs.
class GroupCommit {
public:
    /// In one transaction.
    static constexpr std::size_t changes_max = 512;

    struct Work {
        /// One result for each change, in order.
        std::function<std::vector<CommitResult>(std::span<const Change>)> commit;
        /// Work that can wait until the results are reported.
        std::function<void()> afterwards;
    };
    explicit GroupCommit(Work work);
    GroupCommit(const GroupCommit&) = delete;
    GroupCommit& operator=(const GroupCommit&) = delete;
    GroupCommit(GroupCommit&&) = delete;
    GroupCommit& operator=(GroupCommit&&) = delete;
    /// Finishes the changes that wait.
    ~GroupCommit();

    void add(Change change, Store::Done done);
    /// Before the first change.
    void on_commit(Store::OnCommit tell) { on_commit_ = std::move(tell); }

private:
    struct Batch {
        std::vector<Change> changes;
        std::vector<Store::Done> dones;
    };
    void run();
    Batch next();
    void finish(Batch batch);

    Work work_;
    Store::OnCommit on_commit_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    Batch waiting_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace arbiter::store
