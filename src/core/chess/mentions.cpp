#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/chess/game.hpp"
#include "core/chess/notations/san_text.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/contract/mention.hpp"

namespace arbiter::chess {

namespace {

constexpr std::string_view capture_words = " takes take taking captures capture capturing x ";
constexpr std::string_view push_words = " push pushes pushing advance advances advancing ";
constexpr std::string_view castling_words = " castle castles castling castled ";
constexpr std::string_view kingsides = " kingside king-side short king's king ";
constexpr std::string_view queensides = " queenside queen-side long queen's queen ";
/// What stands before or behind a square that nobody moves to.
constexpr std::string_view squares_before =
    " on of at from toward towards against around near over to into onto in via through behind "
    "square squares control controls controlling attack attacks attacking attacked defend defends "
    "defending protect protects protecting cover covers covering pressure pressures pressuring "
    "target targets targeting eye eyes eyeing weaken weakens weakening occupy occupying guard "
    "guards guarding support supports supporting hit hits hitting weak strong ";
constexpr std::string_view squares_behind =
    " square squares pawn pawns knight bishop rook queen king outpost file weakness point ";

std::optional<PieceType> piece_word(std::string_view word) {
    constexpr std::array<std::string_view, 6> names{" pawn ", " knight ", " bishop ",
                                                    " rook ", " queen ",  " king "};
    const auto found =
        std::ranges::find_if(names, [&](std::string_view name) { return is_among(word, name); });
    if (found == names.end()) return std::nullopt;
    return static_cast<PieceType>(found - names.begin());
}

/// Figurines as letters. Each keeps its length, so that places stay the same.
std::string with_letters(std::string_view text) {
    constexpr std::array<std::string_view, 2> selectors{"\uFE0E", "\uFE0F"};
    std::string result;
    while (!text.empty()) {
        std::size_t size = 0;
        char symbol = 0;
        for (const Color color : both_colors) {
            for (const char name : std::string_view("PNBRQK")) {
                const PieceType type = *piece_type_named(name);
                const std::string_view shown = figurine({color, type});
                if (!text.starts_with(shown)) continue;
                size = shown.size();
                symbol = name;
            }
        }
        if (size == 0) {
            result += text.front();
            text.remove_prefix(1);
            continue;
        }
        for (const std::string_view selector : selectors) {
            if (text.substr(size).starts_with(selector)) size += selector.size();
        }
        const bool is_promotion = result.ends_with('=');
        if (is_promotion) result += symbol;
        result.append(size - 1, ' ');
        if (!is_promotion) result += symbol;
        text.remove_prefix(size);
    }
    return result;
}

/// Finds moves in the words of a text.
class Finder {
public:
    Finder(const chess::Game& game, std::string_view prose)
        : game_(game), text_(with_letters(prose)), words_(prose_words(text_)) {}

    std::vector<Mention> run() {
        for (at_ = 0; at_ < words_.size(); ++at_) {
            if (!take_castling()) take_notated();
        }
        return std::move(found_);
    }

private:
    using Words = std::vector<ProseWord>;

    std::string_view word(std::size_t i) const {
        return i < words_.size() ? words_[i].text : std::string_view();
    }
    /// Whether two words stand in one clause.
    bool is_joined(std::size_t first, std::size_t last) const {
        if (first >= last) return true;
        const auto begin = words_[first].end();
        return text_.substr(begin, words_[last].begin - begin).find_first_of(".;!?()\n") ==
               text_.npos;
    }
    void add(std::size_t first, std::size_t last, std::string move) {
        found_.push_back({words_[first].begin, words_[last].end(), std::move(move)});
    }

    /// "castle kingside", "short castling". Which side it is must be said.
    bool take_castling() {
        if (!is_among(word(at_), castling_words)) return false;
        const auto is_side = [&](std::size_t i, std::string_view sides) {
            if (!is_among(word(i), sides)) return false;
            const bool is_piece = is_among(word(i), " king king's queen queen's ");
            return !is_piece || is_among(word(i + 1), " side side's ");
        };
        const std::size_t first = at_ > 0 && is_joined(at_ - 1, at_) ? at_ - 1 : at_;
        for (std::size_t i = first; i < words_.size() && i <= at_ + 3 && is_joined(first, i); ++i) {
            const bool is_short = is_side(i, kingsides);
            if (!is_short && !is_side(i, queensides)) continue;
            const std::size_t last = std::max(i, at_);
            add(std::min(i, at_), last, is_short ? "O-O" : "O-O-O");
            at_ = last;
            return true;
        }
        return false;
    }

    bool is_legal(const std::string& move) const {
        const auto event = game_.read_event(move, std::nullopt);
        return event && game_.check(*event);
    }
    static bool is_move(std::string_view text) {
        return read_uci(text) || read_san_text(text).has_value();
    }

    /// A word as a move, also in capitals ("BA4", "E2E4"); empty if it is another word.
    std::string notated(std::string_view written) const {
        const bool is_circle = std::string_view("Oo0").contains(written.front());
        if (!is_circle && written.find_first_of("12345678") == written.npos) return {};
        std::string move(written);
        std::ranges::replace(move, '>', '-');
        if (is_move(move)) return move;
        std::string low = move;
        std::ranges::transform(low, low.begin(), lower);
        std::string piece = low;
        piece[0] = upper(piece[0]);
        const bool is_low = is_move(low);
        const bool is_piece = is_move(piece);
        // Only a b is a piece or a file.
        if (low[0] == 'b' && is_low && is_piece && is_legal(low) && is_legal(piece)) return {};
        if (is_piece && (!is_low || is_legal(piece))) return piece;
        return is_low ? low : std::string();
    }

