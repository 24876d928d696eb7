#pragma once

#include <string>

#include "core/go/board/stones.hpp"
#include "core/go/picture/marks.hpp"

namespace arbiter::go {

/// The position in words, for screen readers: "9x9 board. Black, 4 stones: C3 to E3, G7. White,
/// 1 stone: E5. Last move: White E5. Black to move."
std::string describe(const Stones& stones, const Marks& marks);

/// "Black, 4 stones: C3 to E3, G7."
std::string describe(const Stones& stones, Color color);
/// A preview in words: "Black D4 would take D5 to F5." or "Black D4 is refused: ..."
std::string describe(const Preview& preview);

}  // namespace arbiter::go
