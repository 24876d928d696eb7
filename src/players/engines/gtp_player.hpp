#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/go/game.hpp"
#include "players/engines/program_player.hpp"

namespace arbiter::players {

/// What a line of `kata-analyze` or `lz-analyze` says: "info move D4 visits 9 winrate 0.51 scoreLead 1.2
/// order 0 pv D4 Q16 info move ... ownership 0.9 ...", where numbers are for the side to move. Moves that are
/// not points are left out.
Analysis analysis_in_info(std::string_view line, const go::Game& game);

/// A Go engine that speaks the Go Text Protocol, version 2.
class GtpPlayer final : public EnginePlayer {
public:
    explicit GtpPlayer(ProgramTerms terms) : EnginePlayer(std::move(terms)) {}

    std::string_view name() const override { return name_; }
    std::string caveat(const AnyGame& game) const override;

private:
    /// "= D4" or "? unknown command".
    struct Reply {
        bool is_success;
        std::string text;
    };

    std::expected<void, PlayerError> greet(Deadline deadline) override;
    std::expected<std::string, PlayerError> answer(const Turn& turn, Deadline deadline) override;

    std::expected<Reply, PlayerError> ask(std::string_view command, Deadline deadline);
    /// A command that the engine must obey for the game to be played at all.
    std::expected<void, PlayerError> order(std::string_view command, Deadline deadline);
    bool knows(std::string_view command) const;

    std::expected<void, PlayerError> set_up(const go::Game& game, Deadline deadline);
    std::expected<void, PlayerError> tell_rules(const go::Rules& rules, Deadline deadline);
    std::expected<void, PlayerError> put_stones(const go::Start& start, Deadline deadline);
    std::expected<void, PlayerError> follow(const go::Game& game, Deadline deadline);
    std::expected<void, PlayerError> tell_time(const Turn& turn, Deadline deadline);
    std::expected<std::string, PlayerError> generate(const Turn& turn, Deadline deadline);
    std::expected<std::string, PlayerError> settle(const Turn& turn, const go::Game& game,
                                                   Deadline deadline);
    std::expected<Analysis, PlayerError> examine(const Examination& asked,
                                                 Deadline deadline) override;
    /// What the engine says of the game where it stands, for the side to move.
    std::expected<Analysis, PlayerError> thought_about(const go::Game& game, const Budget& budget,
                                                       Deadline deadline);
    std::expected<std::string, PlayerError> last_thought(std::string_view command, Deadline until,
                                                         Deadline deadline);
    std::expected<std::vector<go::Point>, PlayerError> dead_stones(const go::Game& game,
                                                                   Deadline deadline);

    std::string name_ = "GTP engine";
    std::vector<std::string> commands_;
    /// What stands on the engine's board; nothing before a game was set up.
    std::optional<go::Start> start_;
    std::vector<std::string> moves_;
    /// What the engine takes for dead on that board; it thinks long about it.
    std::optional<std::vector<go::Point>> dead_;
};

}  // namespace arbiter::players
