#include <string>

#include "core/base/text.hpp"
#include "core/contract/mention.hpp"
#include "core/go/board/point.hpp"
#include "core/go/game.hpp"

namespace arbiter::go {

namespace {

/// What stands before or behind a point that is only spoken of.
constexpr std::string_view places_before =
    " of from near around between toward towards beside behind opposite ";
constexpr std::string_view places_behind =
    " stone stones group groups area corner region weakness chain liberty liberties ";

/// "D4", also as "d4" and "D-4"; nothing if the word is another one.
std::optional<Point> point_in(std::string_view word) {
    std::string name(word);
    if (name.size() > 2 && name[1] == '-') name.erase(1, 1);
    if (name.size() < 2 || !is_letter(name[0]) || !is_digit(name[1])) return std::nullopt;
    return point_named(name);
}

}  // namespace

std::vector<Mention> Game::mentions(std::string_view prose) const {
    std::vector<Mention> found;
    const auto words = prose_words(prose);
    for (std::size_t i = 0; i < words.size(); ++i) {
        // "D4>C4" and "D4/C4" name two points.
        const auto& [text, begin] = words[i];
        for (std::size_t at = 0; at < text.size();) {
            const auto end = std::min(text.find_first_of("/>=+'", at), text.size());
            const auto point = point_in(text.substr(at, end - at));
            const bool is_spoken_of =
                (at == 0 && i > 0 && is_among(words[i - 1].text, places_before)) ||
                (i + 1 < words.size() && is_among(words[i + 1].text, places_behind) &&
                 is_one_phrase(prose.substr(words[i].end(), words[i + 1].begin - words[i].end())));
            if (point && !is_spoken_of) {
                found.push_back({begin + at, begin + end, go::to_string(*point)});
            }
            at = end + 1;
        }
    }
    return found;
}

}  // namespace arbiter::go
