#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/color.hpp"
#include "core/go/board/point.hpp"
#include "players/bots/go/search.hpp"

/// `lz-analyze` and `kata-analyze`, as KataGo's documentation of its GTP extensions describes them.
namespace arbiter::players {

/// What the arguments of an analysis ask for.
struct GtpAnalysis {
    enum class Dialect : std::uint8_t { lz, kata };

    std::optional<Color> by{};  ///< nothing: the side to move
    std::chrono::milliseconds interval{1000};
    std::size_t moves_min = 0;  ///< how many are shown at least, where there are as many
    std::size_t moves_max = std::numeric_limits<std::size_t>::max();
    bool ownership = false;
    bool root_info = false;
    std::vector<go::Point> avoided{};                 ///< by the side to move, in its next move
    std::optional<std::vector<go::Point>> allowed{};  ///< nothing: all

    bool allows(go::Point point) const;
};

/// "b 50 ownership true": the player, the interval in hundredths of a second, and pairs of keys and
/// values. The error is the message of the response.
std::expected<GtpAnalysis, std::string> read_gtp_analysis(std::span<const std::string_view> words,
                                                          GtpAnalysis::Dialect dialect,
                                                          go::Size size);

/// One line, for the side to move.
struct GtpAnalysisLine {
    const GoReport& report;
    go::Size size;
    Color turn;
};
std::string write_gtp_analysis(const GtpAnalysisLine& line, const GtpAnalysis& options,
                               GtpAnalysis::Dialect dialect);

}  // namespace arbiter::players
