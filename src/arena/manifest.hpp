#pragma once

#include <expected>
#include <string>

#include "arena/ledger.hpp"
#include "arena/output.hpp"
#include "arena/results.hpp"

namespace arbiter::arena {

/// What makes a result citable, as JSON: the version of the program, the terms with their seed, every
/// player as it is written here and as it named itself, the hashes of prompts and files. The other
/// files must be there.
std::expected<std::string, store::StoreError> manifest_of(const OutputPlace& place,
                                                          const Results& results, Ledger& ledger);

}  // namespace arbiter::arena
