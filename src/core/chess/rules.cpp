#include "core/chess/rules.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/chess/board/generate.hpp"
#include "core/chess/board/perft.hpp"
#include "core/chess/notations/san.hpp"

namespace arbiter::chess {

namespace {

struct Lister {
    static constexpr bool tells_queens_apart = false;
    MoveList* moves;

    template <PieceType>
    void piece(Square from, Bitboard targets) {
        for (const Square to : targets) moves->add(Move::normal(from, to));
    }
    template <PawnStep Step, Color Us>
    void pawns(Bitboard targets) {
        for (const Square to : targets) {
            moves->add(Move::normal(square_at(index(to) - step_of(Step, Us)), to));
        }
    }
    template <PawnStep Step, Color Us>
    void promotions(Bitboard targets) {
        for (const Square to : targets) {
            const Square from = square_at(index(to) - step_of(Step, Us));
            for (const PieceType type : promotion_types)
                moves->add(Move::promotion(from, to, type));
        }
    }
    void en_passant(Square from, Square to) { moves->add(Move::en_passant(from, to)); }
    void castling(Square king, Square rook) { moves->add(Move::castling(king, rook)); }
};

struct MobilityVisitor {
    static constexpr bool tells_queens_apart = true;
    Mobility mobility;

    template <PieceType Type>
    void piece(Square, Bitboard targets) {
        mobility.targets[static_cast<std::size_t>(Type)] += targets.count();
    }
    template <PawnStep, Color>
    void pawns(Bitboard targets) {
        piece<PieceType::pawn>(Square{}, targets);
    }
    template <PawnStep, Color>
    void promotions(Bitboard targets) {
        piece<PieceType::pawn>(Square{}, targets);
    }
    void en_passant(Square, Square to) { piece<PieceType::pawn>(Square{}, to); }
    void castling(Square, Square rook) { piece<PieceType::king>(Square{}, rook); }
};

/// Whether a pawn goes that way, whatever becomes of its king.
bool is_pawns_way(const Board& board, Move move) {
    const Color us = board.turn;
    const Square from = move.from();
    const Square to = move.to();
    const bool diagonal = pawn_attacks(us, from).contains(to);
    if (move.kind() == Move::Kind::en_passant) return diagonal && board.en_passant.contains(to);
    const bool arrives = rank_of(to) == relative(Rank::r8, us);
    if ((move.kind() == Move::Kind::promotion) != arrives) return false;
    if (diagonal) return board.of(opponent(us)).contains(to);
    const int step = index(to) - index(from);
    const bool twice = step == 2 * forward(us) && rank_of(from) == relative(Rank::r2, us);
    return (step == forward(us) || twice) && !(between(from, to) | to).intersects(board.occupied());
}

std::string described(Piece piece, Square square) {
    return std::string(to_string(piece.color)) + " " + std::string(name(piece.type)) + " on " +
           to_string(square);
}

std::vector<std::string> names(Bitboard squares) {
    std::vector<std::string> words;
    for (const Square square : squares) words.push_back(to_string(square));
    return words;
}

/// Finds why one move is refused.
class Refusal {
public:
    Refusal(const Board& board, Move move)
        : board_(board), move_(move), from_(move.from()), to_(move.to()) {}

    Rejection run() const {
        const auto piece = board_.at(from_);
        if (!piece) return reject(codes::no_piece_there);
        if (piece->color != board_.turn) return about(codes::not_your_piece, *piece);
        if (move_.kind() == Move::Kind::castling && piece->type == PieceType::king)
            return castling();
        if (board_.of(board_.turn).contains(to_)) {
            return about(codes::own_piece_there, *piece,
                         {{"occupant", described(*board_.at(to_), to_)}});
        }
        return piece->type == PieceType::pawn ? pawn(*piece) : officer(*piece);
    }

private:
    const Board& board_;
    Move move_;
    Square from_;
    Square to_;

