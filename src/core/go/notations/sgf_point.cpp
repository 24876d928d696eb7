#include "core/go/notations/sgf_point.hpp"

#include <algorithm>

#include "core/base/sgf_text.hpp"
#include "core/base/text.hpp"

namespace arbiter::go {

namespace {

constexpr std::string_view line_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static_assert(line_letters.size() == Size::side_max);

/// Two lines of some board, the second counted from the top.
struct Letters {
    std::size_t column;
    std::size_t row;
};

/// `side_max` for what is not a letter.
constexpr std::size_t line_of(char letter) {
    if (letter >= 'a' && letter <= 'z') return static_cast<std::size_t>(letter - 'a');
    if (letter >= 'A' && letter <= 'Z') return static_cast<std::size_t>(letter - 'A') + 26;
    return Size::side_max;
}

std::optional<Letters> letters_of(std::string_view raw) {
    if (raw.size() != 2) return std::nullopt;
    const Letters letters{line_of(raw[0]), line_of(raw[1])};
    if (letters.column == Size::side_max || letters.row == Size::side_max) return std::nullopt;
    return letters;
}

bool on_board(Letters letters, Size size) {
    return letters.column < size.width && letters.row < size.height;
}

Point point_of(Letters letters, Size size) {
    return {static_cast<std::uint8_t>(letters.column),
            static_cast<std::uint8_t>(size.height - 1U - letters.row)};
}

}  // namespace

std::string write_sgf_point(Point point, Size size) {
    return {line_letters[point.column], line_letters[size.height - 1U - point.row]};
}

std::expected<SgfTarget, SgfPointFault> sgf_target(std::string_view raw, Size size) {
    constexpr int old_pass_side_max = 19;
    const std::string_view name = sgf_trimmed(raw);
    if (name.empty()) return SgfTarget{};
    const bool old_pass = size.width <= old_pass_side_max && size.height <= old_pass_side_max;
    if (name == "tt" && old_pass) return SgfTarget{};
    const auto letters = letters_of(name);
    if (!letters) return std::unexpected(SgfPointFault::malformed);
    if (!on_board(*letters, size)) return std::unexpected(SgfPointFault::off_board);
    return SgfTarget{point_of(*letters, size)};
}

std::optional<Size> sgf_size(std::string_view raw) {
    const auto sides = sgf_composed(raw).value_or(std::pair{raw, raw});
    const auto side = [](std::string_view text) -> std::optional<std::uint8_t> {
        const auto number = sgf_number(text);
        if (!number || *number < 1 || *number > Size::side_max) return std::nullopt;
        return static_cast<std::uint8_t>(*number);
    };
    const auto width = side(sides.first);
    const auto height = side(sides.second);
    if (!width || !height) return std::nullopt;
    return Size{*width, *height};
}

std::string write_sgf_size(Size size) {
    const std::string width = std::to_string(size.width);
    return size.square() ? width : width + ':' + std::to_string(size.height);
}

std::optional<SgfPointFault> read_sgf_points(std::string_view raw, Size size,
                                             std::vector<Point>& points) {
    const auto colon = raw.find(':');
    const auto one = letters_of(sgf_trimmed(raw.substr(0, colon)));
    const auto other = colon == raw.npos ? one : letters_of(sgf_trimmed(raw.substr(colon + 1)));
    if (!one || !other) return SgfPointFault::malformed;
    if (!on_board(*one, size) || !on_board(*other, size)) return SgfPointFault::off_board;
    const auto [left, right] = std::minmax(one->column, other->column);
    const auto [top, bottom] = std::minmax(one->row, other->row);
    for (std::size_t row = top; row <= bottom; ++row) {
        for (std::size_t column = left; column <= right; ++column) {
            points.push_back(point_of({column, row}, size));
        }
    }
    return std::nullopt;
}

std::optional<SgfMove> read_sgf_move(std::string_view text, Size size) {
    if (text.starts_with(';')) text.remove_prefix(1);
    if (text.size() < 3 || text[1] != '[' || text.back() != ']') return std::nullopt;
    const char color = lower(text[0]);
    const auto target = sgf_target(text.substr(2, text.size() - 3), size);
    if ((color != 'b' && color != 'w') || !target) return std::nullopt;
    return SgfMove{color == 'b' ? Color::black : Color::white, target->point};
}

std::string write_sgf_move(const SgfMove& move, Size size) {
    const std::string target = move.point ? write_sgf_point(*move.point, size) : "";
    return (move.by == Color::black ? "B[" : "W[") + target + "]";
}

}  // namespace arbiter::go
