#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/backgammon/formats/mat_lines.hpp"
#include "core/backgammon/game.hpp"
#include "core/contract/document.hpp"

namespace arbiter::backgammon::mat {

/// A property of words that are kept as they are written: the column of their cell.
inline constexpr std::string_view column_property = "column";
inline constexpr std::string_view left_column = "left";
inline constexpr std::string_view right_column = "right";

/// A match while its lines are read: events, and between them what cannot be played.
class Match {
public:
    Match(const Start& start, Tags tags);

    const Game& game() const { return game_; }
    Tags& tags() { return document_.tags(); }
    /// Events, words, and the root.
    std::size_t size() const { return document_.size(); }

    /// Whether the present game has ended; the match may be over, too.
    bool game_ended() const { return game_.ends().size() > ended_before_; }
    /// What follows belongs to the next game of the match.
    void begin_game() { ended_before_ = game_.ends().size(); }
    /// No roll would let the side to roll move.
    bool is_shut_out() const;

    /// Plays all of them or none.
    Result<void> play(std::span<const Event> events);
    /// Keeps words in their place. The game goes on after them.
    void add_words(Verdict verdict);
    void add_cell(Verdict verdict, Color column);
    /// A line of a comment about what was read last.
    void add_comment(std::string_view line);

    Document<Game> take() { return std::move(document_); }

private:
    Game game_;  // the document's line, as far as it can be played
    Document<Game> document_;
    NodeId last_ = 0;
    std::size_t ended_before_ = 0;  // games of the match, when the present one began
};

/// Adds a line to a text.
void add_line(std::string& text, std::string_view line);

}  // namespace arbiter::backgammon::mat
