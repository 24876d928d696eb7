#include "bindings/python/batch/chess_env.hpp"

#include <algorithm>
#include <cstring>

#include "bindings/python/batch/answers.hpp"
#include "core/chess/board/generate.hpp"
#include "core/chess/dead.hpp"
#include "core/chess/game.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::batch {

using chess::Bitboard;
using chess::Board;
using chess::Move;
using chess::PieceType;
using chess::Square;

namespace {

constexpr int planes_per_square = 73;
constexpr int queen_planes = 56;
constexpr int knight_planes = 8;

/// Squares as the mover sees them: its own first rank is rank 1.
constexpr int seen(Square square, Color by) {
    return by == Color::white ? chess::index(square) : chess::index(square) ^ 56;
}

constexpr int sign(int number) { return number < 0 ? -1 : number > 0 ? 1 : 0; }
constexpr int size(int number) { return number < 0 ? -number : number; }

/// The order of directions: by file from left to right, in each file from the near side.
constexpr int direction(int file, int rank) {
    const int place = (file + 1) * 3 + rank + 1;
    return place > 4 ? place - 1 : place;
}

/// The plane of a step; -1 if no piece steps so.
constexpr int plane_of(int file, int rank) {
    if (size(file) + size(rank) == 3 && file != 0 && rank != 0) {
        constexpr std::array<int, 5> before{0, 2, 0, 4, 6};
        const bool upper = rank > 0;
        return queen_planes + before[static_cast<std::size_t>(file + 2)] + (upper ? 1 : 0);
    }
    if (file != 0 && rank != 0 && size(file) != size(rank)) return -1;
    const int distance = std::max(size(file), size(rank));
    return (distance - 1) * 8 + direction(sign(file), sign(rank));
}

constexpr int from_part(int from) { return ((from & 7) * 8 + (from >> 3)) * planes_per_square; }

/// The action of a step, both squares as the mover sees them.
constexpr auto step_actions = [] {
    std::array<std::array<Action, 64>, 64> table{};
    for (int from = 0; from < 64; ++from) {
        for (int to = 0; to < 64; ++to) {
            const int plane =
                from == to ? -1 : plane_of((to & 7) - (from & 7), (to >> 3) - (from >> 3));
            if (plane < 0) continue;
            table[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] =
                static_cast<Action>(from_part(from) + plane);
        }
    }
    return table;
}();

/// The change of file and rank of each plane of steps.
constexpr auto plane_steps = [] {
    std::array<std::array<std::int8_t, 2>, queen_planes + knight_planes> table{};
    for (int file = -7; file <= 7; ++file) {
        for (int rank = -7; rank <= 7; ++rank) {
            const int plane = file == 0 && rank == 0 ? -1 : plane_of(file, rank);
            if (plane < 0) continue;
            table[static_cast<std::size_t>(plane)] = {static_cast<std::int8_t>(file),
                                                      static_cast<std::int8_t>(rank)};
        }
    }
    return table;
}();

constexpr std::array under_promotions{PieceType::knight, PieceType::bishop, PieceType::rook};

/// Writes the action of every legal move.
template <Color Us>
struct ActionLister {
    static constexpr bool tells_queens_apart = false;
    Action* next;
    bool king_takes_rook;
    bool takes_en_passant = false;

    static const std::array<Action, 64>& steps(Square from) {
        return step_actions[static_cast<std::size_t>(seen(from, Us))];
    }
    void step(Square from, Square to) {
        *next++ = steps(from)[static_cast<std::size_t>(seen(to, Us))];
    }

