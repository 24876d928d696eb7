// What a program of somebody else's does first: it plays, hears why a move is illegal, and writes a
// position. Exceptions and type information are on here, unlike in the library.

#include <cstdio>
#include <stdexcept>

#include "core/chess/game.hpp"
#include "core/games/any_game.hpp"

namespace {

arbiter::AnyGame new_game(const char* name) {
    auto game = arbiter::AnyGame::create(name);
    if (!game.value) throw std::runtime_error(name);
    return *std::move(game.value);
}

}  // namespace

int main() {
    static_assert(arbiter::Game<arbiter::chess::Game>);
    arbiter::AnyGame game = new_game("chess");
    for (const char* move : {"e4", "e5", "Ke3"}) {
        if (const auto played = game.play(move); !played) {
            std::printf("%s\n", sentence(played.error()).c_str());
        }
    }
    std::printf("%s\n", game.write("fen")->c_str());
    std::printf("%s\n", new_game("go").write("go-grid") ? "go" : "");
}
