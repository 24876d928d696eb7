#include "core/chess/start.hpp"

#include <algorithm>
#include <array>

#include "core/chess/game.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/scanner.hpp"

namespace arbiter::chess {

namespace {

/// Adds the faults of a text that stands as a string in a JSON document, at that string's pointer.
void add_at(Faults& faults, const Faults& inner, JsonView string) {
    for (const Fault& fault : inner) {
        faults.add({fault.code, fault.sentence, string.pointer(), fault.severity});
    }
}

bool leaves_out_castling(std::string_view fen) {
    Scanner scanner(fen);
    scanner.take_word();
    scanner.take_word();
    return scanner.take_word().empty();
}

/// A right that is held now was held all along: king and rook have never moved.
Bitboard rights_held_in(const Board& earlier, const Board& present) {
    Bitboard rights;
    for (const Color color : both_colors) {
        const auto kings = [&](const Board& board) { return board.of(color, PieceType::king); };
        const Bitboard home = board_of(relative(Rank::r1, color));
        if (kings(earlier) == kings(present)) {
            rights |= present.castling_rooks & home & earlier.of(color, PieceType::rook);
        }
    }
    return rights;
}

/// The side to move changes with every move: the same pieces with the same side to move cannot be
/// the position before, so it is the same moment, however often it is listed.
bool same_moment(const Board& a, const Board& b) {
    const auto same_pieces = [&](PieceType type) { return a.of(type) == b.of(type); };
    return a.turn == b.turn && a.of(Color::white) == b.of(Color::white) &&
           std::ranges::all_of(all_piece_types, same_pieces);
}

}  // namespace

Reading<Board> read_earlier_board(std::string_view fen, const Board& present) {
    Reading<Position> position = read_fen(fen);
    Reading<Board> board{std::nullopt, std::move(position.faults)};
    if (!position) return board;
    board.value = position->board();
    if (board->castling_rooks.empty() && leaves_out_castling(fen))
        board->castling_rooks = rights_held_in(*board, present);
    return board;
}

bool leave_out_repeated_moments(std::vector<Board>& history, const Board& present) {
    const auto repeated = std::ranges::unique(history, same_moment);
    const bool none = repeated.empty();
    history.erase(repeated.begin(), repeated.end());
    if (!history.empty() && same_moment(history.back(), present)) history.pop_back();
    return none;
}

std::vector<Board> read_history(JsonView list, const Board& present, Faults& faults) {
    std::vector<Board> history;
    const Json::Array* entries = list.array(faults);
    if (entries == nullptr) return history;
    if (entries->size() > history_max) {
        faults.add("history_too_long",
                   "no game has more than " + std::to_string(history_max) + " positions",
                   list.pointer());
        return history;
    }
    for (std::size_t i = 0; i < entries->size(); ++i) {
        const JsonView entry = list.at(i, (*entries)[i]);
        const std::string* fen = entry.string(faults);
        if (fen == nullptr) continue;
        const Reading<Board> board = read_earlier_board(*fen, present);
        add_at(faults, board.faults, entry);
        if (board) history.push_back(*board);
    }
    if (!leave_out_repeated_moments(history, present)) {
        faults.warn("history_impossible",
                    "a position is listed twice in a row, and no move leads from it to itself",
                    list.pointer());
    }
    return history;
}

void Game::write_start(JsonWriter& out) const {
    out.object([&] {
        out.member("variant", to_string(start_.variant));
        out.member("fen", write_fen(start_.position));
        if (!start_.automatic_draws) out.member("automatic_draws", false);
        if (start_.history_with_current) out.member("history_with_current", true);
        if (start_.history.empty()) return;
        out.key("history");
        out.array([&] {
            for (const Board& board : start_.history) out.value(write_short_fen(board));
        });
    });
}

Reading<Game> Game::read_start(JsonView setup) {
    Faults faults;
    Start start;
    setup.refuse_unknown(std::array<std::string_view, 5>{"variant", "fen", "automatic_draws",
                                                         "history_with_current", "history"},
                         Severity::warning, faults);
    const auto text_at = [&](std::string_view key) -> const std::string* {
        const Json* json = setup.json().find(key);
        return json == nullptr ? nullptr : setup.at(key, *json).string(faults);
    };
    if (const auto* fen = text_at("fen")) {
        const auto position = read_fen(*fen);
        if (position) start.position = *position;
        add_at(faults, position.faults, setup.at("fen", *setup.json().find("fen")));
    }
    start.variant = variant_of(start.position.board());
    if (const auto* variant = text_at("variant")) {
        start.variant = *variant == "chess960" ? Variant::chess960 : Variant::standard;
        if (*variant != to_string(start.variant)) {
            faults.add("unknown_variant", "the variant is standard or chess960",
                       setup.at("variant", *setup.json().find("variant")).pointer());
        }
    }
    if (const Json* draws = setup.json().find("automatic_draws")) {
        const bool* told = setup.at("automatic_draws", *draws).boolean(faults);
        start.automatic_draws = told == nullptr || *told;
    }
    if (const Json* current = setup.json().find("history_with_current")) {
        const bool* told = setup.at("history_with_current", *current).boolean(faults);
        start.history_with_current = told != nullptr && *told;
    }
    if (const Json* history = setup.json().find("history")) {
        start.history = read_history(setup.at("history", *history), start.position.board(), faults);
    }
    Reading<Game> reading{std::nullopt, std::move(faults)};
    if (setup.object(reading.faults) != nullptr && !reading.faults.fatal())
        reading.value.emplace(std::move(start));
    return reading;
}

}  // namespace arbiter::chess
