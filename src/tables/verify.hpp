#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tables/repository.hpp"
#include "tables/secret.hpp"

/// Checks the tables against their history.
namespace arbiter::tables {

struct TableCheck {
    std::string table;
    std::size_t moves = 0;
    std::size_t states = 0;  ///< of the history that were compared
    /// Where the dice come from: nowhere, the record alone, or a seed that fits the commitment.
    enum class Dice : std::uint8_t { none, recorded, recomputed };
    Dice dice = Dice::none;
    /// The referee's mark is here and part of the history: nothing was rewound. Otherwise nobody can
    /// tell.
    bool marked = false;
    std::optional<std::string> problem;  ///< the first thing that does not fit
};

/// Replays tables from their move files, recomputes the dice from the seed once it is revealed, or
/// from the secret if it is given, and compares every state that the referee committed. With the
/// secret it also looks at the seals. `ids` empty: every table. The marks are those in this
/// repository; from a remote they are fetched first. What it costs does not depend on other tables.
GitResult<std::vector<TableCheck>> verify(const Repository& repository, const std::string& commit,
                                          const std::vector<std::string>& ids,
                                          const std::optional<Secret>& secret,
                                          const std::optional<std::string>& remote = {});

}  // namespace arbiter::tables
