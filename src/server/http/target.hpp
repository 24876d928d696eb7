#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter::server {

/// A parsed request target: "/api/games?limit=5&game=go".
class Target {
public:
    /// Nothing if an escape is broken or the text is not UTF-8.
    static std::optional<Target> read(std::string_view text);

    const std::string& path() const { return path_; }
    /// The first parameter of that name, or nothing.
    std::optional<std::string_view> parameter(std::string_view name) const;
    /// Empty if it is missing.
    std::string_view text(std::string_view name) const { return parameter(name).value_or(""); }
    const auto& parameters() const { return parameters_; }

private:
    std::string path_;
    std::vector<std::pair<std::string, std::string>> parameters_;
};

/// The text, escaped for a path or a query.
std::string escaped(std::string_view text);

/// The parts of the path that match the braces: "/api/games/{id}" gives {id}. Nothing if the path does
/// not match.
std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view path);

}  // namespace arbiter::server
