#include <array>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/sink.hpp"
#include "cli/view.hpp"
#include "core/games/to_json.hpp"

namespace arbiter::cli {

namespace {

/// A stretch of the game, and the picture at its end.
struct Scene {
    std::string_view story;
    std::string_view moves;
    std::string_view mistake;  ///< what is tried then, and refused; empty if nothing
};

constexpr std::string_view title =
    "The Opera Game: Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858";

/// Where it begins: the start of a game of chess, in FEN.
constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

constexpr std::array scenes{
    Scene{"Morphy is ahead in development and gives a knight for the attack.",
          "1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 "
          "10.Nxb5",
          ""},
    Scene{"Black takes the knight and is in check. May the pawn on e4 be taken all the same?",
          "10...cxb5 11.Bxb5+", "Nxe4"},
    Scene{"So Black covers with the other knight, and everything bears down on d7.",
          "11...Nbd7 12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7", ""},
    Scene{"The queen goes as well. A rook and a bishop are enough.", "16.Qb8+ Nxb8 17.Rd8#", ""},
};

void play(AnyGame& game, const Scene& scene) {
    for (const std::string& word : words_of(scene.moves)) {
        const std::string move = word.substr(word.rfind('.') + 1);
        if (const auto played = game.play(move); !played) throw refusal(game, move, played.error());
    }
}

/// Why the scene's mistake is one.
std::optional<Rejection> refused(const AnyGame& game, const Scene& scene) {
    if (scene.mistake.empty()) return std::nullopt;
    const auto effects = game.check(scene.mistake);
    return effects ? std::nullopt : std::optional(effects.error());
}

class Demo {
public:
    void add_to(CLI::App&) {}

    void run(const Console& console) const {
        const auto begun = AnyGame::read(start);
        if (!begun) throw usage_error("this program does not know the game of the demonstration");
        AnyGame game = *begun;
        if (console.json) return print(in_json(game));
        Sink sink;
        sink.write(fmt::format("{}\n", emphasised(title, console.out)));
        for (const Scene& scene : scenes) {
            play(game, scene);
            sink.write(in_words(game, scene, console.out));
            sink.flush();
            // Long enough to see the board change, short enough not to wait for it.
            if (console.out.terminal) std::this_thread::sleep_for(std::chrono::milliseconds(600));
        }
        sink.write(fmt::format("\nYour turn: arbiter new {} | arbiter play e4 | arbiter show\n",
                               game.name()));
        sink.close();
    }

private:
    static std::string emphasised(std::string_view text, const Screen& screen) {
        return screen.color ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
    }

    static std::string in_words(const AnyGame& game, const Scene& scene, const Screen& screen) {
        std::string text = fmt::format("\n{}\n{}\n{}", scene.story, wrapped(words_of(scene.moves)),
                                       board_view(game, screen));
        if (const auto rejection = refused(game, scene)) {
            text += fmt::format("\n{} is refused: {}\n", emphasised(scene.mistake, screen),
                                sentence(*rejection));
        }
        return text;
    }

    static std::string in_json(AnyGame& game) {
        JsonWriter out;
        out.object([&] {
            out.member("title", title);
            out.key("refused");
            out.array([&] {
                for (const Scene& scene : scenes) {
                    play(game, scene);
                    if (const auto rejection = refused(game, scene)) {
                        write_refusal(out, scene.mistake, *rejection);
                    }
                }
            });
            write_members(out, game);
        });
        return out.take();
    }

    static void write_refusal(JsonWriter& out, std::string_view move, const Rejection& rejection) {
        out.object([&] {
            out.member("move", move);
            out.member("kind", to_string(rejection.code->kind));
            out.member("code", rejection.code->name);
            out.member("sentence", sentence(rejection));
            out.key("data");
            write(out, rejection.data);
        });
    }
};

}  // namespace

void add_demo_command(CLI::App& program, const Console& console) {
    add_command<Demo>(program, console,
                      {"demo", "Watch a short game, with a move that is refused",
                       "Example:\n"
                       "  arbiter demo"});
}

}  // namespace arbiter::cli
