#include "core/chess/notations/san.hpp"

#include <array>
#include <vector>

#include "core/base/excerpt.hpp"
#include "core/chess/notations/san_text.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

namespace {

/// The squares from which a pawn could come, if it captures or steps.
Bitboard pawn_origins(Color us, Square to, Bitboard occupied) {
    Bitboard origins = pawn_attacks(opponent(us), to);
    if (rank_of(to) == relative(Rank::r1, us)) return origins;
    const Square behind = square_at(index(to) - forward(us));
    origins |= behind;
    if (rank_of(to) == relative(Rank::r4, us) && !occupied.contains(behind)) {
        origins |= square_at(index(behind) - forward(us));
    }
    return origins;
}

Bitboard possible_origins(Piece piece, Square to, Bitboard occupied) {
    return piece.type == PieceType::pawn ? pawn_origins(piece.color, to, occupied)
                                         : officer_attacks(piece.type, to, occupied);
}

/// From where the pieces of one type can legally go to one square.
Bitboard legal_origins(const Board& board, PieceType type, Square to) {
    const Piece piece{board.turn, type};
    if (board.of(piece.color).contains(to)) return {};
    Bitboard origins = board.of(piece.color, type) & possible_origins(piece, to, board.occupied());
    const bool promotes = rank_of(to) == relative(Rank::r8, piece.color);
    const auto promotion = promotes ? std::optional(PieceType::queen) : std::nullopt;
    for (const Square from : origins) {
        const bool legal = type == PieceType::pawn
                               ? is_legal(board, interpret(board, {from, to, promotion}))
                               : keeps_king_safe(board, Move::normal(from, to));
        if (!legal) origins ^= from;
    }
    return origins;
}

/// What a text means on a board.
class SanReader {
public:
    SanReader(const Board& board, std::string_view text) : board_(board), text_(text) {}

    Result<Move> run() const {
        const auto san = read_san_text(text_);
        if (!san) {
            return reject(codes::unreadable_move, {{"problem", std::string(san.error())}});
        }
        const auto* const move = std::get_if<SanMove>(&*san);
        return move != nullptr ? find(*move) : castle(std::get<Wing>(*san));
    }

private:
    const Board& board_;
    std::string_view text_;

    std::unexpected<Rejection> reject(const RejectionCode& code, Details data) const {
        data.insert(data.begin(), {"text", excerpt(text_)});
        return std::unexpected(Rejection{&code, std::move(data)});
    }
    std::unexpected<Rejection> refused(Move move) const {
        return std::unexpected(refusal(board_, move));
    }

    Move move_from(Square from, const SanMove& san) const {
        return interpret(board_, {from, san.to, san.promotion});
    }

    static Bitboard stated_origins(const SanMove& san) {
        Bitboard squares = Bitboard::all();
        if (san.from_file) squares &= board_of(*san.from_file);
        if (san.from_rank) squares &= board_of(*san.from_rank);
        return squares;
    }

    Result<Move> find(const SanMove& san) const {
        const Bitboard origins = legal_origins(board_, san.piece, san.to) & stated_origins(san);
        if (origins.empty()) return find_reason(san);
        const bool promotes =
            san.piece == PieceType::pawn && rank_of(san.to) == relative(Rank::r8, board_.turn);
        const Move move = move_from(origins.first(), san);
        if (promotes != san.promotion.has_value()) return refused(move);
        if (origins.several()) return ambiguous(origins, san);
        return move;
    }

    Result<Move> ambiguous(Bitboard origins, const SanMove& san) const {
        std::vector<std::string> candidates;
        for (const Square from : origins) {
            candidates.push_back(write_san(board_, move_from(from, san)));
        }
        return reject(codes::ambiguous_move, {{"candidates", std::move(candidates)}});
    }

    /// No legal move fits: the reason is that of the piece that comes nearest to one.
    Result<Move> find_reason(const SanMove& san) const {
        const auto from = nearest(san);
        if (!from || *from == san.to) return no_piece(san);
        const Move move = move_from(*from, san);
        if (move.kind() != Move::Kind::castling) return refused(move);
        // "Kg1" on the way of castling means castling here as it does in a `WrittenMove`. The king's
        // way onto its rook is UCI's alone.
        const Square arrival = castled_king(board_.turn, wing_of(*from, move.to()));
        if (san.to != arrival) return refused(Move::normal(*from, san.to));
        if (is_legal(board_, move)) return move;
        return refused(move);
    }

