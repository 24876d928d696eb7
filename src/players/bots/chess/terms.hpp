#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/chess/board/board.hpp"
#include "players/bots/chess/term_index.hpp"

namespace arbiter::players {

/// Shows a sink every term of the evaluation of a board: `sink.add(color, index, count)`, where the
/// index is one of `chess_weights`. The bots' sink adds weights up; the one that tunes them keeps the counts.
template <class Sink>
class ChessTerms {
    using Bitboard = chess::Bitboard;
    using PieceType = chess::PieceType;
    using Square = chess::Square;

public:
    ChessTerms(const chess::Board& board, Sink& sink) : board_(board), sink_(sink) {
        for (const Color color : both_colors) sides_[at(color)] = Side(board, color);
    }

    void visit() {
        for (const Color color : both_colors) officers(color);
        for (const Color color : both_colors) {
            placement(color);
            pawns(color);
            threats(color);
            king(color);
        }
        add(board_.turn, chess_terms::tempo);
    }

private:
    struct Side {
        Side() = default;
        Side(const chess::Board& board, Color color)
            : pawns(board.of(color, PieceType::pawn)),
              zone(chess::king_attacks(board.king(color)) | board.king(color)) {
            attacks[0] = guarded(color, pawns);
            attacks[5] = chess::king_attacks(board.king(color));
            all = attacks[0] | attacks[5];
            twice = attacks[0] & attacks[5];
        }

        Bitboard pawns;
        Bitboard zone;
        std::array<Bitboard, 6> attacks{};
        Bitboard all;    // what it attacks
        Bitboard twice;  // at least
        int attackers = 0;
        int units = 0;
    };

    static constexpr std::size_t at(Color color) { return static_cast<std::size_t>(color); }
    static constexpr std::size_t at(PieceType type) { return static_cast<std::size_t>(type); }
    static constexpr std::size_t mirrored(Color color, Square square) {
        return static_cast<std::size_t>(chess::index(square) ^ (color == Color::white ? 0 : 56));
    }
    static constexpr std::size_t rank_for(Color color, Square square) {
        return static_cast<std::size_t>(chess::index(relative(rank_of(square), color)));
    }
    static Bitboard neighbours(Bitboard squares) {
        return chess::shift<chess::Direction::east>(squares) |
               chess::shift<chess::Direction::west>(squares);
    }
    static Bitboard stepped(Color color, Bitboard squares) {
        return color == Color::white ? chess::shift<chess::Direction::north>(squares)
                                     : chess::shift<chess::Direction::south>(squares);
    }
    static Bitboard guarded(Color color, Bitboard pawns) {
        return neighbours(stepped(color, pawns));
    }
    /// The ranks before a square as its owner looks.
    static Bitboard ahead(Color color, Square square) {
        const int rank = chess::index(rank_of(square));
        if (color == Color::black) return Bitboard((std::uint64_t{1} << 8 * rank) - 1);
        return rank == 7 ? Bitboard() : Bitboard(~std::uint64_t{0} << 8 * (rank + 1));
    }
    static std::size_t distance(Square a, Square b) {
        return static_cast<std::size_t>(
            std::max(std::abs(chess::index(file_of(a)) - chess::index(file_of(b))),
                     std::abs(chess::index(rank_of(a)) - chess::index(rank_of(b)))));
    }

    void add(Color color, std::size_t index, int count = 1) { sink_.add(color, index, count); }
    const Side& side(Color color) const { return sides_[at(color)]; }

    void placement(Color color) {
        for (const PieceType type : chess::all_piece_types) {
            const std::size_t table = chess_terms::placement + 64 * at(type);
            for (const Square square : board_.of(color, type)) {
                add(color, table + mirrored(color, square));
            }
        }
    }

    void officers(Color color) {
        pieces<PieceType::knight>(color, chess_terms::knight_mobility);
        pieces<PieceType::bishop>(color, chess_terms::bishop_mobility);
        pieces<PieceType::rook>(color, chess_terms::rook_mobility);
        pieces<PieceType::queen>(color, chess_terms::queen_mobility);
        minors(color);
        rooks(color);
    }

    template <PieceType Type>
    static constexpr int attack_units() {
        return Type == PieceType::queen ? 4 : Type == PieceType::rook ? 3 : 2;
    }

    /// What a piece attacks through its own sliders counts as well: they attack together.
    template <PieceType Type>
    Bitboard reach(Color color, Square from) const {
        const Bitboard queens = board_.of(PieceType::queen);
        const Bitboard rooks = board_.of(color, PieceType::rook);
        const Bitboard seen_through = Type == PieceType::bishop   ? queens
                                      : Type == PieceType::knight ? Bitboard()
                                                                  : queens | rooks;
        return chess::attacks<Type>(from, board_.occupied() & ~seen_through);
    }

