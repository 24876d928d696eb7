// What language models and agents answer, in prose and in JSON.

#include <array>

#include "players/agents/message.hpp"
#include "players/models/chat.hpp"
#include "players/models/reading.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::players::model_answer_fuzz {
namespace {

using arbiter::fuzz::require;

constexpr std::size_t size_max = 256;

AnyGame game_named(std::string_view name) {
    AnyGame game = *AnyGame::create(name, name == "go" ? Options{{"size", "5"}} : Options{});
    if (name == "backgammon") static_cast<void>(game.play("opening 3-1"));
    return game;
}

const AnyGame& game_for(std::uint8_t pick) {
    static const std::array games{game_named("chess"), game_named("go"), game_named("backgammon")};
    return games[pick % games.size()];
}

/// The first byte chooses the game and one of its moves.
void look_at(std::string_view input) {
    if (input.empty()) return;
    const auto pick = static_cast<std::uint8_t>(input[0]);
    const std::string text(input.substr(1));
    const AnyGame& game = game_for(pick);
    const std::vector<std::string> actions{"resign"};
    const Turn turn{.game = game,
                    .seat = game.turn(),
                    .actions = actions,
                    .now = {},
                    .budget = {},
                    .refusals = {}};
    arbiter::fuzz::require_one(
        input,
        [&] {
            static_cast<void>(read_chat_answer(text));
            static_cast<void>(game.check(move_in_answer(text), game.turn()));
        },
        [&] {
            if (const auto meant = move_meant(text, turn)) {
                static_cast<void>(game.check(*meant, game.turn()));
            }
        },
        [&] {
            const auto legal = game.legal();
            const std::string& move = legal[pick % legal.size()];
            const auto meant = move_meant(text + "\nFinal Answer: " + move, turn);
            const auto event = meant ? game.understand(*meant) : std::unexpected(meant.error());
            // Other answers may stand in the text: then it is refused.
            require(!event || event->event == game.understand(move)->event || !game.check(*meant),
                    "beside a final answer no other move is meant");
        });
}

const arbiter::fuzz::Target target({.name = "model_answer", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::players::model_answer_fuzz
