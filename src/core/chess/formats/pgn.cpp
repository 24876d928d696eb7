#include "core/chess/formats/pgn.hpp"

#include "core/base/text.hpp"
#include "core/base/utf8.hpp"
#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/formats/pgn_text.hpp"
#include "core/chess/notations/san_text.hpp"

namespace arbiter::chess {

bool looks_like_pgn(std::string_view text) {
    const auto word = first_word(without_byte_order_mark(text));
    return word.starts_with("[") || word.starts_with("1.") || word.starts_with("%");
}

bool resembles_pgn(std::string_view text) {
    return read_san_text(first_word(text)) || text.contains("\n1.") || text.contains("\n[Event ") ||
           text.contains("\n[White ");
}

std::unique_ptr<Stream<Document<Game>>> stream_pgn(const Options&) {
    return std::make_unique<PgnReader>();
}

}  // namespace arbiter::chess
