// The load that bench/load.mjs puts on a server; see docs/benchmarks.md. Prints one line of JSON.
//
// arbiter_load play ADDRESS FOLDER TABLES WATCHERS SECONDS [HISTORY]
// arbiter_load idle ADDRESS PROCESS GAMES
// arbiter_load crowd ADDRESS PROCESS WATCHERS MOVES
//
// The address is a port of this machine, or the path of a socket. PORT,PORT sends the watchers to another server than the
// players.

#include <charconv>
#include <cstdio>
#include <exception>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "tests/bench/load/crowd.hpp"
#include "tests/bench/load/hall.hpp"
#include "tests/bench/load/idle_games.hpp"
#include "tests/bench/load/machine.hpp"

namespace arbiter::bench::load {

namespace {

constexpr Seconds sync_time{2};
/// So few are created before the first of them is idle.
constexpr std::size_t open_share = 10;

template <class Number = std::size_t>
Number number(std::string_view text) {
    Number value{};
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) throw std::runtime_error("not a number");
    return value;
}

void write(JsonWriter& out, std::string_view name, const Pace& pace) {
    const auto milliseconds = [](Seconds time) { return 1000 * time.count(); };
    out.key(name);
    out.object([&] {
        out.member("moves", pace.moves);
        out.member("moves_a_second", pace.moves_a_second());
        out.member("median_ms", milliseconds(pace.median));
        out.member("p99_ms", milliseconds(pace.p99));
    });
}

void write(JsonWriter& out, const Witness& witness) {
    out.key("watchers");
    out.object([&] {
        out.member("events", witness.events);
        out.member("gaps", witness.gaps);
        out.member("left_behind", witness.left_behind);
    });
}

struct SyncRate {
    double appending;
    double overwriting;
};

Servers servers(const std::string& addresses) {
    const std::size_t comma = addresses.find(',');
    if (comma == std::string::npos) return {addresses, addresses};
    return {addresses.substr(0, comma), addresses.substr(comma + 1)};
}

std::string play(std::span<char*> words) {
    const std::string folder = words[1];
    const Seconds time(number<double>(words[4]));
    const auto measure = [&](Writing writing) {
        return fdatasyncs_a_second(folder, writing, std::min(time, sync_time));
    };
    if (number(words[2]) == 0) throw std::runtime_error("there is no table to play at");
    std::vector<SyncRate> rates;
    const auto measure_syncs = [&] {
        rates.push_back({measure(Writing::appending), measure(Writing::overwriting)});
    };

    Poller poller;
    measure_syncs();
    Hall hall(poller, servers(words[0]), {.tables = number(words[2]), .watchers = number(words[3])},
              words.size() > 5 ? words[5] : "");
    const Pace fast = hall.play_fast(time);
    measure_syncs();
    const Pace half = hall.play_at(fast.moves_a_second() / 2, time);
    const Witness witness = hall.witness();
    measure_syncs();

    JsonWriter out;
    out.object([&] {
        out.key("fdatasyncs_a_second");
        out.array([&] {
            for (const SyncRate& rate : rates) {
                out.object([&] {
                    out.member("appending", rate.appending);
                    out.member("overwriting", rate.overwriting);
                });
            }
        });
        write(out, "fast", fast);
        write(out, "half", half);
        write(out, witness);
    });
    return out.take();
}

std::string crowd(std::span<char*> words) {
    Crowd crowd(words[0], number<int>(words[1]));
    const auto result = crowd.measure({.watchers = number(words[2]), .moves = number(words[3])});
    JsonWriter out;
    out.object([&] {
        write(out, "alone", result.alone);
        write(out, "watched", result.watched);
        write(out, "beside", result.beside);
        out.member("bytes_a_watcher", result.bytes_a_watcher);
        write(out, result.witness);
    });
    return out.take();
}

std::string idle(std::span<char*> words) {
    Poller poller;
    IdleGames games(poller, {words[0], number<int>(words[1])});
    const std::size_t count = number(words[2]);
    const IdleGames::Count counts{.open = count / open_share, .idle = count};
    const Memory memory = games.measure(counts);
    const auto bytes_a_game = [&](std::uint64_t held, std::size_t of) {
        return (static_cast<double>(held) - static_cast<double>(memory.before)) /
               static_cast<double>(of);
    };
    JsonWriter out;
    out.object([&] {
        out.member("games", count);
        out.member("bytes_before", memory.before);
        out.member("bytes_an_open_game", bytes_a_game(memory.open, counts.open));
        out.member("bytes_an_idle_game", bytes_a_game(memory.idle, counts.idle));
    });
    return out.take();
}

std::string done(std::span<char*> words) {
    const std::string_view task = words.empty() ? "" : words.front();
    if (task == "play" && (words.size() == 6 || words.size() == 7)) return play(words.subspan(1));
    if (task == "idle" && words.size() == 4) return idle(words.subspan(1));
    if (task == "crowd" && words.size() == 5) return crowd(words.subspan(1));
    throw std::runtime_error(
        "usage: arbiter_load play ADDRESS FOLDER TABLES WATCHERS SECONDS [HISTORY]\n"
        "       arbiter_load idle ADDRESS PROCESS GAMES\n"
        "       arbiter_load crowd ADDRESS PROCESS WATCHERS MOVES");
}

}  // namespace

}  // namespace arbiter::bench::load

int main(int argc, char** argv) {
    try {
        std::puts(
            arbiter::bench::load::done(std::span(argv, static_cast<std::size_t>(argc)).subspan(1))
                .c_str());
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
