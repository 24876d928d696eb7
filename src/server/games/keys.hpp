#pragma once

#include <string>
#include <string_view>

/// Secrets that are shown, and what is kept of them.
namespace arbiter::server {

/// The name of a new game: 12 letters and digits that cannot be mistaken for one another.
std::string new_id();
/// A new secret: 256 bits as 43 characters of base64url.
std::string new_key();
/// A secret that follows from others, so that a repeated request gets the same one again.
std::string derived_key(std::string_view secret, std::string_view purpose);
/// What is stored of a secret: SHA-256 in hexadecimal.
std::string hash_of(std::string_view secret);
/// Whether the secret is the one that was stored, in a time that tells nothing.
bool matches(std::string_view secret, std::string_view hash);

}  // namespace arbiter::server
