#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "store/store.hpp"

namespace arbiter::arena {

struct Verification {
    std::size_t games = 0;
    /// Each a sentence; empty: everything agrees.
    std::vector<std::string> differences;
};

/// Replays every game in the folder of a tournament: the rules, its opening, its dice, its outcome;
/// then computes all files again from the journal and compares them. Nothing in the folder changes.
std::expected<Verification, store::StoreError> verify(const std::filesystem::path& folder);

}  // namespace arbiter::arena
