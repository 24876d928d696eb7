/// The syntax of SGF, for any game: nodes with properties, as they are written.
///
/// ```cpp
/// #include "core/contract/sgf_tree.hpp"
///
/// SgfTreeReader reader;
/// reader.feed("(;GM[1]C[a comment];B[aa])");
/// reader.finish();
/// const auto tree = reader.next();
/// assert(tree && (*tree)->nodes.size() == 2);
/// assert(find_property((*tree)->nodes[1].properties, "B")->values[0] == "aa");
/// ```
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/annotation.hpp"
#include "core/contract/game.hpp"

namespace arbiter {

/// The property of that name; null if there is none.
const Property* find_property(std::span<const Annotation> properties, std::string_view name);

/// A node as written.
struct SgfTreeNode {
    std::uint32_t parent = 0;  ///< the root is its own
    std::vector<Annotation> properties{};
    std::size_t first_place = 0;  ///< of the first property, in the tree's `places`
    TextPlace place{};
};

/// The nodes in the order of the text. There is at least the root.
struct SgfTree {
    std::uint64_t number = 1;  ///< of the game in the text, from 1
    std::vector<SgfTreeNode> nodes;
    std::vector<TextPlace> places;  ///< of all properties
    std::string preface;  ///< the text before the game, without blanks and byte order marks

    std::span<const TextPlace> places_of(const SgfTreeNode& node) const {
        return std::span(places).subspan(node.first_place, node.properties.size());
    }
};

struct SgfRootProperty {
    const Property* property;
    TextPlace place;
};
std::optional<SgfRootProperty> find_in_root(const SgfTree& tree, std::string_view name);

/// Text that is valid UTF-8 is taken for UTF-8 even if CA names another charset; otherwise for
/// Latin-1. Warnings: `unknown_charset`, `not_utf8`.
void make_utf8(SgfTree& tree, Faults& faults);

/// Puts "game N: " before a sentence.
std::string in_sgf_game(std::uint64_t number, std::string_view sentence);

/// Reads game trees piece by piece. Memory is bounded by the largest game, at most `game_size_max`.
/// Values are bytes in the charset of the file.
///
/// A game begins with `(;` and ends with the matching parenthesis; other text before it is its
/// preface.
///
/// Errors beside a tree: `unterminated_value` (it is kept), and what is left out: `stray_character`,
/// `property_without_value`, `value_without_property`, `malformed_property`. Errors without one: `too_many_properties`, `variations_too_deep`,
/// `too_many_parts`, `game_too_large`.
///
/// Warnings: `missing_parenthesis` at the end, `missing_semicolon` (a node begins all the same),
/// `empty_variation`, `node_after_variation` (it becomes the last variation), `duplicate_property`.
class SgfTreeReader final : public Stream<SgfTree> {
public:
    static constexpr std::size_t game_size_max = std::size_t{16} << 20;
    static constexpr std::size_t variation_depth_max = 100'000;
    static constexpr std::size_t properties_in_node_max = 256;
    static constexpr std::size_t part_count_max = 1'000'000;  ///< nodes, properties and values

    SgfTreeReader();
    ~SgfTreeReader() override;
    void feed(std::string_view piece) override;
    void finish() override;
    std::optional<Reading<SgfTree>> next() override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace arbiter
