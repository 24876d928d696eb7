#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "core/contract/document.hpp"
#include "core/go/game.hpp"

/// Smart Game Format: documents with variations, markup and comments.
namespace arbiter::go {

/// What SGF cannot express.
inline constexpr std::string_view sgf_cannot_carry =
    "who marked stones and when, who resumed, and whether the players agreed on a result or it "
    "was given; that each move names its colour (turns=named); the number of moves before the "
    "start; the order of setup stones of different "
    "colours; tags without a name in SGF, and line breaks in most of the others";

bool looks_like_sgf(std::string_view text);
/// Faint where GM names another game, or a game begins somewhere after other text.
Likeness sgf_likeness(const Glance& glance);

std::unique_ptr<Stream<Document<Game>>> stream_sgf(const Options& options);
/// FF[4] in UTF-8. A node that was read is written with its properties as they were, unless its
/// content has changed; of others the properties are made. Of a root that names neither FF, GM nor SZ
/// the start, the tags and the result are made too. A property whose name is not an SGF identifier is
/// left out; a bracket that would end a value too early is escaped.
///
/// The fault is `cannot_express`: SGF has no board of 0x0, no handicap of one stone, and no handicap
/// that is partly set up and partly placed.
std::expected<std::string, Fault> write_sgf(const Document<Game>& document);

}  // namespace arbiter::go
