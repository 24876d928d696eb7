#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "players/analysis/review.hpp"

namespace arbiter::cli {

/// The moves of a review so far, in a file of one JSON object a line, so that an interrupted review goes on.
/// The first line says what is reviewed and how; a line that was cut short by a kill is written again.
class ReviewLog {
public:
    /// Without a path nothing is kept. Another review in the file is a usage error.
    ReviewLog(std::string path, std::string header);

    /// The events that need no more work.
    std::size_t done() const { return done_; }
    /// Nothing: the event cannot be judged.
    void add(std::size_t ply, const std::optional<players::ReviewedMove>& move);
    std::vector<players::ReviewedMove> take() { return std::move(moves_); }

private:
    void read(const std::string& text);
    bool read_line(std::string_view line);
    void write_line(std::string_view line);

    std::string path_;
    std::string header_;
    std::ofstream file_;
    std::size_t done_ = 0;
    std::vector<players::ReviewedMove> moves_;
};

}  // namespace arbiter::cli
