#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "cli/view.hpp"
#include "core/games/to_json.hpp"

namespace arbiter::cli {

namespace {

/// What `new`, `play` and `undo` hand on: the record for the next command, or a format that was
/// asked for; a person at a terminal sees the board.
struct Product {
    std::string format;
    std::string file;

    void add_to(CLI::App& command) {
        command.add_option("--to", format, "Write this format instead of the record")
            ->type_name("FORMAT")
            ->excludes("--json");
        add_output(command, file);
    }

    /// `more` adds what a command has to say beside the game to the answer in JSON.
    void write(const AnyGame& game, const Console& console,
               const std::function<void(JsonWriter&)>& more = {}) const {
        const std::string text = content(game, console, more);
        Sink sink(file);
        sink.write_line(text);
        sink.close();
    }

private:
    std::string content(const AnyGame& game, const Console& console,
                        const std::function<void(JsonWriter&)>& more) const {
        if (!format.empty()) return written(game, format);
        if (!console.json) {
            const bool watched = console.out.terminal && file.empty();
            return watched ? board_view(game, console.out) : record_of(game);
        }
        JsonWriter out;
        out.object([&] {
            if (more) more(out);
            write_members(out, game);
        });
        return out.take();
    }
};

/// A move's author, and the game it is meant for.
struct Turn {
    Input input;
    std::string by;

    void add_to(CLI::App& command) {
        input.add_to(command, Input::File::option, Input::Take::one);
        command.add_option("--by", by, "Who moves, white or black; default: whose turn it is")
            ->check(one_of({"white", "black"}))
            ->type_name("SIDE");
    }
    std::optional<Color> color() const { return color_named(by); }
};

/// In lines that fit beside the names of options.
std::string folded(std::string_view text) {
    constexpr std::string_view indent = "                          ";
    std::string lines;
    const std::string indented = wrapped(words_of(text), indent);
    for (std::size_t at = 0; at < indented.size();) {
        const auto end = indented.find('\n', at);
        if (!lines.empty()) lines += '\n';
        lines += indented.substr(at + indent.size(), end - at - indent.size());
        at = end == std::string::npos ? indented.size() : end + 1;
    }
    return lines;
}

struct New {
    std::string game;
    std::vector<std::string> settings;
    std::map<std::string, std::optional<std::string>> shorthands;
    Product product;

    void add_to(CLI::App& command) {
        command.add_option("GAME", game, "Which one; `arbiter rules` lists them")->required();
        product.add_to(command);
        add_settings(command, settings);
        for (const GameInfo& info : games()) {
            for (const OptionInfo& option : info.options) add_shorthand(command, info, option);
        }
    }

    void run(const Console& console) const {
        const GameInfo info = game_named(game);
        auto created = AnyGame::create(game, chosen(info));
        if (!created) throw refused(created.faults);
        report_warnings(game, created.faults, console);
        product.write(*created, console);
    }

private:
    /// `--komi 7.5` for `--set komi=7.5`, `--long-cycle` for `long_cycle`. Games may share a name;
    /// where the command has an option of that name, there is only `--set`.
    void add_shorthand(CLI::App& command, const GameInfo& info, const OptionInfo& option) {
        const std::string name(option.name);
        const std::string meaning =
            folded(fmt::format("{}: {}", info.name, option.values)) + "\n" + folded(option.meaning);
        std::string flag = "--" + name;
        std::ranges::replace(flag, '_', '-');
        auto* known = command.get_option_no_throw(flag);
        if (known == nullptr) {
            command.add_option(flag, shorthands[name], meaning)
                ->type_name("VALUE")
                ->group("Options of the game");
            if (flag != "--" + name) {
                command.add_option("--" + name, shorthands[name])->group("");  // not in the help
            }
        } else if (shorthands.contains(name)) {
            known->description(fmt::format("{}\n{}", known->get_description(), meaning));
        }
    }

    Options chosen(const GameInfo& info) const {
        std::vector<std::string> all = settings;
        for (const auto& [name, value] : shorthands) {
            if (value) all.push_back(fmt::format("{}={}", name, *value));
        }
        return parsed_settings(all, info);
    }

    /// A value that no game could have is wrong usage; an impossible position is invalid input.
    CommandError refused(const Faults& faults) const {
        const Fault& first = *faults.begin();
        if (first.code == "option_out_of_range") {
            return usage_error(first.sentence,
                               fmt::format("`arbiter rules {}` lists its options", game));
        }
        return invalid_input(fmt::format("new {}", game), faults);
    }
};

struct Play {
    std::vector<std::string> moves;
    Turn turn;
    Product product;

