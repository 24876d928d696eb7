#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "server/http/message.hpp"

/// The files that are built into the program: the page on which games are played, and the API's
/// documents. The documentation is a folder beside it.
namespace arbiter::server {

/// A document of the API: "openapi.json", "docs.html".
Response document(std::string_view name);

/// The page itself at each of its addresses, and its files below /assets/. Nothing for other paths, or
/// if the program was built without the page.
std::optional<Response> site(const Request& request, std::string_view path);

/// The documentation as a site, below /docs/: the folder that `make docs` makes. Thread-safe.
class Documentation {
public:
    /// Lists its files once, so that no address leads elsewhere. There are none in a folder that is not
    /// there.
    explicit Documentation(const std::filesystem::path& folder);

    bool empty() const { return files_.empty(); }
    /// The file at an address such as "/docs/formats.html"; nothing for other paths.
    std::optional<Response> at(const Request& request, std::string_view path) const;

private:
    std::map<std::string, std::filesystem::path, std::less<>> files_;
};

/// The page for who typed an address that does not exist: it says so. Nothing for programs, which do
/// not ask for HTML.
std::optional<Response> lost(const Request& request, int status);

}  // namespace arbiter::server
