#pragma once

#include <string>
#include <string_view>

namespace arbiter::server {

/// What the system says of this process, and which program it is, in the text format that Prometheus reads.
/// The names are those that its client libraries use.
std::string process_metrics(std::string_view version);

}  // namespace arbiter::server
