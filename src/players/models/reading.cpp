#include "players/models/reading.hpp"

#include <algorithm>
#include <optional>

#include "core/base/excerpt.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "players/agents/message.hpp"
#include "players/models/extraction.hpp"
#include "players/models/prose.hpp"

namespace arbiter::players {

namespace {

// clang-format off
constexpr RejectionCode no_answer{"no_answer", RejectionKind::unreadable,
    "the answer names no move; end with one"};
constexpr RejectionCode unreadable_answer{"unreadable_answer", RejectionKind::unreadable,
    "{answer} is neither a move nor an action here"};
constexpr RejectionCode several_answers{"several_answers", RejectionKind::ambiguous,
    "you named {moves}; end with one"};
constexpr RejectionCode unfinished_thoughts{"unfinished_thoughts", RejectionKind::unreadable,
    "the thinking breaks off before an answer"};
// clang-format on

constexpr std::size_t quoted_bytes = 60;

std::unexpected<Rejection> refusal_of(const RejectionCode& code, Details data = {}) {
    return std::unexpected(Rejection{&code, std::move(data)});
}

/// What a text is here, from best to worst.
enum class Standing : std::uint8_t { legal, refused, unreadable };

/// "resign" in {"action": "resign"}; otherwise the text itself.
std::string action_name(const std::string& move) {
    if (!move.starts_with('{')) return move;
    const auto json = read_json(move);
    const Json* action = json ? json->find("action") : nullptr;
    const auto* name = action != nullptr ? action->as<std::string>() : nullptr;
    return name != nullptr ? *name : move;
}

Standing standing_of(const std::string& move, const Turn& turn) {
    if (std::ranges::find(turn.actions, action_name(move)) != turn.actions.end()) {
        return Standing::legal;
    }
    const auto checked = turn.game.check(move, turn.seat);
    if (checked) return Standing::legal;
    return checked.error().code->kind == RejectionKind::unreadable ? Standing::unreadable
                                                                   : Standing::refused;
}

/// A move that a text names.
struct Named {
    Mention mention;
    MoveRole role;
    std::string event;  // different texts may mean the same
    bool is_legal;
};

/// One move, several, or none.
class Choices {
public:
    void add(std::string move, const std::string& event) {
        if (std::ranges::find(events_, event) != events_.end()) return;
        events_.push_back(event);
        moves_.push_back(std::move(move));
    }
    bool empty() const { return moves_.empty(); }
    std::size_t size() const { return moves_.size(); }
    const std::vector<std::string>& moves() const { return moves_; }
    /// The only one; otherwise what was named.
    Result<std::string> one() const {
        if (moves_.empty()) return refusal_of(no_answer);
        if (moves_.size() == 1) return moves_.front();
        std::string list;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            list += i == 0 ? "" : i + 1 == moves_.size() ? " and " : ", ";
            list += excerpt(moves_[i], quoted_bytes);
        }
        return refusal_of(several_answers, {{"moves", std::move(list)}});
    }

private:
    std::vector<std::string> moves_;
    std::vector<std::string> events_;
};

/// Reads one answer.
class AnswerReader {
public:
    AnswerReader(const Turn& turn, std::string_view notation)
        : turn_(turn), legal_(playable(turn.game, notation)) {}

    Result<std::string> run(std::string_view text) const {
        if (const auto word = word_meant(text)) return *word;
        const Extracted parts = extracted(text, turn_.seat);
        const auto named = named_in(parts.prose);
        if (!parts.answers.empty()) return marked(parts, named);
        if (const auto word = word_meant(parts.prose)) return *word;
        if (auto apart = line_apart(parts.prose, named)) return *std::move(apart);
        return in_prose(parts.prose, named);
    }

private:
    std::string event_of(const std::string& move) const {
        const auto meaning = turn_.game.understand(move, turn_.seat);
        return meaning ? meaning->event : action_name(move);
    }

    /// Whether a text is one move that is refused; others may be meant, but are not taken instead.
    bool is_one_refused(const std::string& text) const {
        const auto meaning = turn_.game.understand(text, turn_.seat);
        if (!meaning) return meaning.error().code->kind != RejectionKind::unreadable;
        return !turn_.game.check(text, turn_.seat);
    }

    std::vector<Named> named_in(std::string_view text) const {
        std::vector<Named> named;
        const auto mentions = turn_.game.mentions(text);
        const auto roles = roles_of(mentions, text, turn_.seat);
        for (std::size_t i = 0; i < mentions.size(); ++i) {
            const std::string& move = mentions[i].move;
            named.push_back({mentions[i], roles[i], event_of(move),
                             turn_.game.check(move, turn_.seat).has_value()});
        }
        return named;
    }

