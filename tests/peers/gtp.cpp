#include "tests/peers/gtp.hpp"

#include <stdexcept>

namespace arbiter::go::testing {

std::string Gtp::ask(std::string_view command) {
    process_.write_line(command);
    return read_response(command);
}

std::vector<std::string> Gtp::ask_all(std::span<const std::string> commands) {
    std::string lines;
    for (const std::string& command : commands) lines += (lines.empty() ? "" : "\n") + command;
    process_.write_line(lines);
    std::vector<std::string> responses;
    for (const std::string& command : commands) responses.push_back(read_response(command));
    return responses;
}

/// A response ends with an empty line.
std::string Gtp::read_response(std::string_view command) {
    std::string response;
    for (std::string line; !(line = process_.read_line()).empty();) {
        response += (response.empty() ? "" : "\n") + line;
    }
    if (!response.starts_with('=')) {
        throw std::runtime_error(std::string(command) + ": " + response);
    }
    return response.substr(response.starts_with("= ") ? 2 : 1);
}

}  // namespace arbiter::go::testing
