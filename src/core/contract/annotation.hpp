/// What people attach to the moves of a game: comments, signs, marks on the board, times.
///
/// A document keeps an `Annotation` as its file writes it, so that it can be written back to the
/// letter. A `Remark` is what it says: the comment "[%clk 0:05:00] sharp" of PGN says two things.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/annotation.hpp"
///
/// const chess::Game game = *chess::Game::create({});
/// const auto remarks = game.remarks(Comment{"[%clk 0:05:00] sharp"});
/// assert(std::get<TimeLeft>(remarks[0]).ms == 300'000);
/// assert(std::get<Comment>(remarks[1]).text == "sharp");
/// ```
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/contract/color.hpp"

namespace arbiter {

struct Comment {
    std::string text;
    bool before = false;  ///< it stands before the move that it is about
    bool operator==(const Comment&) const = default;
};

/// A numeric annotation glyph of PGN: 1 is "!".
struct Glyph {
    int number = 0;
    bool operator==(const Glyph&) const = default;
};

/// What a file has and we have no name for; also what is to be kept to the letter. The values are
/// written as the format writes them, escapes included.
struct Property {
    std::string name;
    std::vector<std::string> values;
    bool operator==(const Property&) const = default;
};

/// As it stands in the file.
using Annotation = std::variant<Comment, Glyph, Property>;

/// A sign on a place of the board. Places are written as the game writes them: "e4", "D4".
struct Mark {
    enum class Shape : std::uint8_t {
        circle,
        square,
        triangle,
        cross,
        selected,
        dimmed,
        black_territory,
        white_territory,
        colored,  ///< the whole square, as in [%csl]
    };
    Shape shape = Shape::circle;
    std::string place;
    std::string color;  ///< "green", where the file says it
    bool operator==(const Mark&) const = default;
};

struct Arrow {
    std::string from;
    std::string to;
    std::string color;   ///< "green", where the file says it
    bool headed = true;  ///< false: a line
    bool operator==(const Arrow&) const = default;
};

struct Label {
    std::string place;
    std::string text;
    bool operator==(const Label&) const = default;
};

/// The clock after the move; whose, where it is not the mover's.
struct TimeLeft {
    std::int64_t ms = 0;
    std::optional<Color> side{};
    bool operator==(const TimeLeft&) const = default;
};

/// What the move took.
struct TimeSpent {
    std::int64_t ms = 0;
    bool operator==(const TimeSpent&) const = default;
};

/// As an engine tells it: from White's side, in hundredths of a pawn or in moves to mate.
struct Evaluation {
    enum class Unit : std::uint8_t { centipawns, mate, points };
    double value = 0;
    Unit unit = Unit::centipawns;
    std::optional<int> depth{};
    bool operator==(const Evaluation&) const = default;
};

using Remark =
    std::variant<Comment, Glyph, Mark, Arrow, Label, TimeLeft, TimeSpent, Evaluation, Property>;

}  // namespace arbiter
