#include <atomic>
#include <numeric>
#include <thread>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "cli/view.hpp"
#include "core/games/to_json.hpp"

namespace arbiter::cli {

namespace {

struct Show {
    Input input;

    void add_to(CLI::App& command) {
        input.add_to(command, Input::File::argument, Input::Take::one);
    }

    void run(const Console& console) const {
        const Input::Shown shown = input.shown(console, Input::Errors::told);
        print(console.json ? in_json(shown) : in_words(shown, console));
    }

private:
    static std::string in_json(const Input::Shown& shown) {
        const std::vector<Remark> remarks = shown.document.remarks(shown.node);
        JsonWriter out;
        out.object([&] {
            write_members(out, shown.game);
            if (remarks.empty()) return;
            out.key("annotations");
            write_remarks(out, remarks);
        });
        return out.take();
    }

    /// With what is said here, and how much else people attached to the game.
    static std::string in_words(const Input::Shown& shown, const Console& console) {
        const AnyGame& game = shown.game;
        std::string text = fmt::format("{}\n\n{}", game.title(), board_view(game, console.out));
        if (game.event_count() > 0) text += "\n" + wrapped(game.history());
        for (const Remark& remark : shown.document.remarks(shown.node)) {
            const auto* comment = std::get_if<Comment>(&remark);
            if (comment != nullptr) text += fmt::format("\n{}\n", comment->text);
        }
        const std::string attached = shown.document.left_out_by("record");
        if (!attached.empty()) text += fmt::format("\nIn the file: {}\n", attached);
        return text;
    }
};

struct Legal {
    Input input;

    void add_to(CLI::App& command) {
        input.add_to(command, Input::File::argument, Input::Take::one);
    }

    void run(const Console& console) const {
        const AnyGame game = input.one(console);
        const auto moves = game.legal();
        if (console.json) return print(in_json(game, moves));
        // An empty list prints nothing: why it is empty goes to standard error.
        if (moves.empty() && game.outcome()) tell(sentence(*game.outcome()) + "\n");
        Sink sink;
        if (console.out.terminal) {
            sink.write(wrapped(moves));
        } else {
            for (const std::string& move : moves) sink.write_line(move);
        }
        sink.close();
    }

private:
    static std::string in_json(const AnyGame& game, const std::vector<std::string>& moves) {
        JsonWriter out;
        out.object([&] {
            out.member("game", game.name());
            out.member("turn", to_string(game.turn()));
            out.member("notation", game.notation().name);
            out.key("legal");
            write_moves(out, moves, game.notation());
        });
        return out.take();
    }
};

struct ShowOutcome {
    Input input;

    void add_to(CLI::App& command) {
        input.add_to(command, Input::File::argument, Input::Take::one);
    }

    void run(const Console& console) const {
        const AnyGame game = input.one(console);
        if (console.json) return print(in_json(game));
        print(in_words(game));
    }

private:
    static std::string in_words(const AnyGame& game) {
        if (game.outcome()) return sentence(*game.outcome());
        if (const auto provisional = game.provisional()) {
            return "Not over: " + provisional->sentence;
        }
        return fmt::format("Not over: {} to move", to_string(game.turn()));
    }

    static std::string in_json(const AnyGame& game) {
        JsonWriter out;
        out.object([&] {
            out.member("game", game.name());
            out.member("turn", to_string(game.turn()));
            out.key("outcome");
            write(out, game.outcome());
            const auto provisional = game.provisional();
            if (!provisional) return;
            out.member("awaits", to_string(game.awaits()));
            out.key("provisional");
            write(out, provisional);
        });
        return out.take();
    }
};

/// A question about a game, always answered in JSON.
struct Ask {
    std::string question;
    std::string argument;
    Input input;

    void add_to(CLI::App& command) {
        command.add_option("QUESTION", question, "What to ask; `arbiter rules` lists these")
            ->required();
        command.add_option("ABOUT", argument, "A point, a square, a move ...")
            ->transform(as_it_was());
        input.add_to(command, Input::File::option, Input::Take::one);
    }

    void run(const Console& console) const {
        const AnyGame game = input.one(console);
        require_known("question", question, names_of(game_named(game.name()).questions));
        const auto answer = game.ask(question, argument);
        if (!answer) throw usage_error(answer.error().sentence);
        print(*answer);
    }
};

std::uint64_t sum_of(const std::vector<PerftRow>& rows) {
    return std::transform_reduce(rows.begin(), rows.end(), std::uint64_t{0}, std::plus(),
                                 [](const PerftRow& row) { return row.leaves; });
}

struct PerftMeans {
    int threads = 1;
    int hash_mib = 0;

