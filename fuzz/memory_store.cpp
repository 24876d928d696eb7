#include "fuzz/memory_store.hpp"

#include <algorithm>
#include <tuple>

#include "fuzz/require.hpp"
#include "store/change.hpp"
#include "store/cursor.hpp"

namespace arbiter::fuzz {

using store::Found;

MemoryStore::MemoryStore() : thread_([this] { run(); }) {}

MemoryStore::~MemoryStore() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    arrived_.notify_one();
    thread_.join();
}

void MemoryStore::write(store::Change change, Done done) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.emplace_back(std::move(change), std::move(done));
    }
    arrived_.notify_one();
}

void MemoryStore::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        arrived_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        auto [change, done] = std::move(waiting_.front());
        waiting_.pop_front();
        const store::Verdict verdict = apply(std::move(change));
        lock.unlock();
        done(verdict);
        done = nullptr;
        lock.lock();
    }
}

store::Verdict MemoryStore::apply(store::Change change) {
    require(!store::misfit(change), "every database can hold what is written");
    const std::string& id = change.summary.id;
    const auto game = games_.find(id);
    const std::uint64_t version = game == games_.end() ? 0 : game->second.summary.version;
    if (change.version != version) return {store::Fate::conflict, {}};
    if (change.answer && !answers_.emplace(change.answer->key, *change.answer).second) {
        return {store::Fate::conflict, {}};
    }
    Game& changed = games_[id];
    changed.summary = std::move(change.summary);
    std::ranges::move(change.entries, std::back_inserter(changed.entries));
    return {store::Fate::stored, {}};
}

Found<std::vector<store::Entry>> MemoryStore::read(std::string_view id, std::uint64_t after) {
    const std::lock_guard lock(mutex_);
    const auto game = games_.find(id);
    if (game == games_.end() || game->second.entries.size() <= after) return {};
    const auto& entries = game->second.entries;
    return std::vector(entries.begin() + static_cast<std::ptrdiff_t>(after), entries.end());
}

Found<std::optional<store::Summary>> MemoryStore::summary(std::string_view id) {
    const std::lock_guard lock(mutex_);
    const auto game = games_.find(id);
    if (game == games_.end()) return std::nullopt;
    return game->second.summary;
}

Found<store::Page> MemoryStore::list(const store::Filter& filter) {
    const std::lock_guard lock(mutex_);
    const auto order = [](const store::Summary& game) {
        return std::tuple(-game.updated_ms, std::string_view(game.id));
    };
    const auto last = store::read_cursor(filter.before);
    const auto wanted = [&](const store::Summary& game) {
        return game.is_public && (filter.game.empty() || game.game == filter.game) &&
               (filter.status.empty() || (filter.status == "running") == game.result.empty()) &&
               (filter.player.empty() || game.white == filter.player ||
                game.black == filter.player) &&
               (filter.result.empty() || game.winner == filter.result ||
                game.result == filter.result) &&
               (!last || order(game) > std::tuple(-last->updated_ms, std::string_view(last->id)));
    };
    store::Page page;
    for (const auto& [id, game] : games_) {
        if (wanted(game.summary)) page.games.push_back(game.summary);
    }
    std::ranges::sort(page.games, {}, order);
    if (page.games.size() > filter.limit) {
        page.games.resize(filter.limit);
        page.next = store::to_string({page.games.back().updated_ms, page.games.back().id});
    }
    return page;
}

Found<std::optional<store::Answer>> MemoryStore::answer(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = answers_.find(key);
    if (found == answers_.end()) return std::nullopt;
    return found->second;
}

Found<std::vector<std::string>> MemoryStore::overdue(std::int64_t now_ms, std::size_t limit) {
    const std::lock_guard lock(mutex_);
    std::vector<std::pair<std::int64_t, std::string>> due;
    for (const auto& [id, game] : games_) {
        const auto deadline = game.summary.deadline_ms;
        if (deadline && *deadline <= now_ms) due.emplace_back(*deadline, id);
    }
    std::ranges::sort(due);
    std::vector<std::string> ids;
    for (auto& [deadline, id] : due) {
        if (ids.size() < limit) ids.push_back(std::move(id));
    }
    return ids;
}

Found<std::vector<std::string>> MemoryStore::ids(std::string_view after, std::size_t limit) {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> ids;
    for (auto game = games_.upper_bound(after); game != games_.end() && ids.size() < limit;
         ++game) {
        ids.push_back(game->first);
    }
    return ids;
}

Found<std::size_t> MemoryStore::forget_answers(std::int64_t before_ms) {
    const std::lock_guard lock(mutex_);
    return std::erase_if(answers_, [&](const auto& kept) { return kept.second.at_ms < before_ms; });
}

}  // namespace arbiter::fuzz
