#include "core/chess/formats.hpp"

#include <array>

#include "core/contract/record.hpp"

namespace arbiter::chess {

namespace {

constexpr std::string_view position_only =
    "the moves, the earlier positions, draw offers and the tags";

const std::array format_table{
    Format<Game>{{"chess-squares", "JSON for an agent: square by square, with earlier positions",
                  Extent::position,
                  "the moves, draw offers, the tags, an end by resignation or agreement", "json"},
                 squares_likeness,
                 read_squares,
                 [](const Game& game) { return write_squares(game); }},
    Format<Game>{
        {"fen", "Forsyth-Edwards notation; file letters only where KQkq would be ambiguous",
         Extent::position, position_only},
        likeness_by<looks_like_fen, resembles_fen>,
        read_fen_game,
        write_fen_game<FenDialect::standard>},
    Format<Game>{{"x-fen", "FEN with an en passant square only where a pawn stands to take",
                  Extent::position, position_only},
                 left_to_another,
                 read_fen_game,
                 write_fen_game<FenDialect::x_fen>},
    Format<Game>{{"shredder-fen", "FEN with the files of the castling rooks", Extent::position,
                  position_only},
                 left_to_another,
                 read_fen_game,
                 write_fen_game<FenDialect::shredder>},
    Format<Game>{
        {"epd", "FEN's first four fields with operations", Extent::position, position_only},
        likeness_by<looks_like_epd>,
        read_epd_game,
        write_epd_game},
    Format<Game>{{"uci", "the command that sets up an engine: position startpos moves ...",
                  Extent::game, "draw offers, the tags, an end by resignation or agreement", "uci"},
                 likeness_by<looks_like_uci, resembles_uci>,
                 read_uci_game,
                 write_uci_game},
    Format<Game>{{"pgn", "portable game notation", Extent::game,
                  "draw offers, positions before the start", "", Keeps::tree},
                 likeness_by<looks_like_pgn, resembles_pgn>,
                 read_main_line<Game, stream_pgn>,
                 write_pgn_of,
                 stream_pgn,
                 write_pgn},
    record_format<Game>(),
};

}  // namespace

std::span<const Format<Game>> Game::formats() { return format_table; }

}  // namespace arbiter::chess
