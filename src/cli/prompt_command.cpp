#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/sink.hpp"
#include "core/games/to_json.hpp"
#include "players/catalogue.hpp"
#include "players/turn.hpp"

namespace arbiter::cli {

namespace {

struct ShowPrompt {
    Input input;
    std::string player = "llm:MODEL@http://127.0.0.1";

    void add_to(CLI::App& command) {
        input.add_to(command, Input::File::argument, Input::Take::one);
        command.add_option("--player", player, "The model, with its options")
            ->type_name("llm[OPTIONS]:MODEL@URL");
    }

    void run(const Console& console) const {
        const AnyGame game = input.one(console);
        const auto seated = players::seat(player, {});
        if (!seated) throw usage_error("--player: " + seated.error().sentence);
        if (game.outcome()) throw cannot_ask("the game is over: " + sentence(*game.outcome()));
        referee::Created created{};
        created.id = "prompt";
        created.record = record_of(game);
        const auto referee = referee::Referee::begin({players::wall_clock(), created});
        if (!referee) throw invalid_input(input.name(), referee.faults);
        const Color seat = referee->awaited().value_or(game.turn());
        const auto actions = players::offered_actions({*referee, seat});
        const auto question = (*seated)->question({.game = referee->game(),
                                                   .seat = seat,
                                                   .actions = actions,
                                                   .now = {},
                                                   .budget = {},
                                                   .refusals = {}});
        if (!question) throw cannot_ask(question.error().sentence);
        print(console.json ? question->body : question->prompt);
    }

private:
    static CommandError cannot_ask(std::string sentence) {
        return CommandError(
            {.kind = "invalid_input", .code = "cannot_ask", .sentence = std::move(sentence)});
    }
};

}  // namespace

void add_prompt_command(CLI::App& program, const Console& console) {
    add_command<ShowPrompt>(
        program, console,
        {"prompt", "Print what a language model would be asked",
         "Prints the words; with --json the whole request, as it is sent.\n"
         "\n"
         "Examples:\n"
         "  arbiter new chess | arbiter play e4 | arbiter prompt\n"
         "  arbiter prompt game.sgf --player 'llm[state=text]:MODEL@http://HOST/v1' --json"});
}

}  // namespace arbiter::cli