    void add_to(CLI::App& command) {
        command.add_option("MOVE", moves, "Moves or actions, in any notation of the game")
            ->required()
            ->transform(as_it_was());
        turn.add_to(command);
        product.add_to(command);
    }

    void run(const Console& console) const {
        AnyGame game = turn.input.one(console);
        std::vector<Effects> effects;
        for (const std::string& move : moves) {
            auto played = game.play(move, turn.color());
            if (!played) throw refused(game, played.error(), effects.size());
            effects.push_back(std::move(*played));
        }
        product.write(game, console, [&](JsonWriter& out) {
            out.key("played");
            out.array([&] {
                for (std::size_t i = 0; i < moves.size(); ++i) write_played(out, i, effects[i]);
            });
        });
    }

private:
    CommandError refused(const AnyGame& game, const Rejection& rejection, std::size_t index) const {
        ErrorDetails details = refusal(game, moves[index], rejection).details();
        if (moves.size() > 1) details.number = index + 1;
        return CommandError(std::move(details));
    }

    void write_played(JsonWriter& out, std::size_t index, const Effects& effects) const {
        out.object([&] {
            out.member("move", moves[index]);
            out.key("effects");
            arbiter::write(out, effects);
        });
    }
};

struct Check {
    std::string move;
    Turn turn;

    void add_to(CLI::App& command) {
        command.add_option("MOVE", move, "A move or action, in any notation of the game")
            ->required()
            ->transform(as_it_was());
        turn.add_to(command);
    }

    void run(const Console& console) const {
        const AnyGame game = turn.input.one(console);
        const auto effects = game.check(move, turn.color());
        if (!effects) throw refusal(game, move, effects.error());
        print(console.json ? in_json(game, *effects) : in_words(*effects));
    }

private:
    std::string in_json(const AnyGame& game, const Effects& effects) const {
        const NotationInfo& notation = game.notation_for(move);
        JsonWriter out;
        out.object([&] {
            out.member("move", move);
            out.key("effects");
            arbiter::write(out, effects);
            out.key("events");
            write_moves(out, game.events_of(move, turn.color(), notation), notation);
        });
        return out.take();
    }

    /// "captured: piece pawn, square e5"
    std::string in_words(const Effects& effects) const {
        std::string text = move + " is legal\n";
        for (const Effect& effect : effects) {
            std::string facts;
            for (const auto& [key, value, is_json] : effect.data) {
                facts += fmt::format("{}{} {}", facts.empty() ? ": " : ", ", key,
                                     fill("{value}", {{"value", value}}));
            }
            text += fmt::format("  {}{}\n", effect.kind, facts);
        }
        return text;
    }
};

struct Undo {
    std::size_t count = 1;
    Input input;
    Product product;

    void add_to(CLI::App& command) {
        command.add_option("N", count, "How many; default: 1")->check(whole_number(1, 1'000'000));
        input.add_to(command, Input::File::option, Input::Take::one);
        product.add_to(command);
    }

    void run(const Console& console) const {
        AnyGame game = input.one(console);
        if (count > game.event_count()) {
            throw invalid_input(
                input.name(),
                Fault{"nothing_to_undo",
                      game.event_count() == 0 ? "there is nothing to take back"
                                              : fmt::format("only {} can be taken back",
                                                            counted(game.event_count(), "move")),
                      {}});
        }
        game.rewind(game.event_count() - count);
        product.write(game, console, [&](JsonWriter& out) { out.member("undone", count); });
    }
};

}  // namespace

void add_play_commands(CLI::App& program, const Console& console) {
    add_command<New>(program, console,
                     {"new", "Begin a game",
                      "Examples:\n"
                      "  arbiter new chess > game.json\n"
                      "  arbiter new chess --start 518 --variant chess960\n"
                      "  arbiter new go --size 9 --rules japanese --handicap 2\n"
                      "  arbiter new backgammon --match 7"});
    add_command<Play>(program, console,
                      {"play", "Play moves, or say why one is refused",
                       "Examples:\n"
                       "  arbiter new chess | arbiter play e4 e5 Nf3\n"
                       "  arbiter play -i game.json -o game.json Bb5\n"
                       "  arbiter play -i game.json '{\"action\": \"resign\"}' --by black"});
    add_command<Check>(program, console,
                       {"check", "Print what a move would do, without playing it",
                        "Example:\n"
                        "  arbiter check O-O -i game.json"});
    add_command<Undo>(program, console,
                      {"undo", "Take back the last moves",
                       "Example:\n"
                       "  arbiter undo 2 -i game.json -o game.json"});
}

}  // namespace arbiter::cli
