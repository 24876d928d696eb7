#pragma once

#include <cstddef>
#include <string>

#include "core/base/json.hpp"

namespace arbiter::tables {

inline constexpr std::size_t fingerprint_digits = 16;

/// What a move file calls `expectedState`, of the state.json of any game: the first 16 hex digits of
/// SHA-256 over `lasting_part`. Empty if the state is not a JSON object.
std::string fingerprint_of(const std::string& state);

/// A state.json as canonical JSON without `messages` and `updatedAt`, which may change while the
/// position stays. Empty if it is not a JSON object.
std::string lasting_part(const std::string& state);

/// The keys sorted, no blanks, numbers as ECMAScript writes them (RFC 8785).
std::string canonical(const Json& json);

}  // namespace arbiter::tables