    /// An action or a move that is a word ("pass"), if the text is nothing else.
    std::optional<std::string> word_meant(std::string_view text) const {
        constexpr std::size_t long_text = 80;
        if (text.size() > long_text) return std::nullopt;
        std::string exact(trimmed(text));
        if (exact.ends_with('?')) return std::nullopt;
        if (std::ranges::find(legal_, exact) != legal_.end()) return exact;
        const std::string words = bare_words(text);
        if (words.empty()) return std::nullopt;
        const auto is_said = [&](const std::string& each) { return bare_words(each) == words; };
        const auto action = std::ranges::find_if(turn_.actions, is_said);
        if (action != turn_.actions.end()) return *action;
        const auto move = std::ranges::find_if(legal_, [&](const std::string& each) {
            return each.find_first_of("0123456789{[-") == each.npos && is_said(each);
        });
        if (move == legal_.end()) return std::nullopt;
        return lowered_is(exact, *move) ? exact : *move;
    }
    static bool lowered_is(std::string_view text, std::string_view other) {
        return std::ranges::equal(text, other, {}, lower, lower);
    }

    /// An action, or a move that is a word, beside a move: "pass or D4".
    std::optional<std::string> other_word(const Mention& mention, std::string_view prose) const {
        const auto before = prose_words(prose.substr(0, mention.begin));
        const auto behind = prose_words(prose.substr(mention.end));
        for (const auto& words :
             {std::span(before).last(std::min<std::size_t>(before.size(), 2)),
              std::span(behind).first(std::min<std::size_t>(behind.size(), 2))}) {
            if (words.size() < 2) continue;
            const bool is_behind = words.data() == behind.data();
            if (!is_among(words[is_behind ? 0 : 1].text, " or ")) continue;
            const std::string_view other = words[is_behind ? 1 : 0].text;
            if (std::ranges::any_of(other, is_digit)) continue;
            if (auto word = word_meant(other)) return word;
        }
        return std::nullopt;
    }

    /// What an answer that was set apart says: a move or action, legal or not.
    void read_marked(const MarkedAnswer& answer, Choices& choices) const {
        if (answer.is_json) {
            // {"action": "Ba4"} is a move under another name.
            const std::string name = action_name(answer.text);
            const bool is_other = name != answer.text && !turn_.game.mentions(name).empty();
            if (is_other) return read_marked({name}, choices);
            // Whose rows and columns a list of numbers means is not said, unless it was asked for.
            const auto is_list = [](const std::string& move) { return move.starts_with('['); };
            if (is_list(answer.text) && std::ranges::none_of(legal_, is_list)) return;
            return choices.add(answer.text, event_of(answer.text));
        }
        if (auto word = word_meant(answer.text)) return choices.add(*word, event_of(*word));
        const std::string exact(trimmed(answer.text));
        if (!exact.empty() && is_one_refused(exact)) {
            return choices.add(exact, event_of(exact));
        }
        const auto named = named_in(answer.text);
        for (const Named& each : named) {
            if (each.role == MoveRole::aside || each.role == MoveRole::related) continue;
            // As it was written, if that is the move and nothing else.
            const bool is_whole = each.mention.begin == 0 && each.mention.end == exact.size();
            const bool reads = is_whole && event_of(exact) == each.event;
            choices.add(reads ? exact : each.mention.move, each.event);
        }
    }

    Result<std::string> marked(const Extracted& parts, const std::vector<Named>& named) const {
        Choices choices;
        std::string first;
        for (const MarkedAnswer& answer : parts.answers) {
            if (first.empty()) first = trimmed(answer.text);
            read_marked(answer, choices);
        }
        const auto says_something = [](const MarkedAnswer& answer) {
            return std::ranges::any_of(answer.text,
                                       [](char c) { return is_letter(c) || is_digit(c); });
        };
        if (choices.empty() && std::ranges::none_of(parts.answers, says_something)) {
            return in_prose(parts.prose, named);
        }
        if (choices.empty()) {
            return refusal_of(unreadable_answer,
                              {{"answer", in_quotes(excerpt(first, quoted_bytes))}});
        }
        // "Wait, ..." behind it: which of them counts is not said.
        const std::size_t again = taken_back_at(parts.prose);
        const std::size_t mark = parts.prose.rfind(taken_mark);
        for (const Named& each : named) {
            const bool is_later = again > 0 && each.mention.begin >= again &&
                                  (mark == parts.prose.npos || again > mark);
            if (is_later && each.is_legal && each.role <= MoveRole::told) {
                choices.add(each.mention.move, each.event);
            }
        }
        return choices.one();
    }

