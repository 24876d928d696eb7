#include <chrono>
#include <stop_token>
#include <thread>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/review_log.hpp"
#include "cli/sink.hpp"
#include "players/analyst.hpp"
#include "players/catalogue.hpp"

namespace arbiter::cli {

namespace {

using players::Review;
using players::ReviewedMove;

/// Ends what the analyst thinks about as soon as a signal has come.
class Watch {
public:
    explicit Watch(players::Player& player)
        : thread_([&player](const std::stop_token& stop) {
              while (!stop.stop_requested() && !Interrupt::has_come()) {
                  std::this_thread::sleep_for(std::chrono::milliseconds(50));
              }
              if (!stop.stop_requested()) player.stop();
          }) {}

private:
    Interrupt interrupt_;
    std::jthread thread_;
};

std::string percent(double share) { return fmt::format("{:.0f} %", share); }

std::string lost_text(const Review& review, double loss) {
    return players::value_text({.value = loss}, review.scale).substr(1);
}

std::string side_line(const Review& review, Color side, const players::SideSummary& of) {
    std::string line =
        fmt::format("{}: accuracy {}, {} {} lost a move, {} doubtful, {} bad, {}",
                    capitalized(side), percent(of.accuracy), lost_text(review, of.average_loss()),
                    review.scale.shown, of.doubtful, of.bad, counted(of.blunders, "blunder"));
    if (!review.game.traits().chance) return line;
    return line + ", luck " + players::value_text({.value = of.luck}, review.scale);
}

std::string move_line(const Review& review, const ReviewedMove& move) {
    const auto& judgement = move.played.judgement;
    std::string line = fmt::format(
        "{:>4}  {:5}  {:<18} {:>8} {:>6}", move.ply + 1, to_string(move.by), move.played.move,
        players::value_text(judgement, review.scale), percent(100 * judgement.chance));
    if (move.luck)
        line += fmt::format("  luck {}", players::value_text({.value = *move.luck}, review.scale));
    if (move.cost <= 0) return line;
    line += fmt::format("  lost {}", lost_text(review, move.loss));
    if (move.grade != players::Grade::good) line += fmt::format(" ({})", to_string(move.grade));
    return line + ", best " + move.best.move;
}

std::string table(const Review& review) {
    const players::ReviewSummary summary = summary_of(review.moves, review.scale);
    std::string text = fmt::format("{}, in {}\n\n   #  side   move                  value    win\n",
                                   review.by, review.scale.shown);
    for (const ReviewedMove& move : review.moves) text += move_line(review, move) + "\n";
    text += "\n";
    for (const Color side : both_colors) {
        text += side_line(review, side, summary.sides[side]) + "\n";
    }
    if (!summary.worst.empty()) text += "\nWorst moves\n";
    for (const std::size_t i : summary.worst) {
        const ReviewedMove& move = review.moves[i];
        text += fmt::format("{:>4}  {:5}  {} lost {}; better: {}\n", move.ply + 1,
                            to_string(move.by), move.played.move, lost_text(review, move.loss),
                            fmt::join(move.best.line, " "));
    }
    return text;
}

struct Analyse {
    Input input;
    std::string by = "bot:6";
    std::string to;
    std::string file;
    std::string kept;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<int> time_ms;

