#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What single tokens of PGN mean, independent of any board.
namespace arbiter::chess {

constexpr bool is_pgn_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Without the blanks around it.
std::string_view trimmed(std::string_view text);

/// As UTF-8 on one line, trimmed.
std::string comment_text(std::string_view text);

struct PgnTag {
    enum class Quotes : std::uint8_t {
        fine,
        bare_inside,  ///< one in the value is not escaped
        missing,      ///< around the value
    };
    std::string name;
    std::string value;
    Quotes quotes;
};

/// Nothing if it is not `[Name "value"]` or `[Name value]`.
std::optional<PgnTag> read_tag(std::string_view text);

/// A word as UTF-8.
std::string word_text(std::string_view word);

/// $1, or a run of ! and ?
bool is_annotation(std::string_view word);
/// The number of $1, of !? or of another sign for which there is one.
std::optional<int> nag_of(std::string_view annotation);

/// The property of a node that holds a word which is neither a move nor an annotation: "!!!".
inline constexpr std::string_view kept_word = "word";
/// The property that holds a line which begins with %, or a reserved <...>: PGN gives them no meaning.
inline constexpr std::string_view kept_line_name = "line";

bool is_null_move(std::string_view word);
/// A word such as "e.p." or "+" that stands apart from its move and adds nothing to it.
bool is_surplus(std::string_view word);
/// Not a result, null move, sign or surplus word. Nearly all words are moves: this saves a search.
bool is_clearly_a_move(std::string_view word);

}  // namespace arbiter::chess
