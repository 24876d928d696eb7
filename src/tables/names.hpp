#pragma once

#include <string>
#include <string_view>

/// Where the files of a table are, from the root of a repository.
namespace arbiter::tables {

/// Lower-case letters, digits, '-' and '_', of which the first is a letter or a digit; 64 at most.
/// Such a name means nothing to a shell, and leads to no other folder.
bool is_table_id(std::string_view text);

inline constexpr std::string_view tables_folder = "tables";
inline constexpr std::string_view terms_file = "table.json";
inline constexpr std::string_view state_file = "state.json";
inline constexpr std::string_view record_file = "record.json";
inline constexpr std::string_view match_file = "match.json";  ///< score and cube, where there are
inline constexpr std::string_view board_file = "board.svg";   ///< where issues show the table
inline constexpr std::string_view badge_file = "badge.svg";   ///< whose turn it is
inline constexpr std::string_view moves_folder = "moves";

/// "tables/duel"
std::string folder_of(std::string_view id);
/// "tables/duel/moves/0012-black-a1b2c3.json"
std::string move_path(std::string_view id, std::string_view file);

/// The parts of "tables/ID/REST", whatever they are. Both empty if it is not such a path.
struct TablePath {
    std::string_view id;
    std::string_view rest;

    /// What follows "moves/"; empty if the path does not lead there.
    std::string_view move_name() const;
};
TablePath split_path(std::string_view path);

/// As GitHub compares the names of its users.
bool same_user(std::string_view a, std::string_view b);

}  // namespace arbiter::tables
