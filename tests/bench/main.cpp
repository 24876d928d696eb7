// The workloads behind a line protocol, for bench/run.mjs. A request is one line:
//
//     perft DEPTH FEN
//     read_pgn ROUNDS FILE         replay_pgn ROUNDS FILE
//     rewrite_pgn ROUNDS FILE      rewrite_sgf ROUNDS FILE
//     states ROUNDS FILE
//     legal_san ROUNDS FILE        legal_uci ROUNDS FILE
//     playouts COUNT SIDE
//     grids ROUNDS FILE            legal_vertex ROUNDS FILE
//     turns ROUNDS ROLLS           backgammon GAMES SEED
//     arena GAMES GAME             bare GAMES GAME
//     inputs GAMES FOLDER          writes games.pgn, annotated.pgn, games.sgf, positions.fen,
//                                  states.jsonl, histories.jsonl and grids.jsonl there
//
// and so is the answer: {"count":4865609,"seconds":0.011}, or {"error":"..."}. The seconds are those
// that the program had a processor: what a busy machine disturbs least.

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>

#include "core/base/json.hpp"
#include "core/base/processor.hpp"
#include "tests/bench/workloads.hpp"

namespace arbiter::bench {
namespace {

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot be read: " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines(const std::string& path) {
    std::vector<std::string> list;
    std::istringstream text(contents(path));
    for (std::string line; std::getline(text, line);) list.push_back(line);
    return list;
}

void save(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    if (!(file << text).flush()) throw std::runtime_error("cannot be written: " + path);
}

Count write_inputs(int games, const std::string& folder) {
    const Inputs inputs = make_inputs(games);
    save(folder + "/games.pgn", inputs.pgn);
    save(folder + "/annotated.pgn", inputs.annotated);
    save(folder + "/games.sgf", make_sgf(games));
    save(folder + "/positions.fen", inputs.positions);
    save(folder + "/states.jsonl", inputs.states);
    save(folder + "/histories.jsonl", inputs.histories);
    save(folder + "/grids.jsonl", make_grids(games));
    return static_cast<Count>(games);
}

template <class Work>
std::string timed(Work work) {
    const std::clock_t begin = std::clock();
    const Count count = work();
    const std::clock_t elapsed = std::clock() - begin;
    JsonWriter out;
    out.object([&] {
        out.member("count", count);
        out.member("seconds", static_cast<double>(elapsed) / CLOCKS_PER_SEC);
    });
    return out.take();
}

const std::map<std::string, Listing> listings{
    {"legal_san", {"chess", "fen", "san", {}}},
    {"legal_uci", {"chess", "fen", "uci", {}}},
    {"legal_vertex", {"go", "go-grid", "vertex", {{"rules", "chinese"}}}},
};

/// Files are read before the clock starts.
std::string answer(const std::string& workload, int number, const std::string& operand) {
    if (workload == "perft") return timed([&] { return perft(operand, number); });
    if (workload == "playouts") {
        return timed([&] { return playouts(std::stoi(operand), number); });
    }
    if (workload == "turns") {
        const TurnGeneration generation(std::stoul(operand));
        return timed([&] { return generation.run(number); });
    }
    if (workload == "backgammon") {
        return timed([&] { return random_backgammon(number, std::stoul(operand)); });
    }
    if (workload == "arena") return timed([&] { return arena_games(operand, number); });
    if (workload == "bare") return timed([&] { return bare_games(operand, number); });
    if (workload == "inputs") return timed([&] { return write_inputs(number, operand); });
    if (workload == "read_pgn" || workload == "replay_pgn") {
        const std::string text = contents(operand);
        const auto work = workload == "read_pgn" ? read_pgn : replay_pgn;
        return timed([&] { return work(text, number); });
    }
    if (workload == "rewrite_pgn" || workload == "rewrite_sgf") {
        const std::string text = contents(operand);
        const bool is_pgn = workload == "rewrite_pgn";
        return timed(
            [&] { return rewrite(text, is_pgn ? "chess" : "go", is_pgn ? "pgn" : "sgf", number); });
    }
    const std::vector<std::string> list = lines(operand);
    if (workload == "states") return timed([&] { return states(list, number); });
    if (workload == "grids") return timed([&] { return grids(list, number); });
    if (const auto listing = listings.find(workload); listing != listings.end()) {
        return timed([&] { return legal_moves(list, listing->second, number); });
    }
    throw std::runtime_error("no such workload: " + workload);
}

std::string answer(const std::string& request) {
    std::istringstream words(request);
    std::string workload;
    std::string operand;
    int number = 0;
    if (!(words >> workload >> number >> std::ws) || !std::getline(words, operand)) {
        throw std::runtime_error("not a request: " + request);
    }
    return answer(workload, number, operand);
}

std::string error(std::string_view message) {
    JsonWriter out;
    out.object([&] { out.member("error", message); });
    return out.take();
}

}  // namespace
}  // namespace arbiter::bench

int main() {
    const char* path = std::getenv("ARBITER_CODE_PATH");
    if (path != nullptr && !arbiter::use_code_path(path)) {
        std::cerr << "there is no code path \"" << path << "\" for this processor\n";
        return 2;
    }
    for (std::string request; std::getline(std::cin, request);) {
        try {
            std::cout << arbiter::bench::answer(request) << '\n' << std::flush;
        } catch (const std::exception& problem) {
            std::cout << arbiter::bench::error(problem.what()) << '\n' << std::flush;
        }
    }
}
