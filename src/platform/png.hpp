#pragma once

#include <string>

namespace arbiter::platform {

/// The SVG drawn as a PNG of its own size.
std::string png_of(const std::string& svg);

}  // namespace arbiter::platform