    std::vector<std::string> legal_of_piece() const {
        std::vector<std::string> words;
        for (const Move move : legal_moves(board_)) {
            if (move.from() == from_) words.push_back(write_san(board_, move));
        }
        return words;
    }

    Rejection reject(const RejectionCode& code, Details more = {}) const {
        Details data{{"from", to_string(from_)}, {"to", to_string(to_)}};
        for (auto& detail : more) data.push_back(std::move(detail));
        data.push_back({"legal", legal_of_piece()});
        return {&code, std::move(data)};
    }
    Rejection about(const RejectionCode& code, Piece piece, Details more = {}) const {
        more.insert(more.begin(), {"piece", std::string(name(piece.type))});
        return reject(code, std::move(more));
    }

    /// The first piece in the way.
    Rejection blocked(Piece piece, Bitboard way) const {
        const Bitboard blockers = way & board_.occupied();
        const Square nearest = from_ < to_ ? blockers.first() : blockers.last();
        return about(
            codes::path_blocked, piece,
            {{"blocker", described(*board_.at(nearest), nearest)}, {"square", to_string(nearest)}});
    }

    Rejection officer(Piece piece) const {
        if (move_.kind() == Move::Kind::promotion)
            return about(codes::promotion_not_allowed, piece);
        if (move_.kind() != Move::Kind::normal ||
            !officer_attacks(piece.type, from_, {}).contains(to_)) {
            return about(codes::piece_cannot_go_there, piece);
        }
        const Bitboard way = between(from_, to_);
        if (piece.type != PieceType::knight && way.intersects(board_.occupied()))
            return blocked(piece, way);
        return in_check(piece);
    }

    Rejection pawn(Piece piece) const {
        const Color us = board_.turn;
        const int step = index(to_) - index(from_);
        const bool from_start = rank_of(from_) == relative(Rank::r2, us);
        const bool straight = step == forward(us) || (step == 2 * forward(us) && from_start);
        const bool diagonal = pawn_attacks(us, from_).contains(to_);
        if (!straight && !diagonal) return about(codes::piece_cannot_go_there, piece);
        const Bitboard way = between(from_, to_) | to_;
        if (straight && way.intersects(board_.occupied())) return blocked(piece, way);
        const bool takes = board_.of(opponent(us)).contains(to_) || board_.en_passant.contains(to_);
        if (diagonal && !takes) {
            return about(
                looks_like_en_passant() ? codes::en_passant_expired : codes::pawn_needs_capture,
                piece);
        }

        const bool arrives = rank_of(to_) == relative(Rank::r8, us);
        if (arrives && move_.kind() != Move::Kind::promotion)
            return about(codes::promotion_missing, piece);
        if (!arrives && move_.kind() == Move::Kind::promotion) {
            return about(codes::promotion_not_allowed, piece);
        }
        const bool en_passant = diagonal && board_.en_passant.contains(to_);
        const Move::Kind expected = arrives      ? Move::Kind::promotion
                                    : en_passant ? Move::Kind::en_passant
                                                 : Move::Kind::normal;
        if (move_.kind() != expected) return about(codes::piece_cannot_go_there, piece);
        return in_check(piece);
    }

    /// FIDE 3.7.3.2: an enemy pawn stands where a double push over `to_` would have brought it.
    bool looks_like_en_passant() const {
        const Color us = board_.turn;
        if (rank_of(to_) != relative(Rank::r6, us)) return false;
        const Square passed_by = square_at(index(to_) - forward(us));
        const Square origin = square_at(index(to_) + forward(us));
        return board_.of(opponent(us), PieceType::pawn).contains(passed_by) &&
               !board_.occupied().contains(origin);
    }

    /// The piece moves that way, so the move is illegal because of the king (FIDE 3.9.2).
    Rejection in_check(Piece piece) const {
        const Board next = board_.after(move_);
        const Color us = board_.turn;
        const Bitboard attackers = next.attackers(next.king(us), opponent(us), next.occupied());
        return about(codes::leaves_king_in_check, piece, {{"attackers", names(attackers)}});
    }

