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

/// A property as written: its values are the texts between the brackets, as UTF-8, with all escapes.
/// The functions of sgf_text.hpp decode them.
struct SgfProperty {
    std::string name;
    std::vector<std::string> values;
    SourcePlace source;

    bool operator==(const SgfProperty&) const = default;
};

/// Null if there is none of that name.
const SgfProperty* find_property(const std::vector<SgfProperty>& properties, std::string_view name);

/// AB, AW, AE and PL: a change of the position without a move.
struct SgfSetup {
    std::vector<Point> black;
    std::vector<Point> white;
    std::vector<Point> cleared;
    std::optional<Color> turn;

    bool empty() const { return black.empty() && white.empty() && cleared.empty() && !turn; }
    bool operator==(const SgfSetup&) const = default;
};

/// A node: the setup comes first, then the move. Moves need not be legal: SGF executes them anyway.
/// The tree does not say whose turn it is.
///
/// `properties` are all the others in their order: markup, comments, clocks, unknown ones. A move or
/// setup property is among them only if its values are invalid on this board.
struct SgfNode {
    SgfSetup setup;
    std::optional<SgfMove> move;
    std::vector<SgfProperty> properties;
    SourcePlace source;

    /// Null if there is none of that name.
    const SgfProperty* find(std::string_view name) const { return find_property(properties, name); }
    bool operator==(const SgfNode&) const = default;
};

/// A game of Go in SGF: a tree of nodes with at least a root. A node has a number, which is greater
/// than its parent's; the reader numbers nodes in the order of the text.
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