    /// The longest beginning that is a move: "Ba4" in "Ba4-the"; then what is left.
    void take_notated() {
        const auto [whole, begin] = words_[at_];
        for (std::size_t from = 0; from < whole.size();) {
            std::size_t end = whole.size();
            std::string move;
            while (end > from && (move = notated(whole.substr(from, end - from))).empty()) {
                end = whole.substr(0, end).find_last_of("-/>'*=+#");
                if (end == whole.npos) break;
            }
            if (end == whole.npos || end <= from) {
                from = std::min(whole.find_first_of("/>", from), whole.size()) + 1;
                continue;
            }
            const bool is_square = square_named(move).has_value();
            if (is_square && from == 0 && end == whole.size()) return take_square(move);
            found_.push_back({begin + from, begin + end, std::move(move)});
            from = end + 1;
        }
    }

    /// A square by itself is a pawn's move, unless words around it say something else.
    void take_square(const std::string& square) {
        // "N(e5)-f3", "B a4"
        const std::size_t begin = words_[at_].begin;
        const bool is_part = begin > 0 && std::string_view(")-]").contains(text_[begin - 1]);
        const bool has_letter = at_ > 0 && is_joined(at_ - 1, at_) && word(at_ - 1).size() == 1 &&
                                std::string_view("KQRBN").contains(word(at_ - 1)[0]);
        if (is_part || has_letter) return;
        if (is_among(word(at_ + 1), " to takes captures ") && square_named(word(at_ + 2))) return;
        if (take_way(square) || take_capture(square)) return;
        if (at_ > 0 && is_joined(at_ - 1, at_)) {
            if (const auto piece = piece_word(word(at_ - 1))) {
                return add(at_ - 1, at_, spelled_out(*piece, {}, square));
            }
            if (is_among(word(at_ - 1), squares_before)) return;
            // "on d4 and e5"
            const bool goes_on = is_among(word(at_ - 1), " and or ") && at_ > 2 &&
                                 square_named(word(at_ - 2)) &&
                                 is_among(word(at_ - 3), squares_before);
            if (goes_on) return;
        }
        if (is_among(word(at_ + 1), squares_behind) && is_joined(at_, at_ + 1)) return;
        add(at_, at_, square);
    }

    static std::string spelled_out(PieceType piece, const std::string& from,
                                   const std::string& to) {
        if (piece == PieceType::pawn) return from + to;
        return letter(piece) + from + to;
    }

    /// "bishop to a4", "the knight on f3 goes to e5", "from e2 to e4".
    bool take_way(const std::string& square) {
        constexpr std::size_t far = 8;
        if (at_ < 2 || !is_among(word(at_ - 1), " to into onto ")) return false;
        std::string from;
        for (std::size_t i = at_ - 1; i-- > 0 && at_ - i <= far && is_joined(i, at_);) {
            if (square_named(word(i)) && from.empty()) {
                from = word(i);
                if (i > 0 && piece_word(word(i - 1))) continue;
                if (i > 1 && is_among(word(i - 1), " on from at ")) continue;
                return add(i, at_, from + square), true;
            }
            if (const auto piece = piece_word(word(i))) {
                return add(i, at_, spelled_out(*piece, from, square)), true;
            }
            if (is_among(word(i), push_words)) return add(i, at_, from + square), true;
        }
        if (from.empty()) return false;
        return add(at_ - 2, at_, from + square), true;
    }

    /// "bishop takes c6", "bishop captures the knight on c6", "take on c6 with the bishop".
    bool take_capture(const std::string& square) {
        constexpr std::size_t far = 6;
        for (std::size_t i = at_; i-- > 0 && at_ - i <= far && is_joined(i, at_);) {
            if (!is_among(word(i), capture_words)) continue;
            if (i > 0 && square_named(word(i - 1)) && is_joined(i - 1, i)) {
                return add(i - 1, at_, std::string(word(i - 1)) + square), true;
            }
            for (std::size_t k = i; k-- > 0 && i - k <= 3 && is_joined(k, i);) {
                const std::string_view pawn = word(k);
                if (pawn.size() == 6 && file_named(pawn[0]) && pawn.ends_with("-pawn")) {
                    return add(k, at_, std::string(pawn.substr(0, 1)) + "x" + square), true;
                }
                const auto piece = piece_word(pawn);
                if (!piece) continue;
                return add(k, at_, capture(*piece, k, square)), true;
            }
            for (std::size_t k = at_ + 2; k < words_.size() && k <= at_ + 4; ++k) {
                const auto piece = piece_word(word(k));
                if (!piece || !is_among(word(at_ + 1), " with using by ") || !is_joined(at_, k)) {
                    continue;
                }
                add(i, k, capture(*piece, k, square));
                at_ = k;
                return true;
            }
            return true;  // what captures is not said
        }
        return false;
    }
    std::string capture(PieceType piece, std::size_t at, const std::string& square) const {
        if (piece != PieceType::pawn) return letter(piece) + ("x" + square);
        const std::string_view before = at > 0 ? word(at - 1) : std::string_view();
        const bool has_file = before.size() == 1 && file_named(before[0]);
        return (has_file ? std::string(before) : std::string()) + "x" + square;
    }

    const chess::Game& game_;
    std::string text_;
    Words words_;
    std::size_t at_ = 0;
    std::vector<Mention> found_;
};

}  // namespace

std::vector<Mention> Game::mentions(std::string_view prose) const {
    return Finder(*this, prose).run();
}

}  // namespace arbiter::chess
