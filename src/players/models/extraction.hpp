#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/color.hpp"

/// Takes apart what a language model writes. Pure functions of texts, which know no moves.
namespace arbiter::players {

/// The text without what the model thinks: <think> ... </think> and its like, the channels of gpt-oss.
/// Nothing if the thinking was cut off.
std::optional<std::string> spoken(std::string_view text);

/// Full-width characters, dashes, blanks and arrows as ASCII has them; an arrow is ">".
std::string in_plain_characters(std::string_view text);

/// What was set apart as the answer.
struct MarkedAnswer {
    std::string text;
    bool is_json = false;  ///< a value that is an object, or an action
};
struct Extracted {
    std::vector<MarkedAnswer> answers;
    /// A line of a fenced block is marked by `fence_mark`, what was taken out by `taken_mark`.
    std::string prose;
};
inline constexpr char fence_mark = '\x02';
inline constexpr char taken_mark = '\x03';

/// JSON objects, \boxed{}, <move>, and what follows a label such as "Final Answer:". `seat` is the side
/// that speaks: its color is a label too.
Extracted extracted(std::string_view text, Color seat);

/// The place after the sentence that begins at `from`: "4." does not end one.
std::size_t sentence_end(std::string_view text, std::size_t from);

}  // namespace arbiter::players
