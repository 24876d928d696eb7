#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "cli/console.hpp"
#include "core/base/fault.hpp"

namespace arbiter::cli {

/// Why a command was not carried out.
struct ErrorDetails {
    Exit exit = Exit::refused;
    std::string_view kind;  ///< "usage", "invalid_input", "system", or the kind of a rejection
    std::string code;
    std::string sentence;
    std::string hint;
    std::string move;                   ///< the refused one
    std::optional<std::size_t> number;  ///< which of several moves or games
    std::string file;                   ///< where the faults are
    Details data;                       ///< what the rejection knows
    Faults faults;
};

/// Ends a command; `main` reports it.
class CommandError final : public std::exception {
public:
    explicit CommandError(ErrorDetails details) : details_(std::move(details)) {}

    const ErrorDetails& details() const { return details_; }
    const char* what() const noexcept override { return details_.sentence.c_str(); }

private:
    ErrorDetails details_;
};

/// The reader of the output has closed it: the command ends without an error.
class ClosedPipe final : public std::exception {};

/// Ends a command that went on after errors and has reported each.
class AlreadyReported final : public std::exception {};

CommandError usage_error(std::string sentence, std::string hint = {});
CommandError invalid_input(std::string file, const Faults& faults, std::string hint = {});
CommandError invalid_input(std::string file, Fault fault, std::string hint = {});
/// "cannot read game.pgn: No such file or directory"; the number is errno's.
CommandError system_error(std::string_view action, int number);

/// Tells what went wrong on standard error, as text or as one JSON object.
void report(const ErrorDetails& details, const Console& console);

/// "game.pgn:3:7: error: ..." as compilers do, or "state.json: /board/e4: warning: ...".
std::string fault_line(std::string_view file, const Fault& fault, const Screen& screen);

/// Tells of faults that did not keep the value from being read.
void report_warnings(std::string_view file, const Faults& faults, const Console& console);

}  // namespace arbiter::cli
