#pragma once

#include <string>
#include <string_view>

namespace arbiter::picture {

/// The SVG drawn as a PNG of its own size.
std::string png_of(const std::string& svg);

/// As it stands in JSON, or in a data URL.
std::string base64_of(std::string_view bytes);

}  // namespace arbiter::picture
