#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "tables/table.hpp"

namespace arbiter::tables {

/// Longer names are none.
inline constexpr std::size_t move_name_max = 80;

/// A file that somebody put among a table's moves. Nothing about it is known to be in order.
struct Candidate {
    enum class Kind : std::uint8_t { file, link, other };
    static constexpr std::size_t size_max = std::size_t{64} << 10U;

    std::string name;  ///< what follows "moves/"
    Kind kind = Kind::file;
    std::size_t size = 0;
    std::string content;  ///< empty if it is not a file or too large
    std::string pusher;   ///< who brought it in
};

struct Verdict {
    Table after;                           ///< with the position unchanged if the file was refused
    std::optional<MoveRejection> refusal;  ///< none: the move is made
    std::string summary;                   ///< one line that is fit to be printed anywhere
};

/// Whether the table's messages are for this person, too. A refusal to anybody else is told to nobody
/// but him: otherwise every spectator could fill them.
bool is_player(const Table& table, std::string_view name);

/// The referee: file name, schema, the player who is registered, and the rules. Pure.
Verdict judge(const Table& table, const Candidate& candidate, const Secret& secret,
              const std::string& now);

/// Shows the seed of a game that is over.
void reveal_at_end(Table& table, const Secret& secret);

/// What a player changed in files that are the referee's, and the referee put back.
Table restored(const Table& table, const std::vector<std::string>& files, const std::string& now);

}  // namespace arbiter::tables
