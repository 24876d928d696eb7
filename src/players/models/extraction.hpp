#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Finds a move in what a language model writes. Pure functions of texts.
namespace arbiter::players {

/// What could be meant as the answer, most likely first, each once.
struct Candidates {
    /// What was set apart: the last JSON object, what stands behind the last "Final Answer:", the
    /// last fenced block, the last line.
    std::vector<std::string> answers;
    /// The words of the prose from its end, where an answer may stand among others.
    std::vector<std::string> words;
};
Candidates candidates_in(std::string_view text);

/// The move or action of the list that a text means although it is not written like it: in other
/// case, without "+" or "#", with 0-0 for O-O, as "e2-e4", with a move number, quoted. Nothing if
/// none is meant, or several are. A text that is in the list as it stands means itself.
std::optional<std::string> softly_matched(std::string_view text, std::span<const std::string> list);

/// The text without what thinking models write before their answer: "<think> ... </think>".
std::string_view without_thoughts(std::string_view text);

}  // namespace arbiter::players
