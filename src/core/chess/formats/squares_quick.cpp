#include "core/chess/formats/squares_quick.hpp"

#include <algorithm>
#include <bit>

#include "core/base/quick_json.hpp"
#include "core/chess/start.hpp"

namespace arbiter::chess {

namespace {

/// Of each character, the piece that it stands for.
constexpr auto piece_of_letter = [] {
    std::array<std::optional<Piece>, 256> named;
    for (std::size_t code = 0; code < named.size(); ++code) {
        named[code] = piece_named(static_cast<char>(code));
    }
    return named;
}();

class QuickSquares {
public:
    explicit QuickSquares(std::string_view text) : json_(text) {}

    std::optional<SquaresState> read() {
        json_.object([&](std::string_view key) { read_member(key); });
        const bool whole = json_.finished() && seen_ == (1U << squares_keys.size()) - 1;
        if (!whole || !grant_rights() || !read_earlier()) return std::nullopt;
        return std::move(state_);
    }

private:
    QuickJson json_;
    unsigned seen_ = 0;                            // a bit for each of `squares_keys`
    std::array<std::array<bool, 2>, 2> rights_{};  // of each colour on each wing
    std::vector<std::string_view> earlier_;
    SquaresState state_;

    void read_member(std::string_view key) {
        // Programs write them in this order.
        const auto expected = squares_keys.begin() + std::countr_one(seen_);
        const bool is_expected = expected != squares_keys.end() && key == *expected;
        const auto found = is_expected ? expected : std::ranges::find(squares_keys, key);
        const auto place = found - squares_keys.begin();
        if (!is_first(seen_, place)) return json_.give_up();
        switch (place) {
            case 0: return read_board();
            case 1: return take(color_named(json_.string()), state_.setup.board.turn);
            case 2: return read_castling();
            case 3: return read_en_passant();
            case 4: return read_counter(state_.setup.halfmove_clock, 0);
            case 5: return read_counter(state_.setup.fullmove_number, 1);
            case 6: return json_.array([&] { earlier_.push_back(json_.string()); });
            default: return json_.give_up();
        }
    }

    /// Notes that a key has been seen; false if it has been before.
    static bool is_first(unsigned& seen, std::ptrdiff_t key) {
        const unsigned before = seen;
        seen |= 1U << key;
        return seen != before;
    }

    template <class T, class Target>
    void take(const std::optional<T>& value, Target& target) {
        value ? void(target = *value) : json_.give_up();
    }

    void read_board() {
        Board& board = state_.setup.board;
        int count = 0;
        json_.strings([&](std::string_view name, std::string_view symbol) {
            const auto square = square_named(name);
            const auto piece =
                symbol.size() == 1 ? piece_of_letter[byte_of(symbol.front())] : std::nullopt;
            if (!square || !piece) return json_.give_up();
            board.add(*square, *piece);
            ++count;
        });
        if (board.occupied().count() != count) json_.give_up();
    }

    void read_castling() {
        unsigned colors = 0;
        json_.object([&](std::string_view name) {
            const auto color = color_named(name);
            if (!color || !is_first(colors, static_cast<int>(*color))) return json_.give_up();
            read_rights(rights_[static_cast<std::size_t>(*color)]);
        });
        if (colors != 3) json_.give_up();
    }

    void read_rights(std::array<bool, 2>& rights) {
        unsigned wings = 0;
        json_.object([&](std::string_view name) {
            const auto wing = std::ranges::find(wing_keys, name) - wing_keys.begin();
            if (wing == 2 || !is_first(wings, wing)) return json_.give_up();
            rights[static_cast<std::size_t>(wing)] = json_.boolean();
        });
        if (wings != 3) json_.give_up();
    }

    void read_en_passant() {
        if (!json_.take_null()) take(square_named(json_.string()), state_.setup.board.en_passant);
    }

    void read_counter(std::uint32_t& counter, std::int64_t min) {
        const std::int64_t number = json_.integer();
        if (number < min || number > Position::counter_max) return json_.give_up();
        counter = static_cast<std::uint32_t>(number);
    }

    bool grant_rights() {
        Board& board = state_.setup.board;
        for (const Color color : both_colors) {
            for (const Wing wing : both_wings) {
                if (!rights_[static_cast<std::size_t>(color)][static_cast<std::size_t>(wing)])
                    continue;
                const auto rook = outermost_rook(board, color, wing);
                if (!rook) return false;
                board.castling_rooks |= *rook;
            }
        }
        return true;
    }

    bool read_earlier() {
        const Board& present = state_.setup.board;
        if (earlier_.size() > history_max) return false;
        state_.history.reserve(earlier_.size());
        for (const std::string_view fen : earlier_) {
            const Reading<Board> board = read_earlier_board(fen, present);
            if (!board || !board.faults.empty()) return false;
            state_.history.push_back(*board);
        }
        return leave_out_repeated_moments(state_.history, present);
    }
};

}  // namespace

std::optional<Square> outermost_rook(const Board& board, Color color, Wing wing) {
    const Bitboard back_rank = board_of(relative(Rank::r1, color));
    const Bitboard kings = board.of(color, PieceType::king);
    const Bitboard rooks = board.of(color, PieceType::rook) & back_rank;
    if (!kings.single() || !kings.intersects(back_rank) || rooks.empty()) return std::nullopt;
    const Square outermost = wing == Wing::kingside ? rooks.last() : rooks.first();
    if (wing_of(kings.first(), outermost) != wing) return std::nullopt;
    return outermost;
}

std::optional<SquaresState> read_squares_quickly(std::string_view text) {
    return QuickSquares(text).read();
}

}  // namespace arbiter::chess
