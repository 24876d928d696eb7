#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "players/analyst.hpp"
#include "players/bots/bot.hpp"
#include "players/player.hpp"

namespace arbiter::players {

/// The bots behind the interface of players: it looks at the clock, they think.
class BotPlayer final : public Player, public Analyst {
public:
    BotPlayer(int level, std::uint64_t seed)
        : level_(level), seed_(seed), name_("bot:" + std::to_string(level)) {}

    std::string_view name() const override { return name_; }
    std::expected<Choice, PlayerError> choose(const Turn& turn) override;
    Analyst* analyst() override { return this; }
    void stop() noexcept override { stopped_ = true; }
    std::expected<Analysis, PlayerError> analyse(const AnyGame& game, const AnalysisTask& task,
                                                 const Budget& budget) override;

private:
    using Time = std::optional<std::chrono::milliseconds>;
    /// Ends after that time, or when it is stopped.
    Limits limits_within(Time time, std::optional<std::uint64_t> nodes) const;

    int level_;
    std::uint64_t seed_;
    std::string name_;
    std::atomic<bool> stopped_ = false;
};

}  // namespace arbiter::players
