#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "tests/fuzz/require.hpp"

namespace arbiter::fuzz {

/// The games that walks lead to: each byte of a walk chooses one of the legal events. Most inputs have the walk of an
/// earlier one, or begin with it, so those are remembered.
template <class Game>
class Walks {
public:
    /// How the first bytes of a walk, `size` at most, become a game.
    struct Beginning {
        std::size_t size;
        Game (*game)(std::string_view bytes);
    };
    explicit Walks(Beginning beginning) : beginning_(beginning) {}

    const Game& after(std::string_view walk) {
        constexpr std::size_t games_max = 2048;
        if (games_.size() > games_max) games_.clear();
        return remembered(walk);
    }

private:
    const Game& remembered(std::string_view walk) {
        const auto known = games_.find(walk);
        if (known != games_.end()) return known->second;
        return games_.emplace(std::string(walk), walked(walk)).first->second;
    }

    Game walked(std::string_view walk) {
        if (walk.size() <= beginning_.size) return beginning_.game(walk);
        Game game = remembered(walk.substr(0, walk.size() - 1));
        const auto legal = game.legal();
        if (legal.empty()) return game;
        const auto choice = static_cast<unsigned char>(walk.back()) % legal.size();
        require(game.play(legal[choice]).has_value(), "a legal event is accepted");
        return game;
    }

    Beginning beginning_;
    std::map<std::string, Game, std::less<>> games_;
};

}  // namespace arbiter::fuzz
