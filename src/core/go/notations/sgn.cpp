#include "core/go/notations/sgn.hpp"

#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"

namespace arbiter::go {

namespace {

constexpr std::string_view separators = " \t\r\n,";
/// The moves of the longest game, and their captures.
constexpr std::size_t words_max = 1'000'000;

/// In the order of `SgnAction::Kind`.
constexpr std::array<std::string_view, 5> sgn_action_names{"dead", "alive", "agree", "resume",
                                                           "resign"};

bool is_sgn_mark(SgnAction::Kind kind) {
    return kind == SgnAction::Kind::dead || kind == SgnAction::Kind::alive;
}

char color_letter(Color color) { return color == Color::black ? 'b' : 'w'; }

std::optional<Color> color_lettered(char letter) {
    if (lower(letter) == 'b') return Color::black;
    if (lower(letter) == 'w') return Color::white;
    return std::nullopt;
}

bool is_word(std::string_view text, std::string_view word) {
    return std::ranges::equal(text, word, {}, lower);
}

std::optional<SgnMove> read_sgn_action(std::string_view word) {
    for (std::size_t i = 0; i < sgn_action_names.size(); ++i) {
        const auto kind = static_cast<SgnAction::Kind>(i);
        const std::size_t length = sgn_action_names[i].size();
        if (word.size() <= length || !is_word(word.substr(0, length), sgn_action_names[i]))
            continue;
        const std::string_view rest = word.substr(length);
        const auto side = color_lettered(rest.back());
        const auto point = point_named(side ? rest.substr(0, rest.size() - 1) : rest);
        if (is_sgn_mark(kind) && point) return SgnAction{kind, point, side};
        if (!is_sgn_mark(kind) && side && rest.size() == 1) return SgnAction{kind, {}, side};
    }
    return std::nullopt;
}

struct SgnMoveWriter {
    std::string operator()(const Play& play) const {
        return to_string(play.point) + color_letter(play.by);
    }
    std::string operator()(const Pass& pass) const {
        return std::string("pass") + color_letter(pass.by);
    }
    std::string operator()(const Capture& capture) const { return to_string(capture.point) + 'c'; }
    std::string operator()(const SgnAction& action) const {
        std::string text(sgn_action_names[static_cast<std::size_t>(action.kind)]);
        if (action.point) text += to_string(*action.point);
        if (action.by) text += color_letter(*action.by);
        return text;
    }
};

/// What is wrong with a word that is not a move.
std::string problem_with(std::string_view word) {
    const auto named = [&](std::string_view name) { return is_word(word, name); };
    const auto letters =
        static_cast<std::size_t>(std::ranges::find_if_not(word, is_letter) - word.begin());
    const std::string_view rest = word.substr(letters);
    const std::string_view row = rest.substr(0, rest.find_first_not_of("0123456789"));
    const bool is_point = letters >= 1 && letters <= 2 && !row.empty();
    if (point_named(word) || named("pass") || named("agree") || named("resume") ||
        named("resign")) {
        const std::string text(word);
        return "names no colour: " + text + "b is Black's, " + text + "w White's";
    }
    if (is_point && word.substr(0, letters).find_first_of("iI") != word.npos) {
        return "names a column I: the letters of the columns leave I out";
    }
    if (is_point && !point_named(word.substr(0, letters + row.size()))) {
        return "is not on any board: columns go from A to Z and AA to BB without I, rows from 1 to "
               "52";
    }
    return "is not a move such as D4b, passw or D4c";
}

}  // namespace

std::optional<SgnMove> read_sgn_move(std::string_view word) {
    if (word.empty()) return std::nullopt;
    if (auto action = read_sgn_action(word)) return action;
    const std::string_view target = word.substr(0, word.size() - 1);
    const auto point = point_named(target);
    if (point && lower(word.back()) == 'c') return Capture{*point};
    const auto by = color_lettered(word.back());
    if (by && point) return Play{*by, *point};
    if (by && is_word(target, "pass")) return Pass{*by};
    return std::nullopt;
}

std::string write_sgn_move(const SgnMove& move) { return std::visit(SgnMoveWriter{}, move); }

std::string_view take_sgn_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(separators));
    text.remove_prefix(word.size());
    return word;
}

Reading<std::vector<SgnMove>> read_sgn_moves(std::string_view text, std::size_t first_token) {
    std::vector<SgnMove> moves;
    Faults faults;
    std::size_t words = 0;
    for (auto word = take_sgn_word(text); !word.empty(); word = take_sgn_word(text)) {
        const TokenPlace place{first_token + words};
        if (words++ == words_max) {
            faults.add("too_many_moves", "more than " + std::to_string(words_max) + " words",
                       place);
            break;
        }
        if (const auto move = read_sgn_move(word)) {
            moves.push_back(*move);
        } else {
            faults.add("unreadable_move", in_quotes(word) + " " + problem_with(word), place);
        }
    }
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    return {std::move(moves), {}};
}

}  // namespace arbiter::go
