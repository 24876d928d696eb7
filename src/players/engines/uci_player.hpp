#pragma once

#include <string>
#include <vector>

#include "core/contract/game.hpp"
#include "players/engines/program_player.hpp"

namespace arbiter::players {

/// One line of an engine's thoughts: "info depth 12 multipv 1 score cp 30 ... pv e2e4 e7e5".
struct UciLine {
    int rank = 1;
    int depth = 0;
    Judgement judgement;  ///< for the side to move
    std::vector<std::string> moves;
};
/// Nothing if it has no variation, or only a bound of its value.
std::optional<UciLine> line_in_info(std::string_view text);

/// A chess engine that speaks UCI.
class UciPlayer final : public EnginePlayer {
public:
    UciPlayer(ProgramTerms terms, Options options)
        : EnginePlayer(std::move(terms)), options_(std::move(options)) {}

    std::string_view name() const override { return name_; }

private:
    std::expected<void, PlayerError> greet(Deadline deadline) override;
    std::expected<std::string, PlayerError> answer(const Turn& turn, Deadline deadline) override;

    std::expected<void, PlayerError> set(std::string_view option, std::string_view value,
                                         Deadline deadline);
    std::expected<void, PlayerError> synchronise(Deadline deadline);
    std::expected<void, PlayerError> prepare(std::string_view position, bool is_chess960,
                                             Deadline deadline);
    std::expected<std::string, PlayerError> best_move(Deadline deadline);

    // Analysis
    std::expected<Analysis, PlayerError> examine(const Examination& asked,
                                                 Deadline deadline) override;
    std::expected<void, PlayerError> tell_position(const AnyGame& game, Deadline deadline);
    std::expected<void, PlayerError> set_lines(int lines, Deadline deadline);
    std::expected<std::vector<UciLine>, PlayerError> searched(std::string_view command,
                                                              Deadline deadline);

    Options options_;
    std::string name_ = "UCI engine";
    std::vector<std::string> known_options_;
    std::string last_position_;  // the game that it has been told of
    bool is_chess960_ = false;
    int lines_ = 1;  // as MultiPV is set
};

/// "go wtime 60000 btime 58000 winc 1000 binc 1000 nodes 20000": what a turn allows.
std::string go_command(const Turn& turn);

/// What "info depth 12 score cp -35 pv e7e5" says the position is worth; a mate is worth 300 pawns.
std::optional<int> score_in_info(std::string_view line);
/// How deep the search went.
std::optional<int> depth_in_info(std::string_view line);

}  // namespace arbiter::players
