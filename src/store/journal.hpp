#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "referee/referee.hpp"
#include "store/store.hpp"

namespace arbiter::store {

/// The first place of a journal that cannot be right.
struct Damage {
    std::string game;
    std::uint64_t version = 0;  ///< of the entry; 0: the game as a whole
    std::string sentence;
    bool operator==(const Damage&) const = default;
};

/// The journal of one game: the referee that its entries add up to, and the hash of the newest. The
/// one place that chains events into entries and replays entries into a game.
class Journal {
public:
    Journal(referee::Referee referee, std::string hash)
        : referee_(std::move(referee)), hash_(std::move(hash)) {}

    /// From all entries of a game, of which there is at least one.
    static std::expected<Journal, Damage> replay(std::string_view id,
                                                 std::span<const Entry> entries);
    /// Takes one more entry and gives its event, or nothing has changed: it must have the next
    /// version, the right hash and the moment of its event, and the rules must allow the event.
    std::expected<referee::Event, Damage> follow(const Entry& entry);

    /// The change that creates a game, with what followed by itself: an opening roll.
    static Change create(const referee::Event& created, const referee::Referee::Decision& begun);
    /// The change that a decision of this journal's referee makes.
    Change append(const referee::Referee::Decision& decision) const;

    const referee::Referee& referee() const { return referee_; }
    /// Of the newest entry.
    const std::string& hash() const { return hash_; }

private:
    referee::Referee referee_;
    std::string hash_;
};

/// What lists show of a game.
Summary summary_of(const referee::Referee& referee);

}  // namespace arbiter::store
