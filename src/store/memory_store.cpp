#include "store/memory_store.hpp"

#include <algorithm>
#include <tuple>

#include "store/change.hpp"

namespace arbiter::store {

namespace {

bool has_result(const Summary& game, const std::variant<Color, GameResult>& result) {
    if (!game.outcome) return false;
    if (const auto* winner = std::get_if<Color>(&result)) return game.outcome->winner == *winner;
    return game.outcome->result == std::get<GameResult>(result);
}

bool is_listed(const Summary& game, const Filter& filter) {
    const auto fits = [](const auto& wanted, const auto& value) {
        return !wanted || *wanted == value;
    };
    const auto status = game.outcome ? GameStatus::finished : GameStatus::running;
    return game.is_public && fits(filter.game, game.game) && fits(filter.status, status) &&
           (fits(filter.player, game.white) || fits(filter.player, game.black)) &&
           (!filter.result || has_result(game, *filter.result));
}

/// Sorts the last changed first, as lists do.
auto place_in_list(std::int64_t updated_ms, std::string_view id) {
    return std::tuple(-updated_ms, id);
}

}  // namespace

MemoryStore::~MemoryStore() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    arrived_.notify_one();
    if (thread_.joinable()) thread_.join();
}

/// As in any store, another thread calls `done`.
void MemoryStore::write(Change change, Done done) {
    if (scheduler_ != nullptr) {
        return scheduler_->soon(
            [told = std::move(done), result = commit(std::move(change))]() mutable {
                told(std::move(result));
            });
    }
    {
        const std::lock_guard lock(mutex_);
        told_.emplace_back(std::move(done), apply(std::move(change)));
        if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    }
    arrived_.notify_one();
}

CommitResult MemoryStore::commit(Change change) {
    const std::lock_guard lock(mutex_);
    return apply(std::move(change));
}

void MemoryStore::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        arrived_.wait(lock, [this] { return closing_ || !told_.empty(); });
        if (told_.empty()) return;
        auto [done, result] = std::move(told_.front());
        told_.pop_front();
        lock.unlock();
        done(std::move(result));
        done = nullptr;
        lock.lock();
    }
}

CommitResult MemoryStore::apply(Change change) {
    if (auto problem = misfit(change)) return {CommitStatus::unavailable, std::move(*problem)};
    const std::string& id = change.summary.id;
    const auto game = games_.find(id);
    const std::uint64_t version = game == games_.end() ? 0 : game->second.summary.version;
    if (change.version != version) return {CommitStatus::conflict, {}};
    if (version > 0 && (game->second.summary.white != change.summary.white ||
                        game->second.summary.black != change.summary.black)) {
        return {CommitStatus::conflict, {}};  // a game that lost its names was chained anew
    }
    if (change.answer && !answers_.emplace(change.answer->key, *change.answer).second) {
        return {CommitStatus::conflict, {}};
    }
    Game& changed = games_[id];
    changed.summary = std::move(change.summary);
    std::ranges::move(change.entries, std::back_inserter(changed.entries));
    return {CommitStatus::stored, {}};
}

std::expected<std::vector<Entry>, StoreError> MemoryStore::read(std::string_view id,
                                                                std::uint64_t after) {
    const std::lock_guard lock(mutex_);
    const auto game = games_.find(id);
    if (game == games_.end() || game->second.entries.size() <= after) return {};
    const auto& entries = game->second.entries;
    return std::vector(entries.begin() + static_cast<std::ptrdiff_t>(after), entries.end());
}

std::expected<std::optional<Summary>, StoreError> MemoryStore::summary(std::string_view id) {
    const std::lock_guard lock(mutex_);
    const auto game = games_.find(id);
    if (game == games_.end()) return std::nullopt;
    return game->second.summary;
}

std::expected<Page, StoreError> MemoryStore::list(const Filter& filter) {
    const auto& last = filter.before;
    const auto order = [](const Summary& game) { return place_in_list(game.updated_ms, game.id); };
    Page page;
    const std::lock_guard lock(mutex_);
    for (const auto& [id, game] : games_) {
        const bool was_shown =
            last && order(game.summary) <= place_in_list(last->updated_ms, last->id);
        if (!was_shown && is_listed(game.summary, filter)) page.games.push_back(game.summary);
    }
    std::ranges::sort(page.games, {}, order);
    if (page.games.size() > filter.limit) {
        page.games.resize(filter.limit);
        if (filter.limit == 0) return page;
        page.next = Cursor{page.games.back().updated_ms, page.games.back().id};
    }
    return page;
}

std::expected<std::optional<Answer>, StoreError> MemoryStore::answer(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = answers_.find(key);
    if (found == answers_.end()) return std::nullopt;
    return found->second;
}

std::expected<std::vector<std::string>, StoreError> MemoryStore::overdue(std::int64_t now_ms,
                                                                         std::size_t limit) {
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

std::expected<std::vector<std::string>, StoreError> MemoryStore::ids(std::string_view after,
                                                                     std::size_t limit) {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> ids;
    for (auto game = games_.upper_bound(after); game != games_.end() && ids.size() < limit;
         ++game) {
        ids.push_back(game->first);
    }
    return ids;
}

std::expected<std::size_t, StoreError> MemoryStore::forget_answers(std::int64_t before_ms) {
    const std::lock_guard lock(mutex_);
    return std::erase_if(answers_, [&](const auto& kept) { return kept.second.at_ms < before_ms; });
}

std::expected<bool, StoreError> MemoryStore::remove(std::string_view id) {
    const std::lock_guard lock(mutex_);
    const auto game = games_.find(id);
    if (game == games_.end()) return false;
    games_.erase(game);
    return true;
}

std::expected<bool, StoreError> MemoryStore::rewrite(const Change& whole) {
    if (auto problem = misfit(whole)) return std::unexpected(StoreError{*std::move(problem)});
    const std::lock_guard lock(mutex_);
    const auto game = games_.find(whole.summary.id);
    if (game == games_.end() || game->second.summary.version != whole.summary.version) return false;
    game->second.summary.white = whole.summary.white;
    game->second.summary.black = whole.summary.black;
    game->second.entries = whole.entries;
    return true;
}

std::expected<std::vector<std::string>, StoreError> MemoryStore::unchanged_since(
    GameStatus status, std::int64_t before_ms, std::size_t limit) {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> ids;
    for (const auto& [id, game] : games_) {
        const bool is_running = !game.summary.outcome;
        if (is_running != (status == GameStatus::running)) continue;
        if (game.summary.updated_ms < before_ms && ids.size() < limit) ids.push_back(id);
    }
    return ids;
}

}  // namespace arbiter::store
