#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/peers/process.hpp"

namespace arbiter::chess::testing {

/// What two programs must agree on in one position.
struct View {
    std::string fen;                           ///< en passant only where a pawn can legally take
    std::map<std::string, std::string> moves;  ///< every legal move: UCI, and the same in SAN
    std::set<std::string> facts;               ///< "check", "stalemate" ...

    bool operator==(const View&) const = default;
};
void PrintTo(const View& view, std::ostream* out);

/// chess.js in a node process of its own.
class ChessJs {
public:
    /// Throws if node or the npm package is not installed.
    ChessJs();

    struct Question {
        std::string start;               ///< a FEN
        std::vector<std::string> moves;  ///< in UCI
        std::string pgn;                 ///< the same game
    };
    struct Answer {
        std::vector<View> positions;  ///< at the start and after each move
        std::string pgn;              ///< the game as chess.js writes it

        // What chess.js reads in the PGN of the question.
        std::string read_fen;  ///< at the end
        std::vector<std::string> read_moves;
        std::map<std::string, std::string> read_tags;
    };
    Answer ask(const Question& question);

private:
    arbiter::testing::Process process_;
};

}  // namespace arbiter::chess::testing
