// The Go Text Protocol: a session, a command a line. `loadsgf` loads what stands behind the first
// NUL character, whatever the file is called.

#include <algorithm>

#include "players/protocols/gtp.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::go::gtp_fuzz {
namespace {

using arbiter::fuzz::require;
using players::GtpSession;

constexpr std::size_t size_max = 512;
constexpr int commands_max = 20;
/// Dead stones are found by playing on many times, which is slow under sanitizers: they are asked for only on small
/// boards, and in one session out of `sessions`.
constexpr int judged_points_max = 25;
constexpr std::size_t sessions = 16;

/// "=" or "?", the id, a blank and the answer if there is one, and one empty line at the end alone.
void require_response(std::string_view response) {
    require(response.starts_with('=') || response.starts_with('?'), "a response says yes or no");
    require(response.ends_with("\n\n"), "a response ends with an empty line");
    response.remove_suffix(2);
    require(!response.ends_with('\n') && response.find("\n\n") == response.npos,
            "no other line of a response is empty");
    require(std::ranges::none_of(response,
                                 [](char c) {
                                     const auto code = static_cast<unsigned char>(c);
                                     return c != '\n' && (code < ' ' || code == 0x7F);
                                 }),
            "a response has no control characters");
    response.remove_prefix(1);
    const auto id = std::min(response.find_first_not_of("0123456789"), response.size());
    require(id == response.size() || response[id] == ' ', "a blank stands before the answer");
}

void require_consistent(const Game& game) {
    require(game.hash() == game.recomputed_hash(), "a board knows its hash");
    require(!game.outcome(), "a board does not end");
    for (const Stone stone : game.stones()) {
        require(game.position().at(stone.point) == stone.color, "a stone stands where it was put");
        require(!game.position().liberties(stone.point).empty(), "every stone has a liberty");
    }
}

void look_at(std::string_view text) {
    const bool may_judge = arbiter::fuzz::number_of(text) % sessions == 0;
    const std::string file(text.substr(std::min(text.find('\0') + 1, text.size())));
    text = text.substr(0, text.find('\0'));
    GtpSession session(
        {}, {.version = "0", .load = [&](std::string_view) { return std::optional(file); }});
    for (int i = 0; i < commands_max && !text.empty(); ++i) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.contains("final_")) {
            if (session.game().size().points() > judged_points_max) continue;
            if (!may_judge && !arbiter::fuzz::is_thorough()) continue;
        }
        const std::size_t moves = session.game().move_count();
        const std::string response = session.answer(line);
        if (response.empty()) continue;
        require_response(response);
        require_consistent(session.game());
        require(response[0] == '=' || session.game().move_count() == moves,
                "what is refused changes nothing");
    }
}

const arbiter::fuzz::Target target({.name = "gtp", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::go::gtp_fuzz
