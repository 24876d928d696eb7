#include "core/chess/picture/text.hpp"

#include <string_view>

#include "core/chess/game.hpp"
#include "core/chess/picture/describe.hpp"

namespace arbiter::chess {

namespace {

struct Glyphs {
    std::string_view top;
    std::string_view side;
    std::string_view bottom;
    std::string_view empty;
};
constexpr Glyphs ascii_glyphs{"+-----------------+", "|", "+-----------------+", "."};
constexpr Glyphs unicode_glyphs{"┌─────────────────┐", "│", "└─────────────────┘", "·"};

void append_piece(std::string& out, Piece piece, TextStyle style) {
    if (style == TextStyle::ascii)
        out += letter(piece);
    else
        out += figurine(piece);
}

}  // namespace

std::string text_board(const Board& board, const RenderOptions& options) {
    const Glyphs& glyphs = options.text_style == TextStyle::ascii ? ascii_glyphs : unicode_glyphs;
    const bool white_below = options.bottom == Color::white;
    const std::string_view indent = options.coordinates ? "  " : "";
    std::string out;
    out.append(indent).append(glyphs.top).append("\n");
    for (int i = 0; i < 8; ++i) {
        const auto rank = static_cast<Rank>(white_below ? 7 - i : i);
        if (options.coordinates) out.append({digit(rank), ' '});
        out += glyphs.side;
        for (int k = 0; k < 8; ++k) {
            out += ' ';
            const auto file = static_cast<File>(white_below ? k : 7 - k);
            if (const auto piece = board.at(square_at(file, rank)))
                append_piece(out, *piece, options.text_style);
            else
                out += glyphs.empty;
        }
        out.append(" ").append(glyphs.side).append("\n");
    }
    out.append(indent).append(glyphs.bottom).append("\n");
    if (options.coordinates) {
        out += white_below ? "    a b c d e f g h\n" : "    h g f e d c b a\n";
    }
    return out;
}

std::string Game::text(const RenderOptions& options) const {
    const std::string status = outcome_ ? sentence(*outcome_) : to_move(board());
    return text_board(board(), options) + status + "\n";
}

}  // namespace arbiter::chess
