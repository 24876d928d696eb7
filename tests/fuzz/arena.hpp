#pragma once

#include <cstddef>

namespace arbiter::fuzz {

/// Memory for one input. While one is open, `new` gives out each byte of a block at most once, in a sixth of the time that
/// the address sanitizer takes; between the pieces, and where they were freed, its shadow says so as for memory of its own.
/// What is too large for the block, and what comes from `malloc`, is left to the sanitizer.
///
///     | ... 16 | piece, to a multiple of 16 | an eighth of it | 16 | next piece
///       poisoned                              poisoned
class Arena {
public:
    Arena();
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    Arena(Arena&&) = delete;
    Arena& operator=(Arena&&) = delete;

    /// The pieces that were taken since it was opened and are not freed. What is kept stays, and none of it is given out again.
    static std::size_t held();
};

/// What an input keeps it may keep once, as tables are, or twice, where a full table is emptied in between. If it keeps
/// more each time, that is a leak.
template <class Look>
bool leaks(const Look& look) {
    const auto keeps = [&] {
        const Arena arena;
        look();
        return Arena::held() != 0;
    };
    return keeps() && keeps() && keeps();
}

}  // namespace arbiter::fuzz
