/// Writes the text of an SGF file, node by node.
///
/// ```cpp
/// #include "core/contract/sgf_output.hpp"
///
/// SgfOutput out;
/// const std::vector<Annotation> root{Property{"GM", {"1"}}};
/// out.begin_node(SgfOutput::Place::in_parentheses, root);
/// out.write(Property{"GM", {"1"}});
/// out.end_parentheses();
/// assert(out.take() == "(;GM[1])");
/// ```
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/contract/annotation.hpp"

namespace arbiter {

/// The text of an SGF file as it is written. Lines are broken between nodes.
class SgfOutput {
public:
    enum class Place : std::uint8_t { in_sequence, in_parentheses };

    /// The annotations are those of the node.
    void begin_node(Place place, std::span<const Annotation> annotations);
    void end_parentheses() { text_ += ')'; }
    /// A property whose name is not an SGF identifier is left out; a bracket that would end a value
    /// too early is escaped.
    void write(const Property& property);
    /// Outside of games.
    void write_line(std::string_view text);

    std::string take() { return std::move(text_); }

private:
    std::string text_;
    std::size_t line_begin_ = 0;
};

}  // namespace arbiter
