#pragma once

#include <optional>
#include <string_view>

#include "server/http/message.hpp"

/// The files that are built into the program: the page on which games are played, and the API's
/// documents.
namespace arbiter::server {

/// A document of the API: "openapi.json", "docs.html".
Response document(std::string_view name);

/// The page itself at each of its addresses, and its files below /assets/. Nothing for other paths, or
/// if the program was built without the page.
std::optional<Response> site(const Request& request, std::string_view path);

/// The page for who typed an address that does not exist: it says so. Nothing for programs, which do
/// not ask for HTML.
std::optional<Response> lost(const Request& request, int status);

}  // namespace arbiter::server
