#include "core/backgammon/notations/steps.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::string_view cannot_move = "can't move";

/// A checker's way in one turn: 24/18*/13.
struct Way {
    std::vector<Spot> stops;
    std::vector<bool> hits;  // at each stop after the first

    bool operator==(const Way&) const = default;
};

/// The ways of a turn, those of one checker joined; the highest first.
std::vector<Way> ways_of(Board board, Color color, const Turn& turn) {
    std::vector<Way> ways;
    for (const CheckerMove move : turn.moves()) {
        const bool hit = board.move(color, move);
        const auto goes_on = std::ranges::find_if(
            ways, [&](const Way& way) { return way.stops.back() == move.from; });
        if (goes_on != ways.end()) {
            goes_on->stops.push_back(move.to);
            goes_on->hits.push_back(hit);
        } else {
            ways.push_back({{move.from, move.to}, {hit}});
        }
    }
    const auto is_higher = [](const Way& a, const Way& b) {
        return std::pair(b.stops.front(), b.stops.back()) <
               std::pair(a.stops.front(), a.stops.back());
    };
    for (auto way = ways.begin(); way != ways.end(); ++way) {
        std::rotate(std::upper_bound(ways.begin(), way, *way, is_higher), way, way + 1);
    }
    return ways;
}

/// Stops where nothing is hit are passed over.
std::string text_of(const Way& way) {
    std::string text = to_string(way.stops.front());
    for (std::size_t i = 1; i < way.stops.size(); ++i) {
        const bool last = i + 1 == way.stops.size();
        if (!last && !way.hits[i - 1]) continue;
        text += "/" + to_string(way.stops[i]) + (way.hits[i - 1] ? "*" : "");
    }
    return text;
}

/// The same stops once more, without hits: the checkers there are on the bar by then.
bool is_repeated(const Way& first, const Way& again) {
    return again.stops == first.stops && std::ranges::none_of(again.hits, std::identity{});
}

// Reading

/// One word: 24/18*/13(2).
struct WrittenWay {
    std::vector<Spot> stops;
    std::vector<bool> stars;  // at each stop after the first
    int times = 1;
};

class TextReader {
public:
    explicit TextReader(std::string_view text) {
        for (const char c : text) text_ += lower(c);
    }

    bool says_cannot_move() const {
        std::string letters;
        for (const char c : text_) {
            if (c >= 'a' && c <= 'z') letters += c;
        }
        constexpr std::array<std::string_view, 5> phrases{"cantmove", "cannotmove", "nomove",
                                                          "pass", "dance"};
        return std::ranges::find(phrases, letters) != phrases.end();
    }

