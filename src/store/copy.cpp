#include "store/copy.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "store/every_id.hpp"

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
            note(id, missing.error().problem);
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
    Found<Change> missing_in_target(const std::string& id) {
        const auto summary = from_.summary(id);
        if (!summary) return std::unexpected(summary.error());
        if (!*summary) return std::unexpected(Trouble{"it is gone"});
        auto entries = from_.read(id, 0);
        if (!entries) return std::unexpected(entries.error());
        const auto present = to_.read(id, 0);
        if (!present) return std::unexpected(present.error());

        entries->resize(std::min<std::size_t>(entries->size(), (*summary)->version));
        // The hash of an entry stands for all before it.
        if (present->size() > entries->size() ||
            (!present->empty() && present->back() != (*entries)[present->size() - 1])) {
            return std::unexpected(Trouble{"the other store has another game with this id"});
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
                              const Verdict& verdict) { land(id, count, verdict); });
    }

    void land(const std::string& id, std::size_t entries, const Verdict& verdict) {
        const std::scoped_lock lock(mutex_);
        if (verdict.fate == Fate::stored) {
            ++copied_.games;
            copied_.entries += entries;
        } else {
            const bool is_conflict = verdict.fate == Fate::conflict;
            copied_.problems.push_back(
                "game " + id + ": " +
                (is_conflict ? "the other store is being written to" : verdict.problem));
        }
        --in_flight_;
        landed_.notify_one();
    }

    void note(const std::string& id, const std::string& problem) {
        const std::scoped_lock lock(mutex_);
        copied_.problems.push_back("game " + id + ": " + problem);
    }

    Store& from_;
    Store& to_;
    std::mutex mutex_;
    std::condition_variable landed_;
    std::size_t in_flight_ = 0;
    Copied copied_;
};

}  // namespace

Found<Copied> copy(Store& from, Store& to) {
    Copier copier(from, to);
    const auto all = for_every_id(from, [&](const std::string& id) { copier.copy(id); });
    Copied copied = copier.finish();
    if (!all) return std::unexpected(all.error());
    return copied;
}

}  // namespace arbiter::store
