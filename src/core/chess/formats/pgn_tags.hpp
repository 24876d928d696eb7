#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/chess/formats/pgn.hpp"

/// The tags of PGN, for reading, writing and converting.
namespace arbiter::chess {

void remove_tag(Tags& tags, std::string_view name);

/// Chess960 under the names that programs give it, or one of the names of chess.
std::optional<Variant> variant_named(std::string_view text);

/// The tags as they are written: the Seven Tag Roster complete and first, the others in ASCII
/// order; Result, SetUp, FEN and Variant as the document has them. A name that is not a PGN
/// symbol is left out. What the file says of a start that could not be read stays as it is.
Tags export_tags(const Document<Game>& document);

}  // namespace arbiter::chess
