#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fault.hpp"
#include "core/go/notations/sgf_point.hpp"

namespace arbiter::go {

/// The place in the source text. Two properties are equal wherever they stood.
struct SourcePlace {
    TextPlace place;
    bool operator==(const SourcePlace&) const { return true; }
};

/// A property as it is written: its values are what stands between the brackets, as UTF-8, with all
/// escapes. `sgf_text` and its like in sgf_text.hpp say what a value means.
struct SgfProperty {
    std::string name;
    std::vector<std::string> values;
    SourcePlace source;

    bool operator==(const SgfProperty&) const = default;
};

/// Null if there is none of that name.
const SgfProperty* find_property(const std::vector<SgfProperty>& properties, std::string_view name);

/// AB, AW, AE and PL: the position is changed without anybody's move.
struct SgfSetup {
    std::vector<Point> black;
    std::vector<Point> white;
    std::vector<Point> cleared;
    std::optional<Color> turn;

    bool empty() const { return black.empty() && white.empty() && cleared.empty() && !turn; }
    bool operator==(const SgfSetup&) const = default;
};

/// A node: the setup comes first, then the move. Moves need not be legal (SGF executes them all the
/// same), and the tree says nothing about whose turn it is.
///
/// `properties` are all the others in their order: markup, comments, clocks, what nobody knows. One
/// of the names above is among them only if its values make no sense on this board.
struct SgfNode {
    SgfSetup setup;
    std::optional<SgfMove> move;
    std::vector<SgfProperty> properties;
    SourcePlace source;

    /// Null if there is none of that name.
    const SgfProperty* find(std::string_view name) const { return find_property(properties, name); }
    bool operator==(const SgfNode&) const = default;
};

/// A game of Go as SGF holds it: a tree of nodes. Every game has a root. A node is known by its
/// number; it is greater than its parent's, and the reader numbers them as they stand in the text.
class SgfGame {
public:
    using Number = std::uint32_t;

    explicit SgfGame(Size size = {}) : size_(size), nodes_(1), parents_(1) {}

    Size size() const { return size_; }
    std::span<const SgfNode> nodes() const { return nodes_; }
    const SgfNode& node(Number number) const { return nodes_[number]; }
    SgfNode& node(Number number) { return nodes_[number]; }
    const SgfNode& root() const { return nodes_.front(); }
    SgfNode& root() { return nodes_.front(); }

    /// Nothing for the root.
    std::optional<Number> parent(Number number) const;
    /// The root, its first child, that one's first child, and so on.
    std::vector<Number> main_line() const;

    /// Appends a child after those that the parent has.
    Number add(Number parent, SgfNode node = {});

    bool operator==(const SgfGame&) const = default;

private:
    Size size_;
    std::vector<SgfNode> nodes_;
    std::vector<Number> parents_;  // the root is its own
};

}  // namespace arbiter::go
