#include "core/go/notations/vertex.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/go/formats/sgf_text.hpp"

namespace arbiter::go {

namespace {

bool same_word(std::string_view text, std::string_view word) {
    return std::ranges::equal(text, word, {}, lower);
}

std::optional<Color> color_letter(char letter) {
    if (lower(letter) == 'b') return Color::black;
    if (lower(letter) == 'w') return Color::white;
    return std::nullopt;
}

/// "D4" or "pass", without a colour.
std::optional<MoveText> read_vertex(std::string_view word) {
    if (same_word(word, "pass")) return MoveText{};
    if (const auto point = point_named(word)) return MoveText{std::nullopt, point};
    return std::nullopt;
}

/// "D4b", "passw".
std::optional<MoveText> read_sgn_word(std::string_view word) {
    if (word.size() < 3) return std::nullopt;
    const auto color = color_letter(word.back());
    auto move = read_vertex(word.substr(0, word.size() - 1));
    if (!color || !move) return std::nullopt;
    move->by = color;
    return move;
}

/// "B[dd]", "W[]", also after the semicolon of a node.
std::optional<MoveText> read_sgf_move(std::string_view text, Size size) {
    if (text.starts_with(';')) text.remove_prefix(1);
    if (text.size() < 3 || text[1] != '[' || text.back() != ']') return std::nullopt;
    const auto color = color_letter(text[0]);
    const auto target = sgf_target(text.substr(2, text.size() - 3), size);
    if (!color || !target) return std::nullopt;
    return MoveText{color, target->point};
}

}  // namespace

std::optional<Color> color_word(std::string_view word) {
    if (word.size() == 1) return color_letter(word[0]);
    if (same_word(word, "black")) return Color::black;
    if (same_word(word, "white")) return Color::white;
    return std::nullopt;
}

std::optional<MoveText> read_move_text(std::string_view text, Size size) {
    if (const auto blank = text.find(' '); blank != text.npos) {
        const auto color = color_word(text.substr(0, blank));
        auto move =
            read_vertex(text.substr(std::min(text.find_first_not_of(' ', blank), text.size())));
        if (!color || !move) return std::nullopt;
        move->by = color;
        return move;
    }
    if (auto move = read_vertex(text)) return move;
    if (auto move = read_sgn_word(text)) return move;
    return read_sgf_move(text, size);
}

}  // namespace arbiter::go
