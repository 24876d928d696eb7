#pragma once

#include <optional>
#include <string>

#include "tables/repository.hpp"
#include "tables/table.hpp"

/// Puts a player's move into the repository.
namespace arbiter::tables {

struct Delivery {
    std::string table;
    MoveRequest request;
    std::string branch;
    std::optional<std::string> remote;  ///< nothing: the commit stays here
};

struct Delivered {
    std::string path;
    std::string commit;
};

/// Why a move was not sent: git, or the rules.
struct DeliveryError {
    std::optional<MoveRejection> refusal;  ///< the rules'
    std::string sentence;
};

/// Composes the move for the table as the branch has it now, and commits it there. If somebody else
/// pushes first, the move is checked and composed again on what is there then.
std::expected<Delivered, DeliveryError> deliver(const Repository& repository,
                                                const Delivery& delivery);

/// The table as a commit has it.
GitResult<Reading<Table>> read_table(const Repository& repository, const std::string& commit,
                                     const std::string& id);

}  // namespace arbiter::tables
