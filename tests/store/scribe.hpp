#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/store.hpp"

/// Small journals for tests of the store, which does not read what it keeps.
namespace arbiter::test {

/// A game of which `next` makes one change after the other.
class Scribe {
public:
    explicit Scribe(std::string id);

    /// The next `count` entries. `keep` makes them part of the game.
    store::Change next(std::size_t count = 1, const std::string& text = "e2e4") const;
    void keep(const store::Change& change);

    store::Summary summary;
    std::vector<store::Entry> entries;
};

/// Writes and waits for the result.
store::CommitResult write(store::Store& store, store::Change change);
/// Writes the next change of the game, expects it to be stored, and remembers it.
void store_next(store::Store& store, Scribe& game, std::size_t count = 1);

/// An answer with this key.
store::Answer answer_to(const std::string& key);

}  // namespace arbiter::test