    /// For one of the threads; nothing if no memory was given.
    std::optional<PerftTable> table() const {
        if (hash_mib == 0) return std::nullopt;
        return PerftTable((static_cast<std::size_t>(hash_mib) << 20) /
                          static_cast<std::size_t>(threads));
    }
};

std::vector<PerftRow> perft_alone(const AnyGame& game, int depth, PerftMeans means) {
    auto table = means.table();
    return game.perft(depth, table ? &*table : nullptr);
}

/// The leaves below each move. Threads take the moves one after another.
std::vector<PerftRow> perft_in_threads(const AnyGame& game, int depth, PerftMeans means) {
    std::vector<PerftRow> rows = game.perft(1);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        auto table = means.table();
        for (std::size_t i = next++; i < rows.size(); i = next++) {
            AnyGame after = game;
            rows[i].leaves = 0;
            if (!after.play(rows[i].move)) continue;
            rows[i].leaves = sum_of(after.perft(depth - 1, table ? &*table : nullptr));
        }
    };
    std::vector<std::jthread> workers;
    for (int i = 1; i < means.threads; ++i) workers.emplace_back(work);
    work();
    workers.clear();
    return rows;
}

struct Perft {
    int depth = 0;
    PerftMeans means;
    bool divide = false;
    Input input;

    void add_to(CLI::App& command) {
        command.add_option("DEPTH", depth, "How many moves ahead, 0 to 20")
            ->required()
            ->check(whole_number(0, 20));
        input.add_to(command, Input::File::argument, Input::Take::one);
        command.add_flag("--divide", divide, "Also count below each move");
        command
            .add_option("--threads", means.threads, "Threads to count with, 1 to 256 (default: 1)")
            ->check(whole_number(1, 256));
        command
            .add_option("--hash", means.hash_mib,
                        "Memory for a table of counts, in MiB (default: 0)")
            ->check(whole_number(0, 65536));
    }

    void run(const Console& console) const {
        const AnyGame game = input.one(console);
        const bool alone = means.threads == 1 || depth < 2 || game.outcome();
        const std::vector<PerftRow> rows =
            alone ? perft_alone(game, depth, means) : perft_in_threads(game, depth, means);
        const std::uint64_t leaves = depth == 0 ? 1 : sum_of(rows);
        print(console.json ? in_json(rows, leaves) : in_words(rows, leaves));
    }

private:
    std::string in_words(const std::vector<PerftRow>& rows, std::uint64_t leaves) const {
        std::string text;
        for (const PerftRow& row : rows) {
            if (divide) text += fmt::format("{}: {}\n", row.move, row.leaves);
        }
        return text + fmt::format("{}{}\n", divide ? "total: " : "", leaves);
    }

    std::string in_json(const std::vector<PerftRow>& rows, std::uint64_t leaves) const {
        JsonWriter out;
        out.object([&] {
            out.member("depth", depth);
            out.member("leaves", leaves);
            if (!divide) return;
            out.key("moves");
            out.array([&] {
                for (const PerftRow& row : rows) {
                    out.object([&] {
                        out.member("move", row.move);
                        out.member("leaves", row.leaves);
                    });
                }
            });
        });
        return out.take();
    }
};

}  // namespace

void add_look_commands(CLI::App& program, const Console& console) {
    add_command<Show>(program, console,
                      {"show", "Show the board, the moves and the outcome",
                       "Examples:\n"
                       "  arbiter show game.json\n"
                       "  arbiter show games.pgn --number 3 --ply 20"});
    add_command<Legal>(program, console,
                       {"legal", "List the legal moves",
                        "Example:\n"
                        "  arbiter legal game.json --notation uci"});
    add_command<ShowOutcome>(program, console,
                             {"outcome", "Print whether the game is over, who won and why",
                              "Example:\n"
                              "  arbiter outcome game.pgn"});
    add_command<Ask>(program, console,
                     {"ask", "Ask about a position; the answer is JSON",
                      "Examples:\n"
                      "  arbiter new go --size 9 | arbiter play D4 | arbiter ask liberties D4\n"
                      "  arbiter ask score -i game.sgf\n"
                      "  echo '3x3 A1b A2w C3b' | arbiter ask check B1w"});
    add_command<Perft>(program, console,
                       {"perft", "Count the positions after a number of moves",
                        "Examples:\n"
                        "  arbiter new chess | arbiter perft 5\n"
                        "  arbiter perft 3 game.json --divide"});
}

}  // namespace arbiter::cli