    Rejection castling() const {
        const Color us = board_.turn;
        const Wing wing = wing_of(from_, to_);
        const std::string wing_name = wing == Wing::kingside ? "kingside" : "queenside";
        if (board_.castling_rook(us, wing) != to_)
            return reject(codes::castling_right_lost, {{"side", wing_name}});

        const Square king_to = castled_king(us, wing);
        const Square rook_to = castled_rook(us, wing);
        const Bitboard movers = Bitboard(from_) | to_;
        const Bitboard path = between(from_, to_) | between(from_, king_to) | king_to |
                              between(to_, rook_to) | rook_to;
        const Bitboard blockers = path & board_.occupied() & ~movers;
        if (blockers.any()) {
            return reject(codes::castling_path_occupied,
                          {{"side", wing_name}, {"squares", names(blockers)}});
        }
        if (board_.checkers().any()) {
            return reject(codes::castling_out_of_check,
                          {{"side", wing_name}, {"attackers", names(board_.checkers())}});
        }
        return through_or_into_check(wing_name, between(from_, king_to), king_to);
    }

    Rejection through_or_into_check(const std::string& wing_name, Bitboard passed,
                                    Square king_to) const {
        const Color them = opponent(board_.turn);
        for (const Square square : passed) {
            const Bitboard attackers = board_.attackers(square, them, board_.occupied() ^ from_);
            if (attackers.empty()) continue;
            return reject(codes::castling_through_check, {{"side", wing_name},
                                                          {"square", to_string(square)},
                                                          {"attackers", names(attackers)}});
        }
        const Board next = board_.after(move_);
        const Bitboard attackers = next.attackers(king_to, them, next.occupied());
        return reject(
            codes::castling_into_check,
            {{"side", wing_name}, {"square", to_string(king_to)}, {"attackers", names(attackers)}});
    }
};

}  // namespace

MoveList legal_moves(const Board& board) {
    MoveList moves;
    Lister lister{&moves};
    visit_moves(board, lister);
    return moves;
}

Bitboard free_men(const Board& board) {
    if (board.checkers().any()) return {};
    const Square king = board.king(board.turn);
    return board.of(board.turn) & ~(rook_rays(king) | bishop_rays(king) | king);
}

bool is_legal(const Board& board, Move move) {
    const Square from = move.from();
    if (!board.of(board.turn).contains(from)) return false;
    if (move.kind() == Move::Kind::castling) {
        const MoveList moves = legal_moves(board);
        return std::ranges::find(moves, move) != moves.end();
    }
    const PieceType type = board.type_at(from);
    if (type == PieceType::pawn) return is_pawns_way(board, move) && keeps_king_safe(board, move);
    const Bitboard targets = officer_attacks(type, from, board.occupied());
    return move.kind() == Move::Kind::normal &&
           (targets & ~board.of(board.turn)).contains(move.to()) && keeps_king_safe(board, move);
}

bool keeps_king_safe(const Board& board, Move move) {
    const Color us = board.turn;
    const Square from = move.from();
    const Square to = move.to();
    const Bitboard taken =
        move.kind() == Move::Kind::en_passant ? square_at(index(to) - forward(us)) : to;
    const Bitboard men = (board.occupied() & ~(taken | from)) | to;
    const Square home = board.king(us);
    const Square king = from == home ? to : home;
    return (board.attackers(king, opponent(us), men) & ~taken).empty();
}

/// In most positions a few men that are free show it.
bool has_more_moves(const Board& board, std::size_t than) {
    const Bitboard free = free_men(board);
    const std::uint64_t pawns = (free & board.of(PieceType::pawn)).bits();
    const Bitboard steps(board.turn == Color::white ? pawns << 8 : pawns >> 8);
    auto count = static_cast<std::size_t>((steps & ~board.occupied()).count());
    for (const PieceType type : promotion_types) {
        for (const Square from : free& board.of(type)) {
            if (count > than) return true;
            const Bitboard targets = officer_attacks(type, from, board.occupied());
            count += static_cast<std::size_t>((targets & ~board.of(board.turn)).count());
        }
    }
    return count > than || count_moves(board) > than;
}

bool has_legal_move(const Board& board) { return has_more_moves(board, 0); }

Mobility mobility(const Board& board) {
    MobilityVisitor visitor;
    visit_moves(board, visitor);
    return visitor.mobility;
}

Board repetition_form(const Board& board) {
    Board form = board;
    if (board.en_passant.empty()) return form;
    const Square passed = board.en_passant.first();
    const Bitboard beside = pawn_attacks(opponent(board.turn), passed);
    for (const Square from : beside& board.of(board.turn, PieceType::pawn)) {
        if (is_legal(board, Move::en_passant(from, passed))) return form;
    }
    form.en_passant = {};
    return form;
}

Move interpret(const Board& board, WrittenMove written) {
    const auto [from, to, promotion] = written;
    const auto piece = board.at(from);
    if (promotion && *promotion != PieceType::pawn && *promotion != PieceType::king) {
        return Move::promotion(from, to, *promotion);
    }
    if (!piece || piece->color != board.turn) return Move::normal(from, to);
    if (piece->type == PieceType::pawn && board.en_passant.contains(to) &&
        pawn_attacks(board.turn, from).contains(to)) {
        return Move::en_passant(from, to);
    }
    if (piece->type != PieceType::king || rank_of(from) != rank_of(to))
        return Move::normal(from, to);
    if (board.of(board.turn, PieceType::rook).contains(to)) return Move::castling(from, to);
    const Wing wing = wing_of(from, to);
    if (to != castled_king(board.turn, wing) || king_attacks(from).contains(to) || from == to) {
        return Move::normal(from, to);
    }
    const File corner = wing == Wing::kingside ? File::h : File::a;
    return Move::castling(
        from, board.castling_rook(board.turn, wing).value_or(square_at(corner, rank_of(from))));
}

Rejection refusal(const Board& board, Move move) { return Refusal(board, move).run(); }

Effects effects(const Board& board, Move move, const Board& next) {
    const Piece mover = *board.at(move.from());
    Effects list;
    list.reserve(3);
    const auto add = [&](std::string_view kind) -> Details& {
        Details& data = list.emplace_back(Effect{kind, {}}).data;
        data.reserve(3);
        return data;
    };
    const auto moved = [&](PieceType type, Square from, Square to) {
        Details& data = add("moved");
        data.emplace_back("piece", std::string(name(type)));
        data.emplace_back("from", to_string(from));
        data.emplace_back("to", to_string(to));
    };
    const auto happened = [&](std::string_view kind, PieceType type, Square square) {
        Details& data = add(kind);
        data.emplace_back("piece", std::string(name(type)));
        data.emplace_back("square", to_string(square));
    };
    if (move.kind() == Move::Kind::castling) {
        const Wing wing = wing_of(move.from(), move.to());
        moved(PieceType::king, move.from(), castled_king(mover.color, wing));
        moved(PieceType::rook, move.to(), castled_rook(mover.color, wing));
    } else {
        moved(mover.type, move.from(), move.to());
        const Square taken_at = move.kind() == Move::Kind::en_passant
                                    ? square_at(index(move.to()) - forward(mover.color))
                                    : move.to();
        if (const auto taken = board.at(taken_at)) happened("captured", taken->type, taken_at);
        if (const auto type = move.promotion()) happened("promoted", *type, move.to());
    }
    if (const Bitboard checkers = next.checkers(); checkers.any()) {
        Details& data = add("check");
        data.emplace_back("king", to_string(next.king(next.turn)));
        data.emplace_back("attackers", names(checkers));
    }
    return list;
}

}  // namespace arbiter::chess
