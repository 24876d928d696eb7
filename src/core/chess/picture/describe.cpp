#include "core/chess/picture/describe.hpp"

#include <ranges>
#include <string_view>

namespace arbiter::chess {

namespace {

Color color_at(const Board& board, Square square) {
    return board.of(Color::white).contains(square) ? Color::white : Color::black;
}

/// File by file, as players read a pawn structure: "a1", "a1 and h1", "a2, b3 and c2".
std::string listed(Bitboard squares) {
    std::string out;
    int left = squares.count();
    for (int file = 0; file < 8; ++file) {
        const Bitboard on_file = squares & board_of(static_cast<File>(file));
        for (const Square square : on_file) {
            if (!out.empty()) out += left == 1 ? " and " : ", ";
            out += to_string(square);
            --left;
        }
    }
    return out;
}

/// "king e1, rooks a1 and h1".
std::string described_pieces(const Board& board, Color color) {
    std::string out;
    for (const PieceType type : all_piece_types | std::views::reverse) {
        const Bitboard squares = board.of(color, type);
        if (squares.empty()) continue;
        if (!out.empty()) out += ", ";
        out += name(type);
        out += squares.several() ? "s " : " ";
        out += listed(squares);
    }
    return out.empty() ? "no pieces" : out;
}

std::string_view special(Move move) {
    switch (move.kind()) {
        case Move::Kind::normal: return "";
        case Move::Kind::promotion: return ", promoted";
        case Move::Kind::en_passant: return ", taking en passant";
        case Move::Kind::castling: break;
    }
    const Wing wing = wing_of(move.from(), move.to());
    return wing == Wing::kingside ? ", castling kingside" : ", castling queenside";
}

/// "knight g1 to f3", "king e1 to g1, castling kingside", "pawn e7 to e8, promoted to queen".
std::string described_move(const Board& board, Move move) {
    const auto [from, to] = trail(board, move);
    const auto piece = board.at(to);
    std::string out;
    if (move.promotion())
        out = "pawn ";
    else if (piece)
        out.append(name(piece->type)).append(" ");
    out.append(to_string(from)).append(" to ").append(to_string(to)).append(special(move));
    if (const auto type = move.promotion()) out.append(" to ").append(name(*type));
    return out;
}

}  // namespace

Trail trail(const Board& board, Move move) {
    if (move.kind() != Move::Kind::castling) return {move.from(), move.to()};
    return {move.from(), castled_king(opponent(board.turn), wing_of(move.from(), move.to()))};
}

Bitboard kings_in_check(const Board& board) {
    Bitboard checked;
    for (const Square king : board.of(PieceType::king)) {
        if (board.attacked(king, opponent(color_at(board, king)))) checked |= king;
    }
    return checked;
}

std::string to_move(const Board& board) { return capitalized(board.turn) + " to move"; }

std::string describe(const Board& board, const Marks& marks) {
    std::string out = to_move(board) + ".";
    for (const Color color : both_colors) {
        out.append(" ").append(capitalized(color)).append(": ");
        out.append(described_pieces(board, color)).append(".");
    }
    if (marks.last_move) out += " Last move: " + described_move(board, *marks.last_move) + ".";
    if (!marks.check) return out;
    for (const Square king : kings_in_check(board)) {
        out.append(" The ").append(to_string(color_at(board, king)));
        out.append(" king on ").append(to_string(king)).append(" is in check.");
    }
    return out;
}

}  // namespace arbiter::chess
