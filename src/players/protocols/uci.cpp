#include "players/protocols/uci.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "core/base/excerpt.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"
#include "players/bots/chess/bot.hpp"
#include "players/bots/thinking_time.hpp"

namespace arbiter::players {

namespace {

using std::chrono::milliseconds;
using Words = std::span<const std::string_view>;

constexpr std::int64_t seed_max = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t without_end = std::numeric_limits<std::uint64_t>::max();
constexpr int depth_max = 64;
constexpr std::size_t words_max = 20'000;
constexpr std::size_t megabyte = 1 << 20;
constexpr std::int64_t hash_default = 16;

/// An option that is a number.
struct SpinOption {
    std::string_view name;
    std::int64_t usual;
    std::int64_t least;
    std::int64_t most;
};
constexpr std::array<SpinOption, 4> spin_options{{
    {"Level", level_max, level_min, level_max},
    {"Seed", 0, 0, seed_max},
    {"Hash", hash_default, 1, 4096},
    {"MultiPV", 1, 1, 218},
}};

std::shared_ptr<ChessTable> table_of(std::size_t megabytes) {
    return std::make_shared<ChessTable>(ChessTable::entries_in(megabytes * megabyte));
}

std::vector<std::string_view> uci_words(std::string_view line) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string_view> words;
    while (words.size() < words_max) {
        const auto begin = line.find_first_not_of(blanks);
        if (begin == line.npos) break;
        line.remove_prefix(begin);
        words.push_back(line.substr(0, line.find_first_of(blanks)));
        line.remove_prefix(words.back().size());
    }
    return words;
}

std::optional<std::int64_t> uci_number(std::string_view word) {
    std::int64_t value = 0;
    const auto end = word.data() + word.size();
    const auto [stop, fault] = std::from_chars(word.data(), end, value);
    if (fault != std::errc() || stop != end) return std::nullopt;
    return value;
}

/// The words between two, neither of them included; up to the end if the second is not there.
Words between(Words words, std::string_view first, std::string_view last) {
    const auto begin = std::ranges::find(words, first);
    if (begin == words.end()) return {};
    const auto end = std::find(begin + 1, words.end(), last);
    return {begin + 1, end};
}

std::string joined(Words words) {
    std::string text;
    for (const std::string_view word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return lower;
}

std::string remark(std::string text) { return "info string " + std::move(text) + "\n"; }

/// "wtime 60000": the number after a word, as far as there is one.
std::optional<std::int64_t> value_after(Words words, std::string_view name) {
    const auto found = std::ranges::find(words, name);
    if (found == words.end() || found + 1 == words.end()) return std::nullopt;
    const auto value = uci_number(*(found + 1));
    if (!value || *value < 0) return std::nullopt;
    return value;
}

std::string score_of(const ChessReport& report) {
    if (const auto mate = report.mate_in()) return "mate " + std::to_string(*mate);
    return "cp " + std::to_string(report.score);
}

std::string info_line(const UciTask& task, const ChessReport& report, milliseconds elapsed) {
    std::string text = "info depth " + std::to_string(report.depth);
    if (task.settings.lines > 1) text += " multipv " + std::to_string(report.rank);
    text += " score " + score_of(report) + " nodes " + std::to_string(report.nodes) + " time " +
            std::to_string(elapsed.count());
    if (elapsed > milliseconds(0)) {
        const auto per_second = report.nodes * 1000 / static_cast<std::uint64_t>(elapsed.count());
        text += " nps " + std::to_string(per_second);
    }
    text += " pv";
    for (const chess::Move move : report.line) text += " " + write_uci(move, task.variant);
    return text;
}

/// By the side's clock; `go movetime` beside it is the stricter one's business.
std::optional<milliseconds> time_of(Words words, Color turn) {
    if (const auto time = value_after(words, "movetime")) return milliseconds(*time);
    const bool white = turn == Color::white;
    const auto left = value_after(words, white ? "wtime" : "btime");
    if (!left) return std::nullopt;
    const auto gained = value_after(words, white ? "winc" : "binc").value_or(0);
    const auto moves = value_after(words, "movestogo").value_or(0);
    return share_of({milliseconds(*left), milliseconds(gained),
                     static_cast<int>(std::min<std::int64_t>(moves, 1000))});
}

}  // namespace

bool UciTask::is_endless() const {
    return waits_for_stop || ponders ||
           (!time && nodes == without_end && settings.depth_max == depth_max);
}

std::string think(const UciTask& task, const UciSurroundings& session) {
    const chess::Board& board = task.game.back().board();
    if (!chess::has_legal_move(board)) return "bestmove (none)";
    const SearchLimits limits{task.nodes, session.should_stop};
    const ChessReport report = search_chess(
        task.game, task.settings, limits,
        [&](const ChessReport& found) { session.say(info_line(task, found, session.elapsed())); });
    std::string text = "bestmove " + write_uci(report.line[0], task.variant);
    if (report.line.size() > 1) text += " ponder " + write_uci(report.line[1], task.variant);
    return text;
}

UciSession::UciSession(std::string version)
    : version_(std::move(version)), table_(table_of(hash_default)) {}

std::string UciSession::answer(std::string_view line) {
    const std::vector<std::string_view> all = uci_words(line);
    // Words before the first that is known are passed over.
    constexpr std::array<std::string_view, 7> known{
        "uci", "isready", "ucinewgame", "setoption", "position", "go", "quit"};
    const auto first = std::ranges::find_first_of(all, known);
    if (first == all.end()) return {};
    const Words words(first + 1, all.end());
    if (*first == "uci") return introduce();
    if (*first == "isready") return "readyok\n";
    if (*first == "setoption") return set_option(words);
    if (*first == "position") return set_position(words);
    if (*first == "go") return go(words);
    if (*first == "quit") over_ = true;
    if (*first == "ucinewgame") {
        game_ = {chess::Position::start()};
        table_ = table_of(table_->bytes() / megabyte);
    }
    return {};
}

std::string UciSession::introduce() const {
    std::string text = "id name Arbiter " + version_ + "\nid author the Arbiter project\n";
    for (const SpinOption& option : spin_options) {
        text.append("option name ").append(option.name).append(" type spin default ");
        text += std::to_string(option.usual) + " min " + std::to_string(option.least) + " max " +
                std::to_string(option.most) + "\n";
    }
    return text +
           "option name Ponder type check default false\n"
           "option name UCI_Chess960 type check default false\n"
           "uciok\n";
}

bool UciSession::set_number(std::string_view name, std::int64_t value) {
    const auto option = std::ranges::find_if(
        spin_options, [&](const SpinOption& each) { return lower_case(each.name) == name; });
    if (option == spin_options.end() || value < option->least || value > option->most) return false;
    if (name == "level") bot_.level = static_cast<int>(value);
    if (name == "seed") bot_.seed = static_cast<std::uint64_t>(value);
    if (name == "multipv") lines_ = static_cast<int>(value);
    if (name == "hash") table_ = table_of(static_cast<std::size_t>(value));
    return true;
}

std::string UciSession::set_option(Words words) {
    const std::string name = lower_case(joined(between(words, "name", "value")));
    const std::string value = joined(between(words, "value", {}));
    const bool is_flag = value == "true" || value == "false";
    if (is_flag && name == "ponder") return {};  // `go ponder` says it again
    if (is_flag && name == "uci_chess960") {
        chess960_ = value == "true";
        return {};
    }
    const auto whole = uci_number(value);
    if (whole && set_number(name, *whole)) return {};
    return remark("no option " + excerpt(name, 40) + " with the value " + excerpt(value, 40));
}

std::string UciSession::set_position(Words words) {
    std::vector<chess::Position> game{chess::Position::start()};
    if (words.empty()) return {};
    if (words[0] == "fen") {
        const auto position = chess::read_fen(joined(between(words, "fen", "moves")));
        if (!position) return remark("no position: " + position.faults.begin()->sentence);
        game = {*position};
    } else if (words[0] != "startpos") {
        return remark("no position: startpos or fen is missing");
    }
    std::string complaint;
    for (const std::string_view word : between(words, "moves", {})) {
        const auto request = chess::read_uci(word);
        const chess::Board& board = game.back().board();
        if (!request || !is_legal(board, interpret(board, *request))) {
            complaint = remark("no legal move: " + excerpt(word, 10));
            break;
        }
        game.push_back(game.back().after(interpret(board, *request)));
    }
    game_ = std::move(game);
    return complaint;
}

/// The moves behind `searchmoves`, as far as they are moves.
std::vector<chess::Move> UciSession::searched_moves(Words words) const {
    const chess::Board& board = game_.back().board();
    std::vector<chess::Move> moves;
    for (const std::string_view word : between(words, "searchmoves", {})) {
        const auto request = chess::read_uci(word);
        if (!request) break;
        const chess::Move move = interpret(board, *request);
        if (is_legal(board, move)) moves.push_back(move);
    }
    return moves;
}

std::string UciSession::go(Words words) {
    const ChessLevel level = chess_level(bot_.level);
    UciTask task{.game = game_,
                 .settings = {.seed = bot_.seed,
                              .error_max = level.error_max,
                              .only = searched_moves(words),
                              .lines = lines_,
                              .table = table_.get()},
                 .table = table_};
    const bool exact = bot_.seed == 0 && bot_.level >= level_default;
    if (exact) task.settings.error_max = 0;
    const bool outermost =
        chess960_ || variant_of(game_.front().board()) == chess::Variant::chess960;
    if (outermost) task.variant = chess::Variant::chess960;
    const auto contains = [&](std::string_view word) {
        return std::ranges::find(words, word) != words.end();
    };
    task.time = time_of(words, game_.back().turn());
    auto depth = value_after(words, "depth");
    if (const auto mate = value_after(words, "mate"))
        depth = 2 * std::min<std::int64_t>(*mate, depth_max);
    task.settings.depth_max =
        static_cast<int>(std::clamp<std::int64_t>(depth.value_or(depth_max), 1, depth_max));
    const std::uint64_t most = bot_.level == level_max ? without_end : level.nodes;
    const auto nodes = value_after(words, "nodes");
    task.nodes = nodes ? std::min(most, static_cast<std::uint64_t>(*nodes)) : most;
    task.waits_for_stop = contains("infinite");
    task.ponders = contains("ponder");
    if (task.waits_for_stop) task.time.reset();
    task_ = std::move(task);
    return {};
}

}  // namespace arbiter::players
