#include "store/group_commit.hpp"

#include <iterator>
#include <utility>

#include "store/change.hpp"

namespace arbiter::store {

namespace {

template <class T>
std::vector<T> take_front(std::vector<T>& from, std::size_t count) {
    if (from.size() <= count) return std::exchange(from, {});
    const auto end = from.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<T> taken(std::make_move_iterator(from.begin()), std::make_move_iterator(end));
    from.erase(from.begin(), end);
    return taken;
}

}  // namespace

GroupCommit::GroupCommit(Work work) : work_(std::move(work)), thread_([this] { run(); }) {}

GroupCommit::~GroupCommit() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
    }
    arrived_.notify_one();
    thread_.join();
}

void GroupCommit::add(Change change, Store::Done done) {
    {
        const std::scoped_lock lock(mutex_);
        waiting_.changes.push_back(std::move(change));
        waiting_.dones.push_back(std::move(done));
    }
    arrived_.notify_one();
}

void GroupCommit::run() {
    for (Batch batch = next(); !batch.changes.empty(); batch = next()) {
        finish(std::move(batch));
        work_.afterwards();
    }
}

/// Empty when the store closes and no change is left.
GroupCommit::Batch GroupCommit::next() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return closing_ || !waiting_.changes.empty(); });
    return {take_front(waiting_.changes, changes_max), take_front(waiting_.dones, changes_max)};
}

void GroupCommit::finish(Batch batch) {
    std::vector<Change> fit;
    std::vector<Store::Done> fit_dones;
    for (std::size_t i = 0; i < batch.changes.size(); ++i) {
        if (auto problem = misfit(batch.changes[i])) {
            batch.dones[i]({CommitStatus::unavailable, *std::move(problem)});
        } else {
            fit.push_back(std::move(batch.changes[i]));
            fit_dones.push_back(std::move(batch.dones[i]));
        }
    }
    if (fit.empty()) return;
    const auto begun = std::chrono::steady_clock::now();
    std::vector<CommitResult> results = work_.commit(fit);
    if (on_commit_) {
        on_commit_({.changes = fit.size(), .took = std::chrono::steady_clock::now() - begun});
    }
    for (std::size_t i = 0; i < fit.size(); ++i) fit_dones[i](std::move(results[i]));
}

}  // namespace arbiter::store
