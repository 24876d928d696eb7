#include "players/models/extraction.hpp"

#include <algorithm>
#include <array>

#include "core/base/json.hpp"
#include "core/base/text.hpp"

namespace arbiter::players {

namespace {

/// A model's answer is short; what is far from its end is not it.
constexpr std::size_t searched_bytes_max = std::size_t{16} << 10U;
constexpr std::size_t words_max = 40;

/// What surrounds a move in prose and belongs to no notation.
constexpr std::string_view ornaments = "`*_\"'.,;:!?()<>$\\ \t\r\n";

std::string_view stripped(std::string_view text) {
    const auto first = text.find_first_not_of(ornaments);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(ornaments) - first + 1);
}

/// The end of a JSON value that begins here, by its brackets; nothing if they do not close.
std::optional<std::size_t> bracket_end(std::string_view text, std::size_t begin) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return std::nullopt;
}

/// The last object that is not part of another one. Few braces are tried: each costs a pass.
std::optional<std::string_view> last_object(std::string_view text) {
    constexpr int tries_max = 32;
    std::optional<std::string_view> found;
    std::size_t begin = text.rfind('{');
    for (int tries = 0; begin != text.npos && tries < tries_max; ++tries) {
        const auto end = bracket_end(text, begin);
        if (end && read_json(text.substr(begin, *end - begin))) {
            // One that begins earlier and still goes on here holds this one.
            if (found && *end <= static_cast<std::size_t>(found->data() - text.data())) break;
            found = text.substr(begin, *end - begin);
        }
        if (begin == 0) break;
        begin = text.rfind('{', begin - 1);
    }
    return found;
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

/// What follows the last of these words, up to the end of the line; the next line if that is empty.
std::optional<std::string_view> behind_label(std::string_view text) {
    constexpr std::array<std::string_view, 4> labels{"final answer", "best move", "my move",
                                                     "move:"};
    const std::string low = lowered(text);
    for (const std::string_view label : labels) {
        const auto at = low.rfind(label);
        if (at == low.npos) continue;
        std::string_view rest = text.substr(at + label.size());
        if (rest.starts_with(" is")) rest.remove_prefix(3);
        rest.remove_prefix(std::min(rest.find_first_not_of(ornaments), rest.size()));
        const auto line = stripped(rest.substr(0, rest.find('\n')));
        if (!line.empty()) return line;
    }
    return std::nullopt;
}

/// The text between the last two lines that begin with three backticks.
std::optional<std::string_view> last_fenced(std::string_view text) {
    constexpr std::string_view fence = "```";
    const auto close = text.rfind(fence);
    if (close == text.npos || close == 0) return std::nullopt;
    const auto open = text.rfind(fence, close - 1);
    if (open == text.npos) return std::nullopt;
    std::string_view block = text.substr(open + fence.size(), close - open - fence.size());
    // The language of the block may follow the opening fence.
    const auto line = block.find('\n');
    if (line != block.npos && block.substr(0, line).find(' ') == block.npos) {
        block.remove_prefix(line + 1);
    }
    return stripped(block);
}

std::string_view last_line(std::string_view text) {
    text = trimmed(text);
    const auto line = text.rfind('\n');
    return stripped(line == text.npos ? text : text.substr(line + 1));
}

/// "12." or "12...": the number of a move, not the move.
std::string_view without_number(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    if (i == 0 || i == text.size() || text[i] != '.') return text;
    while (i < text.size() && (text[i] == '.' || text[i] == ' ')) ++i;
    return text.substr(i);
}

void add(std::vector<std::string>& list, std::optional<std::string_view> text) {
    const std::string_view candidate = text ? without_number(stripped(*text)) : "";
    if (candidate.empty() || std::ranges::find(list, candidate) != list.end()) return;
    list.emplace_back(candidate);
}

/// The form in which two ways to write a move are compared.
std::string normal_form(std::string_view text) {
    std::string form;
    for (const char c : without_number(stripped(text))) {
        constexpr std::string_view left_out = "+#!?-=x* \t_";
        if (left_out.find(c) != left_out.npos) continue;
        form += c == '0' ? 'o' : lower(c);
    }
    return form;
}

}  // namespace

std::string_view without_thoughts(std::string_view text) {
    constexpr std::string_view end = "</think>";
    const auto at = text.rfind(end);
    return at == text.npos ? text : text.substr(at + end.size());
}

Candidates candidates_in(std::string_view text) {
    text = without_thoughts(text);
    if (text.size() > searched_bytes_max) text.remove_prefix(text.size() - searched_bytes_max);
    Candidates candidates;
    // Its brackets and quotation marks are part of it.
    if (const auto object = last_object(text)) candidates.answers.emplace_back(*object);
    add(candidates.answers, behind_label(text));
    add(candidates.answers, last_fenced(text));
    add(candidates.answers, last_line(text));
    std::string_view rest = trimmed(text);
    for (std::size_t words = 0; words < words_max && !rest.empty(); ++words) {
        const auto blank = rest.find_last_of(" \t\r\n");
        add(candidates.words, blank == rest.npos ? rest : rest.substr(blank + 1));
        rest = blank == rest.npos ? "" : trimmed(rest.substr(0, blank));
    }
    return candidates;
}

std::optional<std::string> softly_matched(std::string_view text,
                                          std::span<const std::string> list) {
    if (std::ranges::find(list, text) != list.end()) return std::string(text);
    const std::string wanted = normal_form(text);
    if (wanted.empty()) return std::nullopt;
    std::optional<std::string> found;
    for (const std::string& each : list) {
        if (normal_form(each) != wanted) continue;
        if (found && *found != each) return std::nullopt;
        found = each;
    }
    return found;
}

}  // namespace arbiter::players