    /// All the words, or nothing if one is none. At most four checkers move.
    std::optional<std::vector<WrittenWay>> words() {
        std::vector<WrittenWay> words;
        int moves = 0;
        for (skip_blanks(); !at_end(); skip_blanks()) {
            const auto word = read_word();
            if (!word) return std::nullopt;
            moves += word->times;
            if (moves > 4) return std::nullopt;
            words.push_back(*word);
        }
        if (words.empty()) return std::nullopt;
        return words;
    }

private:
    bool at_end() const { return at_ == text_.size(); }
    char here() const { return at_end() ? '\0' : text_[at_]; }
    bool take(char c) {
        if (here() != c) return false;
        ++at_;
        return true;
    }
    bool take(std::string_view word) {
        if (!std::string_view(text_).substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    void skip_blanks() {
        while (here() == ' ' || here() == ',' || here() == '\t') ++at_;
    }

    std::optional<int> read_number() {
        int number = -1;
        for (; here() >= '0' && here() <= '9' && number < 100; ++at_) {
            number = std::max(number, 0) * 10 + (here() - '0');
        }
        return number < 0 ? std::nullopt : std::optional(number);
    }

    std::optional<Spot> read_spot() {
        if (take("bar") || take("b")) return Spot::bar();
        if (take("off") || take("o")) return Spot::off();
        const auto number = read_number();
        return number ? Spot::at(*number) : std::nullopt;
    }

    std::optional<WrittenWay> read_word() {
        WrittenWay word;
        const auto first = read_spot();
        if (!first) return std::nullopt;
        word.stops.push_back(*first);
        while (take('/') || take('-')) {
            const auto stop = read_spot();
            if (!stop) return std::nullopt;
            word.stops.push_back(*stop);
            word.stars.push_back(take('*'));
        }
        if (word.stops.size() < 2 || word.stops.size() > 5) return std::nullopt;
        if (take('(')) {
            const auto times = read_number();
            if (!times || *times < 1 || *times > 4 || !take(')')) return std::nullopt;
            word.times = *times;
        }
        if (!at_end() && here() != ' ' && here() != ',' && here() != '\t') return std::nullopt;
        return word;
    }

    std::string text_;
    std::size_t at_ = 0;
};

/// Finds the checker moves that words can mean: a way from one stop to the next may need several
/// dice, in either order, and checkers may take turns (two that enter before either goes on).
class Meaning {
public:
    Meaning(const Board& board, Color color, const Hand& hand, const std::vector<WrittenWay>& words)
        : board_(board), color_(color), hand_(hand) {
        for (const WrittenWay& word : words) {
            for (int i = 0; i < word.times; ++i) {
                // 6/5*(2) hits once: the second checker finds its own one there.
                checkers_.push_back({word, i == 0, 1, word.stops[0]});
            }
        }
    }

    Result<Choice> find() {
        for (const Stars stars : {Stars::as_written, Stars::wherever}) {
            stars_ = stars;
            Turn turn;
            explore(board_, hand_, turn);
            if (found_) return *found_;
        }
        if (refusal_) return std::unexpected(std::move(*refusal_));
        return legal_choice(board_, color_, hand_, as_written());
    }

private:
    /// Many people leave the stars out; only where they make a difference must they be right.
    enum class Stars : std::uint8_t { as_written, wherever };

    /// A checker on its way.
    struct Checker {
        const WrittenWay& word;
        bool first;        // of several with the same way
        std::size_t next;  // the stop it goes to
        Spot at;

        bool arrived() const { return next == word.stops.size(); }
        Spot goal() const { return word.stops[next]; }
        bool star() const { return word.stars[next - 1] && first; }
    };

    /// One checker move from stop to stop, whatever the dice say: what `refusal` explains best.
    Turn as_written() const {
        Turn turn;
        for (const Checker& checker : checkers_) {
            const auto& stops = checker.word.stops;
            for (std::size_t i = 1; i < stops.size() && turn.size() < 4; ++i) {
                turn.push({stops[i - 1], stops[i]});
            }
        }
        return turn;
    }

    void explore(const Board& board, const Hand& hand, Turn& turn) {
        if (std::ranges::all_of(checkers_, &Checker::arrived)) return try_out(turn);
        for (Checker& checker : checkers_) {
            if (checker.arrived() || checker.at.is_off()) continue;
            for (std::size_t i = 0; i < hand.size() && !found_; ++i) {
                if (i > 0 && hand[i] == hand[i - 1]) continue;
                step(board, hand, turn, checker, hand[i]);
            }
        }
    }

    void step(const Board& board, const Hand& hand, Turn& turn, Checker& checker, Die die) {
        const CheckerMove move{checker.at, checker.at.after(die.pips())};
        const bool blocked = move.to.is_point() && board.opposing(color_, move.to) > 1;
        if (blocked || move.to < checker.goal() || board.count(color_, move.from) == 0) return;
        Board next = board;
        const bool hit = next.move(color_, move);
        const bool stops = move.to == checker.goal();
        const bool star = stops && checker.star();
        if (star && !hit) return;
        if (stars_ == Stars::as_written && hit != star) return;

        Hand left = hand;
        left.use(die);
        const Checker before = checker;
        turn.push(move);
        advance(checker, move.to, stops);
        explore(next, left, turn);
        turn.pop();
        advance_back(checker, before);
    }

    static void advance(Checker& checker, Spot to, bool stops) {
        checker.at = to;
        if (stops) ++checker.next;
    }
    static void advance_back(Checker& checker, const Checker& before) {
        checker.at = before.at;
        checker.next = before.next;
    }

    void try_out(const Turn& turn) {
        auto choice = legal_choice(board_, color_, hand_, turn);
        if (choice) {
            found_ = *choice;
        } else if (!refusal_) {
            refusal_ = std::move(choice.error());
        }
    }

    const Board& board_;
    Color color_;
    Hand hand_;
    Stars stars_ = Stars::as_written;
    std::vector<Checker> checkers_;
    std::optional<Choice> found_;
    std::optional<Rejection> refusal_;
};

}  // namespace

std::string write_turn(const Board& board, Color color, const Turn& turn) {
    if (turn.empty()) return std::string(cannot_move);
    const std::vector<Way> ways = ways_of(board, color, turn);
    std::string text;
    for (std::size_t i = 0; i < ways.size();) {
        const std::string word = text_of(ways[i]);
        std::size_t times = 1;
        while (i + times < ways.size() && is_repeated(ways[i], ways[i + times])) ++times;
        text += (text.empty() ? "" : " ") + word;
        if (times > 1) text += "(" + std::to_string(times) + ")";
        i += times;
    }
    return text;
}

Result<Choice> read_turn(const Board& board, Color color, const Hand& hand, std::string_view text) {
    TextReader reader(text);
    if (reader.says_cannot_move()) return legal_choice(board, color, hand, Turn{});
    const auto words = reader.words();
    if (!words) {
        return std::unexpected(Rejection{
            &codes::unreadable_move,
            {{"text", excerpt(text, 40)},
             {"problem", "a turn is written as 8/5 6/5*, bar/20, 6/off(2) or can't move"}}});
    }
    return Meaning(board, color, hand, *words).find();
}

std::optional<Dice> read_dice(std::string_view text) {
    std::vector<Die> dice;
    for (const char c : text) {
        if (c == ' ' || c == '-' || c == ',') continue;
        const auto die = Die::showing(c - '0');
        if (!die) return std::nullopt;
        dice.push_back(*die);
    }
    if (dice.size() != 2) return std::nullopt;
    return Dice(dice[0], dice[1]);
}

std::string write_dice(Dice dice) {
    return std::to_string(dice.high().pips()) + std::to_string(dice.low().pips());
}

}  // namespace arbiter::backgammon
