#include "core/backgammon/formats/mat_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/text.hpp"

namespace arbiter::backgammon::mat {

namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view digits = "0123456789";
constexpr int number_max = 1'000'000;

bool begins_with(std::string_view text, std::string_view word) {
    return equal_but_for_case(text.substr(0, word.size()), word);
}

/// The word that begins here, up to a blank.
std::string_view word_at(std::string_view line, std::size_t offset) {
    return line.substr(offset, line.find_first_of(blanks, offset) - offset);
}

std::size_t next_word(std::string_view line, std::size_t offset) {
    return std::min(line.find_first_not_of(blanks, offset), line.size());
}

struct Keyword {
    std::string_view word;
    CellKind kind;
};
/// Without an s at the end: programs write "Takes" as well as "Take".
constexpr std::array keywords{
    Keyword{"double", CellKind::doubles}, Keyword{"redouble", CellKind::doubles},
    Keyword{"beaver", CellKind::doubles}, Keyword{"raccoon", CellKind::doubles},
    Keyword{"take", CellKind::takes},     Keyword{"accept", CellKind::takes},
    Keyword{"drop", CellKind::drops},     Keyword{"passe", CellKind::drops},
    Keyword{"pass", CellKind::drops},     Keyword{"reject", CellKind::drops},
    Keyword{"win", CellKind::wins},       Keyword{"resign", CellKind::resigns},
    Keyword{"lose", CellKind::resigns},   Keyword{"losse", CellKind::resigns},
};

bool is_keyword(std::string_view word, std::string_view keyword) {
    const bool has_s = word.size() == keyword.size() + 1 && lower(word.back()) == 's';
    return equal_but_for_case(word.substr(0, word.size() - (has_s ? 1 : 0)), keyword);
}

/// The length of "31:" or "3-1:"; 0 if the word does not begin so.
std::size_t roll_length(std::string_view word) {
    const auto is_pips = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t second = word.size() > 1 && word[1] == '-' ? 2 : 1;
    const bool is_roll = word.size() >= second + 2 && is_pips(word[0]) && is_pips(word[second]) &&
                         word[second + 1] == ':';
    return is_roll ? second + 2 : 0;
}

/// The cell that a word begins, if it begins one.
std::optional<Cell> cell_at(std::string_view line, std::size_t offset) {
    const std::string_view word = word_at(line, offset);
    if (const std::size_t length = roll_length(word)) {
        return Cell{CellKind::roll, offset, word.substr(0, length), {}};
    }
    for (const Keyword& keyword : keywords) {
        if (is_keyword(word, keyword.word)) return Cell{keyword.kind, offset, word, {}};
    }
    return std::nullopt;
}

/// Behind "12)", if the line begins so.
std::size_t after_number(std::string_view line) {
    const std::size_t begin = next_word(line, 0);
    const std::size_t end = std::min(line.find_first_not_of(digits, begin), line.size());
    return end > begin && end < line.size() && line[end] == ')' ? end + 1 : begin;
}

/// A number that ends the text or stands before a blank.
std::optional<int> score_at(std::string_view text) {
    const std::string_view word = word_at(text, next_word(text, 0));
    const bool is_number = !word.empty() && word.find_first_not_of(digits) == word.npos;
    return is_number ? number_in(word) : std::nullopt;
}

struct NameAndScore {
    std::string_view name;
    int score;
    std::size_t end;  // behind the score
};

/// The first name that is followed by a colon and a number.
std::optional<NameAndScore> take_name(std::string_view line) {
    for (auto colon = line.find(':'); colon != line.npos; colon = line.find(':', colon + 1)) {
        const auto score = score_at(line.substr(colon + 1));
        if (!score) continue;
        const std::size_t number = next_word(line, colon + 1);
        return NameAndScore{trimmed(line.substr(0, colon)), *score,
                            number + word_at(line, number).size()};
    }
    return std::nullopt;
}

/// Not so of ":1" in ":1:3", which is written ":1 : 3".
bool reads_back(const NameAndScore& taken) {
    const std::string line = std::string(taken.name) + " : 0";
    const auto again = take_name(line);
    return again && again->name == taken.name;
}

}  // namespace

bool equal_but_for_case(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lower, lower);
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(next_word(text, 0));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::optional<int> number_in(std::string_view text) {
    const auto begin = text.find_first_of(digits);
    if (begin == text.npos) return std::nullopt;
    int number = 0;
    const auto [stop, error] =
        std::from_chars(text.data() + begin, text.data() + text.size(), number);
    if (error != std::errc() || number > number_max) return std::nullopt;
    return number;
}

std::string kept_text(std::string_view text) {
    std::string line(text);
    std::ranges::replace_if(line, [](char c) { return blanks.contains(c); }, ' ');
    return line;
}

bool is_comment(std::string_view line) { return trimmed(line).starts_with(';') || read_tag(line); }

std::optional<HeaderTag> read_tag(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with(';')) line = trimmed(line.substr(1));
    if (!line.starts_with('[') || !line.ends_with("\"]")) return std::nullopt;
    const auto quote = line.find('"');
    if (quote + 2 >= line.size()) return std::nullopt;
    const std::string_view name = trimmed(line.substr(1, quote - 1));
    if (name.empty()) return std::nullopt;
    return HeaderTag{name, line.substr(quote + 1, line.size() - quote - 3)};
}

std::optional<int> read_match_length(std::string_view line) {
    line = trimmed(line);
    if (begins_with(line, "money") || begins_with(line, "unlimited")) return 0;
    const auto end = line.find_first_not_of(digits);
    if (end == 0 || end == line.npos) return std::nullopt;
    const std::string_view words = trimmed(line.substr(end));
    const bool says_so = begins_with(words, "point match") || begins_with(words, "points match");
    if (!says_so) return std::nullopt;
    return number_in(line.substr(0, end)).value_or(-1);
}

bool is_game_heading(std::string_view line) {
    line = trimmed(line);
    return begins_with(line, "game ") && score_at(line.substr(5));
}

std::optional<Names> read_names(std::string_view line) {
    const auto left = take_name(line);
    if (!left || !reads_back(*left)) return std::nullopt;
    const auto right = take_name(line.substr(left->end));
    if (!right || !reads_back(*right)) return std::nullopt;
    if (!trimmed(line.substr(left->end + right->end)).empty()) return std::nullopt;
    return Names{left->name,
                 right->name,
                 {.white = left->score, .black = right->score},
                 next_word(line, left->end)};
}

std::string write_names(const Names& names) {
    return std::string(names.white) + " : " + std::to_string(names.score.white) + "  " +
           std::string(names.black) + " : " + std::to_string(names.score.black);
}

MoveLine read_move_line(std::string_view line) {
    const std::size_t begin = next_word(line, after_number(line));
    MoveLine result{.cells = {}, .numbered = begin > next_word(line, 0)};
    std::size_t text_begin = 0;
    const auto close = [&](std::size_t end) {
        if (result.cells.empty()) return;
        result.cells.back().text = trimmed(line.substr(text_begin, end - text_begin));
    };
    for (std::size_t offset = begin; offset < line.size();) {
        std::size_t end = offset + word_at(line, offset).size();
        if (const auto cell = cell_at(line, offset)) {
            close(offset);
            result.cells.push_back(*cell);
            text_begin = end = offset + cell->word.size();
        } else if (result.cells.empty()) {
            result.cells.push_back({CellKind::other, offset, line.substr(offset, 0), {}});
            text_begin = offset;
        }
        offset = next_word(line, end);
    }
    close(line.size());
    return result;
}

}  // namespace arbiter::backgammon::mat
