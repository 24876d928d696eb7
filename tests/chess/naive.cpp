#include "tests/chess/naive.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <utility>
#include <vector>

namespace arbiter::chess::naive {

namespace {

std::string square_name(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

int square_of(const std::string& name) { return name[0] - 'a' + 8 * (name[1] - '1'); }

using Steps = std::vector<std::pair<int, int>>;
const Steps straight{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const Steps diagonal{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const Steps jumps{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

Steps joined(Steps a, const Steps& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Steps steps_of(char piece) {
    switch (std::tolower(piece)) {
        case 'n': return jumps;
        case 'b': return diagonal;
        case 'r': return straight;
        default: return joined(straight, diagonal);
    }
}

bool slides(char piece) {
    const int kind = std::tolower(piece);
    return kind == 'b' || kind == 'r' || kind == 'q';
}

/// -1 off the board.
int stepped(int square, int file_step, int rank_step) {
    const int file = square % 8 + file_step;
    const int rank = square / 8 + rank_step;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

}  // namespace

Chess::Chess(const std::string& shredder_fen) {
    squares_.fill('.');
    std::istringstream in(shredder_fen);
    std::string placement, turn, castling, en_passant;
    in >> placement >> turn >> castling >> en_passant >> halfmove_clock_ >> fullmove_number_;
    int file = 0;
    int rank = 7;
    for (const char c : placement) {
        if (c == '/') {
            file = 0;
            --rank;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else {
            squares_[static_cast<std::size_t>(rank * 8 + file++)] = c;
        }
    }
    white_to_move_ = turn == "w";
    for (const char c : castling) {
        if (c >= 'A' && c <= 'H') castling_rooks_.insert(c - 'A');
        if (c >= 'a' && c <= 'h') castling_rooks_.insert(56 + c - 'a');
    }
    if (en_passant != "-") en_passant_ = square_of(en_passant);
}

bool Chess::own(char piece, bool white) const {
    return piece != '.' && (std::isupper(piece) != 0) == white;
}

int Chess::king_square(bool white) const {
    for (int square = 0; square < 64; ++square) {
        if (squares_[static_cast<std::size_t>(square)] == (white ? 'K' : 'k')) return square;
    }
    return -1;
}

bool Chess::attacked(int square, bool by_white) const {
    for (int from = 0; from < 64; ++from) {
        const char piece = squares_[static_cast<std::size_t>(from)];
        if (!own(piece, by_white)) continue;
        if (std::tolower(piece) == 'p') {
            const int ahead = by_white ? 1 : -1;
            if (stepped(from, 1, ahead) == square || stepped(from, -1, ahead) == square)
                return true;
            continue;
        }
        for (const auto& [file_step, rank_step] : steps_of(piece)) {
            for (int to = stepped(from, file_step, rank_step); to >= 0;
                 to = stepped(to, file_step, rank_step)) {
                if (to == square) return true;
                if (!slides(piece) || squares_[static_cast<std::size_t>(to)] != '.') break;
            }
        }
    }
    return false;
}

template <class Add>
void Chess::pseudo_legal(Add add) const {
    for (int from = 0; from < 64; ++from) {
        const char piece = squares_[static_cast<std::size_t>(from)];
        if (!own(piece, white_to_move_)) continue;
        if (std::tolower(piece) == 'p') {
            const int ahead = white_to_move_ ? 1 : -1;
            const int start_rank = white_to_move_ ? 1 : 6;
            const auto step = [&](int to) {
                const bool last = to / 8 == 0 || to / 8 == 7;
                for (const char promotion : std::string(last ? "qrbn" : "-"))
                    add(from, to, promotion);
            };
            const int one = stepped(from, 0, ahead);
            if (one >= 0 && squares_[static_cast<std::size_t>(one)] == '.') {
                step(one);
                const int two = stepped(one, 0, ahead);
                if (from / 8 == start_rank && squares_[static_cast<std::size_t>(two)] == '.')
                    step(two);
            }
            for (const int side : {-1, 1}) {
                const int to = stepped(from, side, ahead);
                if (to < 0) continue;
                if (own(squares_[static_cast<std::size_t>(to)], !white_to_move_) ||
                    to == en_passant_)
                    step(to);
            }
            continue;
        }
        for (const auto& [file_step, rank_step] : steps_of(piece)) {
            for (int to = stepped(from, file_step, rank_step); to >= 0;
                 to = stepped(to, file_step, rank_step)) {
                if (own(squares_[static_cast<std::size_t>(to)], white_to_move_)) break;
                add(from, to, '-');
                if (!slides(piece) || squares_[static_cast<std::size_t>(to)] != '.') break;
            }
        }
    }
}

/// King and rook are lifted; every square either of them crosses or lands on must be empty, and no
/// square of the king's way attacked while the rook still stands - nor its last one afterwards.
template <class Add>
void Chess::castlings(Add add) const {
    const int king = king_square(white_to_move_);
    const int back = white_to_move_ ? 0 : 56;
    for (const int rook : castling_rooks_) {
        if (rook / 8 * 8 != back) continue;
        const int king_to = back + (rook > king ? 6 : 2);
        const int rook_to = back + (rook > king ? 5 : 3);
        Chess lifted = *this;
        lifted.squares_[static_cast<std::size_t>(king)] = '.';
        lifted.squares_[static_cast<std::size_t>(rook)] = '.';
        bool free = true;
        const auto walk = [&](int a, int b, auto visit) {
            for (int s = std::min(a, b); s <= std::max(a, b); ++s) visit(s);
        };
        const auto must_be_empty = [&](int s) {
            free = free && lifted.squares_[static_cast<std::size_t>(s)] == '.';
        };
        walk(king, king_to, must_be_empty);
        walk(rook, rook_to, must_be_empty);
        Chess without_king = *this;
        without_king.squares_[static_cast<std::size_t>(king)] = '.';
        walk(king, king_to,
             [&](int s) { free = free && !without_king.attacked(s, !white_to_move_); });
        if (free) add(king, rook);
    }
}

void Chess::make(const Try& attempt) {
    const char piece = squares_[static_cast<std::size_t>(attempt.from)];
    const int back = white_to_move_ ? 0 : 56;
    const bool pawn = std::tolower(piece) == 'p';
    const bool capture = !attempt.castling && squares_[static_cast<std::size_t>(attempt.to)] != '.';
    squares_[static_cast<std::size_t>(attempt.from)] = '.';
    if (attempt.castling) {
        const bool kingside = attempt.to > attempt.from;
        squares_[static_cast<std::size_t>(attempt.to)] = '.';
        squares_[static_cast<std::size_t>(back + (kingside ? 6 : 2))] = piece;
        squares_[static_cast<std::size_t>(back + (kingside ? 5 : 3))] = white_to_move_ ? 'R' : 'r';
    } else {
        if (pawn && attempt.to == en_passant_) {
            squares_[static_cast<std::size_t>(attempt.to + (white_to_move_ ? -8 : 8))] = '.';
        }
        const char arrived = attempt.promotion == '-' ? piece
                             : white_to_move_ ? static_cast<char>(std::toupper(attempt.promotion))
                                              : attempt.promotion;
        squares_[static_cast<std::size_t>(attempt.to)] = arrived;
    }
    castling_rooks_.erase(attempt.from);
    castling_rooks_.erase(attempt.to);
    if (std::tolower(piece) == 'k') {
        std::erase_if(castling_rooks_, [&](int rook) { return rook / 8 * 8 == back; });
    }
    en_passant_ =
        pawn && std::abs(attempt.to - attempt.from) == 16 ? (attempt.to + attempt.from) / 2 : -1;
    halfmove_clock_ = pawn || capture ? 0 : halfmove_clock_ + 1;
    if (!white_to_move_) ++fullmove_number_;
    white_to_move_ = !white_to_move_;
}

std::set<std::string> Chess::legal_moves() const {
    std::set<std::string> moves;
    const auto consider = [&](const Try& attempt) {
        Chess next = *this;
        next.make(attempt);
        if (!next.attacked(next.king_square(white_to_move_), !white_to_move_))
            moves.insert(attempt.uci);
    };
    pseudo_legal([&](int from, int to, char promotion) {
        const std::string suffix = promotion == '-' ? "" : std::string(1, promotion);
        consider({square_name(from) + square_name(to) + suffix, from, to, promotion, false});
    });
    castlings([&](int king, int rook) {
        consider({square_name(king) + square_name(rook), king, rook, '-', true});
    });
    return moves;
}

void Chess::play(const std::string& uci) {
    const int from = square_of(uci);
    const int to = square_of(uci.substr(2));
    const char rook = white_to_move_ ? 'R' : 'r';
    const char king = white_to_move_ ? 'K' : 'k';
    const bool castling = squares_[static_cast<std::size_t>(from)] == king &&
                          squares_[static_cast<std::size_t>(to)] == rook;
    make({uci, from, to, uci.size() > 4 ? uci[4] : '-', castling});
}

std::string Chess::fen() const {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const char piece = squares_[static_cast<std::size_t>(rank * 8 + file)];
            if (piece == '.') {
                ++empty;
                continue;
            }
            if (empty > 0) text += std::to_string(empty);
            empty = 0;
            text += piece;
        }
        if (empty > 0) text += std::to_string(empty);
        if (rank > 0) text += '/';
    }
    std::string white, black;
    for (const int rook : castling_rooks_) {
        if (rook < 8)
            white.insert(white.begin(), static_cast<char>('A' + rook));
        else
            black.insert(black.begin(), static_cast<char>('a' + rook - 56));
    }
    const std::string rights = white + black;
    return text + (white_to_move_ ? " w " : " b ") + (rights.empty() ? "-" : rights) + " " +
           (en_passant_ < 0 ? "-" : square_name(en_passant_)) + " " +
           std::to_string(halfmove_clock_) + " " + std::to_string(fullmove_number_);
}

}  // namespace arbiter::chess::naive
