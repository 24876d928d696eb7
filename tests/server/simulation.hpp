#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/entropy.hpp"
#include "platform/scheduler.hpp"
#include "store/journal.hpp"
#include "store/store.hpp"

/// Time, random numbers and a store that do what the test says, when it says so.
namespace arbiter::server {

/// Time passes only in `pass`, which runs what becomes due.
class VirtualTime final : public platform::Clock, public platform::Scheduler {
public:
    platform::Moment now() const override { return now_; }
    void at(platform::Moment moment, Task task) override {
        tasks_.emplace(std::pair(std::max(moment, now_), count_++), std::move(task));
    }
    void pass(std::chrono::milliseconds duration = {}) {
        const platform::Moment end = now_ + duration;
        while (!tasks_.empty() && tasks_.begin()->first.first <= end) {
            auto task = tasks_.extract(tasks_.begin());
            now_ = task.key().first;
            task.mapped()();
        }
        now_ = end;
    }

private:
    platform::Moment now_{std::chrono::sys_days(std::chrono::year(2026) / 11 / 16)};
    std::uint64_t count_ = 0;
    std::map<std::pair<platform::Moment, std::uint64_t>, Task> tasks_;
};

/// 0, 1, 2 ...
class CountingEntropy final : public platform::Entropy {
public:
    void fill(std::span<std::uint8_t> bytes) override {
        for (std::uint8_t& byte : bytes) byte = next_++;
    }

private:
    std::uint8_t next_ = 0;
};

/// Keeps one game. A write waits until the test finishes it.
class ManualStore final : public store::Store {
public:
    /// What becomes of the oldest write that waits.
    struct Ending {
        store::CommitStatus status = store::CommitStatus::stored;
        bool is_stored = true;
    };
    void finish(const Ending& ending);
    void finish() { finish(Ending{}); }
    bool is_waiting() const { return !writes_.empty(); }

    std::vector<store::Entry> entries;
    std::map<std::string, store::Answer, std::less<>> answers;
    bool can_be_read = true;
    int reads = 0;

    void write(store::Change change, Done done) override {
        writes_.emplace_back(std::move(change), std::move(done));
    }
    std::expected<std::vector<store::Entry>, store::StoreError> read(std::string_view id,
                                                                     std::uint64_t after) override;
    std::expected<std::optional<store::Answer>, store::StoreError> answer(
        std::string_view key) override;

    std::expected<std::optional<store::Summary>, store::StoreError> summary(
        std::string_view id) override {
        const auto journal = store::Journal::replay(id, entries);
        if (!journal) return std::nullopt;
        return store::summary_of(journal->referee());
    }
    std::expected<store::Page, store::StoreError> list(const store::Filter&) override {
        return store::Page{};
    }
    std::expected<std::vector<std::string>, store::StoreError> overdue(std::int64_t,
                                                                       std::size_t) override {
        return std::vector<std::string>{};
    }
    std::expected<std::vector<std::string>, store::StoreError> ids(std::string_view,
                                                                   std::size_t) override {
        return std::vector<std::string>{};
    }
    std::expected<std::size_t, store::StoreError> forget_answers(std::int64_t) override {
        return 0;
    }
    std::expected<bool, store::StoreError> remove(std::string_view) override {
        return !std::exchange(entries, {}).empty();
    }
    std::expected<bool, store::StoreError> rewrite(const store::Change& whole) override {
        entries = whole.entries;
        return true;
    }
    std::expected<std::vector<std::string>, store::StoreError> unchanged_since(
        store::GameStatus, std::int64_t, std::size_t) override {
        return std::vector<std::string>{};
    }
    void on_news(News) override {}
    std::expected<bool, store::StoreError> ready() override { return true; }
    std::string_view kind() const override { return "manual"; }
    bool is_shared() const override { return true; }

private:
    std::deque<std::pair<store::Change, Done>> writes_;
};

inline void ManualStore::finish(const Ending& ending) {
    auto [change, done] = std::move(writes_.front());
    writes_.pop_front();
    if (ending.is_stored) {
        entries.insert(entries.end(), change.entries.begin(), change.entries.end());
        if (change.answer) answers.emplace(change.answer->key, *change.answer);
    }
    done({ending.status, "the cable was cut"});
}

inline std::expected<std::vector<store::Entry>, store::StoreError> ManualStore::read(
    std::string_view, std::uint64_t after) {
    ++reads;
    if (!can_be_read) return std::unexpected(store::StoreError{"the store is away"});
    if (after >= entries.size()) return std::vector<store::Entry>{};
    return std::vector(entries.begin() + static_cast<std::ptrdiff_t>(after), entries.end());
}

inline std::expected<std::optional<store::Answer>, store::StoreError> ManualStore::answer(
    std::string_view key) {
    const auto found = answers.find(key);
    if (found == answers.end()) return std::nullopt;
    return found->second;
}

}  // namespace arbiter::server
