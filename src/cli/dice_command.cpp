#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/sink.hpp"
#include "platform/entropy.hpp"
#include "referee/dice.hpp"

namespace arbiter::cli {

namespace {

using referee::Seed;
using referee::Throw;

constexpr std::string_view commitment_tag = "DiceCommitment";
constexpr std::string_view game_tag = "DiceGame";
constexpr std::string_view seed_tag = "DiceSeed";

Seed random_seed() { return Seed(platform::system_entropy().bytes<Seed::size>()); }

Seed seed_named(const std::string& text) {
    const auto seed = Seed::of_hex(text);
    if (!seed)
        throw usage_error("a seed is 64 hexadecimal digits", "`arbiter dice seed` makes one");
    return *seed;
}

/// Calls `visit(before, event)` for every roll on record, with the game before it.
template <class Visit>
void for_each_roll(const AnyGame& game, Visit visit) {
    AnyGame before = game;
    before.rewind(0);
    const auto events = game.history(game.traits().record_notation);
    for (const std::string& event : *events) {
        const auto meaning = before.understand(event);
        if (meaning && meaning->author == Author::chance) visit(before, event);
        if (!before.play(event)) return;
    }
}

std::uint64_t count_rolls(const AnyGame& game) {
    std::uint64_t count = 0;
    for_each_roll(game, [&](const AnyGame&, const std::string&) { ++count; });
    return count;
}

/// Whether the record writes these dice as this event: it need not keep the order of the dice.
bool is_recorded_as(const AnyGame& before, const Throw& dice, const std::string& event) {
    const auto meaning = before.understand(before.chance_event(dice));
    return meaning && meaning->event == event;
}

/// The next lower throw in the order of its faces; false after the lowest.
bool step_down(Throw& dice, const Chance& chance) {
    for (std::uint8_t& face : std::views::reverse(dice)) {
        if (--face > 0) return true;
        face = static_cast<std::uint8_t>(chance.faces);
    }
    return false;
}

/// The rolls on record. Where the record leaves the order of the dice open it is taken to be the one
/// that was promised.
std::vector<Throw> recorded_rolls(const AnyGame& game, const referee::CommittedDice& promised) {
    const Chance chance = *game.traits().chance;
    std::vector<Throw> rolls;
    for_each_roll(game, [&](const AnyGame& before, const std::string& event) {
        const std::uint64_t number = rolls.size() + 1;
        for (const Throw& dice : {promised.derived(number), promised.derived(number + 1)}) {
            if (is_recorded_as(before, dice, event)) return rolls.push_back(dice);
        }
        Throw dice(static_cast<std::size_t>(chance.dice), static_cast<std::uint8_t>(chance.faces));
        while (!is_recorded_as(before, dice, event) && step_down(dice, chance)) {
        }
        rolls.push_back(dice);
    });
    return rolls;
}

/// A game with dice from wherever the command reads.
struct GameInput {
    Input input;

    AnyGame read(const Console& console) const {
        AnyGame game = input.one(console);
        if (!game.traits().chance) throw usage_error(fmt::format("{} has no dice", game.title()));
        return game;
    }
};

void write_game(const AnyGame& game, const std::string& file) {
    Sink sink(file);
    sink.write_line(*game.write("record"));
    sink.close();
}

struct MakeSeed {
    void add_to(CLI::App&) {}
    void run(const Console&) const {
        const Seed seed = random_seed();
        JsonWriter out;
        out.object([&] {
            out.member("seed", seed.hex());
            out.member("commitment", seed.commitment());
        });
        print(out.text());
    }
};

struct Commit {
    GameInput source;
    std::string seed;
    std::string name;
    std::string file;

    void add_to(CLI::App& command) {
        command.add_option("--seed", seed, "The secret, 64 hexadecimal digits")->required();
        command.add_option("--id", name, "Name of this game")->required();
        source.input.add_to(command, Input::File::option, Input::Take::one);
        add_output(command, file);
    }
    void run(const Console& console) const {
        AnyGame game = source.read(console);
        if (count_rolls(game) > 0 || find_tag(game.tags(), commitment_tag) != nullptr) {
            throw usage_error("a promise comes before the first roll, and only once");
        }
        game.set_tag(commitment_tag, seed_named(seed).commitment());
        game.set_tag(game_tag, name);
        write_game(game, file);
    }
};

struct RollDice {
    GameInput source;
    std::string seed;
    std::string given;
    std::string file;

    void add_to(CLI::App& command) {
        auto* secret = command.add_option(
            "--seed", seed, "Derive the roll from the seed that the game was promised");
        command.add_option("--dice", given, "These dice: 31")->excludes(secret);
        source.input.add_to(command, Input::File::option, Input::Take::one);
        add_output(command, file);
    }

