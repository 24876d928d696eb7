#pragma once

#include <string>
#include <vector>

#include "core/contract/game.hpp"
#include "players/engines/program_player.hpp"

namespace arbiter::players {

/// A chess engine that speaks UCI.
class UciPlayer final : public ProgramPlayer {
public:
    UciPlayer(ProgramTerms terms, Options options)
        : ProgramPlayer(std::move(terms)), options_(std::move(options)) {}

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

    Options options_;
    std::string name_ = "UCI engine";
    std::vector<std::string> known_options_;
    std::string last_position_;  // the game that it has been told of
    bool is_chess960_ = false;
};

/// "go wtime 60000 btime 58000 winc 1000 binc 1000 nodes 20000": what a turn allows.
std::string go_command(const Turn& turn);

/// What "info depth 12 score cp -35 pv e7e5" says the position is worth; a mate is worth 300 pawns.
std::optional<int> score_in_info(std::string_view line);
/// How deep the search went.
std::optional<int> depth_in_info(std::string_view line);

}  // namespace arbiter::players
