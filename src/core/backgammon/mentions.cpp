#include <algorithm>
#include <optional>

#include "core/backgammon/game.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/base/text.hpp"
#include "core/contract/mention.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::string_view point_words = " the my point pt point's a checker ";
/// What may stand between two checker moves of one turn.
constexpr std::string_view joints =
    " and then one another a checker the other also plus from move moving my second with point ";

bool is_spot(std::string_view text) {
    if (is_among(text, " bar off ")) return true;
    return !text.empty() && text.size() <= 2 && std::ranges::all_of(text, is_digit) &&
           (text.size() == 1 || text <= "25");
}

/// "8/5*/4", "8-5", "8>5" as steps are written; empty if the word is something else.
std::string step_in(std::string_view word) {
    std::string step;
    int spots = 0;
    while (true) {
        const auto end = std::min(word.find_first_of("/->*"), word.size());
        if (!is_spot(word.substr(0, end))) return {};
        step += word.substr(0, end);
        ++spots;
        word.remove_prefix(end);
        if (word.starts_with('*')) {
            step += '*';
            word.remove_prefix(1);
        }
        if (word.empty()) break;
        word.remove_prefix(1);
        step += '/';
    }
    return spots < 2 ? std::string() : step;
}

/// Finds turns in the words of a text.
class Finder {
public:
    Finder(const backgammon::Game& game, std::string_view prose)
        : game_(game), prose_(prose), words_(prose_words(prose)) {}

    std::vector<Mention> run() {
        for (std::size_t at = 0; at < words_.size();) {
            const auto step = step_at(at);
            if (!step) {
                ++at;
            } else if (is_dice(*step)) {
                at = step->next;
            } else {
                at = take_turn(*step);
            }
        }
        return std::move(found_);
    }

private:
    struct Step {
        std::string text;
        std::size_t first;  // word
        std::size_t next;
        std::size_t end;  // in the prose, "(2)" included
    };

    std::string_view between(std::size_t end, std::size_t word) const {
        return prose_.substr(end, words_[word].begin - end);
    }

    std::optional<Step> step_at(std::size_t at) const {
        if (at >= words_.size()) return std::nullopt;
        Step step{step_in(words_[at].text), at, at + 1, words_[at].end()};
        if (step.text.empty()) return way_at(at);
        const auto [length, digit] = times_in(prose_.substr(step.end));
        if (length == 0) return step;
        step.text += {'(', digit, ')'};
        step.end += length;
        if (step.next < words_.size() && words_[step.next].begin < step.end) ++step.next;
        return step;
    }

    struct Times {
        std::size_t length = 0;
        char digit = 0;
    };
    /// "(2)", and after a double also " (2)" and "(x2)", which else is said of a die.
    Times times_in(std::string_view rest) const {
        const auto dice = game_.position().dice();
        const bool is_loose = dice && dice->is_double();
        std::size_t at = is_loose && rest.starts_with(' ') ? 1 : 0;
        if (!rest.substr(at).starts_with('(')) return {};
        ++at;
        if (is_loose && rest.substr(at).starts_with('x')) ++at;
        rest.remove_prefix(at);
        const bool is_count = rest.size() > 1 && rest[0] >= '1' && rest[0] <= '4' && rest[1] == ')';
        return is_count ? Times{at + 2, rest[0]} : Times{};
    }

    /// "8 to 5", "from the 8 point to point 5".
    std::optional<Step> way_at(std::size_t at) const {
        const std::size_t first = at;
        const auto spot = [&]() -> std::string {
            while (at < words_.size() && is_among(words_[at].text, point_words)) ++at;
            if (at >= words_.size()) return {};
            std::string_view name = words_[at].text;
            if (name.ends_with("-point")) name.remove_suffix(6);
            if (!is_spot(name)) return {};
            ++at;
            return std::string(name);
        };
        if (!is_spot(words_[at].text) && !words_[at].text.ends_with("-point")) return std::nullopt;
        const std::string from = spot();
        while (at < words_.size() && is_among(words_[at].text, point_words)) ++at;
        if (from.empty() || at >= words_.size() || !is_among(words_[at].text, " to ")) {
            return std::nullopt;
        }
        ++at;
        const std::string to = spot();
        if (to.empty()) return std::nullopt;
        const std::size_t begin = words_[first].begin;
        const std::size_t end = words_[at - 1].end();
        if (prose_.substr(begin, end - begin).find_first_of(".;!?()\n") != prose_.npos) {
            return std::nullopt;
        }
        return Step{from + "/" + to, first, at, end};
    }

    /// "3-1" where these are the dice.
    bool is_dice(const Step& step) const {
        const std::string_view word = words_[step.first].text;
        if (word.contains('/') || !game_.position().dice()) return false;
        return read_dice(word) == game_.position().dice();
    }

    /// "and", "then another", also "with the 3".
    bool is_joint(std::size_t at) const {
        const std::string_view word = words_[at].text;
        const bool is_die = word.size() == 1 && is_digit(word[0]);
        return is_among(word, joints) ||
               (is_die && at > 0 && is_among(words_[at - 1].text, " the a my "));
    }

    /// Nothing if the next step does not belong to the turn.
    std::optional<Step> following(const Step& step, bool& is_list) const {
        std::size_t at = step.next;
        if (at >= words_.size()) return std::nullopt;
        const std::size_t begin = step.end;
        while (at < words_.size() && at < step.next + 6 && is_joint(at) && !step_at(at)) ++at;
        if (at >= words_.size()) return std::nullopt;
        const auto gap = between(begin, at);
        if (gap.find_first_of(".!?()\n:") != gap.npos) return std::nullopt;
        is_list = gap.find_first_not_of(' ') != gap.npos;
        return step_at(at);
    }

    bool is_legal(const std::string& turn) const {
        const auto event = game_.read_event(turn, std::nullopt);
        return event && game_.check(*event);
    }

    /// A star where nothing is hit: the turn is meant for another position.
    bool claims_hit(const std::string& turn) const {
        const auto event = game_.read_event(turn, std::nullopt);
        return turn.contains('*') && event && !game_.write_event(*event).contains('*');
    }

    /// As many steps as stand together. A list ends where the turn is complete.
    std::size_t take_turn(Step step) {
        const std::size_t begin = words_[step.first].begin;
        std::string turn = step.text;
        bool is_list = false;
        for (auto next = following(step, is_list); next; next = following(step, is_list)) {
            if (is_list && is_legal(turn)) break;
            turn += " " + next->text;
            step = *next;
        }
        if (!claims_hit(turn)) found_.push_back({beginning(begin), step.end, std::move(turn)});
        return step.next;
    }

    /// With the dice before it: "31: 8/5 6/5".
    std::size_t beginning(std::size_t begin) const {
        const std::string_view before = prose_.substr(0, begin);
        const auto colon = before.find_last_not_of(' ');
        if (colon == before.npos || before[colon] != ':') return begin;
        const auto start = before.substr(0, colon).find_last_not_of("0123456789-, ") + 1;
        const std::string_view dice = trimmed(before.substr(start, colon - start));
        return read_dice(dice) ? static_cast<std::size_t>(dice.data() - prose_.data()) : begin;
    }

    const backgammon::Game& game_;
    std::string_view prose_;
    std::vector<ProseWord> words_;
    std::vector<Mention> found_;
};

}  // namespace

std::vector<Mention> Game::mentions(std::string_view prose) const {
    return Finder(*this, prose).run();
}

}  // namespace arbiter::backgammon
