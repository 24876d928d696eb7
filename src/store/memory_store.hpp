#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "platform/scheduler.hpp"
#include "store/store.hpp"

namespace arbiter::store {

/// A store whose contents end with the process. Apart from durability it does what a store promises.
class MemoryStore final : public Store {
public:
    /// Calls those who wrote through the scheduler; null: on a thread of its own.
    explicit MemoryStore(platform::Scheduler* scheduler = nullptr) : scheduler_(scheduler) {}
    ~MemoryStore() override;
    MemoryStore(const MemoryStore&) = delete;
    MemoryStore& operator=(const MemoryStore&) = delete;

    void write(Change change, Done done) override;
    /// At once.
    CommitResult commit(Change change);

    std::expected<std::vector<Entry>, StoreError> read(std::string_view id,
                                                       std::uint64_t after) override;
    std::expected<std::optional<Summary>, StoreError> summary(std::string_view id) override;
    std::expected<Page, StoreError> list(const Filter& filter) override;
    std::expected<std::optional<Answer>, StoreError> answer(std::string_view key) override;
    std::expected<std::vector<std::string>, StoreError> overdue(std::int64_t now_ms,
                                                                std::size_t limit) override;
    std::expected<std::vector<std::string>, StoreError> ids(std::string_view after,
                                                            std::size_t limit) override;
    std::expected<std::size_t, StoreError> forget_answers(std::int64_t before_ms) override;
    std::expected<bool, StoreError> remove(std::string_view id) override;
    std::expected<bool, StoreError> rewrite(const Change& whole) override;
    std::expected<std::vector<std::string>, StoreError> unchanged_since(GameStatus status,
                                                                        std::int64_t before_ms,
                                                                        std::size_t limit) override;

    void on_news(News) override {}  // nobody else can write
    std::expected<bool, StoreError> ready() override { return true; }
    std::string_view kind() const override { return "memory"; }
    bool is_shared() const override { return false; }

private:
    struct Game {
        Summary summary;
        std::vector<Entry> entries;
    };
    CommitResult apply(Change change);
    void run();

    platform::Scheduler* scheduler_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::map<std::string, Game, std::less<>> games_;
    std::map<std::string, Answer, std::less<>> answers_;
    std::deque<std::pair<Done, CommitResult>> told_;
    bool closing_ = false;
    std::thread thread_;  // calls those who wrote; not there before the first write
};

}  // namespace arbiter::store
