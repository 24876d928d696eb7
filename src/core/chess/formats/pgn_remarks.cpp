#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text.hpp"
#include "core/chess/board/square.hpp"
#include "core/chess/formats/pgn_text.hpp"
#include "core/chess/game.hpp"

/// The commands that PGN keeps in comments: [%clk 1:05:00] and its like.
namespace arbiter::chess {

namespace {

/// Takes a number of at most six digits from the front of the text.
std::optional<std::int64_t> take_number(std::string_view& text) {
    constexpr std::size_t digits_max = 6;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > digits_max) return std::nullopt;
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + digits, number);
    text.remove_prefix(digits);
    return number;
}

/// What follows the decimal point of the seconds; digits beyond the third are cut off.
std::int64_t milliseconds(std::string_view decimals) {
    std::int64_t ms = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        ms = ms * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
    }
    return ms;
}

/// 1:23:45.6, 23:45 or 45.
std::optional<std::int64_t> duration_ms(std::string_view text) {
    std::int64_t seconds = 0;
    for (int field = 0; field < 3; ++field) {
        const auto number = take_number(text);
        if (!number) return std::nullopt;
        seconds = seconds * 60 + *number;
        if (!text.starts_with(':')) break;
        text.remove_prefix(1);
    }
    if (text.empty()) return seconds * 1000;
    const std::string_view decimals = text.substr(1);
    const bool digits_only = decimals.find_first_not_of("0123456789") == std::string_view::npos;
    if (!text.starts_with('.') || !digits_only) return std::nullopt;
    return seconds * 1000 + milliseconds(decimals);
}