    void add_to(CLI::App& command) {
        input.add_to(command, Input::File::argument, Input::Take::one);
        command.add_option("--by", by, "Who judges, as players are written; default: bot:6")
            ->transform(as_it_was())
            ->type_name("ANALYST");
        command.add_option("--depth", depth, "Half-moves to look ahead, for chess engines")
            ->check(whole_number(1, 100))
            ->type_name("N");
        command.add_option("--nodes", nodes, "Positions or playouts a search")
            ->check(whole_number(1, 1'000'000'000))
            ->type_name("N");
        command.add_option("--time", time_ms, "Milliseconds a search")
            ->check(whole_number(1, 3'600'000))
            ->type_name("MS");
        command
            .add_option("--to", to,
                        "text, json, svg (the curve), html (a page),\n"
                        "or a format of the game, such as pgn or sgf;\n"
                        "default: by the name of the output")
            ->type_name("FORMAT");
        command.add_option("--keep", kept, "Keep what is done in this file, to go on from there")
            ->type_name("FILE");
        add_output(command, file);
    }

    void run(const Console& console) const {
        Input::Shown shown = input.shown(console);
        const players::Scale* scale = players::scale_of(shown.game.traits());
        const std::string format = wanted_format(shown.game, console);
        const auto player = seated();
        if (scale == nullptr)
            throw cannot_analyse("nobody analyses " + std::string(shown.game.title()));
        const auto moves = reviewed_moves(shown.game, *player, console);
        const Review review{shown.game, by, *scale, moves};
        Sink sink(file);
        sink.write_line(output(review, shown.document, format));
        sink.close();
    }

private:
    static CommandError cannot_analyse(std::string sentence, std::string hint = {}) {
        return CommandError({.kind = "invalid_input",
                             .code = "cannot_analyse",
                             .sentence = std::move(sentence),
                             .hint = std::move(hint)});
    }

    std::unique_ptr<players::Player> seated() const {
        auto player = players::seat(by, {});
        if (!player) throw usage_error("--by: " + player.error().sentence);
        if ((*player)->analyst() == nullptr) {
            throw usage_error(fmt::format("--by: {} cannot say what moves are worth", by),
                              "bot:1 to bot:8, uci:PROGRAM, gtp:PROGRAM and gnubg can");
        }
        return *std::move(player);
    }

    /// Refused before the work, not after it.
    std::string wanted_format(const AnyGame& game, const Console& console) const {
        std::string format = to;
        const auto dot = file.rfind('.');
        if (format.empty() && dot != file.npos) format = file.substr(dot + 1);
        if (console.json && to.empty()) format = "json";
        if (format.empty() || format == "txt") format = "text";
        for (const std::string_view own : {"text", "json", "svg", "html"}) {
            if (format == own) return format;
        }
        const auto written = AnyDocument::of(game).write(format);
        if (!written) throw usage_error("--to: " + written.error().sentence);
        return format;
    }

    players::ReviewTerms terms() const {
        players::ReviewTerms terms{.budget = {.time = {}, .nodes = nodes},
                                   .depth = depth.value_or(0)};
        if (time_ms) terms.budget.time = std::chrono::milliseconds(*time_ms);
        return terms;
    }

    std::string header(const AnyGame& game) const {
        JsonWriter out;
        out.object([&] {
            out.member("game", game.name());
            out.member("hash", std::to_string(game.hash()));
            out.member("events", game.event_count());
            out.member("by", by);
            out.member("depth", depth.value_or(0));
            out.member("nodes", nodes.value_or(0));
            out.member("time_ms", time_ms.value_or(0));
        });
        return out.take();
    }

    std::vector<ReviewedMove> reviewed_moves(const AnyGame& game, players::Player& player,
                                             const Console& console) const {
        ReviewLog log(kept, header(game));
        const Watch watch(player);
        const std::size_t all = game.event_count();
        for (std::size_t ply = log.done(); ply < all; ++ply) {
            show_progress(ply, all, console);
            auto move = review_event(*player.analyst(), game, ply, terms());
            if (Interrupt::has_come()) throw interrupted(ply, all);
            if (!move)
                throw cannot_analyse(fmt::format("move {}: {}", ply + 1, move.error().sentence));
            log.add(ply, *move);
        }
        show_progress(all, all, console);
        return log.take();
    }

    CommandError interrupted(std::size_t done, std::size_t all) const {
        return cannot_analyse(fmt::format("stopped after {} of {} moves", done, all),
                              kept.empty() ? "with --keep FILE it could go on from here"
                                           : "the same command goes on from here");
    }

    static void show_progress(std::size_t done, std::size_t all, const Console& console) {
        if (!console.err.terminal) return;
        if (done == all) return tell("\r\x1b[K");
        tell(fmt::format("\r{} {} of {} moves", console.err.bar(done, all), done, all));
    }

    static std::string output(const Review& review, AnyDocument& document,
                              const std::string& format) {
        if (format == "text") return table(review);
        if (format == "json") return review_json(review);
        if (format == "svg") return curve_svg(review, "light");
        if (format == "html") return review_page(review);
        annotate(document, review);
        const auto text = document.write(format);
        if (!text) throw usage_error("--to: " + text.error().sentence);
        return *text;
    }
};

}  // namespace

void add_analyse_command(CLI::App& program, const Console& console) {
    add_command<Analyse>(
        program, console,
        {"analyse", "Say what each move of a game has cost",
         "Examples:\n"
         "  arbiter analyse game.pgn\n"
         "  arbiter analyse game.pgn --by uci:stockfish --depth 14 -o reviewed.pgn\n"
         "  arbiter analyse game.sgf --by bot:8 -o review.html --keep review.jsonl\n"
         "  arbiter analyse match.mat --by 'gnubg[plies=2]' --to json"});
}

}  // namespace arbiter::cli
