#pragma once

#include <string>
#include <string_view>

namespace arbiter {

/// RFC 4648, section 4, with padding: as bytes stand in JSON or in a data URL.
std::string base64(std::string_view bytes);

/// RFC 4648, section 5, without padding: safe in an address.
std::string base64url(std::string_view bytes);

}  // namespace arbiter
