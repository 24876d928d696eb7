#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/peers/process.hpp"

namespace arbiter::go::testing {

/// A program that speaks the Go Text Protocol, in a process of its own.
class Gtp {
public:
    /// Throws if it cannot be started.
    explicit Gtp(const std::vector<std::string>& command) : process_(command) {}

    /// What stands after "= " on the lines of the response. Throws if that is an error.
    std::string ask(std::string_view command);
    /// The responses to several commands, which the program gets all at once.
    std::vector<std::string> ask_all(std::span<const std::string> commands);

private:
    std::string read_response(std::string_view command);

    arbiter::testing::Process process_;
};

}  // namespace arbiter::go::testing
