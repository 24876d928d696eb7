#pragma once

#include <string>
#include <string_view>

#include "platform/clock.hpp"
#include "platform/entropy.hpp"

/// The secrets of games, and the hashes that are stored of them.
namespace arbiter::server {

/// The id of a new game: 12 letters and digits that cannot be mistaken for one another.
std::string new_id(platform::Entropy& entropy);
/// A new secret: 256 bits as 43 characters of base64url.
std::string new_key(platform::Entropy& entropy);
/// A secret that is derived from another, so that a repeated request gets the same one again.
std::string derived_key(std::string_view secret, std::string_view purpose);
/// What is stored of a secret: SHA-256 in hexadecimal.
std::string hash_of(std::string_view secret);
/// Takes the same time wherever the hashes differ.
bool are_equal(std::string_view hash, std::string_view other);
/// Whether the secret is the one that was stored. Takes the same time for every wrong secret.
bool matches(std::string_view secret, std::string_view hash);

/// A text for addresses, which may be logged: it lets whoever has it see one private game until then.
/// It is made from a stored hash, which all servers of a store know and nobody else does.
std::string pass_for(std::string_view game, std::string_view hash, platform::Moment until);
bool is_pass(std::string_view text, std::string_view game, std::string_view hash,
             platform::Moment now);

}  // namespace arbiter::server