    /// One that moves that way, or would on an empty board, or is the only one of its kind.
    std::optional<Square> nearest(const SanMove& san) const {
        const Piece piece{board_.turn, san.piece};
        const Bitboard own = board_.of(piece.color, piece.type) & stated_origins(san);
        for (const Bitboard occupied : {board_.occupied(), Bitboard()}) {
            const Bitboard reaching = own & possible_origins(piece, san.to, occupied);
            if (reaching.any()) return reaching.first();
        }
        return own.single() ? std::optional(own.first()) : std::nullopt;
    }

    std::vector<std::string> legal_moves_of(Bitboard pieces) const {
        std::vector<std::string> words;
        for (const Move move : legal_moves(board_)) {
            if (pieces.contains(move.from())) words.push_back(write_san(board_, move));
        }
        return words;
    }

    Result<Move> no_piece(const SanMove& san) const {
        if (board_.of(board_.turn).contains(san.to)) {
            return reject(codes::own_piece_on_target,
                          {{"piece", std::string(name(san.piece))},
                           {"to", to_string(san.to)},
                           {"occupant", std::string(name(board_.type_at(san.to))) + " on " +
                                            to_string(san.to)}});
        }
        return reject(codes::no_piece_can_go_there,
                      {{"piece", std::string(name(san.piece))},
                       {"to", to_string(san.to)},
                       {"legal", legal_moves_of(board_.of(san.piece))}});
    }

    Result<Move> castle(Wing wing) const {
        const Square king = board_.king(board_.turn);
        if (const auto rook = board_.castling_rook(board_.turn, wing)) {
            const Move move = Move::castling(king, *rook);
            if (is_legal(board_, move)) return move;
            return refused(move);
        }
        return reject(codes::castling_right_lost,
                      {{"from", to_string(king)},
                       {"to", to_string(castled_king(board_.turn, wing))},
                       {"side", wing == Wing::kingside ? "kingside" : "queenside"},
                       {"legal", legal_moves_of(king)}});
    }
};

/// The text of one move. It goes into a string at the end, which costs less than letter by letter.
class MoveText {
public:
    MoveText& operator+=(char letter) {
        letters_[size_++] = letter;
        return *this;
    }
    std::string string() const { return {letters_.data(), size_}; }

private:
    static constexpr std::size_t longest = std::string_view("Qa1xb2+").size();

    std::array<char, longest> letters_;
    std::size_t size_ = 0;
};

/// PGN 8.2.3.4: the file of departure if it distinguishes the piece from others of its kind that can
/// legally go there, otherwise the rank if that does, otherwise both.
void write_origin(MoveText& text, const Board& board, Move move, PieceType type) {
    const Square from = move.from();
    Bitboard rivals = board.of(board.turn, type) & ~Bitboard(from) &
                      officer_attacks(type, move.to(), board.occupied());
    if (rivals.empty()) return;
    rivals &= legal_origins(board, type, move.to());
    if (rivals.empty()) return;
    const bool shares_file = rivals.intersects(board_of(file_of(from)));
    const bool shares_rank = rivals.intersects(board_of(rank_of(from)));
    if (!shares_file || shares_rank) text += letter(file_of(from));
    if (shares_file) text += digit(rank_of(from));
}

void write_move(MoveText& text, const Board& board, Move move) {
    const PieceType type = board.type_at(move.from());
    const bool captures =
        board.occupied().contains(move.to()) || move.kind() == Move::Kind::en_passant;
    if (type != PieceType::pawn) {
        text += letter(type);
        write_origin(text, board, move, type);
    } else if (captures) {
        text += letter(file_of(move.from()));
    }
    if (captures) text += 'x';
    text += letter(file_of(move.to()));
    text += digit(rank_of(move.to()));
    if (const auto promotion = move.promotion()) {
        text += '=';
        text += letter(*promotion);
    }
}

}  // namespace

std::string write_san(const Board& board, Move move) {
    return write_san(board, move, board.after(move));
}

std::string write_san(const Board& board, Move move, const Board& next) {
    MoveText text;
    if (move.kind() == Move::Kind::castling) {
        const bool kingside = wing_of(move.from(), move.to()) == Wing::kingside;
        for (const char letter : std::string_view(kingside ? "O-O" : "O-O-O")) text += letter;
    } else {
        write_move(text, board, move);
    }
    if (next.checkers().any()) text += has_legal_move(next) ? '+' : '#';
    return text.string();
}

Result<Move> read_san(const Board& board, std::string_view text) {
    return SanReader(board, text).run();
}

}  // namespace arbiter::chess
