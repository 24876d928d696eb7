#include "tests/wasm/script.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/games/any_game.hpp"

namespace arbiter::probe {

namespace {

/// SplitMix64: a few lines that give the same numbers everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::size_t below(std::size_t limit) {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return static_cast<std::size_t>((mixed ^ (mixed >> 31)) % limit);
    }

private:
    std::uint64_t state_;
};

void write_faults(JsonWriter& out, const Faults& faults) {
    out.key("faults");
    out.array([&] {
        for (const Fault& fault : faults) {
            out.object([&] {
                out.member("code", fault.code);
                out.member("sentence", fault.sentence);
                out.member("place", to_string(fault.place));
                out.member("fatal", fault.severity == Severity::error);
            });
        }
    });
}

void write_details(JsonWriter& out, const Details& details) {
    out.key("data");
    out.object([&] {
        for (const auto& [key, value] : details) out.member(key, value);
    });
}

void write_rejection(JsonWriter& out, const Rejection& rejection) {
    out.object([&] {
        out.member("rejected", rejection.code->name);
        out.member("kind", to_string(rejection.code->kind));
        out.member("sentence", sentence(rejection));
        write_details(out, rejection.data);
    });
}

void write_effects(JsonWriter& out, const Effects& effects) {
    out.array([&] {
        for (const Effect& effect : effects) {
            out.object([&] {
                out.member("kind", effect.kind);
                write_details(out, effect.data);
            });
        }
    });
}

void write_words(JsonWriter& out, const std::vector<std::string>& words) {
    out.array([&] {
        for (const std::string& word : words) out.value(word);
    });
}

void write_text(JsonWriter& out, const std::expected<std::string, Fault>& text) {
    if (text) {
        out.value(*text);
    } else {
        out.object([&] { out.member("fault", text.error().code); });
    }
}

/// The arguments of a command. One that is missing or of another type is empty or 0.
class Arguments {
public:
    explicit Arguments(const Json::Array& command) : command_(command) {}

    std::size_t count() const { return command_.size() - 1; }
    std::string_view text(std::size_t number) const {
        const auto* held = get<std::string>(number);
        return held == nullptr ? std::string_view() : *held;
    }
    std::int64_t integer(std::size_t number) const {
        const auto* held = get<std::int64_t>(number);
        return held == nullptr ? 0 : *held;
    }
    Options options(std::size_t number) const {
        Options options;
        const auto* members = get<Json::Object>(number);
        if (members == nullptr) return options;
        for (const auto& [name, value] : *members) {
            if (const auto* held = value.as<std::string>()) options.push_back({name, *held});
        }
        return options;
    }

private:
    /// The command's name is number 0.
    template <class T>
    const T* get(std::size_t number) const {
        return number < command_.size() ? command_[number].as<T>() : nullptr;
    }

    const Json::Array& command_;
};

/// What a script works on.
struct Session {
    std::optional<AnyGame> game;

    /// A reading that gave nothing leaves the game of before.
    bool take(JsonWriter& out, Reading<AnyGame> reading) {
        out.object([&] {
            write_faults(out, reading.faults);
            out.member("read", reading.value.has_value());
        });
        if (!reading) return false;
        game = std::move(reading.value);
        return true;
    }
};

void create(Session& session, const Arguments& arguments, JsonWriter& out) {
    session.take(out, AnyGame::create(arguments.text(1), arguments.options(2)));
}

void read(Session& session, const Arguments& arguments, JsonWriter& out) {
    const AnyGame::Source source{.game = {}, .format = arguments.text(1), .options = {}};
    session.take(out, AnyGame::read(arguments.text(2), source));
}

void stream(Session& session, const Arguments& arguments, JsonWriter& out) {
    const auto games = open_stream({.game = {}, .format = arguments.text(1), .options = {}});
    const auto piece_size =
        static_cast<std::size_t>(std::max<std::int64_t>(1, arguments.integer(2)));
    std::string_view text = arguments.text(3);
    const auto take_games = [&] {
        while (auto game = games->next()) {
            if (session.take(out, std::move(*game))) write_text(out, session.game->write("record"));
        }
    };
    out.array([&] {
        for (; !text.empty(); text.remove_prefix(std::min(piece_size, text.size()))) {
            games->feed(text.substr(0, piece_size));
            take_games();
        }
        games->finish();
        take_games();
    });
}

void list_games(Session&, const Arguments&, JsonWriter& out) {
    out.array([&] {
        for (const GameInfo& info : games()) {
            out.value(info.title);
            for (const auto& option : info.options) out.value(option.meaning);
            for (const auto& notation : info.notations) out.value(notation.example);
            for (const auto& format : info.formats) out.value(format.meaning);
            for (const auto* code : info.rejections) out.value(code->sentence);
        }
    });
}

