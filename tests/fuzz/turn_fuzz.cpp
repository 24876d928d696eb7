// A turn in text, in positions that the input walks to: everything in the first line is a walk, each
// byte one of the legal events, the rest is the text.

#include <algorithm>
#include <array>

#include "core/backgammon/game.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/walks.hpp"

namespace arbiter::backgammon::turn_fuzz {
namespace {

using arbiter::fuzz::for_one;
using arbiter::fuzz::require;
using arbiter::fuzz::require_explained;

constexpr std::size_t size_max = 128;
constexpr std::size_t steps_max = 64;

const Game& walked(std::string_view steps) {
    static arbiter::fuzz::Walks<Game> walks(
        {.size = 0, .game = [](std::string_view) { return Game(); }});
    return walks.after(steps.substr(0, steps_max));
}

/// What is read is legal, and every legal turn is read as itself.
void require_turns(const Position& now, std::string_view text) {
    const auto legal = legal_turns(now.board(), now.turn(), now.hand());
    const auto read = read_turn(now.board(), now.turn(), now.hand(), text);
    if (read) {
        require(std::ranges::find(legal, read->turn, &Choice::turn) != legal.end(),
                "what a text is read as is legal");
    } else {
        require_explained(read.error());
    }
    for_one(text, legal, [&](const Choice& choice) {
        const std::string written = write_turn(now.board(), now.turn(), choice.turn);
        const auto again = read_turn(now.board(), now.turn(), now.hand(), written);
        require(again && again->turn == choice.turn && again->after == choice.after,
                "a written turn is read as itself");
    });
}

void require_judged(const Game& game, std::string_view text, std::optional<Color> by) {
    const auto event = game.read_event(text, by);
    if (!event) return require_explained(event.error());
    Game touched = game;
    const auto checked = game.check(*event);
    const auto played = touched.play(*event);
    require(checked.has_value() == played.has_value(), "check and play agree");
    if (played) {
        require(*checked == *played, "check foretells what play does");
        require(touched.undo(), "what was played can be taken back");
    } else {
        require_explained(played.error());
    }
    require(touched == game && touched.position() == game.position() &&
                touched.outcome() == game.outcome(),
            "a refusal, like taking back, leaves the game as it was");
}

void look_at(std::string_view input) {
    const auto line_end = std::min(input.find('\n'), input.size());
    const Game& game = walked(input.substr(0, line_end));
    const std::string_view text = input.substr(std::min(line_end + 1, input.size()));
    if (game.position().stage() == Stage::move) require_turns(game.position(), text);
    constexpr std::array<std::optional<Color>, 3> who{std::nullopt, Color::white, Color::black};
    for_one(input, who, [&](auto by) { require_judged(game, text, by); });
    for_one(input, game.legal(), [&](const Event& event) {
        const auto again = game.read_event(game.write_event(event), game.turn());
        require(again && *again == event, "a written event is read as itself");
    });
}

const arbiter::fuzz::Target target(
    {.name = "turn", .size_max = size_max, .look = look_at, .keeps_state = true});

}  // namespace
}  // namespace arbiter::backgammon::turn_fuzz