std::string two_digits(std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string duration_text(std::int64_t ms) {
    const std::int64_t seconds = ms / 1000;
    std::string text = std::to_string(seconds / 3600) + ':' + two_digits(seconds / 60 % 60) + ':' +
                       two_digits(seconds % 60);
    if (ms % 1000 != 0) text += '.' + std::to_string(1000 + ms % 1000).substr(1);
    return text;
}

struct ColorLetter {
    char letter;
    std::string_view color;
};
constexpr std::array color_letters{ColorLetter{'G', "green"}, ColorLetter{'R', "red"},
                                   ColorLetter{'Y', "yellow"}, ColorLetter{'B', "blue"},
                                   ColorLetter{'O', "orange"}};

std::string annotation_color(char letter) {
    const auto found = std::ranges::find(color_letters, letter, &ColorLetter::letter);
    return found == color_letters.end() ? "" : std::string(found->color);
}
char letter_of(std::string_view color) {
    const auto found = std::ranges::find(color_letters, color, &ColorLetter::color);
    return found == color_letters.end() ? 'G' : found->letter;
}

/// The words of a list with commas: Ra1,Gb2.
template <class Each>
void for_each_word(std::string_view list, Each each) {
    while (!list.empty()) {
        const auto end = std::min(list.find(','), list.size());
        each(trimmed(list.substr(0, end)));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
}

bool is_squares(std::string_view text) {
    return text.size() % 2 == 0 && square_named(text.substr(0, 2)) &&
           (text.size() == 2 || square_named(text.substr(2)));
}

/// "0.31", "#-3", "0.31,24" with the depth.
std::optional<Evaluation> evaluation_of(std::string_view text) {
    Evaluation evaluation;
    const auto comma = text.find(',');
    if (comma != text.npos) {
        std::string_view depth = trimmed(text.substr(comma + 1));
        if (const auto number = take_number(depth)) evaluation.depth = static_cast<int>(*number);
        text = trimmed(text.substr(0, comma));
    }
    const bool mate = text.starts_with('#');
    if (mate) text.remove_prefix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    const auto whole = take_number(text);
    if (!whole) return std::nullopt;
    double value = static_cast<double>(*whole);
    if (!mate && text.starts_with('.')) {
        text.remove_prefix(1);
        const std::size_t digits = text.size();
        const auto decimals = take_number(text);
        if (!decimals) return std::nullopt;
        value += static_cast<double>(*decimals) / std::pow(10.0, static_cast<double>(digits));
    }
    if (!text.empty()) return std::nullopt;
    evaluation.unit = mate ? Evaluation::Unit::mate : Evaluation::Unit::centipawns;
    evaluation.value = (negative ? -1 : 1) * (mate ? value : std::round(value * 100));
    return evaluation;
}

std::string evaluation_text(const Evaluation& evaluation) {
    const auto amount = static_cast<std::int64_t>(std::llround(std::abs(evaluation.value)));
    std::string text = evaluation.unit == Evaluation::Unit::mate ? "#" : "";
    if (evaluation.value < 0) text += '-';
    text += evaluation.unit == Evaluation::Unit::mate
                ? std::to_string(amount)
                : std::to_string(amount / 100) + '.' + two_digits(amount % 100);
    if (evaluation.depth) text += ',' + std::to_string(*evaluation.depth);
    return text;
}

/// What a command says; nothing if it is none that we know.
std::vector<Remark> command_remarks(std::string_view name, std::string_view argument) {
    std::vector<Remark> remarks;
    if (name == "clk" || name == "emt") {
        const auto ms = duration_ms(argument);
        if (ms && name == "clk") remarks.emplace_back(TimeLeft{*ms});
        if (ms && name == "emt") remarks.emplace_back(TimeSpent{*ms});
    } else if (name == "eval") {
        if (const auto evaluation = evaluation_of(argument)) remarks.emplace_back(*evaluation);
    } else if (name == "csl") {
        for_each_word(argument, [&](std::string_view word) {
            if (word.size() != 3 || !is_squares(word.substr(1))) return;
            remarks.emplace_back(
                Mark{Mark::Shape::colored, std::string(word.substr(1)), annotation_color(word[0])});
        });
    } else if (name == "cal") {
        for_each_word(argument, [&](std::string_view word) {
            if (word.size() != 5 || !is_squares(word.substr(1))) return;
            remarks.emplace_back(Arrow{std::string(word.substr(1, 2)), std::string(word.substr(3)),
                                       annotation_color(word[0])});
        });
    }
    return remarks;
}

void add_text(std::vector<Remark>& remarks, std::string_view text, bool before) {
    text = trimmed(text);
    if (!text.empty()) remarks.emplace_back(Comment{std::string(text), before});
}

/// Text, and commands between its words. What is not understood stays text.
std::vector<Remark> comment_remarks(const Comment& comment) {
    std::vector<Remark> remarks;
    std::string_view rest = comment.text;
    std::size_t from = 0;
    while ((from = rest.find("[%", from)) != rest.npos) {
        const auto end = rest.find(']', from);
        if (end == rest.npos) break;
        const auto inside = rest.substr(from + 2, end - from - 2);
        const auto blank = std::min(inside.find(' '), inside.size());
        const auto said = command_remarks(inside.substr(0, blank), trimmed(inside.substr(blank)));
        if (said.empty()) {
            from += 2;
            continue;
        }
        add_text(remarks, rest.substr(0, from), comment.before);
        remarks.insert(remarks.end(), said.begin(), said.end());
        rest.remove_prefix(end + 1);
        from = 0;
    }
    add_text(remarks, rest, comment.before);
    return remarks;
}

/// What can be written as a command.
struct CommandOf {
    std::string operator()(const TimeLeft& time) const { return "clk " + duration_text(time.ms); }
    std::string operator()(const TimeSpent& time) const { return "emt " + duration_text(time.ms); }
    std::string operator()(const Evaluation& value) const {
        return "eval " + evaluation_text(value);
    }
    std::string operator()(const Mark& mark) const {
        return "csl " + (letter_of(mark.color) + mark.place);
    }
    std::string operator()(const Arrow& arrow) const {
        return "cal " + (letter_of(arrow.color) + arrow.from) + arrow.to;
    }
    std::string operator()(const auto&) const { return {}; }
};

/// Marks of one kind stand in one list.
void append_command(std::string& text, const std::string& command) {
    const std::string_view name = std::string_view(command).substr(0, 4);
    const auto list = text.rfind("[%" + std::string(name));
    const bool is_list = name == "csl " || name == "cal ";
    if (is_list && list != text.npos && text.find(']', list) + 1 == text.size()) {
        text.insert(text.size() - 1, ',' + command.substr(4));
        return;
    }
    text += (text.empty() ? "[%" : " [%") + command + ']';
}

}  // namespace

std::vector<Remark> Game::remarks(const Annotation& annotation) const {
    if (const auto* comment = std::get_if<Comment>(&annotation)) return comment_remarks(*comment);
    return GameBase::remarks(annotation);
}

/// What follows each other after a move becomes one comment.
std::vector<Annotation> Game::annotations(std::span<const Remark> remarks) const {
    std::vector<Annotation> kept;
    bool joins = false;  // the last one is a comment that goes on
    const auto comment = [&](bool before) -> std::string& {
        if (!joins || before) kept.emplace_back(Comment{{}, before});
        joins = !before;
        return std::get<Comment>(kept.back()).text;
    };
    for (const Remark& remark : remarks) {
        const std::string command = std::visit(CommandOf{}, remark);
        if (const auto* said = std::get_if<Comment>(&remark)) {
            std::string& text = comment(said->before);
            text += (text.empty() ? "" : " ") + said->text;
        } else if (!command.empty()) {
            append_command(comment(false), command);
        } else {
            std::ranges::move(GameBase::annotations({&remark, 1}), std::back_inserter(kept));
            joins = false;
        }
    }
    return kept;
}

}  // namespace arbiter::chess
