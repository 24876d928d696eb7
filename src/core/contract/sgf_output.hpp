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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/contract/annotation.hpp"
#include "core/contract/document.hpp"

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

/// The nearest nodes below one that are written, in their order. What hangs below a node at which the
/// search `stops` is left out.
template <class G>
std::vector<NodeId> written_below(const Document<G>& document, NodeId id, const auto& is_written,
                                  const auto& stops) {
    std::vector<NodeId> found;
    std::vector<NodeId> open{id};
    while (!open.empty()) {
        const NodeId next = open.back();
        open.pop_back();
        if (next != id && stops(next)) continue;
        if (next != id && is_written(next)) {
            found.push_back(next);
            continue;
        }
        const auto first = static_cast<std::ptrdiff_t>(open.size());
        for (NodeId child = document.first_child(next); child != 0;
             child = document.next_sibling(child)) {
            open.push_back(child);
        }
        std::reverse(open.begin() + first, open.end());
    }
    return found;
}

}  // namespace arbiter