    template <PieceType Type>
    void pieces(Color color, std::size_t mobility) {
        Side& own = sides_[at(color)];
        const Side& enemy = side(opponent(color));
        const Bitboard closed = board_.of(color, PieceType::king) | enemy.attacks[0] |
                                (own.pawns & stepped(opponent(color), board_.occupied()));
        for (const Square square : board_.of(color, Type)) {
            const Bitboard seen = reach<Type>(color, square);
            own.attacks[at(Type)] |= seen;
            own.twice |= own.all & seen;
            own.all |= seen;
            add(color, mobility + static_cast<std::size_t>((seen & ~closed).count()));
            if (!seen.intersects(enemy.zone)) continue;
            ++own.attackers;
            own.units += attack_units<Type>() + (seen & enemy.zone).count();
        }
    }

    void minors(Color color) {
        const Side& own = side(color);
        const Bitboard bishops = board_.of(color, PieceType::bishop);
        const Bitboard knights = board_.of(color, PieceType::knight);
        if (bishops.several()) add(color, chess_terms::bishop_pair);
        for (const Square square : bishops) {
            const bool light = chess::light_squares.contains(square);
            const Bitboard same = light ? chess::light_squares : chess::dark_squares;
            add(color, chess_terms::pawn_on_bishops_color, (own.pawns & same).count());
        }
        const Bitboard safe = outposts(color);
        if (const int count = (knights & safe).count()) {
            add(color, chess_terms::knight_outpost, count);
        }
        if (const int count = (bishops & safe).count()) {
            add(color, chess_terms::bishop_outpost, count);
        }
        const Bitboard sheltered =
            (knights | bishops) & stepped(opponent(color), board_.of(PieceType::pawn));
        if (sheltered.any()) add(color, chess_terms::minor_behind_pawn, sheltered.count());
    }

    /// Squares in the enemy's half that a pawn guards and no pawn of the enemy can ever attack.
    Bitboard outposts(Color color) const {
        const std::uint64_t half = color == Color::white ? 0x00FFFFFF00000000 : 0x00000000FFFFFF00;
        return Bitboard(half) & side(color).attacks[0] & ~guarded_for_ever(opponent(color));
    }
    Bitboard guarded_for_ever(Color color) const {
        Bitboard span = side(color).attacks[0];
        for (int i = 0; i < 4; ++i) span |= stepped(color, span);
        return span;
    }

    void rooks(Color color) {
        const Bitboard enemy_pawns = side(opponent(color)).pawns;
        for (const Square square : board_.of(color, PieceType::rook)) {
            const Bitboard file = board_of(file_of(square));
            if (side(color).pawns.intersects(file)) continue;
            add(color, enemy_pawns.intersects(file) ? chess_terms::rook_on_half_open_file
                                                    : chess_terms::rook_on_open_file);
        }
    }

    void pawns(Color color) {
        const Bitboard own = side(color).pawns;
        const Bitboard enemy = side(opponent(color)).pawns;
        for (const Square square : own) {
            const Bitboard file = board_of(file_of(square));
            const Bitboard beside = neighbours(file);
            const Bitboard front = ahead(color, square);
            const std::size_t rank = rank_for(color, square);
            if ((own & file & front).any()) add(color, chess_terms::doubled);
            if (!own.intersects(beside)) {
                add(color, enemy.intersects(file) ? chess_terms::isolated
                                                  : chess_terms::isolated_on_open_file);
            } else if (!own.intersects(beside & ~front) &&
                       side(opponent(color)).attacks[0].intersects(stepped(color, square))) {
                add(color, chess_terms::backward);
            }
            if (own.intersects(neighbours(square))) add(color, chess_terms::phalanx + rank);
            if (side(color).attacks[0].contains(square)) add(color, chess_terms::supported + rank);
            if (!enemy.intersects(front & (file | beside)) && !own.intersects(front & file)) {
                passed(color, square, rank);
            }
        }
    }

    void passed(Color color, Square square, std::size_t rank) {
        add(color, chess_terms::passed + rank);
        const Square next = chess::square_at(chess::index(square) + chess::forward(color));
        const Bitboard file = board_of(file_of(square));
        const Bitboard path = ahead(color, square) & file;
        if (!board_.occupied().contains(next)) add(color, chess_terms::passed_free + rank);
        if (!path.intersects(side(opponent(color)).all | board_.of(opponent(color)))) {
            add(color, chess_terms::passed_safe + rank);
        }
        if ((board_.of(color, PieceType::rook) & file & ~path).any()) {
            add(color, chess_terms::rook_behind_passed_pawn);
        }
        if (rank < 3) return;
        const int weight = static_cast<int>(rank) - 2;
        add(color, chess_terms::own_king_distance + distance(board_.king(color), next), weight);
        add(color, chess_terms::enemy_king_distance + distance(board_.king(opponent(color)), next),
            weight);
    }

