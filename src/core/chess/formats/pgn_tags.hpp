#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/chess/formats/pgn.hpp"

/// The tags of PGN, for reading, writing and converting.
namespace arbiter::chess {

/// Null if there is no such tag.
const std::string* find_tag(const Tags& tags, std::string_view name);
void set_tag(Tags& tags, std::string_view name, std::string_view value);
void remove_tag(Tags& tags, std::string_view name);

/// A result as PGN writes it, from any of the forms it is found in: 1/2, ½-½.
std::optional<std::string_view> result_named(std::string_view text);
std::string_view win_of(Color winner);

/// Chess960 under the names that programs give it, or one of the names of chess.
std::optional<Variant> variant_named(std::string_view text);

/// The tags as they are written: the Seven Tag Roster complete and first, the others in ASCII
/// order; Result, SetUp, FEN and Variant as the game has them. A name that is not a PGN
/// symbol is left out.
Tags export_tags(const PgnGame& game);

}  // namespace arbiter::chess