    void run(const Console& console) const {
        AnyGame game = source.read(console);
        const auto dice = dice_for(game)->roll(count_rolls(game) + 1);
        if (!dice) throw usage_error("there are no dice", "write two, as in --dice 31");
        if (const auto played = game.play(game.chance_event(*dice)); !played) {
            const Rejection& rejection = played.error();
            throw CommandError({.kind = to_string(rejection.code->kind),
                                .code = std::string(rejection.code->name),
                                .sentence = sentence(rejection),
                                .data = rejection.data});
        }
        write_game(game, file);
    }

private:
    std::unique_ptr<referee::DiceSource> dice_for(const AnyGame& game) const {
        const Chance chance = *game.traits().chance;
        if (!given.empty()) {
            auto dice = referee::given_dice(given, chance);
            if (!dice) throw usage_error(fmt::format("\"{}\" is not a roll such as 31", given));
            return dice;
        }
        const std::string* promised = find_tag(game.tags(), commitment_tag);
        const std::string* name = find_tag(game.tags(), game_tag);
        if (seed.empty()) {
            if (promised != nullptr) {
                throw usage_error("this game's dice come from a promised seed: --seed is missing");
            }
            return std::make_unique<referee::CommittedDice>(random_seed(), "", chance);
        }
        const Seed secret = seed_named(seed);
        if (promised == nullptr || name == nullptr || *promised != secret.commitment()) {
            throw usage_error("that is not the seed that this game was promised",
                              "`arbiter dice commit` makes the promise before the first roll");
        }
        return std::make_unique<referee::CommittedDice>(secret, *name, chance);
    }
};

struct Reveal {
    GameInput source;
    std::string seed;
    std::string file;

    void add_to(CLI::App& command) {
        command.add_option("--seed", seed, "The secret, 64 hexadecimal digits")->required();
        source.input.add_to(command, Input::File::option, Input::Take::one);
        add_output(command, file);
    }
    void run(const Console& console) const {
        AnyGame game = source.read(console);
        game.set_tag(seed_tag, seed_named(seed).hex());
        write_game(game, file);
    }
};

struct Verify {
    GameInput source;

    void add_to(CLI::App& command) {
        source.input.add_to(command, Input::File::argument, Input::Take::one);
    }
    void run(const Console& console) const {
        const AnyGame game = source.read(console);
        const std::string* promised = find_tag(game.tags(), commitment_tag);
        const std::string* name = find_tag(game.tags(), game_tag);
        const std::string* secret = find_tag(game.tags(), seed_tag);
        if (promised == nullptr || name == nullptr || secret == nullptr) {
            throw usage_error("the record has no promise, or the seed is not revealed yet",
                              "`arbiter dice commit` and `arbiter dice reveal` write them");
        }
        const referee::CommittedDice dice(seed_named(*secret), *name, *game.traits().chance);
        const std::vector<Throw> rolls = recorded_rolls(game, dice);
        std::string sentences;
        for (const auto& discrepancy : referee::audit(dice, *promised, rolls)) {
            sentences += (sentences.empty() ? "" : "\n  ") + discrepancy.sentence;
        }
        if (!sentences.empty()) {
            throw CommandError(
                {.kind = "invalid_input", .code = "dice_disagree", .sentence = sentences});
        }
        print(fmt::format("as promised: {}", counted(rolls.size(), "roll")));
    }
};

}  // namespace

void add_dice_command(CLI::App& program, const Console& console) {
    CLI::App& dice = *program.add_subcommand("dice", "Roll dice, and audit what was rolled");
    dice.group("Commands");
    dice.footer("`arbiter dice COMMAND --help` explains a command.");
    dice.require_subcommand(1);
    add_command<MakeSeed>(dice, console,
                          {"seed", "Make a secret seed and the promise to publish",
                           "Example:\n"
                           "  arbiter dice seed"});
    add_command<Commit>(
        dice, console,
        {"commit", "Write the promise into a new game's record",
         "Example:\n"
         "  arbiter new backgammon | arbiter dice commit --seed SEED --id table-1"});
    add_command<RollDice>(dice, console,
                          {"roll", "Roll what is to be rolled",
                           "Examples:\n"
                           "  arbiter new backgammon | arbiter dice roll\n"
                           "  arbiter dice roll -i game.json -o game.json --seed SEED"});
    add_command<Reveal>(dice, console,
                        {"reveal", "Write the seed into the record of a finished game",
                         "Example:\n"
                         "  arbiter dice reveal -i game.json -o game.json --seed SEED"});
    add_command<Verify>(dice, console,
                        {"verify", "Recompute every roll of a record from its revealed seed",
                         "Example:\n"
                         "  arbiter dice verify game.json"});
}

}  // namespace arbiter::cli