    void threats(Color color) {
        const Side& own = side(color);
        const Side& enemy = side(opponent(color));
        const Bitboard officers = board_.of(opponent(color)) & ~enemy.pawns;
        threatened(color, chess_terms::pawn_threat, officers & own.attacks[0]);
        const Bitboard minor = own.attacks[1] | own.attacks[2];
        const Bitboard held = enemy.attacks[0] | (enemy.twice & ~own.twice);
        const Bitboard prey = board_.of(opponent(color)) & ~held;
        threatened(color, chess_terms::minor_threat, (officers | prey) & minor);
        threatened(color, chess_terms::rook_threat, (officers | prey) & own.attacks[3]);
        if (const int count = (prey & own.attacks[5]).count()) {
            add(color, chess_terms::king_threat, count);
        }
        if (const int count = (board_.of(opponent(color)) & own.all & ~enemy.all).count()) {
            add(color, chess_terms::hanging, count);
        }
        const Bitboard steps = stepped(color, own.pawns) & ~board_.occupied() & ~enemy.attacks[0] &
                               (own.all | ~enemy.all);
        if (const int count = (guarded(color, steps) & officers).count()) {
            add(color, chess_terms::push_threat, count);
        }
    }

    void threatened(Color color, std::size_t group, Bitboard victims) {
        for (const PieceType type : chess::all_piece_types) {
            if (type == PieceType::king) return;
            const int count = (victims & board_.of(type)).count();
            if (count > 0) add(color, group + at(type), count);
        }
    }

    void king(Color color) {
        pawns_before_king(color);
        const Side& own = side(color);
        const Side& enemy = side(opponent(color));
        const int checks = safe_checks(color);
        const Bitboard weak = enemy.zone & own.all & ~(enemy.twice | enemy.attacks[0]);
        const bool alone = own.attackers < 2 && checks == 0;
        if (alone || own.attackers == 0) return;
        const int queen = board_.of(color, PieceType::queen).any() ? 0 : 8;
        const int units = own.units + 4 * checks + 2 * weak.count() - queen;
        if (units <= 0) return;
        add(color, chess_terms::danger +
                       std::min(static_cast<std::size_t>(units), chess_terms::danger_max));
    }

    /// The kinds of pieces that can give check where they are not taken for nothing.
    int safe_checks(Color color) const {
        const Side& own = side(color);
        const Side& enemy = side(opponent(color));
        const Square king = board_.king(opponent(color));
        const Bitboard blockers = board_.occupied() & ~board_.of(opponent(color), PieceType::queen);
        const Bitboard straight = chess::rook_attacks(king, blockers);
        const Bitboard diagonal = chess::bishop_attacks(king, blockers);
        const Bitboard safe =
            ~board_.of(color) & (~enemy.all | (own.twice & enemy.attacks[5] & ~enemy.twice));
        int kinds = 0;
        kinds += (own.attacks[1] & chess::knight_attacks(king) & safe).any() ? 1 : 0;
        kinds += (own.attacks[2] & diagonal & safe).any() ? 1 : 0;
        kinds += (own.attacks[3] & straight & safe).any() ? 1 : 0;
        kinds += (own.attacks[4] & (straight | diagonal) & safe).any() ? 1 : 0;
        return kinds;
    }

    void pawns_before_king(Color color) {
        const Square king = board_.king(color);
        const int middle = std::clamp(chess::index(file_of(king)), 1, 6);
        const Bitboard front = ahead(color, king) | board_of(rank_of(king));
        for (int file = middle - 1; file <= middle + 1; ++file) {
            const Bitboard squares = board_of(static_cast<chess::File>(file)) & front;
            add(color, chess_terms::shelter + nearest(color, side(color).pawns & squares));
            add(color, chess_terms::storm + nearest(color, side(opponent(color)).pawns & squares));
        }
    }
    static std::size_t nearest(Color color, Bitboard pawns) {
        if (pawns.empty()) return 0;
        return rank_for(color, color == Color::white ? pawns.first() : pawns.last());
    }

    const chess::Board& board_;
    Sink& sink_;
    std::array<Side, 2> sides_;
};

}  // namespace arbiter::players
