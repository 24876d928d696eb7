#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/game.hpp"
#include "tests/peers/process.hpp"

namespace arbiter::backgammon::testing {

/// What GNU Backgammon knows of one game of a match.
struct GnubgGame {
    Color winner;
    int points;
    PerColor<int> score;                 ///< before it
    std::vector<std::string> positions;  ///< Position IDs before each turn

    bool operator==(const GnubgGame&) const = default;
};

/// A legal turn in its words, and the Position ID that it leads to.
struct GnubgMove {
    std::string text;
    std::string position_id;
};

/// GNU Backgammon in a process of its own. Throws if it cannot be started.
class Gnubg {
public:
    Gnubg();

    /// Gives a command as one types it. The answer is the ID of the position after it.
    std::string play(std::string_view command) { return ask("play " + std::string(command)); }
    /// The ID must have dice.
    std::vector<GnubgMove> moves(std::string_view id);
    /// Imports a MAT file; the left column is White.
    std::vector<GnubgGame> import_mat(const std::string& file);
    void export_mat(const std::string& file) { ask("export " + file); }

private:
    std::string ask(std::string_view question);

    arbiter::testing::Process process_;
};

}  // namespace arbiter::backgammon::testing
