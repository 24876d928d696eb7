#include "players/protocols/uci.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <limits>
#include <thread>

#include "core/base/excerpt.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"
#include "players/bots/thinking_time.hpp"

namespace arbiter::players {

namespace {

using std::chrono::milliseconds;
using Words = std::span<const std::string_view>;

constexpr std::uint64_t without_end = std::numeric_limits<std::uint64_t>::max();
constexpr int depth_max = 64;
constexpr std::size_t words_max = 20'000;

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

std::string wdl_of(const ChessChances& chances) {
    return " wdl " + std::to_string(chances.win) + " " + std::to_string(chances.draw) + " " +
           std::to_string(chances.loss);
}

std::string info_line(const UciTask& task, const ChessReport& report, milliseconds elapsed) {
    std::string text = "info depth " + std::to_string(report.depth);
    if (task.settings.lines > 1) text += " multipv " + std::to_string(report.rank);
    text += " score " + score_of(report);
    if (task.shows_wdl) text += wdl_of(report.chances());
    text += " nodes " + std::to_string(report.nodes) + " time " + std::to_string(elapsed.count());
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

/// Threads that search the same position beside the first one, and share its table (lazy SMP).
class Helpers {
public:
    explicit Helpers(const UciTask& task) {
        for (int thread = 1; thread < task.threads; ++thread) {
            threads_.emplace_back([this, &task, thread] {
                ChessSettings settings = task.settings;
                settings.thread = thread;
                settings.lines = 1;
                settings.depth_max = depth_max;
                search_chess(task.game, settings,
                             {without_end, [this] { return stopped_.load(); }});
            });
        }
    }
    ~Helpers() {
        stopped_ = true;
        for (std::thread& thread : threads_) thread.join();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    Helpers(Helpers&&) = delete;
    Helpers& operator=(Helpers&&) = delete;

private:
    std::atomic<bool> stopped_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace

bool UciTask::is_endless() const {
    if (book_move) return false;
    return waits_for_stop || ponders ||
           (!time && nodes == without_end && settings.depth_max == depth_max);
}

std::string think(const UciTask& task, const UciSurroundings& session) {
    const chess::Board& board = task.game.back().board();
    if (!chess::has_legal_move(board)) return "bestmove (none)";
    if (task.book_move) return "bestmove " + write_uci(*task.book_move, task.variant);
    const Helpers helpers(task);
    const SearchLimits limits{task.nodes, session.should_stop};
    const ChessReport report = search_chess(
        task.game, task.settings, limits,
        [&](const ChessReport& found) { session.say(info_line(task, found, session.elapsed())); });
    std::string text = "bestmove " + write_uci(report.line[0], task.variant);
    if (report.line.size() > 1) text += " ponder " + write_uci(report.line[1], task.variant);
    return text;
}

UciSession::UciSession(std::string version) : version_(std::move(version)) {}

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
        options_.forget();
    }
    return {};
}

std::string UciSession::introduce() const {
    return "id name Arbiter " + version_ + "\nid author the Arbiter project\n" +
           UciOptions::introduction() + "uciok\n";
}

std::string UciSession::set_option(Words words) {
    std::string complaint =
        options_.set(joined(between(words, "name", "value")), joined(between(words, "value", {})));
    return complaint.empty() ? "" : remark(std::move(complaint));
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
    const ChessLevel strength = options_.strength();
    const auto contains = [&](std::string_view word) {
        return std::ranges::find(words, word) != words.end();
    };
    UciTask task{.game = game_,
                 .settings = {.seed = options_.bot.seed,
                              .error_max = strength.error_max,
                              .only = searched_moves(words),
                              .lines = options_.lines,
                              .table = options_.table.get()},
                 .table = options_.table,
                 .threads = options_.threads,
                 .shows_wdl = options_.shows_wdl};
    const bool exact = !options_.elo && options_.bot.seed == 0 && options_.bot.level == level_max;
    if (exact) task.settings.error_max = 0;
    const bool outermost =
        options_.chess960 || variant_of(game_.front().board()) == chess::Variant::chess960;
    if (outermost) task.variant = chess::Variant::chess960;
    task.waits_for_stop = contains("infinite");
    task.ponders = contains("ponder");
    limit(task, words);
    const bool may_use_book = options_.book && task.settings.only.empty() &&
                              task.settings.lines == 1 && !task.waits_for_stop && !task.ponders;
    if (may_use_book) task.book_move = options_.book->move(game_.back(), options_.bot.seed);
    task_ = std::move(task);
    return {};
}

/// Time, depth and nodes: by what `go` says, and by the strength.
void UciSession::limit(UciTask& task, Words words) const {
    task.time = time_of(words, game_.back().turn());
    if (task.waits_for_stop) task.time.reset();
    // A clock is not used up for a move that is plain; a time for the move is.
    task.settings.stops_early = task.time && !value_after(words, "movetime");
    auto depth = value_after(words, "depth");
    if (const auto moves = value_after(words, "mate")) {
        task.settings.mate_in = static_cast<int>(std::min<std::int64_t>(*moves, depth_max));
        if (!depth) depth = 2 * task.settings.mate_in;
    }
    task.settings.depth_max =
        static_cast<int>(std::clamp<std::int64_t>(depth.value_or(depth_max), 1, depth_max));
    const bool whole = !options_.elo && options_.bot.level == level_max;
    const std::uint64_t most = whole ? without_end : options_.strength().nodes;
    const auto nodes = value_after(words, "nodes");
    task.nodes = nodes ? std::min(most, static_cast<std::uint64_t>(*nodes)) : most;
}

}  // namespace arbiter::players
