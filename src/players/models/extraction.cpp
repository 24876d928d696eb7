#include "players/models/extraction.hpp"

#include <algorithm>
#include <array>

#include "core/base/json.hpp"
#include "core/base/loose_json.hpp"
#include "core/base/text.hpp"
#include "core/base/utf8.hpp"
#include "core/contract/mention.hpp"

namespace arbiter::players {

namespace {

/// A model's answer is short; what is far from its end is not it.
constexpr std::size_t searched_bytes_max = std::size_t{16} << 10U;

std::string lowered(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

// Thoughts

/// Takes pairs of tags out, with what is between them. False if one is not closed.
bool take_out(std::string& text, const std::string& open, const std::string& close) {
    while (true) {
        const std::string low = lowered(text);
        const auto end = low.find(close);
        const auto begin = low.find(open);
        if (end == low.npos) return begin == low.npos;
        // The opening tag may be part of the prompt.
        const std::size_t from = begin < end ? begin : 0;
        text.erase(from, end + close.size() - from);
    }
}

/// "<|channel|>analysis<|message|>...<|end|><|start|>assistant<|channel|>final<|message|>..."
std::optional<std::string> final_channel(const std::string& text) {
    constexpr std::string_view channel = "<|channel|>";
    constexpr std::string_view message = "<|message|>";
    const auto at = text.rfind("<|channel|>final");
    if (at == text.npos) {
        if (text.contains(channel)) return std::nullopt;
        constexpr std::string_view bare = "assistantfinal";
        if (!text.starts_with("analysis")) return text;
        const auto answer = text.rfind(bare);
        if (answer == text.npos) return std::nullopt;
        return text.substr(answer + bare.size());
    }
    const auto begin = text.find(message, at);
    if (begin == text.npos) return std::nullopt;
    const auto rest = text.substr(begin + message.size());
    return rest.substr(0, rest.find("<|"));
}

/// "<|im_end|>" and the like.
void take_out_tokens(std::string& text) {
    for (auto begin = text.find("<|"); begin != text.npos; begin = text.find("<|", begin)) {
        const auto end = text.find("|>", begin);
        if (end == text.npos) return;
        text.replace(begin, end + 2 - begin, "\n");
    }
}

// Characters

struct Replacement {
    std::string_view character;
    std::string_view plain;
};
// clang-format off
constexpr std::array replacements{std::to_array<Replacement>({
    {"\u2010", "-"}, {"\u2011", "-"}, {"\u2012", "-"}, {"–", "-"}, {"—", "-"}, {"\u2015", "-"},
    {"−", "-"}, {"×", "x"}, {"\u00A0", " "}, {"\u202F", " "}, {"\u2009", " "}, {"\u3000", " "},
    {"\u200B", ""}, {"\u200C", ""}, {"\u200D", ""}, {"\u2060", ""}, {"\uFEFF", ""},
    {"‘", "'"}, {"’", "'"}, {"“", "\""}, {"”", "\""}, {"。", ". "}, {"，", ", "}, {"、", ", "},
    {"；", "; "}, {"：", ": "}, {"！", "! "}, {"？", "? "}, {"（", "("}, {"）", ")"},
    {"→", ">"}, {"➔", ">"}, {"➜", ">"}, {"➡", ">"}, {"⇒", ">"}, {"⟶", ">"}, {"->", ">"},
    {"=>", ">"}, {"•", "\n- "}, {"\r", ""},
})};
// clang-format on
/// Most bytes of an answer begin none of them.
constexpr auto begins_replacement = [] {
    std::array<bool, 256> begins{};
    for (const Replacement& each : replacements) begins[byte_of(each.character[0])] = true;
    return begins;
}();

/// An arrow stands close to what it leads from and to.
void append_arrow(std::string& plain, std::string_view& rest) {
    while (plain.ends_with(' ')) plain.pop_back();
    plain += '>';
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
}

// JSON

constexpr std::string_view move_keys =
    " move moves bestmove mymove finalmove nextmove chosenmove selectedmove recommendedmove play "
    "answer finalanswer choice mychoice decision finaldecision point san uci vertex "
    "coordinate coordinates checkermoves checkerplay ";
constexpr std::string_view wrappers =
    " action response result output arguments parameters params input data args functioncall "
    "toolcall ";

std::string json_text(const Json& json) {
    JsonWriter out;
    out.value(json);
    return out.take();
}

std::string scalar_text(const Json& json) {
    const auto* text = json.as<std::string>();
    return text != nullptr ? *text : json_text(json);
}

/// ["8/5", "6/5"] is "8/5, 6/5", and [[8, 5], [6, 5]] is "8>5, 6>5"; nothing for other lists.
std::optional<std::string> list_text(const Json::Array& list) {
    std::string text;
    for (const Json& element : list) {
        std::string word;
        if (const auto* pair = element.as<Json::Array>()) {
            for (const Json& end : *pair) word += (word.empty() ? "" : ">") + scalar_text(end);
        } else if (element.as<std::string>() != nullptr) {
            word = scalar_text(element);
        } else {
            return std::nullopt;
        }
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

void collect(const Json& json, std::vector<MarkedAnswer>& answers);

void collect_move(const Json& value, std::vector<MarkedAnswer>& answers) {
    if (value.is_null() || value.as<bool>() != nullptr) return;
    if (const auto* list = value.as<Json::Array>()) {
        if (auto text = list_text(*list)) return answers.push_back({*std::move(text)});
        return answers.push_back({json_text(value), true});
    }
    if (value.as<Json::Object>() == nullptr) return answers.push_back({scalar_text(value)});
    const std::size_t before = answers.size();
    collect(value, answers);
    if (answers.size() == before) answers.push_back({json_text(value), true});
}

/// The move or action of an object; alternatives that it holds are none.
void collect(const Json& json, std::vector<MarkedAnswer>& answers) {
    const auto* members = json.as<Json::Object>();
    if (members == nullptr) return;
    const Json* action = json.find("action");
    const auto* name = action != nullptr ? action->as<std::string>() : nullptr;
    if (name != nullptr && !is_among(folded(*name), " move play makemove playmove none ")) {
        // A claim may have the move that it is about beside it.
        const bool is_claim = name->starts_with("claim");
        answers.push_back(
            {json_text(is_claim ? json : Json{Json::Object{{"action", *action}}}), true});
        if (is_claim) return;
    }
    // {"from": "e2", "to": "e4"}, {"moves": [{"from": 8, "to": 5}]}, {"point": "D4"}
    const Json* moves = json.find("moves");
    const auto* list = moves != nullptr ? moves->as<Json::Array>() : nullptr;
    const bool has_ways =
        list != nullptr && !list->empty() && list->front().find("from") != nullptr;
    if ((json.find("from") != nullptr && json.find("to") != nullptr) || has_ways) {
        return answers.push_back({json_text(json), true});
    }
    bool found = false;
    for (const auto& [key, value] : *members) {
        if (!is_among(folded(key), move_keys)) continue;
        collect_move(value, answers);
        found = true;
    }
    if (found || name != nullptr) return;
    for (const auto& [key, value] : *members) {
        if (is_among(folded(key), wrappers)) collect(value, answers);
    }
}

/// The end of an object that begins here, by its brackets; nothing if they do not close.
std::optional<std::size_t> bracket_end(std::string_view text, std::size_t begin) {
    std::size_t depth = 0;
    char quote = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == '\\')
                ++i;
            else if (c == quote)
                quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return std::nullopt;
}

/// The members of an object that has errors or breaks off, as far as they are complete.
void collect_outline(std::string_view text, std::vector<MarkedAnswer>& answers) {
    for (const OutlineMember& member : outline_of(text)) {
        if (!is_among(folded(member.key), move_keys)) continue;
        const std::string_view value = trimmed(member.value);
        const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
        const auto end = is_quoted ? value.find(value[0], 1) : value.find_first_of(",}\n");
        if (end == value.npos || value.starts_with('{') || value.starts_with('[')) continue;
        answers.push_back({std::string(value.substr(is_quoted, end - is_quoted))});
    }
}

/// Where an object that is not closed gives way to other text: at a line that is not one of JSON.
std::size_t break_off(std::string_view text, std::size_t begin) {
    for (auto line = text.find('\n', begin); line != text.npos; line = text.find('\n', line + 1)) {
        const auto rest = text.substr(line + 1);
        if (!rest.empty() && !std::string_view(" \t\"'{}[],").contains(rest[0])) return line;
    }
    return text.size();
}

/// "The format is {...}", "Example: {...}"
bool is_example(std::string_view before) {
    const auto line = trimmed(before.substr(before.rfind('\n') + 1));
    const std::string said =
        lowered(line.substr(line.size() - std::min<std::size_t>(line.size(), 40)));
    for (const std::string_view phrase :
         {"example:", "example is", "for example,", "for instance,", "e.g.", "format:", "format is",
          "format like", "such as", "answer like", "something like"}) {
        if (said.ends_with(phrase)) return true;
    }
    return false;
}

void take_objects(std::string& text, std::vector<MarkedAnswer>& answers) {
    constexpr int tries_max = 64;
    std::size_t at = text.find('{');
    for (int tries = 0; at != text.npos; ++tries, at = text.find('{', at)) {
        const auto end = tries < tries_max ? bracket_end(text, at) : std::nullopt;
        const std::string_view object =
            std::string_view(text).substr(at, end.value_or(break_off(text, at)) - at);
        const auto json = end ? read_loose_json(object) : Reading<Json>{};
        if (is_example(std::string_view(text).substr(0, at))) {
            text.replace(at, object.size(), 1, ' ');
            continue;
        }
        if (json && !json.faults.fatal()) {
            collect(*json, answers);
        } else {
            const std::size_t before = answers.size();
            collect_outline(object, answers);
            // {move: 'd3'} is read as a label; a brace of prose is left as it stands.
            if (answers.size() == before && (end || object.find_first_of("\"'") == object.npos)) {
                if (end) text[*end - 1] = '\n';
                text[at] = '\n';
                continue;
            }
        }
        text.replace(at, object.size(), 1, taken_mark);
    }
}

// \boxed{} and tags

void take_boxes(std::string& text, std::vector<MarkedAnswer>& answers) {
    for (auto at = text.find("\\boxed{"); at != text.npos; at = text.find("\\boxed{", at)) {
        const auto begin = at + 7;
        std::size_t depth = 1;
        std::size_t end = begin;
        for (; end < text.size() && depth > 0; ++end) {
            if (text[end] == '{') ++depth;
            if (text[end] == '}') --depth;
        }
        if (depth > 0) return;
        std::string content = text.substr(begin, end - 1 - begin);
        for (const std::string_view command : {"\\text{", "\\mathrm{", "\\textbf{", "\\mathbf{"}) {
            while (content.contains(command)) content.erase(content.find(command), command.size());
        }
        std::erase(content, '\\');
        if (!content.contains('"')) std::erase(content, '}');
        text.replace(at, end - at, content.contains('{') ? content : std::string(1, taken_mark));
        if (!content.contains('{')) answers.push_back({std::move(content)});
    }
}

void take_tags(std::string& text, std::vector<MarkedAnswer>& answers) {
    for (const std::string_view name : {"move", "answer", "final_answer", "final", "action",
                                        "best_move", "my_move", "final_move"}) {
        const std::string open = "<" + std::string(name) + ">";
        const std::string close = "</" + std::string(name) + ">";
        for (auto at = lowered(text).find(open); at != text.npos; at = lowered(text).find(open)) {
            const auto begin = at + open.size();
            const auto closed = lowered(text).find(close, begin);
            const auto end =
                closed != text.npos ? closed : std::min(text.find('\n', begin), text.size());
            const std::string content = text.substr(begin, end - begin);
            const auto next = closed != text.npos ? end + close.size() : end;
            // What is JSON or set apart inside is found there.
            const bool holds_more = content.contains('{') || content.contains("```");
            text.replace(at, next - at,
                         holds_more ? "\n" + content + "\n" : std::string(1, taken_mark));
            if (!holds_more) answers.push_back({content});
        }
    }
}

// Ornaments of Markdown and LaTeX

/// "~~Ba4~~" is taken back.
void take_out_struck(std::string& text) {
    for (auto begin = text.find("~~"); begin != text.npos; begin = text.find("~~", begin)) {
        const auto end = text.find("~~", begin + 2);
        if (end == text.npos) return;
        text.replace(begin, end + 2 - begin, " ");
    }
}

/// Emphasis, quotation marks of code and dollars. A star behind a digit may be part of a move.
std::string without_ornaments(std::string_view text) {
    std::string plain;
    bool is_emphasised = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char before = plain.empty() ? '\n' : plain.back();
        const char next = i + 1 < text.size() ? text[i + 1] : '\n';
        const bool behind_word = is_letter(before) || is_digit(before);
        if (c == '`' || c == '$') continue;
        if (c == '\\' && std::string_view("()[] ").contains(next)) {
            if (next == ' ') continue;
            ++i;
            continue;
        }
        if (c == '_' && !(behind_word && (is_letter(next) || is_digit(next)))) continue;
        if (c == '*' && next == '*') {
            ++i;
            continue;
        }
        if (c == '*' && !behind_word && next != ' ') {
            is_emphasised = true;
            continue;
        }
        if (c == '*' && (is_emphasised || !is_digit(before))) {
            is_emphasised = false;
            continue;
        }
        if (c == '\n') is_emphasised = false;
        plain += c;
    }
    return plain;
}

/// Lines of fenced blocks are marked; the fences themselves go.
std::string without_fences(std::string_view text) {
    std::string result;
    bool is_fenced = false;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (const auto fence = line.find("```"); fence != line.npos) {
            const auto close = line.find("```", fence + 3);
            if (close != line.npos) {  // on one line
                result += std::string(line.substr(0, fence)) + "\n" + fence_mark +
                          std::string(line.substr(fence + 3, close - fence - 3)) + "\n";
                continue;
            }
            if (!is_fenced) result += std::string(line.substr(0, fence)) + "\n";
            is_fenced = !is_fenced;
            continue;
        }
        if (is_fenced) result += fence_mark;
        result += std::string(line) + "\n";
    }
    return result;
}

// Labels

constexpr std::string_view label_nouns =
    " answer move action decision choice play choose pick select output bestmove final response ";
constexpr std::string_view label_words =
    " my the final best chosen selected recommended so therefore thus hence and here here's is for "
    "next this turn i i'll am i'm going with would be will our a me on to conclusion ";

bool is_label(std::string_view clause, Color seat) {
    bool has_noun = false;
    std::size_t count = 0;
    for (const ProseWord& word : prose_words(clause)) {
        const std::string low = lowered(word.text);
        const std::string own(to_string(seat));
        const bool is_own = low == own || low == own + "'s";
        const bool is_noun = is_among(low, label_nouns) || is_own;
        if (!is_noun && !is_among(low, label_words)) return false;
        has_noun = has_noun || is_noun;
        ++count;
    }
    return has_noun && count <= 8;
}

/// What follows on the same line, or on the next one that is not empty; its first sentence.
std::string_view content_behind(std::string_view text, std::size_t from) {
    std::string_view rest = text.substr(from);
    rest.remove_prefix(
        std::min(rest.find_first_not_of(std::string(" \t\n\"#>-") + fence_mark), rest.size()));
    rest = rest.substr(0, rest.find('\n'));
    const std::size_t end = sentence_end(rest, 0);
    // A question answers nothing: "Move: pass? No."
    if (end > 0 && end < rest.size() && rest[end] == '?' && rest[end - 1] != '!') return {};
    return trimmed(rest.substr(0, end));
}

void find_labels(std::string_view text, Color seat, std::vector<MarkedAnswer>& answers) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') {
            // A heading: "## Final Answer".
            const auto line = text.substr(begin, i - begin);
            if (trimmed(line).starts_with('#') && is_label(line, seat)) {
                answers.push_back({std::string(content_behind(text, i))});
            }
            begin = i + 1;
        } else if (text[i] == ':' || text[i] == '=') {
            if (is_label(text.substr(begin, i - begin), seat)) {
                const auto content = content_behind(text, i + 1);
                if (!content.empty() && content[0] != taken_mark) {
                    answers.push_back({std::string(content)});
                }
            }
            begin = text[i] == ':' ? i + 1 : begin;
        } else if (text[i] == taken_mark || (std::string_view(".!?;").contains(text[i]) &&
                                             text.substr(i + 1).starts_with(' '))) {
            begin = i + 1;
        }
    }
}

}  // namespace

