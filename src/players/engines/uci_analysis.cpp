#include <algorithm>
#include <charconv>

#include "core/base/text.hpp"
#include "core/chess/game.hpp"
#include "core/chess/rules.hpp"
#include "players/bots/chess/analyst.hpp"
#include "players/engines/uci_player.hpp"

namespace arbiter::players {

namespace {

std::vector<std::string_view> words_of_line(std::string_view line) {
    std::vector<std::string_view> words;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const auto end = std::min(line.find(' '), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return words;
}

int whole_in(std::string_view word) {
    int number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

/// What an engine is told about how long to search.
std::string search_command(const Examination& asked) {
    std::string command = "go";
    if (asked.task.depth > 0) command += " depth " + std::to_string(asked.task.depth);
    if (asked.budget.nodes) command += " nodes " + std::to_string(*asked.budget.nodes);
    if (asked.budget.time) command += " movetime " + std::to_string(asked.budget.time->count());
    return command == "go" ? "go movetime 1000" : command;
}

RatedMove rated_move(const UciLine& line) {
    return {line.moves.front(), line.judgement, line.moves};
}

}  // namespace

std::optional<UciLine> line_in_info(std::string_view text) {
    const auto words = words_of_line(text);
    if (words.empty() || words.front() != "info") return std::nullopt;
    UciLine line;
    std::optional<int> mate;
    int centipawns = 0;
    bool has_score = false;
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        const std::string_view word = words[i];
        const std::string_view next = words[i + 1];
        if (word == "lowerbound" || word == "upperbound") return std::nullopt;
        if (word == "depth") line.depth = whole_in(next);
        if (word == "multipv") line.rank = whole_in(next);
        if (word == "cp") centipawns = whole_in(next);
        if (word == "mate") mate = whole_in(next);
        has_score = has_score || word == "cp" || word == "mate";
        if (word != "pv") continue;
        line.moves.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
        break;
    }
    if (!has_score || line.moves.empty() || line.rank < 1) return std::nullopt;
    line.judgement = chess_judgement(centipawns, mate);
    return line;
}

std::expected<void, PlayerError> UciPlayer::set_lines(int lines, Deadline deadline) {
    if (lines == lines_) return {};
    if (auto done = set("MultiPV", std::to_string(lines), deadline); !done) return done;
    lines_ = lines;
    return {};
}

/// The last line of each rank.
std::expected<std::vector<UciLine>, PlayerError> UciPlayer::searched(std::string_view command,
                                                                     Deadline deadline) {
    constexpr int ranks_max = 256;
    if (auto said = program().say(command, deadline); !said) {
        return std::unexpected(std::move(said.error()));
    }
    std::vector<UciLine> lines;
    while (true) {
        const auto text = program().overhear(deadline);
        if (!text) return std::unexpected(text.error());
        if (text->starts_with("bestmove")) break;
        auto line = line_in_info(*text);
        if (!line || line->rank > ranks_max) continue;
        const auto rank = static_cast<std::size_t>(line->rank);
        lines.resize(std::max(lines.size(), rank));
        lines[rank - 1] = *std::move(line);
    }
    std::erase_if(lines, [](const UciLine& line) { return line.moves.empty(); });
    if (!lines.empty()) return lines;
    return failed(PlayerError::Kind::protocol, name_ + " does not say what a move is worth");
}

std::expected<Analysis, PlayerError> UciPlayer::examine(const Examination& asked,
                                                        Deadline deadline) {
    auto ready = tell_position(asked.game, deadline);
    if (ready) ready = set_lines(std::max(asked.task.lines, 1), deadline);
    if (!ready) return std::unexpected(std::move(ready.error()));
    const auto& game = *asked.game.as<chess::Game>();
    const auto legal = chess::legal_moves(game.board());
    if (legal.empty()) return Analysis{};
    const auto lines = searched(search_command(asked), deadline);
    if (!lines) return std::unexpected(lines.error());
    Analysis analysis{.moves = {}, .played = {}, .forced = legal.size() == 1};
    analysis.depth = lines->front().depth;
    for (const UciLine& line : *lines) analysis.moves.push_back(rated_move(line));
    const auto meaning = asked.game.understand(asked.task.played);
    const auto event = game.read_event(asked.task.played);
    if (!meaning || !event || !std::holds_alternative<chess::Move>(*event)) return analysis;
    const auto same = std::ranges::find(analysis.moves, meaning->event, &RatedMove::move);
    if (same != analysis.moves.end()) {
        analysis.played = *same;
        return analysis;
    }
    // As deep as the best line, so that the two can be compared.
    const auto alone = searched("go depth " + std::to_string(std::max(lines->front().depth, 1)) +
                                    " searchmoves " + meaning->event,
                                deadline);
    if (!alone) return std::unexpected(alone.error());
    analysis.played = rated_move(alone->front());
    return analysis;
}

}  // namespace arbiter::players