    /// Parts of one move, each of which would be refused: "13/7 with the 6", "8/7 with the 1".
    std::optional<std::string> joined(const Choices& parts) const {
        constexpr std::size_t parts_max = 4;
        if (parts.size() < 2 || parts.size() > parts_max) return std::nullopt;
        std::string whole;
        for (const std::string& part : parts.moves()) {
            if (turn_.game.check(part, turn_.seat)) return std::nullopt;
            whole += (whole.empty() ? "" : " ") + part;
        }
        if (!turn_.game.check(whole, turn_.seat)) return std::nullopt;
        return whole;
    }

    /// Whether a line is nothing but one move: "4. **Ba4**", "White: Ba4".
    static bool is_apart(std::string_view line, const Mention& mention, std::size_t begin,
                         Color seat) {
        std::string rest(line);
        rest.replace(mention.begin - begin, mention.end - mention.begin, " ");
        for (const ProseWord& word : prose_words(rest)) {
            const bool is_color = lowered_is(word.text, to_string(seat));
            const bool is_number = std::ranges::all_of(word.text, is_digit) &&
                                   word.end() < rest.size() && rest[word.end()] == '.' &&
                                   word.begin < mention.begin - begin;
            if (!is_color && !is_number) return false;
        }
        // A letter of another alphabet is a word too.
        return std::ranges::none_of(rest, [](char c) { return byte_of(c) >= 0x80; });
    }

    /// "2. ...", "b) ...", "- ..."
    static bool is_list_item(std::string_view line) {
        line = trimmed(line);
        if (line.starts_with("- ") || line.starts_with("* ")) return true;
        const auto end = line.find_first_of(".)");
        return end != line.npos && end > 0 && end <= 2 && line.substr(end + 1).starts_with(' ') &&
               (std::ranges::all_of(line.substr(0, end), is_digit) || end == 1);
    }
    /// Whether the items of a list name different moves: none of them is set apart.
    static bool lists_several(std::string_view prose, const std::vector<Named>& named) {
        Choices items;
        for (const Named& each : named) {
            const std::size_t begin = prose.rfind('\n', each.mention.begin) + 1;
            const auto end = std::min(prose.find('\n', begin), prose.size());
            if (each.role != MoveRole::aside && is_list_item(prose.substr(begin, end - begin))) {
                items.add(each.mention.move, each.event);
            }
        }
        return items.size() > 1;
    }

    /// A line of its own: at the beginning, at the end, in a fenced block or announced.
    std::optional<Result<std::string>> line_apart(std::string_view prose,
                                                  const std::vector<Named>& named) const {
        Choices choices;
        const bool is_listed = lists_several(prose, named);
        bool is_set_apart = false;
        bool is_first = true;
        std::string_view before;
        for (std::size_t begin = 0; begin < prose.size();) {
            const auto end = std::min(prose.find('\n', begin), prose.size());
            const std::string_view line = prose.substr(begin, end - begin);
            const Named* only = nullptr;
            std::size_t count = 0;
            for (const Named& each : named) {
                if (each.mention.begin < begin || each.mention.end > end) continue;
                only = &each;
                ++count;
            }
            const bool is_last = trimmed(prose.substr(end)).empty();
            const bool is_item = is_listed && is_list_item(line);
            const auto rest = only != nullptr ? prose.substr(only->mention.end) : "";
            const bool is_asked = (rest.starts_with('?') && !rest.starts_with("?!")) ||
                                  trimmed(rest).starts_with("(?)");
            if (count == 1 && !is_item && !is_asked &&
                is_apart(line, only->mention, begin, turn_.seat) &&
                !(before.ends_with(':') && announces_others(before))) {
                const std::string_view written =
                    prose.substr(only->mention.begin, only->mention.end - only->mention.begin);
                const bool reads = event_of(std::string(written)) == only->event;
                choices.add(reads ? std::string(written) : only->mention.move, only->event);
                is_set_apart = is_set_apart || is_first || is_last || before.ends_with(':') ||
                               line.starts_with(fence_mark);
            }
            if (!trimmed(line).empty()) {
                before = trimmed(line);
                is_first = false;
            }
            begin = end + 1;
        }
        if (!is_set_apart) return std::nullopt;
        // What is chosen in words must be the same.
        const std::size_t again = taken_back_at(prose);
        for (const Named& each : named) {
            const bool is_later = again > 0 && each.mention.begin >= again;
            if (each.role == MoveRole::chosen ||
                (is_later && each.role <= MoveRole::told && each.is_legal)) {
                choices.add(each.mention.move, each.event);
            }
        }
        if (auto whole = joined(choices)) return *std::move(whole);
        return choices.one();
    }