    template <PieceType>
    void piece(Square from, Bitboard targets) {
        const auto& row = steps(from);
        for (const Square to : targets) *next++ = row[static_cast<std::size_t>(seen(to, Us))];
    }
    template <chess::PawnStep Step, Color>
    void pawns(Bitboard targets) {
        for (const Square to : targets)
            step(chess::square_at(chess::index(to) - step_of(Step, Us)), to);
    }
    template <chess::PawnStep Step, Color>
    void promotions(Bitboard targets) {
        for (const Square to : targets) {
            const Square from = chess::square_at(chess::index(to) - step_of(Step, Us));
            step(from, to);  // to a queen
            const int file = index(file_of(to)) - index(file_of(from)) + 1;
            const int first = from_part(seen(from, Us)) + queen_planes + knight_planes + 3 * file;
            for (int i = 0; i < 3; ++i) *next++ = static_cast<Action>(first + i);
        }
    }
    void en_passant(Square from, Square to) {
        takes_en_passant = true;
        step(from, to);
    }
    void castling(Square king, Square rook) {
        step(king, king_takes_rook ? rook : castled_king(Us, chess::wing_of(king, rook)));
    }
};

/// The eighth rank as that side counts comes first.
std::uint8_t* put(Bitboard squares, std::uint8_t* plane, Color side) {
    const std::uint64_t bits =
        side == Color::white ? __builtin_bswap64(squares.bits()) : squares.bits();
    for (std::size_t row = 0; row < 8; ++row) {
        const std::uint64_t bytes = spread[bits >> 8 * row & 0xff];
        std::memcpy(plane + 8 * row, &bytes, 8);
    }
    return plane + 64;
}

std::uint8_t* fill(std::uint8_t* plane, std::uint32_t value) {
    std::memset(plane, static_cast<int>(std::min<std::uint32_t>(value, 255)), 64);
    return plane + 64;
}

constexpr std::size_t boards_seen = 8;
/// As many as are kept before the older ones are forgotten.
constexpr std::size_t boards_kept = 4 * boards_seen;

/// Cheap, so that few boards need to be compared.
std::uint64_t key_of(const Board& board) {
    std::uint64_t key = board.castling_rooks.bits() ^ board.en_passant.bits();
    const auto add = [&](Bitboard squares, std::uint64_t factor) {
        key += squares.bits() * factor;
    };
    add(board.of(Color::white), 0x9e3779b97f4a7c15);
    add(board.of(PieceType::knight), 0xbf58476d1ce4e5b9);
    add(board.of(PieceType::bishop), 0x94d049bb133111eb);
    add(board.of(PieceType::rook), 0xd6e8feb86659fd93);
    add(board.of(PieceType::queen), 0xa0761d6478bd642f);
    add(board.of(PieceType::king), 0xe7037ed1a0b428db);
    return key;
}

constexpr std::array piece_order{PieceType::pawn, PieceType::knight, PieceType::bishop,
                                 PieceType::rook, PieceType::queen,  PieceType::king};

}  // namespace

Reading<ChessEnv::Rules> ChessEnv::rules(const Options& options) {
    Reading<Rules> reading{Rules{}, {}};
    for (const auto& [name, value] : options) {
        if (name == "planes" && (value == "19" || value == "119")) {
            reading->planes = value == "19" ? 19 : 119;
        } else if (name == "claims" && (value == "on" || value == "off")) {
            reading->claims = value == "on";
        } else if (name == "dead" && (value == "material" || value == "proof")) {
            reading->proves_dead = value == "proof";
        } else {
            return unknown_setting<Rules>(
                name, value, "planes (19, 119), claims (on, off), dead (material, proof)");
        }
    }
    return reading;
}

Reading<ChessEnv::Start> ChessEnv::start(std::string_view text, const Rules&) {
    return read_start<chess::Game, Start>(text,
                                          [](const chess::Game& game) { return game.position(); });
}

void ChessEnv::restart(const Start* start, Random&) {
    static const Start standard = Start::start();
    const Start& chosen = start == nullptr ? standard : *start;
    boards_.clear();
    keys_.clear();
    occurrences_.clear();
    halfmove_clock_ = chosen.halfmove_clock();
    fullmove_number_ = chosen.fullmove_number();
    king_takes_rook_ = variant_of(chosen.board()) == chess::Variant::chess960;
    arrive(chosen.board());
}

Move ChessEnv::move_of(Action action) const {
    const Color us = turn();
    const int part = action / planes_per_square;
    const int plane = action % planes_per_square;
    const int file = part >> 3;
    const int rank = part & 7;
    const auto at = [&](int f, int r) {
        return chess::square_at((us == Color::white ? r : 7 - r) * 8 + f);
    };
    const Square from = at(file, rank);
    std::optional<PieceType> promotion;
    Square to = from;
    if (plane < queen_planes + knight_planes) {
        const auto [files, ranks] = plane_steps[static_cast<std::size_t>(plane)];
        to = at(file + files, rank + ranks);
        if (rank + ranks == 7 && board().of(PieceType::pawn).contains(from))
            promotion = PieceType::queen;
    } else {
        const int under = plane - queen_planes - knight_planes;
        to = at(file + under / 3 - 1, 7);
        promotion = under_promotions[static_cast<std::size_t>(under % 3)];
    }
    return interpret(board(), {from, to, promotion});
}

void ChessEnv::act(Action action, Random&) {
    const Board& before = board();
    const Move move = move_of(action);
    const bool castling = move.kind() == Move::Kind::castling;
    const bool irreversible = before.of(PieceType::pawn).contains(move.from()) ||
                              (!castling && before.occupied().contains(move.to()));
    halfmove_clock_ = irreversible ? 0 : halfmove_clock_ + 1;
    if (before.turn == Color::black) ++fullmove_number_;
    const Board next = before.after(move);
    if (irreversible && boards_.size() >= boards_kept) forget();
    arrive(next);
}

