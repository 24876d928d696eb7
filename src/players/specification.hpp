#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fault.hpp"
#include "core/contract/game.hpp"

namespace arbiter::players {

/// A player as one writes it: `kind`, `kind:argument`, or `kind[name=value, name=value]:argument`.
///
///     bot:3      uci[Hash=16, Threads=1]:stockfish      llm[samples=3]:qwen3@http://127.0.0.1:8080/v1
struct Specification {
    std::string kind;
    Options options;
    std::string argument;  ///< the text after the colon; empty if there is none
};

/// The fault, `bad_specification`, names the column.
std::expected<Specification, Fault> read_specification(std::string_view text);

/// Reads options by name: what nobody takes is unknown.
class OptionReader {
public:
    explicit OptionReader(Options options) : options_(std::move(options)) {}

    /// Each takes the option of that name away. A value that does not fit is a `bad_option` fault,
    /// and the answer is nothing.
    std::optional<std::string> text(std::string_view name);
    std::optional<bool> on_off(std::string_view name);
    std::optional<std::int64_t> whole(std::string_view name, std::int64_t least, std::int64_t most);
    std::optional<double> number(std::string_view name, double least, double most);
    std::optional<std::chrono::milliseconds> time(std::string_view name);  ///< in milliseconds
    /// One of these words; the answer is its index.
    std::optional<std::size_t> one_of(std::string_view name,
                                      const std::vector<std::string_view>& words);

    /// Those that were not taken.
    Options rest() { return std::exchange(options_, {}); }
    /// The first fault; `unknown_option` for what is left.
    std::optional<Fault> fault() const;

private:
    void refuse(std::string_view name, std::string_view value, std::string_view wanted);

    Options options_;
    std::optional<Fault> fault_;
};

}  // namespace arbiter::players
