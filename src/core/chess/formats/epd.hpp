#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/chess/game.hpp"

namespace arbiter::chess {

/// An EPD record: four fields and operations such as `bm Nf3; id "test 1";`.
struct Epd {
    struct Operation {
        std::string opcode;
        std::vector<std::string> operands;
        bool operator==(const Operation&) const = default;
    };
    Position position;
    std::vector<Operation> operations;
};
/// One line. The two clocks of a FEN between the fields and the operations are read too.
Reading<Epd> read_epd(std::string_view text);
/// The clocks go into the operations hmvc and fmvn.
std::string write_epd(const Epd& epd);

bool looks_like_epd(std::string_view text);
/// The position alone: a game has no place for the operations.
Reading<Game> read_epd_game(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_epd_game(const Game& game);

}  // namespace arbiter::chess
