#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"

namespace arbiter::server {

/// The tournament that the page shows, from the files that `arbiter arena` writes into a folder while it
/// runs. Each answer is JSON, or a sentence that says why there is nothing to show. Thread-safe.
class Tournament {
public:
    using Shown = std::expected<std::string, std::string>;

    explicit Tournament(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// {"results": {...}, "games": [...]}: the standings, and the games in progress.
    Shown overview() const;

    /// The finished games of two players, or of all if both names are empty; the newest first.
    struct Page {
        std::string_view first;
        std::string_view second;
        std::size_t before;  ///< only games that were finished before this many; 0: all
        std::size_t limit;
    };
    /// {"games": [...], "next": the next `before`, or null}
    Shown games(const Page& page);

    /// A game by its number, from 1: its record, its result if it is finished, and what was said at each
    /// turn if that was written down.
    Shown game(std::uint64_t number);

private:
    /// Where a finished game stands in the journal.
    struct Entry {
        std::uint64_t number;
        std::uint64_t begin;
        std::uint32_t size;
        std::string white;
        std::string black;
    };

    std::filesystem::path journal() const;
    bool read_on();
    void note(std::string_view line, std::uint64_t begin);
    static Reading<Json> report_of(const Entry& entry, std::istream& journal);
    Shown live_game(std::uint64_t number) const;

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::vector<Entry> finished_;  // in the order of the journal
    std::vector<bool> has_;        // by the number in the journal
    std::uint64_t read_ = 0;       // bytes of the journal
};

}  // namespace arbiter::server
