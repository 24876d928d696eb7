#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/peers/process.hpp"

namespace arbiter::go::testing {

/// A node as two programs must see it: texts without escapes.
struct NodeView {
    std::size_t parent = 0;  ///< the root is its own
    std::map<std::string, std::vector<std::string>> properties;

    bool operator==(const NodeView&) const = default;
};
void PrintTo(const NodeView& node, std::ostream* out);

using GameView = std::vector<NodeView>;

/// @sabaki/sgf in a node process of its own.
class SabakiSgf {
public:
    /// Throws if node or the npm package is not installed.
    SabakiSgf();

    struct Answer {
        std::vector<GameView> games;
        std::string sgf;  ///< the same as the package writes it
    };
    Answer ask(const std::string& sgf);

private:
    arbiter::testing::Process process_;
};

}  // namespace arbiter::go::testing
