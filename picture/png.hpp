#pragma once

#include <string>

namespace arbiter::picture {

/// The SVG drawn as a PNG of its own size.
std::string png_of(const std::string& svg);

}  // namespace arbiter::picture
