#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "core/contract/document.hpp"
#include "core/go/game.hpp"

/// Smart Game Format, FF[4], as a format of games. `SgfReader` and `write_sgf` keep the whole tree.
namespace arbiter::go {

/// What SGF cannot express.
inline constexpr std::string_view sgf_cannot_carry =
    "who marked stones and when, who resumed, and whether the players agreed on a result or it "
    "was given; that each move names its colour (turns=named); the number of moves before the "
    "start; the order of setup stones of different "
    "colours; tags without a name in SGF, and line breaks in most of the others";

bool looks_like_sgf(std::string_view text);
/// The first game of a text.
Reading<Game> read_sgf_game(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_sgf_game(const Game& game);
std::unique_ptr<Stream<Document<Game>>> stream_sgf(const Options& options);

}  // namespace arbiter::go
