/// What SGF says to people, whatever the game.
///
/// ```cpp
/// #include "core/contract/sgf_remarks.hpp"
///
/// assert(sgf_remark({"C", {"a bracket: \\]"}}) == Remark(Comment{"a bracket: ]"}));
/// assert(sgf_property(Glyph{1}) == (Property{"TE", {"1"}}));
/// ```
#pragma once

#include <optional>
#include <vector>

#include "core/contract/annotation.hpp"

namespace arbiter {

/// A comment or a glyph; nothing if the property is something else.
std::optional<Remark> sgf_remark(const Property& property);

Property sgf_property(const Comment& comment);
/// Without a name if SGF has none for the glyph.
Property sgf_property(const Glyph& glyph);

/// A node has a property once: further comments are further lines, other things further values. A
/// property without a name is left out.
void add_sgf_property(std::vector<Annotation>& properties, Property property);

}  // namespace arbiter
