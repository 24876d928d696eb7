#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "core/chess/game.hpp"
#include "core/contract/document.hpp"

/// Portable game notation: documents with variations, comments and glyphs.
namespace arbiter::chess {

bool looks_like_pgn(std::string_view text);
/// A move comes first, or a tag or the first move stands at the beginning of a line.
bool resembles_pgn(std::string_view text);

std::unique_ptr<Stream<Document<Game>>> stream_pgn(const Options& options);
/// PGN's export format: the seven tags first, lines of at most 79 characters, moves in SAN; words
/// that are not moves as they were. Since no comment can hold a closing brace, `)` is written for it.
/// Draw offers and positions before the start are left out; of a game that was played here, the
/// Termination tag states why it ended. The fault is `cannot_express`: variations that nest too deep.
std::expected<std::string, Fault> write_pgn(const Document<Game>& document);
/// The same of a game alone, which need not be played again to know how it ended.
std::expected<std::string, Fault> write_pgn_of(const Game& game);

}  // namespace arbiter::chess