std::optional<std::string> spoken(std::string_view text) {
    auto said = final_channel(std::string(text));
    if (!said) return std::nullopt;
    for (const std::string name : {"think", "thinking", "thought", "thoughts", "reasoning",
                                   "scratchpad", "reflection", "analysis"}) {
        if (!take_out(*said, "<" + name + ">", "</" + name + ">")) return std::nullopt;
    }
    if (!take_out(*said, "[think]", "[/think]")) return std::nullopt;
    if (said->size() > searched_bytes_max) said->erase(0, said->size() - searched_bytes_max);
    take_out_tokens(*said);
    return said;
}

std::string in_plain_characters(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const auto is_here = [&](const auto& each) { return text.starts_with(each.character); };
        const auto* const found = begins_replacement[byte_of(text[0])]
                                      ? std::ranges::find_if(replacements, is_here)
                                      : replacements.end();
        if (found != replacements.end()) {
            text.remove_prefix(found->character.size());
            if (found->plain == ">")
                append_arrow(plain, text);
            else
                plain += found->plain;
            continue;
        }
        // U+FF01 to U+FF5E stand for "!" to "~".
        if (text.size() > 2 && text[0] == '\xEF' && (text[1] == '\xBC' || text[1] == '\xBD')) {
            const int code = (byte_of(text[1]) - 0xBC) * 64 + byte_of(text[2]) - 0x80 + 0x20;
            if (code >= '!' && code <= '~') {
                plain += static_cast<char>(code);
                text.remove_prefix(3);
                continue;
            }
        }
        plain += text.front();
        text.remove_prefix(1);
    }
    return plain;
}

