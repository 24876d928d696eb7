#include "core/go/formats/sgf.hpp"

#include <algorithm>

#include "core/base/sgf_text.hpp"
#include "core/base/utf8.hpp"
#include "core/go/formats/sgf_reader.hpp"

namespace arbiter::go {

/// Either the text begins with a game, or a line near its beginning does, as in an e-mail: then FF or
/// GM must follow.
bool looks_like_sgf(std::string_view text) {
    constexpr std::size_t head_size_max = 4096;
    text = sgf_trimmed(without_byte_order_mark(text));
    if (text.starts_with('(')) {
        const auto next = std::ranges::find_if_not(text.substr(1), is_sgf_blank);
        return next != text.end() && *next == ';';
    }
    const auto head = text.substr(0, head_size_max);
    return head.find("\n(;FF[") != head.npos || head.find("\n(;GM[") != head.npos;
}

Likeness sgf_likeness(const Glance& glance) {
    const bool is_go = sgf_game_number(glance.text).value_or(1) == 1;
    if (is_go && looks_like_sgf(glance.text)) return Likeness::certain;
    const bool resembles = glance.members.empty() && has_sgf_game(glance.text);
    return resembles ? Likeness::faint : Likeness::none;
}

std::unique_ptr<Stream<Document<Game>>> stream_sgf(const Options& options) {
    return std::make_unique<SgfReader>(options);
}

}  // namespace arbiter::go