void ChessEnv::forget() {
    const auto rest = [](auto& list) { list.erase(list.begin(), list.end() - boards_seen); };
    rest(boards_);
    rest(keys_);
    rest(occurrences_);
}

void ChessEnv::arrive(Board next) {
    const auto list = [&]<Color Us>() {
        ActionLister<Us> lister{actions_.data(), king_takes_rook_};
        chess::visit_moves<Us>(next, lister);
        count_ = static_cast<std::size_t>(lister.next - actions_.data());
        if (!lister.takes_en_passant) next.en_passant = {};
    };
    next.turn == Color::white ? list.template operator()<Color::white>()
                              : list.template operator()<Color::black>();
    boards_.push_back(next);
    keys_.push_back(key_of(next));
    occurrences_.push_back(occurrences());
    rewards_ = judge();
    if (rewards_) count_ = 0;
}

/// Nothing before a capture or a pawn's move can be the same, and nothing less than four moves ago.
std::uint8_t ChessEnv::occurrences() const {
    const std::size_t last = boards_.size() - 1;
    const std::size_t reach = std::min<std::size_t>(last, halfmove_clock_);
    for (std::size_t ago = 4; ago <= reach; ago += 2) {
        if (keys_[last - ago] == keys_[last] && boards_[last - ago] == boards_[last])
            return static_cast<std::uint8_t>(occurrences_[last - ago] + 1);
    }
    return 1;
}

std::optional<Rewards> ChessEnv::judge() const {
    if (count_ == 0) {
        return board().checkers().any() ? win_for(opponent(turn())) : Rewards{};
    }
    const std::uint32_t moves_max = rules_.claims ? 100 : 150;
    const int occurrences_max = rules_.claims ? 3 : 5;
    const Board* before = boards_.size() > 1 ? &boards_[boards_.size() - 2] : nullptr;
    const bool dead =
        rules_.proves_dead ? is_dead(board(), before) : both_lack_mating_material(board());
    const bool drawn =
        dead || halfmove_clock_ >= moves_max || occurrences_.back() >= occurrences_max;
    return drawn ? std::optional(Rewards{}) : std::nullopt;
}

void ChessEnv::observe_board(std::size_t ago, std::uint8_t* planes, Color side) const {
    const Board& then = boards_[boards_.size() - 1 - ago];
    for (const Color color : {side, opponent(side)}) {
        for (const PieceType type : piece_order) planes = put(then.of(color, type), planes, side);
    }
}

void ChessEnv::observe(std::uint8_t* planes, Color side) const {
    std::uint8_t* next = planes;
    const auto put_castling = [&] {
        for (const Color color : {side, opponent(side)}) {
            for (const chess::Wing wing : {chess::Wing::kingside, chess::Wing::queenside})
                next = fill(next, board().castling_rook(color, wing) ? 1 : 0);
        }
    };
    if (rules_.planes == 19) {
        observe_board(0, next, side);
        next += 12 * 64;
        put_castling();
        next = put(board().en_passant, next, side);
        next = fill(next, halfmove_clock_);
        fill(next, occurrences_.back() - 1U);
        return;
    }
    constexpr std::size_t planes_each = 14;
    const std::size_t known = std::min(boards_seen, boards_.size());
    for (std::size_t ago = 0; ago < known; ++ago, next += planes_each * 64) {
        observe_board(ago, next, side);
        const std::uint8_t times = occurrences_[boards_.size() - 1 - ago];
        fill(fill(next + 12 * 64, times >= 2), times >= 3);
    }
    std::memset(next, 0, (boards_seen - known) * planes_each * 64);
    next = planes + boards_seen * planes_each * 64;
    next = fill(next, side == Color::black ? 1 : 0);
    next = fill(next, fullmove_number_);
    put_castling();
    fill(next, halfmove_clock_);
}

std::string ChessEnv::state() const {
    const chess::Setup setup{board(), halfmove_clock_, fullmove_number_};
    const auto nowhere = [](chess::Part, std::optional<Square>) { return Place{}; };
    return write_fen(*chess::Position::from(setup, nowhere));
}

std::string ChessEnv::name(Action action) const {
    return write_uci(move_of(action),
                     king_takes_rook_ ? chess::Variant::chess960 : chess::Variant::standard);
}

Action ChessEnv::bot_action(BotCall call) const {
    const AnyGame after = asked(state(), call);
    const auto move = after.as<chess::Game>()->last_move();
    for (const Action action : legal()) {
        if (move == move_of(action)) return action;
    }
    return legal().front();
}

}  // namespace arbiter::batch
