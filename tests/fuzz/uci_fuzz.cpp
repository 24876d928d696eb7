// UCI: an input that begins with `position` or `startpos` is the command that sets up an engine;
// any other is a walk and a move, in UCI or in JSON.

#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"
#include "core/games/any_game.hpp"
#include "tests/fuzz/moves.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/walk.hpp"

namespace arbiter::chess::uci_fuzz {
namespace {

using arbiter::chess::fuzz::require_judged;
using arbiter::chess::fuzz::require_notation;
using arbiter::chess::fuzz::walk;
using arbiter::fuzz::require;
using arbiter::fuzz::require_explained;
using arbiter::fuzz::require_sound;
using arbiter::fuzz::speak_of_the_position;

constexpr std::size_t size_max = 512;

void look_at_command(std::string_view text) {
    const AnyGame::Source source{.game = Game::traits.name, .format = "uci", .options = {}};
    const auto game = AnyGame::read(text, source);
    require_sound(game, text);
    if (!game) return;
    const auto written = game->write("uci");
    require(written.has_value(), "every game can be written as a command");
    const auto again = AnyGame::read(*written, source);
    require(again && speak_of_the_position(again.faults),
            "a written command is read without a word");
    require(*again == *game, "a command holds the start and the moves");
    require(again->write("uci") == written, "a command that was written is written again");
}

void look_at_move(std::string_view input) {
    const auto [game, text] = walk(input);
    if (const auto request = read_uci(text)) {
        const Move move = interpret(game.board(), *request);
        if (!is_legal(game.board(), move)) require_explained(refusal(game.board(), move));
    }
    require_judged(game, text);
    require_notation(game, "uci", input);
    require_notation(game, "json", input);
}

void look_at(std::string_view input) {
    const bool is_command = input.starts_with("position") || input.starts_with("startpos");
    is_command ? look_at_command(input) : look_at_move(input);
}

const arbiter::fuzz::Target target(
    {.name = "uci", .size_max = size_max, .look = look_at, .keeps_state = true});

}  // namespace
}  // namespace arbiter::chess::uci_fuzz
