#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "store/store.hpp"

namespace arbiter::fuzz {

/// A journal that is gone with the process. It keeps the promises of a store, durability apart.
class MemoryStore final : public store::Store {
public:
    MemoryStore();
    ~MemoryStore() override;
    MemoryStore(const MemoryStore&) = delete;
    MemoryStore& operator=(const MemoryStore&) = delete;

    void write(store::Change change, Done done) override;

    store::Found<std::vector<store::Entry>> read(std::string_view id, std::uint64_t after) override;
    store::Found<std::optional<store::Summary>> summary(std::string_view id) override;
    store::Found<store::Page> list(const store::Filter& filter) override;
    store::Found<std::optional<store::Answer>> answer(std::string_view key) override;
    store::Found<std::vector<std::string>> overdue(std::int64_t now_ms, std::size_t limit) override;
    store::Found<std::vector<std::string>> ids(std::string_view after, std::size_t limit) override;
    store::Found<std::size_t> forget_answers(std::int64_t before_ms) override;

    void on_news(News) override {}  // nobody else can write
    store::Found<bool> ready() override { return true; }
    std::string_view kind() const override { return "memory"; }
    bool is_shared() const override { return false; }

private:
    struct Game {
        store::Summary summary;
        std::vector<store::Entry> entries;
    };
    store::Verdict apply(store::Change change);
    void run();

    std::mutex mutex_;
    std::condition_variable arrived_;
    std::map<std::string, Game, std::less<>> games_;
    std::map<std::string, store::Answer, std::less<>> answers_;
    std::deque<std::pair<store::Change, Done>> waiting_;
    bool closing_ = false;
    std::thread thread_;  // last: it uses what stands above
};

}  // namespace arbiter::fuzz