void play(AnyGame& game, const Arguments& arguments, JsonWriter& out) {
    out.array([&] {
        for (std::size_t i = 1; i <= arguments.count(); ++i) {
            const auto effects = game.play(arguments.text(i));
            effects ? write_effects(out, *effects) : write_rejection(out, effects.error());
        }
    });
}

void play_at_random(AnyGame& game, const Arguments& arguments, JsonWriter& out) {
    Random random(static_cast<std::uint64_t>(arguments.integer(1)));
    out.array([&] {
        for (std::int64_t ply = 0; ply < arguments.integer(2); ++ply) {
            const auto legal = game.legal();
            if (legal.empty()) break;
            const std::string& move = legal[random.below(legal.size())];
            out.value(move);
            if (const auto effects = game.play(move)) write_effects(out, *effects);
        }
    });
}

void undo(AnyGame& game, const Arguments&, JsonWriter& out) { out.value(game.undo()); }

void show_state(AnyGame& game, const Arguments&, JsonWriter& out) {
    out.object([&] {
        out.member("game", game.name());
        out.member("turn", to_string(game.turn()));
        out.member("events", game.event_count());
        out.member("hash", game.hash());
        out.key("outcome");
        game.outcome() ? out.value(sentence(*game.outcome())) : out.null();
    });
}

void list_legal(AnyGame& game, const Arguments& arguments, JsonWriter& out) {
    write_words(out, game.legal(arguments.text(1)));
}

void show_history(AnyGame& game, const Arguments& arguments, JsonWriter& out) {
    write_words(out, game.history(arguments.text(1)));
}

void write(AnyGame& game, const Arguments& arguments, JsonWriter& out) {
    write_text(out, game.write(arguments.text(1)));
}

void ask(AnyGame& game, const Arguments& arguments, JsonWriter& out) {
    write_text(out, game.ask(arguments.text(1), arguments.text(2)));
}

void draw_svg(AnyGame& game, const Arguments& arguments, JsonWriter& out) {
    out.value(game.svg({.bottom = game.turn(), .theme = arguments.text(1)}));
}

void draw_text(AnyGame& game, const Arguments&, JsonWriter& out) { out.value(game.text()); }

void count_leaves(AnyGame& game, const Arguments& arguments, JsonWriter& out) {
    std::uint64_t total = 0;
    out.object([&] {
        for (const auto& [move, leaves] : game.perft(static_cast<int>(arguments.integer(1)))) {
            out.member(move, leaves);
            total += leaves;
        }
        out.member("total", total);
    });
}

struct SessionCommand {
    std::string_view name;
    void (*run)(Session&, const Arguments&, JsonWriter&);
};
constexpr std::array session_commands{
    SessionCommand{"new", create},
    SessionCommand{"read", read},
    SessionCommand{"stream", stream},
    SessionCommand{"games", list_games},
};

/// These need a game to work on.
struct GameCommand {
    std::string_view name;
    void (*run)(AnyGame&, const Arguments&, JsonWriter&);
};
constexpr std::array game_commands{
    GameCommand{"play", play},        GameCommand{"random", play_at_random},
    GameCommand{"undo", undo},        GameCommand{"state", show_state},
    GameCommand{"legal", list_legal}, GameCommand{"history", show_history},
    GameCommand{"write", write},      GameCommand{"svg", draw_svg},
    GameCommand{"text", draw_text},   GameCommand{"perft", count_leaves},
    GameCommand{"ask", ask},
};

std::string refusal(std::string_view problem) {
    JsonWriter out;
    out.object([&] { out.member("bad_command", problem); });
    return out.take();
}

std::string answer(Session& session, std::string_view line) {
    const auto document = read_json(line);
    const auto* command = document ? document->as<Json::Array>() : nullptr;
    if (command == nullptr || command->empty()) return refusal("a command is a JSON array");
    const Arguments arguments(*command);
    const std::string_view name = arguments.text(0);

    JsonWriter out;
    for (const auto& known : session_commands) {
        if (known.name == name) return known.run(session, arguments, out), out.take();
    }
    for (const auto& known : game_commands) {
        if (known.name != name) continue;
        if (!session.game) return refusal("there is no game yet");
        return known.run(*session.game, arguments, out), out.take();
    }
    return refusal("there is no such command");
}

}  // namespace

std::string run_script(std::string_view script) {
    Session session;
    std::string answers;
    while (!script.empty()) {
        const auto line = script.substr(0, script.find('\n'));
        script.remove_prefix(std::min(line.size() + 1, script.size()));
        answers += answer(session, line) + '\n';
    }
    return answers;
}

}  // namespace arbiter::probe
