#include "core/backgammon/formats.hpp"

#include <array>

#include "core/contract/record.hpp"

namespace arbiter::backgammon {

namespace {

const std::array format_table{
    Format<Game>{
        {"gitgammon", "the state.json of a table in git", Extent::position, gitgammon_cannot_carry},
        gitgammon_likeness,
        read_gitgammon,
        write_gitgammon},
    Format<Game>{
        {"xgid", "eXtreme Gammon's position: XGID=...", Extent::position, xgid_cannot_carry},
        likeness_by<looks_like_xgid, resembles_xgid>,
        read_xgid,
        write_xgid},
    Format<Game>{{"gnubg-id", "GNU Backgammon's Position ID and Match ID", Extent::position,
                  gnubg_id_cannot_carry},
                 likeness_by<looks_like_gnubg_id, resembles_gnubg_id>,
                 read_gnubg_id,
                 write_gnubg_id},
    Format<Game>{{"position-id", "GNU Backgammon's Position ID alone", Extent::position,
                  position_id_cannot_carry},
                 likeness_by<looks_like_position_id, resembles_position_id>,
                 read_position_id,
                 write_position_id},
    Format<Game>{{"mat", "a match as Jellyfish and GNU Backgammon exchange it", Extent::game,
                  mat_cannot_carry, "", Keeps::line},
                 likeness_by<looks_like_mat, resembles_mat>,
                 read_mat,
                 write_game<Game, write_mat>,
                 stream_mat,
                 write_mat},
    Format<Game>{{"sgf", "a match as GNU Backgammon saves it, GM[6]", Extent::game,
                  sgf_cannot_carry, "", Keeps::tree},
                 sgf_likeness,
                 read_main_line<Game, stream_sgf>,
                 write_game<Game, write_sgf>,
                 stream_sgf,
                 write_sgf},
    record_format<Game>(),
};

}  // namespace

std::span<const Format<Game>> Game::formats() { return format_table; }

}  // namespace arbiter::backgammon
