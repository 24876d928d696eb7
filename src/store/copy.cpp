#include "store/copy.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "store/journal.hpp"

namespace arbiter::store {

namespace {

/// Changes on their way at the same time: enough to share syncs, few enough to hold in memory.
constexpr std::size_t in_flight_max = 64;

class Copier {
public:
    Copier(Store& from, Store& to) : from_(from), to_(to) {}

    void copy(const std::string& id) {
        const auto missing = missing_in_target(id);
        if (!missing) {
            const std::scoped_lock lock(mutex_);
            add_error(id, missing.error().sentence);
        } else if (missing->entries.empty()) {
            const std::scoped_lock lock(mutex_);
            ++copied_.games;
        } else {
            write(*missing);
        }
    }

    Copied finish() {
        std::unique_lock lock(mutex_);
        landed_.wait(lock, [this] { return in_flight_ == 0; });
        return std::move(copied_);
    }

private:
    /// The summary is read before the entries: a game that goes on meanwhile is copied as it was.
    std::expected<Change, StoreError> missing_in_target(const std::string& id) {
        const auto summary = from_.summary(id);
        if (!summary) return std::unexpected(summary.error());
        if (!*summary) return std::unexpected(StoreError{"it is not there any more"});
        auto entries = from_.read(id, 0);
        if (!entries) return std::unexpected(entries.error());
        const auto present = to_.read(id, 0);
        if (!present) return std::unexpected(present.error());

        entries->resize(std::min<std::size_t>(entries->size(), (*summary)->version));
        if (const auto journal = Journal::replay(id, *entries); !journal) {
            const auto& [game, version, sentence] = journal.error();
            return std::unexpected(
                StoreError{"version " + std::to_string(version) + ": " + sentence});
        }
        // The hash of an entry stands for all before it.
        if (present->size() > entries->size() ||
            (!present->empty() && present->back() != (*entries)[present->size() - 1])) {
            return std::unexpected(StoreError{"the other store has another game with this id"});
        }
        const auto begin = entries->begin() + static_cast<std::ptrdiff_t>(present->size());
        return Change{.summary = **summary,
                      .version = present->size(),
                      .entries = std::vector<Entry>(begin, entries->end()),
                      .answer = std::nullopt};
    }

    void write(const Change& change) {
        {
            std::unique_lock lock(mutex_);
            landed_.wait(lock, [this] { return in_flight_ < in_flight_max; });
            ++in_flight_;
        }
        to_.write(change, [this, id = change.summary.id, count = change.entries.size()](
                              const CommitResult& result) { land(id, count, result); });
    }

    void land(const std::string& id, std::size_t entries, const CommitResult& result) {
        const std::scoped_lock lock(mutex_);
        if (result.status == CommitStatus::stored) {
            ++copied_.games;
            copied_.entries += entries;
        } else {
            const bool is_conflict = result.status == CommitStatus::conflict;
            add_error(id, is_conflict ? "the other store is being written to" : result.sentence);
        }
        --in_flight_;
        landed_.notify_one();
    }

    void add_error(const std::string& id, const std::string& sentence) {
        copied_.errors.push_back("game " + id + ": " + sentence);
    }

    Store& from_;
    Store& to_;
    std::mutex mutex_;
    std::condition_variable landed_;
    std::size_t in_flight_ = 0;
    Copied copied_;
};

}  // namespace

std::expected<Copied, StoreError> copy(Store& from, Store& to, const OnProgress& on_progress) {
    Copier copier(from, to);
    const auto all =
        for_every_id(from, [&](const std::string& id) { copier.copy(id); }, on_progress);
    Copied copied = copier.finish();
    if (!all) return std::unexpected(all.error());
    return copied;
}

}  // namespace arbiter::store
