#include "players/models/prose.hpp"

#include <algorithm>
#include <string>

#include "core/base/text.hpp"
#include "players/models/extraction.hpp"

namespace arbiter::players {

namespace {

// Directly before a move, or a few words before it.
constexpr std::string_view refusing =
    " not over than instead no refuse refusing resist without avoid avoids avoiding never against "
    "versus vs unlike don't "
    "won't didn't doesn't cannot can't isn't rejected reject rejecting skip skipping besides "
    "except neither nor declining dismiss dismissed discard discarded shouldn't wouldn't mustn't "
    "couldn't wasn't forget scrap ignore cancel undo abandon abandoning ";
// From here to the end of the sentence.
constexpr std::string_view conditions =
    " if when once unless otherwise whenever suppose supposing assume assuming imagine pretend "
    "case ";
// Who plays a move that is not the speaker's: from here to the end of the sentence, unless the speaker
// comes in between.
constexpr std::string_view others =
    " most people everyone everybody others many someone somebody nobody theory book books "
    "textbook "
    "textbooks engine engines computer computers stockfish katago gnu gnubg ai leela alphago "
    "alphazero beginner beginners "
    "amateur amateurs novice master masters grandmaster grandmasters expert experts professional "
    "professionals pro pros players coach teacher friend friends tradition rollout rollouts "
    "statistics database databases ";
constexpr std::string_view first_persons =
    " i i'll i'm i'd i've we we'll we're let's my mine ich je yo io ";
// Of a command: "Attach at C4", "For now D16".
constexpr std::string_view openings_of_commands =
    " final best from for with at on to two both one now here so and then ";
constexpr std::string_view behind_commands =
    " at to with on the a an for from by in one two all both it my your here ";
constexpr std::string_view own_possessives = " it's here's let's that's what's today's ";
constexpr std::string_view articles = " the a an this that these it there he she they ";
// From here to the end of the clause, unless the move is chosen all the same.
constexpr std::string_view reasons =
    " because since although though while whereas despite after before considered considering "
    "consider tempting alternative alternatives alternatively could might was were thought "
    "looked wanted tempted backup fallback second then next later eventually soon afterwards "
    "about check checking analyze analyse analyzing examine evaluate evaluating explore calculate "
    "have had missed played previously last worst bad wrong losing poor weakest terrible mistake "
    "blunder love loved wish wished hate hated dislike disliked fear fears afraid scared worry "
    "worried told asked expect expects recommends recommended says said include includes including "
    "instance example examples e.g eg such like between torn see know knew either liberty "
    "liberties "
    "cutting radiates pass up loses legal does maybe perhaps ponder pondering pondered wonder "
    "wondering weigh weighing weighed compare comparing compared discuss discussed mention "
    "mentioned "
    "remember recall recalled notice noticed doubt doubted contemplate contemplating study studied "
    "studying review reviewed reviewing debate debating regret regretted look looking eyeing "
    "staring ";
constexpr std::string_view purposes =
    " prepare prepares preparing threaten threatens threatening threat aim aims aiming plan plans "
    "planning intend intending idea hope hoping allow allows allowing expect expecting expected "
    "anticipate anticipating toward towards support supports supporting enable enables enabling "
    "lead leads leading prevent prevents preventing stop stops stopping follow follows followed "
    "following then next later defend defends defending protect protects protecting attack "
    "attacks attacking control controls controlling eye eyes eyeing pressure pressures "
    "pressuring keep keeps keeping leave leaves leaving maintain maintains maintaining build "
    "builds building create creates creating target targets targeting cover covers covering "
    "weaken weakens weakening connect connects connecting connected strengthen strengthens "
    "strengthening help helps helping ready eventually soon future continuing continue "
    "continues answer answers answered ";
// Directly behind a move.
constexpr std::string_view dismissals =
    " worse inferior weaker not isn't wasn't premature illegal impossible fails loses hangs never "
    "unless only deserves deserve scares frightens worries costs drops ";
constexpr std::string_view modals =
    " would could might was were later also follows next soon eventually afterwards comes has had "
    "leaves saves appears appeared occurs occurred features featured ";
constexpr std::string_view bad_words =
    " tempting worse inferior weaker premature illegal impossible bad mistake blunder alternative "
    "option possible playable interesting passive slow early risky attractive candidate "
    "second-best dubious wrong not also too loose other legal small gote out one what popular "
    "common weak unclear questionable scary threatened ";
// What may follow a move directly in a sentence that chooses it.
constexpr std::string_view joints =
    " and to for with because since as at on in here now then first please while so which that it "
    "i "
    "we again instead over rather against from via by if when followed before after mate check "
    "checkmate or ";
constexpr std::string_view doings =
    " adds attacks activates avoids blocks breaks brings builds captures centralises centralizes "
    "challenges claims connects controls covers creates cuts defends develops encloses enlarges "
    "escapes expands extends fights forces forks frees gains gets gives helps hits holds improves "
    "invades keeps leads leaves maintains makes occupies opens pins points prepares presses "
    "pressures prevents protects puts recaptures reduces removes retains saves secures splits "
    "starts "
    "stops strengthens supports surrounds takes threatens unstacks weakens wins ";
constexpr std::string_view gifts = " gives helps leaves saves gets frees strengthens improves ";
constexpr std::string_view praises =
    " best better good great strong stronger strongest solid natural fine correct right clear "
    "clearly obvious obviously sensible reasonable principled mandatory forced necessary needed "
    "essential urgent big bigger biggest huge large largest key vital safe safest safer simple "
    "simplest perfect ideal excellent logical my what winning decisive crushing critical most more "
    "superior preferable flexible active ";
constexpr std::string_view opponents =
    " opponent opponent's they he she their his her reply replies response you you'll your ";
constexpr std::string_view reply_words =
    " may might can could will would should must replies reply responds respond response plays "
    "play played answers answer has gets takes recaptures recapture captures wants threatens "
    "likely probably to at with then is moves moved just last continues expects expect hopes hope "
    "for loves love needs fears ";

constexpr std::string_view speakers = " i i'll i'm i'd we we'll we're let's let will shall me ";
constexpr std::string_view choosing =
    " play playing choose choosing pick picking select selecting go going opt decide prefer "
    "retreat move moving castle place put settle settling stick make making recommend suggest "
    "answer reply decided take taking capture capturing respond continue develop "
    "push hit hitting enter bring want start starting begin ";
constexpr std::string_view doubts =
    " not don't won't never if when could might can cannot can't considered was were had may "
    "thinking "
    "love like tempted didn't should unless wanted would've next then later hope plan soon "
    "eventually afterwards ";
constexpr std::string_view nouns_of_choice = " move choice answer decision pick play option ";
constexpr std::string_view not_the_choice =
    " opponent opponent's their your reply second alternative other worst bad wrong losing poor "
    "weakest terrible popular common another one ";
constexpr std::string_view conclusions = " so therefore thus hence overall finally ultimately ";
constexpr std::string_view separators = " but however so therefore thus hence yet ";

std::string in_lower_case(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

/// The words of one text with the places where sentences end.
class Prose {
public:
    Prose(std::string_view text, Color seat) : text_(text), words_(prose_words(text)), seat_(seat) {
        for (std::size_t i = 0; i < text.size();) {
            i = sentence_end(text, i);
            ends_.push_back(i++);
        }
        if (ends_.empty()) ends_.push_back(text.size());
    }

    /// `before` is where the mention before it ends.
    MoveRole role(const Mention& mention, std::size_t before) const {
        if (in_parentheses(mention) || is_question(mention) || is_waved_off(mention)) {
            return MoveRole::aside;
        }
        const std::size_t first = word_at(mention.begin);
        // "The bishop could go to a4."
        if (has(first, word_at(mention.end),
                " could can might may would or not cannot can't if ")) {
            return MoveRole::aside;
        }
        const std::size_t begin = clause_begin(first, mention, Extent::sentence);
        if (is_announced_as_other(mention, first) || is_refused(begin, first) ||
            has(begin, first, conditions) || is_reply(begin, first) ||
            is_preferred_to(begin, first)) {
            return MoveRole::aside;
        }
        const std::size_t clause = clause_begin(first, mention, Extent::clause);
        if (is_dismissed(mention)) return MoveRole::aside;
        const bool is_possessive = text_.substr(mention.end).starts_with("'s");
        if (is_of_others(begin, first) || is_possessive || is_one_of_several(mention) ||
            is_wished(begin, first, mention)) {
            return MoveRole::related;
        }
        const std::size_t announced = clause_begin(first, mention, Extent::announced);
        // "..., or play D4": it is one of two.
        const bool is_or = has(first > 2 ? first - 2 : 0, first, " or ");
        if (is_or) {
            const std::size_t said = word_at(sentence_begin(mention.begin));
            const bool is_possible = has(said, first, " could can might may ");
            if (is_possible) return MoveRole::related;
            // "I resign, or maybe D4": the other is no move.
            const bool is_other = before <= sentence_begin(mention.begin) &&
                                  !trimmed(text_.substr(0, mention.begin)).ends_with(':');
            return is_other ? MoveRole::told : MoveRole::named;
        }
        // "Playing F5 would attach ..."
        const std::size_t next = word_at(mention.end);
        const bool is_supposed = word(announced).ends_with("ing") && !behind(mention).empty() &&
                                 has(next, next + 3, " would could might may was were ");
        if (is_supposed) return MoveRole::related;
        if (is_chosen(announced, first, before) || is_declared(mention)) return MoveRole::chosen;
        if (has(clause, first, reasons)) return MoveRole::related;
        // "with 4. Nf3"
        std::size_t last = first;
        while (last > clause && std::ranges::all_of(word(last - 1), is_digit)) --last;
        const bool by_it = last > clause && is_among(word(last - 1), " with via playing ");
        if (!by_it && has(clause + (is_command(clause) ? 1 : 0), first, purposes)) {
            return MoveRole::related;
        }
        if (is_among(behind(mention), modals) || is_contrasted(mention)) return MoveRole::related;
        return is_told(clause, first, mention) ? MoveRole::told : MoveRole::named;
    }

    /// Whether what is said behind a move goes with choosing it: "X attacks", "X is solid", but not
    /// "X is worth ten points". A line of moves that something is said about is not chosen.
    bool is_approved(const Mention& mention, bool is_line) const {
        const std::string verb = in_lower_case(behind(mention));
        const std::size_t next = word_at(mention.end);
        if (verb.empty() || is_digit(verb[0]) || verb.ends_with("ing") || is_among(verb, joints)) {
            return true;
        }
        if (is_line) return false;
        if (is_among(verb, doings)) {
            for (std::size_t i = next + 1; i < next + 4; ++i) {
                const bool is_gift = is_among(word(i - 1), " for ") || is_among(verb, gifts);
                if (is_gift && is_others(in_lower_case(word(i)))) return false;
            }
            return true;
        }
        return is_among(verb, " is are looks seems feels appears ") && has(next, next + 4, praises);
    }

private:
    /// How far back words count: a clause ends at a comma, what is announced stands behind a colon.
    enum class Extent : std::uint8_t { sentence, clause, announced };

    std::string_view word(std::size_t i) const {
        return i < words_.size() ? words_[i].text : std::string_view();
    }
    std::size_t word_at(std::size_t place) const {
        return static_cast<std::size_t>(
            std::ranges::lower_bound(words_, place, {}, &ProseWord::begin) - words_.begin());
    }
    std::size_t sentence_begin(std::size_t place) const {
        const auto end = std::ranges::lower_bound(ends_, place);
        return end == ends_.begin() ? 0 : *(end - 1) + 1;
    }
    std::size_t end_of_sentence(std::size_t place) const {
        const auto end = std::ranges::lower_bound(ends_, place);
        return end == ends_.end() ? text_.size() : *end;
    }

    /// The first word of the sentence, or of the clause in it.
    std::size_t clause_begin(std::size_t first, const Mention& mention, Extent extent) const {
        const std::size_t sentence = sentence_begin(mention.begin);
        std::size_t i = first;
        while (i > 0 && words_[i - 1].begin >= sentence) {
            const std::size_t end = words_[i - 1].end();
            const std::size_t next = i < words_.size() ? words_[i].begin : text_.size();
            const auto gap = text_.substr(end, std::min(next, mention.begin) - end);
            // "I retreat: X" is one clause if it is about what was chosen.
            const bool is_colon = gap.contains(':') && (extent != Extent::announced || i < first);
            if (gap.contains(')') || is_colon) break;
            if (extent != Extent::sentence && (gap.contains(',') || gap.contains(" - "))) break;
            --i;
            if (is_among(word(i), separators)) break;
        }
        return i;
    }
    bool has(std::size_t begin, std::size_t end, std::string_view list) const {
        for (std::size_t i = begin; i < end; ++i) {
            if (is_among(word(i), list)) return true;
        }
        return false;
    }

    /// "Connect at D5": the first word of a sentence, without an ending.
    bool is_command(std::size_t begin) const {
        const std::string_view verb = word(begin);
        if (begin >= words_.size() || verb.ends_with("ing") || verb.ends_with('s')) return false;
        if (is_among(verb, " then next later ")) return false;
        return trimmed(text_.substr(sentence_begin(words_[begin].begin),
                                    words_[begin].begin - sentence_begin(words_[begin].begin)))
            .empty();
    }

    bool in_parentheses(const Mention& mention) const {
        const std::size_t from = sentence_begin(mention.begin);
        const auto before = text_.substr(from, mention.begin - from);
        const auto open = before.rfind('(');
        const bool is_open =
            open != before.npos && (before.rfind(')') == before.npos || before.rfind(')') < open);
        return is_open && text_.substr(mention.end).find(')') != text_.npos;
    }
    /// "Bxc6? No." The signs "!?" and "?!" ask nothing.
    bool is_question(const Mention& mention) const {
        const std::size_t end = end_of_sentence(mention.end);
        if (end >= text_.size() || text_[end] != '?') return false;
        return end == 0 || text_[end - 1] != '!';
    }
    bool is_others(std::string_view word) const {
        const std::string other(to_string(opponent(seat_)));
        return is_among(word, " " + other + " " + other + "'s opponent's ");
    }
    /// "Opponent's move: X", "The worst move: X".
    bool is_announced_as_other(const Mention& mention, std::size_t first) const {
        if (!trimmed(text_.substr(0, mention.begin)).ends_with(':')) return false;
        const std::size_t begin = clause_begin(first, mention, Extent::announced);
        if (is_somebodys(begin, first)) return true;
        for (std::size_t i = begin; i < first; ++i) {
            const bool is_other =
                is_others(word(i)) ||
                is_among(word(i),
                         " alternative alternatives candidate candidates expected "
                         "expect reply response opponent your worst bad previous "
                         "last threat rejected considered see note remember "
                         "reminder warning hint plan plans idea ideas option options "
                         "possible possibility possibilities available ");
            if (is_other) return true;
        }
        return false;
    }
    bool is_refused(std::size_t begin, std::size_t first) const {
        // "anything but X"
        if (first > 1 && is_among(word(first - 1), " but ") &&
            is_among(word(first - 2), " anything everything nothing all ")) {
            return true;
        }
        constexpr std::size_t near = 4;
        const std::size_t from = first > begin + near ? first - near : begin;
        for (std::size_t i = first; i-- > from;) {
            const std::size_t next = words_[i + 1 < words_.size() ? i + 1 : i].begin;
            if (text_.substr(words_[i].end(), next > words_[i].end() ? next - words_[i].end() : 0)
                    .find_first_of(",-") != text_.npos) {
                return false;
            }
            const bool is_verb = is_among(word(i + 1), choosing);
            if (is_among(word(i), " only just i ")) return false;
            if (is_among(word(i), " and ") && is_verb) return false;
            if (is_among(word(i), refusing)) return true;
        }
        return false;
    }
    /// "Ba4??", "Ba4 (?)", "Ba4, no."
    bool is_waved_off(const Mention& mention) const {
        const auto rest = text_.substr(mention.end);
        if (rest.starts_with("??") || trimmed(rest).starts_with("(?)")) return true;
        const std::size_t next = word_at(mention.end);
        if (next >= words_.size()) return false;
        const auto gap = text_.substr(mention.end, words_[next].begin - mention.end);
        return gap.find_first_not_of(" ,;:-.") == gap.npos &&
               is_among(in_lower_case(word(next)), " no nope nah never wait hmm actually ");
    }
    /// "Most people play Ba4", "No way I play Ba4", "It is too early for Ba4".
    bool is_of_others(std::size_t begin, std::size_t first) const {
        for (std::size_t i = first; i-- > begin;) {
            std::string said = in_lower_case(word(i));
            if (said.ends_with("'s")) said.resize(said.size() - 2);
            if (is_among(said, others) || said == "too") return true;
            if (said == "way" && i > begin && in_lower_case(word(i - 1)) == "no") return true;
            const bool is_speaker = is_among(said, first_persons);
            if (is_speaker && !has(begin, i, " way ")) return false;
        }
        return false;
    }
    /// "Fischer opened with e4": a sentence about somebody or something else. It may be a command
    /// ("Attach at C4"), about the speaker's side, or a label ("Best is Ba4").
    bool is_told(std::size_t begin, std::size_t first, const Mention& mention) const {
        const std::string last = first > begin ? in_lower_case(word(first - 1)) : std::string();
        if (is_somebodys(begin, first)) return true;
        if (last == "is") return has(begin, first, not_the_choice);
        if (first < begin + 2) return false;
        if (is_among(last, " point move corner ") && behind(mention).empty()) return false;
        for (std::size_t i = begin; i < first; ++i) {
            const std::string said = in_lower_case(word(i));
            if (is_among(said, first_persons) || said == to_string(seat_)) return false;
        }
        const std::string verb = in_lower_case(word(begin));
        const bool is_form = verb.ends_with('s') || verb.ends_with("ed");
        if (is_among(verb, choosing) || is_among(verb, openings_of_commands)) return false;
        return is_form || is_among(verb, articles) || !is_among(word(begin + 1), behind_commands);
    }
    /// "D4 or something", "e.g. D4", "For instance, D4".
    bool is_one_of_several(const Mention& mention) const {
        const std::size_t next = word_at(mention.end);
        if (is_among(behind(mention), " or ") &&
            is_among(word(next + 1), " something anything similar so ")) {
            return true;
        }
        const auto before = in_lower_case(trimmed(text_.substr(0, mention.begin)));
        for (const std::string_view phrase : {"e.g.", "e.g.,", "for instance,", "for example,"}) {
            if (before.ends_with(phrase)) return true;
        }
        return false;
    }
    /// "I would play D4 if ...", "Say I play D4".
    bool is_wished(std::size_t begin, std::size_t first, const Mention& mention) const {
        if (is_among(word(begin), " say ") && begin + 1 < first) return true;
        const std::size_t end = word_at(end_of_sentence(mention.end));
        const std::size_t next = word_at(mention.end);
        return (has(begin, first, " would i'd ") || is_among(behind(mention), " would ")) &&
               has(next, end, " if unless ");
    }
    /// "White may reply at C5": the last one spoken of is the opponent.
    bool is_reply(std::size_t begin, std::size_t first) const {
        const std::string other(to_string(opponent(seat_)));
        for (std::size_t i = begin; i + 1 < first; ++i) {
            if (is_among(word(i), " as ") && in_lower_case(word(i + 1)) == other) return true;
        }
        for (std::size_t i = first; i-- > begin;) {
            const std::string name = in_lower_case(word(i));
            const bool is_object = name == "me" && i > begin && is_among(word(i - 1), reply_words);
            if (is_among(name, speakers) && name != "let" && name != "will" && !is_object) {
                return false;
            }
            if (name == to_string(seat_)) return false;
            const bool is_other =
                name == other || name == other + "'s" || is_among(name, opponents);
            const bool is_own = i > begin && is_among(name, " reply response ") &&
                                is_among(word(i - 1), first_persons);
            if (!is_other || is_own) continue;
            return i + 1 == first || has(i + 1, first, reply_words) ||
                   is_among(name, " reply replies response ");
        }
        return false;
    }
    /// "I prefer A to B."
    bool is_preferred_to(std::size_t begin, std::size_t first) const {
        return first > begin && is_among(word(first - 1), " to ") &&
               has(begin, first, " prefer preferred preferable preferring superior ");
    }

    bool is_chosen(std::size_t begin, std::size_t first, std::size_t before) const {
        if (has(begin, first, doubts)) return false;
        constexpr std::size_t near = 8;
        // A verb is about the first move behind it.
        const std::size_t from =
            std::max(first > begin + near ? first - near : begin, word_at(before));
        for (std::size_t i = from; i < first; ++i) {
            if (is_among(word(i), choosing) &&
                (i == begin || has(i > begin + 3 ? i - 3 : begin, i, speakers))) {
                return true;
            }
            if (is_among(word(i), " is be ") && has(begin, i, nouns_of_choice) &&
                !has(begin, i, not_the_choice) && !is_somebodys(begin, i)) {
                return true;
            }
        }
        if (from != begin || first <= begin || first - begin > 3) return false;
        // "So Ba4", "So I play Ba4", but not "so that Ba4", "so does Ba4"
        const bool leads = first == begin + 1 || is_among(word(begin + 1), first_persons) ||
                           is_among(word(begin + 1), choosing) ||
                           is_among(word(begin + 1), " it's the ");
        return leads && is_among(word(begin), conclusions);
    }
    /// "Fischer's choice".
    bool is_somebodys(std::size_t begin, std::size_t end) const {
        const std::string own = std::string(to_string(seat_)) + "'s";
        for (std::size_t i = begin; i < end; ++i) {
            const std::string said = in_lower_case(word(i));
            if (said.ends_with("'s") && said != own && !is_among(said, own_possessives)) {
                return true;
            }
        }
        return false;
    }
    /// "X looks natural, but ...": something else follows.
    bool is_contrasted(const Mention& mention) const {
        if (behind(mention).empty()) return false;
        const std::size_t end = word_at(end_of_sentence(mention.end));
        for (std::size_t i = word_at(mention.end) + 1; i < end; ++i) {
            const std::string_view gap =
                text_.substr(words_[i - 1].end(), words_[i].begin - words_[i - 1].end());
            if (gap.find_first_of(",-") != gap.npos && is_among(word(i), " but yet however ")) {
                return true;
            }
        }
        return false;
    }
    /// "X is my move", "X it is", "X is best".
    bool is_declared(const Mention& mention) const {
        const auto rest =
            in_lower_case(text_.substr(mention.end, end_of_sentence(mention.end) - mention.end));
        const std::string_view said = trimmed(rest);
        for (const std::string_view phrase :
             {"is my",           "it is",       "is the best",  "is the way",
              "is best",         "is the move", "would be my",  "is what i",
              "is the right",    "is correct",  "is strongest", "is the strongest",
              "is clearly best", "looks best",  "looks right",  "looks good",
              "looks strongest", "seems best",  "seems right",  "is better",
              "is stronger",     "is safer",    "is bigger",    "is more",
              "looks better",    "feels right"}) {
            if (said.starts_with(phrase))
                return !said.contains("my second") && !said.contains("my backup") &&
                       !said.contains("my alternative") && !said.contains("my plan");
        }
        return false;
    }
    /// The next word of the same clause; empty if there is none.
    std::string_view behind(const Mention& mention) const {
        const std::size_t next = word_at(mention.end);
        if (next >= words_.size() || words_[next].begin >= end_of_sentence(mention.end)) return {};
        const auto gap = text_.substr(mention.end, words_[next].begin - mention.end);
        const bool is_same = gap.find_first_of(",:;.!(") == gap.npos && !gap.contains(" - ");
        return is_same ? word(next) : std::string_view();
    }
    bool is_dismissed(const Mention& mention) const {
        const std::size_t end = end_of_sentence(mention.end);
        const std::size_t next = word_at(mention.end);
        // "X: no."
        if (next < words_.size() && text_.substr(mention.end).starts_with(':') &&
            is_among(word(next), " no not rejected bad illegal loses worse wrong ")) {
            return true;
        }
        if (behind(mention).empty()) return false;
        if (is_among(word(next), dismissals)) return true;
        if (!is_among(word(next), " is are looks seems was would ")) return false;
        for (std::size_t i = next + 1; i < words_.size() && i <= next + 4; ++i) {
            if (words_[i].begin >= end) return false;
            if (is_among(word(i), bad_words) || is_others(word(i))) return true;
        }
        return false;
    }

    std::string_view text_;
    std::vector<ProseWord> words_;
    std::vector<std::size_t> ends_;
    Color seat_;
};

/// Whether a move stands in a line behind another one: "4. Ba4 Nf6 5. O-O".
bool goes_on(std::string_view between) {
    return std::ranges::all_of(between, [](char c) {
        return c == ' ' || c == '.' || c == '>' || c == '-' || is_digit(c);
    });
}

std::string_view last_word(std::string_view text) {
    const auto words = prose_words(text);
    return words.empty() ? std::string_view() : words.back().text;
}

bool is_list(std::string_view between) {
    const std::string_view joint = trimmed(between);
    const bool is_and = joint == "and" || joint == ", and" || joint == "or" || joint == ", or";
    return is_and || joint == ";" || is_one_phrase(between);
}

/// "A and B", "A or B", "A vs B", "A nor B".
bool is_pair(std::string_view between) {
    const std::string joint = in_lower_case(trimmed(between));
    return is_among(joint, " and or nor vs vs. versus & / ") || joint.ends_with("so does") ||
           joint.ends_with("so is");
}

}  // namespace

std::vector<MoveRole> roles_of(std::span<const Mention> mentions, std::string_view text,
                               Color seat) {
    const Prose prose(text, seat);
    const auto continues_at = [&](std::size_t i) {
        return i > 0 &&
               goes_on(text.substr(mentions[i - 1].end, mentions[i].begin - mentions[i - 1].end)) &&
               sentence_end(text, mentions[i - 1].end) >= mentions[i].begin;
    };
    std::vector<MoveRole> roles;
    std::size_t announced_end = 0;  // of a list of others that is going on
    for (std::size_t i = 0; i < mentions.size(); ++i) {
        const bool continues = continues_at(i);
        const std::size_t before = i > 0 ? mentions[i - 1].end : 0;
        MoveRole role = continues ? MoveRole::aside : prose.role(mentions[i], before);
        std::size_t last = i;
        while (last + 1 < mentions.size() && continues_at(last + 1)) ++last;
        if (role == MoveRole::named && !prose.is_approved(mentions[last], last > i)) {
            role = MoveRole::related;
        }
        // A list is of one kind: "followed by A, B and C", "neither A nor B", "A and B are bad".
        const auto between = text.substr(before, mentions[i].begin - before);
        const bool is_listed = i > 0 && roles.back() == MoveRole::related && is_list(between);
        if ((role == MoveRole::named || role == MoveRole::told) && is_listed)
            role = MoveRole::related;
        if (i > 0 && is_pair(between)) {
            const MoveRole weaker = std::max(role, roles.back());
            if (weaker >= MoveRole::related) role = roles.back() = weaker;
        }
        if (role >= MoveRole::related && !continues) {
            for (std::size_t k = i; k > 0 && roles[k - 1] != MoveRole::chosen; --k) {
                const std::size_t end = mentions[k - 1].end;
                if (!is_list(text.substr(end, mentions[k].begin - end))) break;
                roles[k - 1] = std::max(roles[k - 1], role);
            }
        }
        // "I see two moves: A, B"
        if (role == MoveRole::aside && trimmed(text.substr(0, mentions[i].begin)).ends_with(':')) {
            announced_end = mentions[i].end;
        } else if (announced_end > 0 && announced_end == before && is_list(between)) {
            role = MoveRole::aside;
            announced_end = mentions[i].end;
        }
        // "A after B": which of them comes now is not said.
        const bool is_after =
            i > 0 && role == MoveRole::related && sentence_end(text, before) >= mentions[i].begin &&
            is_among(last_word(text.substr(before, mentions[i].begin - before)), " after ");
        if (is_after) role = MoveRole::named;
        roles.push_back(role);
    }
    return roles;
}

bool announces_others(std::string_view line) {
    return std::ranges::any_of(prose_words(line), [](const ProseWord& word) {
        return is_among(word.text,
                        " alternative alternatives candidate candidates option options expected "
                        "reply replies response opponent opponent's considered consider other "
                        "others line lines variation then next later previous last legal history "
                        "moves rejected not instead if after plan follow-up continuation played "
                        "far example examples format like ");
    });
}

std::size_t taken_back_at(std::string_view text) {
    std::size_t found = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::string said = in_lower_case(trimmed(text.substr(begin, 40)));
        for (const std::string_view phrase :
             {"wait", "actually", "hmm", "no,", "no -", "correction", "sorry", "oops", "scratch",
              "on second thought", "let me reconsider", "on reflection"}) {
            if (said.starts_with(phrase) && begin > 0) found = begin;
        }
        // "I want something else." Nothing that was named before it is meant.
        const std::size_t end = sentence_end(text, begin);
        const std::string sentence = in_lower_case(text.substr(begin, end - begin));
        for (const std::string_view phrase :
             {"something else", "something different", "another move", "a different move",
              "i disagree", "i refuse", "changed my mind", "bored of"}) {
            if (const auto at = sentence.find(phrase); at != sentence.npos) found = begin + at;
        }
        begin = end + 1;
    }
    return found;
}

std::string bare_words(std::string_view text) {
    std::string words;
    std::string spaced(text);
    std::ranges::replace(spaced, '_', ' ');
    for (const ProseWord& word : prose_words(spaced)) {
        if (is_among(word.text,
                     " i i'll i'm will am the a an my to now game dice cube this turn hereby here "
                     "would like i'd please let let's me us going want choose decide shall must "
                     "have and therefore so it white black is ")) {
            continue;
        }
        // "My move is to pass", but not "pass the move"
        const auto rest = trimmed(std::string_view(spaced).substr(word.end()));
        if (is_among(word.text, " move ") && rest.starts_with("is ")) continue;
        words += (words.empty() ? "" : " ") + in_lower_case(word.text);
    }
    return words;
}

}  // namespace arbiter::players
