#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/contract/color.hpp"
#include "core/go/board/move.hpp"
#include "core/go/board/point.hpp"
#include "core/go/rules.hpp"

namespace arbiter::go::naive {

/// In the order of the points.
using Points = std::vector<Point>;
/// A character a point, row by row from the bottom: '.', 'X' for Black, 'O' for White.
using Picture = std::string;

/// Go once more, as slowly and plainly as possible: a picture of the board, groups found by walking
/// from stone to stone, every move tried on a copy, and all earlier pictures kept. It shares nothing
/// with core/ but the names of things.
class Go {
public:
    /// Where a game can be: at its start, and after each move, passes included.
    struct Moment {
        Picture picture;
        Color turn = Color::black;
        std::optional<Stone> played;  ///< by the last move; nothing if that was a pass
        Points taken;                 ///< by the last move, its own stones if it was suicide
    };

    /// The rules say what is illegal and what counts; who plays when is for the caller to know.
    Go(Size size, Rules rules, std::optional<Picture> start = {}, Color turn = Color::black);

    Size size() const { return size_; }
    Color turn() const { return now().turn; }
    const Picture& picture() const { return now().picture; }
    std::optional<Color> at(Point point) const;
    int empty_count() const;
    /// The start, then one after each move.
    const std::vector<Moment>& history() const { return history_; }
    /// What each side has taken so far.
    int prisoners(Color by) const;

    /// The stones connected with the one there, and the empty points next to them. Both are empty
    /// where there is no stone.
    Points group(Point point) const;
    Points liberties(Point point) const;
    /// What a stone on an empty point would take from the opponent, and whether it would then be
    /// without liberties itself.
    Points captures(Stone stone) const;
    bool is_suicide(Stone stone) const;
    /// Where the side to move would take back at once the stone that has just taken one.
    std::optional<Point> ko() const;

    /// The name of the code with which the rules refuse the stone, "" if they do not:
    /// point_off_board, point_occupied, no_liberties, ko or repeats_position.
    std::string refusal(Stone stone) const;
    /// After how many moves the position stood there last that this stone would bring about again;
    /// with the same side to move, if that matters to the rules.
    std::optional<int> repeated_move(Stone stone) const;
    Points legal(Color color) const;

    /// Puts a stone on an empty point, legal or not; the answer is what was taken off, suicides
    /// included. It is the opponent's turn afterwards.
    Points play(Stone stone);
    void pass(Color by);
    /// False at the start.
    bool undo();

    /// Whether play has ended: both sides have passed in a row, or the board is full and the rules
    /// end the game there.
    bool ended() const;

    const Rules& rules() const { return rules_; }
    /// Whose each point is, drawn like the stones. Scoring stones: theirs. Area: and what only they
    /// reach. Territory: only what they alone reach, seki or not.
    Picture owners() const;
    /// What counts on the board, with prisoners where the rules count them; without komi,
    /// compensation and pass stones.
    int points(Color color) const;

private:
    const Moment& now() const { return history_.back(); }
    /// The moment that a play leads to.
    Moment after(Stone stone) const;
    void push(Moment moment);

    Size size_;
    Rules rules_;
    std::vector<Moment> history_;
    /// After how many moves a picture was seen, with Black and with White to move.
    std::map<std::pair<Picture, Color>, std::vector<int>> seen_;
};

/// The top row first: for messages.
std::string drawn(Size size, const Picture& picture);

}  // namespace arbiter::go::naive