std::size_t sentence_end(std::string_view text, std::size_t from) {
    for (std::size_t i = from; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n' || c == ';') return i;
        if (c != '.' && c != '!' && c != '?') continue;
        const bool ends = i + 1 == text.size() || std::string_view(" \n\")").contains(text[i + 1]);
        if (!ends) continue;
        std::size_t word = i;
        while (word > 0 && is_digit(text[word - 1])) --word;
        const bool is_number = c == '.' && word < i &&
                               (word == 0 || std::string_view(" \n(\"").contains(text[word - 1]));
        // "1. e4", but not "... from 8 to 5."
        const bool is_numbering =
            is_number && i + 1 < text.size() && i - word <= 3 &&
            (word == 0 || text[word - 1] == '\n' || !is_letter(text[i - 1])) &&
            text.find_first_not_of(" \n", i + 1) != text.npos;
        if (is_numbering) continue;
        if (c == '.' && i > 0 && text[i - 1] == '.') continue;
        return i;
    }
    return text.size();
}

Extracted extracted(std::string_view text, Color seat) {
    Extracted result;
    std::string rest(text);
    take_out_struck(rest);
    take_boxes(rest, result.answers);
    take_tags(rest, result.answers);
    take_objects(rest, result.answers);
    rest = without_ornaments(without_fences(rest));
    for (MarkedAnswer& answer : result.answers) {
        if (!answer.is_json) answer.text = without_ornaments(answer.text);
    }
    find_labels(rest, seat, result.answers);
    result.prose = std::move(rest);
    return result;
}

}  // namespace arbiter::players
