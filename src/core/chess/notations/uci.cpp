#include "core/chess/notations/uci.hpp"

#include "core/chess/notations/scanner.hpp"

namespace arbiter::chess {

namespace {

/// Files in upper case as well, but both alike: "B3C4" is b3c4, "B3c4" is a bishop's move in SAN.
struct UciSquare {
    Square square;
    bool upper_case;
};

std::optional<UciSquare> take_square(Scanner& scanner) {
    const std::string_view text = scanner.rest().substr(0, 2);
    if (text.size() < 2) return std::nullopt;
    const bool upper_case = text[0] >= 'A' && text[0] <= 'H';
    const auto file = file_named(upper_case ? static_cast<char>(text[0] - 'A' + 'a') : text[0]);
    const auto rank = rank_named(text[1]);
    if (!file || !rank) return std::nullopt;
    scanner.take(text);
    return UciSquare{square_at(*file, *rank), upper_case};
}

std::optional<PieceType> promotion_named(char letter) {
    for (const PieceType type : promotion_types) {
        if (letter == chess::letter(Piece{Color::white, type}) ||
            letter == chess::letter(Piece{Color::black, type})) {
            return type;
        }
    }
    return std::nullopt;
}

/// Where a move is said to end: castling is the king's way, or its way onto the rook.
Square destination(Move move, Variant variant) {
    if (move.kind() != Move::Kind::castling || variant == Variant::chess960) return move.to();
    const Color color = rank_of(move.from()) == Rank::r1 ? Color::white : Color::black;
    return castled_king(color, wing_of(move.from(), move.to()));
}

}  // namespace

std::string write_uci(Move move, Variant variant) {
    std::string text = to_string(move.from()) + to_string(destination(move, variant));
    if (const auto type = move.promotion()) text += letter(Piece{Color::black, *type});
    return text;
}

std::optional<WrittenMove> read_uci(std::string_view text) {
    Scanner scanner(text);
    const auto from = take_square(scanner);
    scanner.take_any_of("-x");
    const auto to = take_square(scanner);
    if (!from || !to || from->upper_case != to->upper_case) return std::nullopt;
    WrittenMove request{from->square, to->square, std::nullopt};
    if (scanner.done()) return request;
    scanner.take('=');
    request.promotion = promotion_named(scanner.peek());
    if (!request.promotion || scanner.rest().size() != 1) return std::nullopt;
    return request;
}

}  // namespace arbiter::chess
