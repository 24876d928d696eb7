#include "core/go/notations/sgn.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"

namespace arbiter::go {

namespace {

constexpr std::string_view separators = " \t\r\n,";
/// The moves of the longest game, and their captures.
constexpr std::size_t words_max = 1'000'000;

}  // namespace

std::optional<SgnMove> read_sgn_move(std::string_view word) {
    if (word.empty()) return std::nullopt;
    const char last = lower(word.back());
    const std::string_view target = word.substr(0, word.size() - 1);
    const auto point = point_named(target);
    if (last == 'c') return point ? std::optional<SgnMove>(Capture{*point}) : std::nullopt;
    if (last != 'b' && last != 'w') return std::nullopt;
    const Color by = last == 'b' ? Color::black : Color::white;
    if (std::ranges::equal(target, std::string_view("pass"), {}, lower)) return Pass{by};
    return point ? std::optional<SgnMove>(Play{by, *point}) : std::nullopt;
}

std::string write_sgn_move(const SgnMove& move) {
    const auto letter = [](Color color) { return color == Color::black ? 'b' : 'w'; };
    if (const auto* play = std::get_if<Play>(&move)) {
        return to_string(play->point) + letter(play->by);
    }
    if (const auto* pass = std::get_if<Pass>(&move)) return std::string("pass") + letter(pass->by);
    return to_string(std::get<Capture>(move).point) + 'c';
}

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
            faults.add("unreadable_move",
                       in_quotes(word) + " is not a move such as D4b, passw or D4c", place);
        }
    }
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    return {std::move(moves), {}};
}

}  // namespace arbiter::go
