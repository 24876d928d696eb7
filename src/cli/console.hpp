#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/game.hpp"

namespace arbiter::cli {

/// How the program ends.
enum class Exit : std::uint8_t {
    done = 0,
    refused = 1,  ///< a move against the rules, or an input or output that cannot be used
    usage = 2,    ///< the command line makes no sense
};

/// What a stream can show.
struct Screen {
    bool terminal = false;
    bool color = false;
    bool unicode = false;

    TextStyle text_style() const { return unicode ? TextStyle::unicode : TextStyle::ascii; }

    /// A progress bar: how many of `all` are done.
    std::string bar(std::size_t done, std::size_t all) const;
};

/// Who is watching, and whether answers and errors are meant for a program.
struct Console {
    Screen out;
    Screen err;
    bool json = false;

    static Console of(std::span<const std::string> arguments);
};

std::vector<std::string> words_of(std::string_view text);

/// The words one after another, in lines that fit a terminal.
std::string wrapped(const std::vector<std::string>& words, std::string_view indent = {});

/// "1 game", "2 games".
std::string counted(std::size_t count, std::string_view noun);

/// Writes a message to standard error. Errors are ignored.
void tell(std::string_view message);

}  // namespace arbiter::cli
