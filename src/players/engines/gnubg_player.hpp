#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/game.hpp"
#include "players/engines/program_player.hpp"

namespace arbiter::players {

/// GNU Backgammon, asked for its best play position by position through its command line.
class GnubgPlayer final : public EnginePlayer {
public:
    static constexpr int plies_max = 4;

    /// `plies` is how far it looks ahead.
    GnubgPlayer(ProgramTerms terms, int plies) : EnginePlayer(std::move(terms)), plies_(plies) {}

    std::string_view name() const override { return name_; }

private:
    std::expected<void, PlayerError> greet(Deadline deadline) override;
    std::expected<std::string, PlayerError> answer(const Turn& turn, Deadline deadline) override;

    /// What it prints, a line each.
    using Told = std::expected<std::vector<std::string>, PlayerError>;
    Told tell(const std::vector<std::string>& commands, Deadline deadline);
    /// The answers to a command about a game.
    Told asked_about(const backgammon::Game& game, std::string_view question, Deadline deadline);
    std::expected<std::string, PlayerError> checker_play(const backgammon::Game& game,
                                                         Deadline deadline);
    std::expected<std::string, PlayerError> cube_advice(const backgammon::Game& game,
                                                        Deadline deadline);
    std::expected<std::string, PlayerError> on_resignation(const backgammon::Game& game,
                                                           Deadline deadline);

    // Analysis
    std::expected<Analysis, PlayerError> examine(const Examination& asked,
                                                 Deadline deadline) override;
    std::expected<Analysis, PlayerError> turns(const Examination& asked, Deadline deadline);
    std::expected<Analysis, PlayerError> cube(const Examination& asked, Deadline deadline);
    std::expected<std::optional<Judgement>, PlayerError> after_roll(backgammon::Game game,
                                                                    Deadline deadline);

    int plies_;
    std::string name_ = "GNU Backgammon";
};

/// What it is told of the rules that its IDs leave out.
std::vector<std::string> rules_commands(const backgammon::Rules& rules);

/// What "Redouble, take" and its like mean for the one who may double.
bool is_double(std::string_view advice);
/// "take", "drop" or "beaver".
std::string_view response_in(std::string_view advice);

}  // namespace arbiter::players