    /// A move that is a whole sentence: "Ke4."
    static bool is_sentence(const Mention& mention, std::string_view prose) {
        const auto before = trimmed(prose.substr(0, mention.begin));
        const bool begins =
            before.empty() || std::string_view(".!?:;").contains(before.back()) ||
            prose.substr(before.size(), mention.begin - before.size()).contains('\n');
        return begins &&
               trimmed(prose.substr(mention.end, sentence_end(prose, mention.end) - mention.end))
                   .empty();
    }

    /// The move that is chosen expressly, otherwise the only legal one that is not left aside.
    Result<std::string> in_prose(std::string_view prose, const std::vector<Named>& named) const {
        const std::size_t again = taken_back_at(prose);
        Choices chosen;
        Choices stated;
        Choices parts;
        bool are_one = true;  // the parts, of one move
        bool is_own = false;  // not all of it is told of others
        std::vector<const Named*> earlier;
        std::size_t decided = 0;
        for (const Named& each : named) {
            const std::size_t line = prose.rfind('\n', each.mention.begin) + 1;
            if (each.mention.begin < again || prose[line] == fence_mark) continue;
            if (each.role == MoveRole::aside) continue;
            if (each.role == MoveRole::related) {
                // A reason follows what it is a reason for. Before it, it may be the choice itself.
                if (each.is_legal && stated.empty()) earlier.push_back(&each);
                continue;
            }
            if (const auto word = other_word(each.mention, prose)) {
                stated.add(*word, *word);
                chosen.add(*word, *word);
            }
            const auto before = prose_words(prose.substr(0, each.mention.begin));
            are_one = are_one && (before.empty() || !is_among(before.back().text, " or "));
            parts.add(each.mention.move, each.event);
            if (each.role == MoveRole::chosen) {
                chosen.add(each.mention.move, each.event);
                decided = each.mention.end;
            }
            if (each.is_legal || each.role == MoveRole::chosen ||
                is_sentence(each.mention, prose)) {
                stated.add(each.mention.move, each.event);
                is_own = is_own || each.role != MoveRole::told;
            }
        }
        if (auto whole = are_one ? joined(parts) : std::nullopt) return *std::move(whole);
        if (chosen.empty()) {
            if (stated.empty() || (stated.size() == 1 && !is_own)) return refusal_of(no_answer);
            for (const Named* each : earlier) stated.add(each->mention.move, each->event);
            return stated.one();
        }
        // What comes after the decision may be another one.
        for (const Named& each : named) {
            if (each.mention.begin >= decided && each.is_legal && each.role <= MoveRole::told) {
                chosen.add(each.mention.move, each.event);
            }
        }
        return chosen.one();
    }

    const Turn& turn_;
    std::vector<std::string> legal_;
};

}  // namespace

Result<std::string> move_meant(std::string_view text, const Turn& turn, std::string_view notation) {
    const auto said = spoken(text);
    if (!said) return refusal_of(unfinished_thoughts);
    return AnswerReader(turn, notation).run(in_plain_characters(*said));
}

std::string majority(const std::vector<std::string>& moves, const Turn& turn) {
    struct Tally {
        std::string event;  // different texts may mean the same
        std::string move;
        Standing standing;
        int votes;
    };
    std::vector<Tally> tallies;
    for (const std::string& move : moves) {
        const auto meaning = turn.game.understand(move, turn.seat);
        const std::string event = meaning ? meaning->event : action_name(move);
        const auto known = std::ranges::find(tallies, event, &Tally::event);
        if (known != tallies.end()) {
            ++known->votes;
        } else {
            tallies.push_back({event, move, standing_of(move, turn), 1});
        }
    }
    const auto is_worse = [](const Tally& a, const Tally& b) {
        return a.standing != b.standing ? a.standing > b.standing : a.votes < b.votes;
    };
    const auto best = std::ranges::max_element(tallies, is_worse);
    return best == tallies.end() ? std::string() : best->move;
}

}  // namespace arbiter::players
