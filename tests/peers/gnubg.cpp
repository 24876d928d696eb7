#include "tests/peers/gnubg.hpp"

#include <stdexcept>

#include <unistd.h>

namespace arbiter::backgammon::testing {

namespace {

constexpr const char* script = ARBITER_SOURCE_DIR "/tests/peers/gnubg.py";

/// Debian keeps games out of the PATH of some users.
std::string gnubg_program() {
    const std::string debian = "/usr/games/gnubg";
    return access(debian.c_str(), X_OK) == 0 ? debian : "gnubg";
}

arbiter::testing::Process started() try {
    return arbiter::testing::Process({gnubg_program(), "-t", "-q", "-r", "-p", script});
} catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(error.what()) +
                             "\nThis test needs GNU Backgammon: Debian's package `gnubg`, which "
                             "`make test` installs.");
}

/// Nothing if the text is empty.
std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

}  // namespace

Gnubg::Gnubg() : process_(started()) {}

std::string Gnubg::ask(std::string_view question) {
    process_.write_line(question);
    std::string line;
    while (!(line = process_.read_line()).starts_with("= ")) {
        if (line.find("Traceback") != line.npos) {
            throw std::runtime_error("gnubg.py has failed at: " + std::string(question));
        }
    }
    return line.substr(2);
}

std::vector<GnubgMove> Gnubg::moves(std::string_view id) {
    std::vector<GnubgMove> moves;
    for (const std::string& move : split(ask("moves " + std::string(id)), ';')) {
        const std::size_t equals = move.find('=');
        moves.push_back({move.substr(0, equals), move.substr(equals + 1)});
    }
    return moves;
}

/// In its answers the left column is X.
std::vector<GnubgGame> Gnubg::import_mat(const std::string& file) {
    std::vector<GnubgGame> games;
    const auto parts = split(ask("match " + file), ';');
    for (std::size_t i = 1; i + 1 < parts.size(); i += 2) {
        const auto info = split(parts[i], ',');
        games.push_back({.winner = info.at(0) == "X" ? Color::white : Color::black,
                         .points = std::stoi(info.at(1)),
                         .score = {.white = std::stoi(info.at(2)), .black = std::stoi(info.at(3))},
                         .positions = split(parts[i + 1], ',')});
    }
    return games;
}

}  // namespace arbiter::backgammon::testing
