#include "core/go/notations/move_text.hpp"

#include "core/go/notations/gtp.hpp"
#include "core/go/notations/sgf_point.hpp"
#include "core/go/notations/sgn.hpp"
#include "core/go/notations/vertex.hpp"

namespace arbiter::go {

std::optional<MoveText> read_move_text(std::string_view text, Size size) {
    if (text.find(' ') != text.npos) return read_gtp_move(text);
    if (auto move = read_vertex(text)) return move;
    if (const auto move = read_sgn_move(text)) {
        if (const auto* play = std::get_if<Play>(&*move)) return MoveText{play->by, play->point};
        if (const auto* pass = std::get_if<Pass>(&*move)) return MoveText{pass->by, std::nullopt};
        return std::nullopt;
    }
    if (const auto move = read_sgf_move(text, size)) return MoveText{move->by, move->point};
    return std::nullopt;
}

}  // namespace arbiter::go
