#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/sink.hpp"
#include "core/backgammon/game.hpp"
#include "core/contract/record.hpp"
#include "referee/dice.hpp"

namespace arbiter::cli {

namespace {

using backgammon::Game;
using referee::Seed;
using referee::Throw;

constexpr std::string_view commitment_tag = "DiceCommitment";
constexpr std::string_view game_tag = "DiceGame";
constexpr std::string_view seed_tag = "DiceSeed";

std::string* find_tag(Game& game, std::string_view name) {
    const auto found =
        std::ranges::find(game.tags, name, [](const auto& tag) { return tag.first; });
    return found == game.tags.end() ? nullptr : &found->second;
}

Seed seed_named(const std::string& text) {
    const auto seed = Seed::of_hex(text);
    if (!seed)
        throw usage_error("a seed is 64 hexadecimal digits", "`arbiter dice seed` makes one");
    return *seed;
}

std::vector<Throw> recorded_rolls(const Game& game) {
    std::vector<Throw> rolls;
    for (const backgammon::Event& event : game.events()) {
        if (const auto* opening = std::get_if<backgammon::OpeningRoll>(&event)) {
            rolls.push_back({opening->white, opening->black});
        } else if (const auto* roll = std::get_if<backgammon::Roll>(&event)) {
            rolls.push_back({roll->dice.high(), roll->dice.low()});
        }
    }
    return rolls;
}

/// Of a roll in mid-game the order of the dice means nothing, and the record does not keep it.
Throw in_record_order(const Game& game, std::size_t index, Throw dice) {
    std::size_t number = 0;
    for (const backgammon::Event& event : game.events()) {
        const bool opening = std::holds_alternative<backgammon::OpeningRoll>(event);
        if (!opening && !std::holds_alternative<backgammon::Roll>(event)) continue;
        if (number++ != index) continue;
        if (!opening && dice.first < dice.second) std::swap(dice.first, dice.second);
        return dice;
    }
    return dice;
}

/// A game of backgammon from wherever the command reads.
struct GameInput {
    Input input;

    Game read(const Console& console) const {
        const AnyGame any = input.one(console);
        if (any.name() != Game::traits.name) {
            throw usage_error(fmt::format("{} has no dice", any.title()));
        }
        return *read_record<Game>(*any.write("record"), {}).value;
    }
};

void write_game(const Game& game, const std::string& file) {
    Sink sink(file);
    sink.write_line(write_record(game));
    sink.close();
}

struct MakeSeed {
    void add_to(CLI::App&) {}
    void run(const Console&) const {
        const Seed seed = Seed::random();
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
        command.add_option("--id", name, "What this game is called")->required();
        source.input.add_to(command, Input::File::option, Input::Take::one);
        add_output(command, file);
    }
    void run(const Console& console) const {
        Game game = source.read(console);
        if (!recorded_rolls(game).empty() || find_tag(game, commitment_tag) != nullptr) {
            throw usage_error("a promise comes before the first roll, and only once");
        }
        game.tags.emplace_back(commitment_tag, seed_named(seed).commitment());
        game.tags.emplace_back(game_tag, name);
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
        Game game = source.read(console);
        const auto number = recorded_rolls(game).size() + 1;
        const auto dice = dice_for(game)->roll(number);
        if (!dice) throw usage_error("there are no dice", "write two, as in --dice 31");
        const bool opening = game.position().stage() == backgammon::Stage::opening_roll;
        const backgammon::Event event =
            opening ? backgammon::Event(backgammon::OpeningRoll{dice->first, dice->second})
                    : backgammon::Event(backgammon::Roll{
                          game.turn(), backgammon::Dice(dice->first, dice->second)});
        if (const auto played = game.play(event); !played) {
            const Rejection& rejection = played.error();
            throw Failure({.kind = to_string(rejection.code->kind),
                           .code = std::string(rejection.code->name),
                           .sentence = sentence(rejection),
                           .data = rejection.data});
        }
        write_game(game, file);
    }

private:
    std::unique_ptr<referee::DiceSource> dice_for(Game& game) const {
        if (!given.empty()) {
            auto dice = referee::given_dice(given);
            if (!dice) throw usage_error(fmt::format("\"{}\" is no roll such as 31", given));
            return dice;
        }
        const std::string* promised = find_tag(game, commitment_tag);
        const std::string* name = find_tag(game, game_tag);
        if (seed.empty()) {
            if (promised != nullptr) {
                throw usage_error("this game's dice come from a promised seed: --seed is missing");
            }
            return referee::random_dice();
        }
        const Seed secret = seed_named(seed);
        if (promised == nullptr || name == nullptr || *promised != secret.commitment()) {
            throw usage_error("that is not the seed that this game was promised",
                              "`arbiter dice commit` makes the promise before the first roll");
        }
        return std::make_unique<referee::CommittedDice>(secret, *name);
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
        Game game = source.read(console);
        if (std::string* known = find_tag(game, seed_tag)) {
            *known = seed_named(seed).hex();
        } else {
            game.tags.emplace_back(seed_tag, seed_named(seed).hex());
        }
        write_game(game, file);
    }
};

struct Verify {
    GameInput source;

    void add_to(CLI::App& command) {
        source.input.add_to(command, Input::File::argument, Input::Take::one);
    }
    void run(const Console& console) const {
        Game game = source.read(console);
        const std::string* promised = find_tag(game, commitment_tag);
        const std::string* name = find_tag(game, game_tag);
        const std::string* secret = find_tag(game, seed_tag);
        if (promised == nullptr || name == nullptr || secret == nullptr) {
            throw usage_error("the record has no promise, or the seed is not revealed yet",
                              "`arbiter dice commit` and `arbiter dice reveal` write them");
        }
        const std::vector<Throw> rolls = recorded_rolls(game);
        std::string findings;
        for (const auto& finding : audited(game, rolls, {*secret, *promised, *name})) {
            findings += findings.empty() ? finding.sentence : "\n  " + finding.sentence;
        }
        if (!findings.empty()) {
            throw Failure({.kind = "invalid_input", .code = "dice_disagree", .sentence = findings});
        }
        print(fmt::format("as promised: {}", counted(rolls.size(), "roll")));
    }

private:
    struct Promise {
        const std::string& seed;
        const std::string& commitment;
        const std::string& name;
    };

    /// The audit knows in which order the dice fell; the record does so only for the opening.
    static std::vector<referee::AuditFinding> audited(const Game& game, std::vector<Throw> rolls,
                                                      const Promise& promise) {
        const Seed seed = seed_named(promise.seed);
        const referee::CommittedDice dice(seed, promise.name);
        for (std::size_t i = 0; i < rolls.size(); ++i) {
            const Throw derived = dice.derived(i + 1);
            if (rolls[i] == in_record_order(game, i, derived)) rolls[i] = derived;
        }
        return referee::audit(seed, promise.commitment, promise.name, rolls);
    }
};

}  // namespace

void add_dice_command(CLI::App& program, const Console& console) {
    CLI::App& dice =
        *program.add_subcommand("dice", "Roll for backgammon, and audit what was rolled");
    dice.group("Commands");
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
