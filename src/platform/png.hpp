#pragma once

#include <exception>
#include <stop_token>
#include <string>

namespace arbiter::platform {

/// Thrown by work that was told to stop.
class Stopped : public std::exception {
public:
    const char* what() const noexcept override { return "the work was told to stop"; }
};

/// The SVG drawn as a PNG of its own size, by librsvg; throws a LibraryError where that is not
/// installed. Throws `Stopped` soon after `stop` was requested.
std::string png_of(const std::string& svg, const std::stop_token& stop = {});

}  // namespace arbiter::platform
