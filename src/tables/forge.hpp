#pragma once

#include <expected>
#include <string>

#include "platform/http_client.hpp"

namespace arbiter::tables {

/// The calls that a referee makes to the forge's API, as GitHub has them.
class Forge {
public:
    /// `api`: "https://api.github.com"; `repository`: "owner/name".
    Forge(platform::Url api, std::string token, std::string repository);

    /// The sentence says why it failed.
    std::expected<void, std::string> comment(int issue, const std::string& text);
    std::expected<void, std::string> close(int issue);

private:
    std::expected<void, std::string> call(platform::HttpRequest request);
    platform::HttpRequest request(int issue, std::string_view rest) const;

    platform::Url api_;
    std::string token_;
    std::string repository_;
    platform::HttpClient client_;
};

}  // namespace arbiter::tables
