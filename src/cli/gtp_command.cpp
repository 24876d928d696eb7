#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <limits>
#include <optional>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/lines.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "core/go/options.hpp"
#include "players/bots/go/bot.hpp"
#include "players/bots/thinking_time.hpp"
#include "players/protocols/gtp.hpp"

namespace arbiter::cli {

namespace {

std::optional<std::string> text_of(std::string_view file) {
    std::ifstream in(std::string(file), std::ios::binary);
    std::string text(json_size_max + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.empty() || text.size() > json_size_max) return std::nullopt;
    return text;
}

/// The bot's move, in the time that the controller leaves. Without such a limit it is the same for the
/// same game, so the search begins anew.
players::GoMove chosen(const players::GtpSession::GenmoveRequest& request,
                       const players::Bot& player, std::optional<std::uint64_t> playouts,
                       players::GoMemory& memory) {
    using Clock = std::chrono::steady_clock;
    using std::chrono::milliseconds;
    const Clock::time_point begin = Clock::now();
    players::Limits limits{.nodes = playouts};
    if (const auto& time = request.time) {
        const milliseconds left(static_cast<std::int64_t>(time->seconds * 1000));
        const milliseconds share = players::share_of({left, {}, time->moves});
        limits.timed = true;
        limits.should_stop = [=] { return Clock::now() - begin >= share; };
    }
    const std::uint64_t seed = players::mixed(player.seed, request.game.hash());
    return players::go_move(request.game, request.rules, {player.level, seed}, limits,
                            limits.timed ? &memory : nullptr);
}

/// Searches until there is another line, and shows what it knows after every interval.
void analyse(const players::GtpSession::AnalysisRequest& request, std::uint64_t seed,
             const Lines& lines) {
    using Clock = std::chrono::steady_clock;
    using std::chrono::milliseconds;
    constexpr std::uint64_t playouts_first = 50;  // even if the next line is there
    constexpr std::uint64_t playouts_each = 10'000'000;
    const auto allows = [&](go::Point point) { return request.options.allows(point); };
    players::GoSearch search = players::go_search(request.game, request.rules, seed, allows);
    search.run({playouts_first});
    for (bool goes_on = true; goes_on;) {
        const auto end = Clock::now() + std::max(request.options.interval, milliseconds(10));
        search.run({playouts_each, [&] { return Clock::now() >= end || lines.is_waiting(); }});
        const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
        goes_on = !lines.is_waiting(std::max(left, milliseconds(0)));
        request.show(search.report());
    }
}

struct Gtp {
    std::vector<std::string> settings;
    players::Bot player{.level = 6, .seed = 0};
    std::optional<std::uint64_t> playouts;

    void add_to(CLI::App& command) {
        add_settings(command, settings);
        command.add_option("--level", player.level, "How strong genmove plays, 1 to 8")
            ->check(whole_number(players::level_min, players::level_max))
            ->type_name("NUMBER")
            ->capture_default_str();
        command.add_option("--playouts", playouts, "How many playouts genmove plays at most")
            ->check(whole_number(1, std::numeric_limits<int>::max()))
            ->type_name("NUMBER");
        command.add_option("--seed", player.seed, "Random seed")
            ->type_name("NUMBER")
            ->capture_default_str();
    }

    void run(const Console&) const {
        go::Rules rules;
        Faults faults;
        go::read_rules(parsed_settings(settings, game_named("go")), {}, rules, faults);
        if (faults.fatal()) throw usage_error(faults.begin()->sentence);
        Lines lines;
        Sink sink;
        players::GoMemory memory;
        const auto say = [&](std::string_view text) {
            sink.write(text);
            sink.flush();
        };
        players::GtpSession session(
            rules,
            {.version = ARBITER_VERSION,
             .load = text_of,
             .choose =
                 [&](const auto& request) { return chosen(request, player, playouts, memory); },
             .say = say,
             .analyse = [&](const auto& request) { analyse(request, player.seed, lines); },
             .cpu_seconds = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }});
        while (const auto line = session.over() ? std::nullopt : lines.next()) {
            say(session.answer(*line));
        }
    }
};

}  // namespace

void add_gtp_command(CLI::App& program, const Console& console) {
    add_command<Gtp>(
        program, console,
        {"gtp", "Act as a Go board and engine, over the Go Text Protocol",
         "Examples:\n"
         "  arbiter gtp --set rules=japanese --set komi=0.5\n"
         "  printf 'boardsize 9\\nplay b e5\\ngenmove w\\nshowboard\\n' | arbiter gtp"});
}

}  // namespace arbiter::cli
