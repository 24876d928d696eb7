#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/game.hpp"
#include "core/go/formats/sgf_game.hpp"

/// The syntax of SGF, for any game.
namespace arbiter::go {

/// A node as written.
struct SgfTreeNode {
    SgfGame::Number parent;  ///< the root is its own
    std::vector<SgfProperty> properties;
    TextPlace place;
};

/// The nodes in the order of the text. There is at least the root.
struct SgfTree {
    std::uint64_t number;  ///< of the game in the text, from 1
    std::vector<SgfTreeNode> nodes;
};

/// Puts "game N: " before a sentence.
std::string in_sgf_game(std::uint64_t number, std::string_view sentence);

/// Reads game trees; see SgfReader. Values are bytes in the charset of the file.
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

}  // namespace arbiter::go
