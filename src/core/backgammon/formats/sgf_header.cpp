#include "core/backgammon/formats/sgf_header.hpp"

#include <algorithm>

#include "core/backgammon/formats/mat_rules.hpp"
#include "core/base/sgf_text.hpp"
#include "core/base/text.hpp"
#include "core/contract/sgf_tree.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::string_view crawford = "Crawford";
constexpr std::string_view crawford_game_word = "CrawfordGame";
constexpr std::string_view jacoby = "Jacoby";
constexpr std::string_view no_cube = "NoCube";
constexpr std::string_view nackgammon = "Nackgammon";

bool names(const SgfHeader& header, std::string_view rule) {
    return std::ranges::any_of(header.rules,
                               [&](std::string_view word) { return folded(word) == folded(rule); });
}

void read_match_info(std::string_view value, SgfHeader& header) {
    const auto parts = sgf_composed(value);
    const auto number = parts ? sgf_number(parts->second) : std::nullopt;
    if (!number) return;
    const std::string_view name = sgf_trimmed(parts->first);
    if (name == "length") header.match_length = *number;
    if (name == "game") header.game = *number;
    if (name == "ws") header.score.white = *number;
    if (name == "bs") header.score.black = *number;
}

std::string info(std::string_view name, int number) {
    return std::string(name) + ':' + std::to_string(number);
}

}  // namespace

SgfHeader read_sgf_header(std::span<const Annotation> root) {
    SgfHeader header;
    if (const Property* match = find_property(root, "MI")) {
        for (const std::string& value : match->values) read_match_info(value, header);
    }
    const Property* rules = find_property(root, "RU");
    if (rules == nullptr || rules->values.empty()) return header;
    std::string_view rest = rules->values[0];
    while (!rest.empty()) {
        const auto end = std::min(rest.find(':'), rest.size());
        header.rules.emplace_back(sgf_trimmed(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return header;
}

Rules rules_of(const SgfHeader& header) {
    const bool money = header.match_length == 0;
    return {.match_length = header.match_length,
            .cube = !names(header, no_cube),
            .crawford = money || names(header, crawford) || is_crawford_game(header),
            .jacoby = !money || names(header, jacoby),
            .start = names(header, nackgammon) ? StartName::nackgammon : StartName::standard};
}

bool is_crawford_game(const SgfHeader& header) { return names(header, crawford_game_word); }

Setup setup_at(const Rules& rules, PerColor<int> score, bool crawford_game) {
    Setup setup = mat::setup_of(rules, score);
    setup.after_crawford = setup.crawford_game && !crawford_game;
    setup.crawford_game = setup.crawford_game && crawford_game;
    return setup;
}

std::vector<Property> sgf_header(const Rules& rules, const Setup& setup, int game) {
    std::string words;
    const auto add = [&](bool holds, std::string_view word) {
        if (holds) words += (words.empty() ? "" : ":") + std::string(word);
    };
    add(rules.crawford && !rules.money(), crawford);
    add(setup.crawford_game, crawford_game_word);
    add(rules.jacoby && rules.money(), jacoby);
    add(!rules.cube, no_cube);
    add(rules.start == StartName::nackgammon, nackgammon);
    std::vector<Property> header{{"MI",
                                  {info("length", rules.match_length), info("game", game),
                                   info("ws", setup.score.white), info("bs", setup.score.black)}}};
    if (!words.empty()) header.push_back({"RU", {std::move(words)}});
    return header;
}

std::optional<SgfResult> read_sgf_result(std::string_view text) {
    std::string_view rest = sgf_trimmed(text);
    const bool white = rest.starts_with("W+");
    if (!white && !rest.starts_with("B+")) return std::nullopt;
    rest.remove_prefix(2);
    const bool resigned = rest.ends_with('R') || rest.ends_with('r');
    if (resigned) rest.remove_suffix(1);
    const auto points = sgf_number(rest);
    if (!points) return std::nullopt;
    return SgfResult{white ? Color::white : Color::black, *points, resigned};
}

std::string write_sgf_result(const SgfResult& result) {
    return (result.winner == Color::white ? "W+" : "B+") + std::to_string(result.points) +
           (result.resigned ? "R" : "");
}

}  // namespace arbiter::backgammon
