#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/message.hpp"

/// Keeps web pages elsewhere from using a server in the name of whoever reads them. One rule for
/// every address of the server.
namespace arbiter::server {

struct DoorPolicy {
    /// Names of the server besides those of this machine.
    std::vector<std::string> hosts{};
    /// Whether the header Host must be one of them: against names that were made to lead to this
    /// machine (DNS rebinding).
    bool checks_host = false;
    /// Origins of pages that may change something: "https://example.org", or "*" for all. Pages of this
    /// machine and of the server itself always may.
    std::vector<std::string> origins{};
};

/// The refusal of a request under another name than the server's.
std::optional<Response> wrong_host(const Request& request, const DoorPolicy& policy);

/// The refusal of a request that changes something, or of a WebSocket, from a page elsewhere.
std::optional<Response> wrong_origin(const Request& request, const DoorPolicy& policy);

/// The refusal of a body that does not say that it is JSON: a page elsewhere can send any other
/// without asking first. `takes_files`: it may also be a file, which says so.
std::optional<Response> wrong_type(const Request& request, bool takes_files);

/// What pages elsewhere may do with the answer: anybody may read, and only known origins may change.
Headers cors_of(const Request& request, const DoorPolicy& policy);

}  // namespace arbiter::server
