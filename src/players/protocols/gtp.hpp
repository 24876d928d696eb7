#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/go/game.hpp"

namespace arbiter::go {

/// The engine's side of the Go Text Protocol, version 2: a board that knows the rules, and plays if
/// its host has somebody who does. It reads no input and writes no output itself; it is given one
/// line and answers with the text of a response.
///
/// GTP is no game but a board: either side may move at any time, passes end nothing, and what has
/// been played can be taken back. The rules decide about ko, suicide and the score.
class GtpSession {
public:
    /// What a side has left: for the rest of the game, or for so many moves.
    struct TimeLeft {
        double seconds;
        int moves = 0;  ///< 0: for the rest of the game
    };
    /// What `genmove` asks for.
    struct MoveRequest {
        const Game& game;    ///< it is the side's turn in it
        const Rules& rules;  ///< by which the game will be counted
        std::optional<TimeLeft> time;
    };

    /// What the session cannot do by itself.
    struct Host {
        std::string version;
        /// Gives the text of a file, for `loadsgf`; nothing if it cannot be read.
        std::function<std::optional<std::string>(std::string_view file)> load;
        /// Gives a legal move, nothing for a pass. Without it there is no `genmove`.
        std::function<std::optional<Point>(const MoveRequest& request)> choose{};
    };

    GtpSession(const Rules& rules, Host host);

    /// The response to one line, with the empty line that ends it; nothing for an empty line or a
    /// comment.
    std::string answer(std::string_view line);
    /// Whether `quit` has been answered.
    bool over() const { return over_; }
    const Game& game() const { return game_; }

private:
    using Words = std::span<const std::string_view>;
    /// What stands after "= ", or after "? ".
    using Reply = std::expected<std::string, std::string>;
    using Handler = Reply (GtpSession::*)(Words arguments);
    struct Command;
    static std::span<const Command> commands();
    const Command* command_named(std::string_view name) const;

    Reply protocol_version(Words arguments);
    Reply program_name(Words arguments);
    Reply version(Words arguments);
    Reply known_command(Words arguments);
    Reply list_commands(Words arguments);
    Reply quit(Words arguments);
    Reply boardsize(Words arguments);
    Reply query_boardsize(Words arguments);
    Reply clear_board(Words arguments);
    Reply komi(Words arguments);
    Reply get_komi(Words arguments);
    Reply rules(Words arguments);
    Reply fixed_handicap(Words arguments);
    Reply place_free_handicap(Words arguments);
    Reply set_free_handicap(Words arguments);
    Reply get_handicap(Words arguments);
    Reply play(Words arguments);
    Reply undo(Words arguments);
    Reply is_legal(Words arguments);
    Reply all_legal(Words arguments);
    Reply last_move(Words arguments);
    Reply move_history(Words arguments);
    Reply color(Words arguments);
    Reply list_stones(Words arguments);
    Reply countlib(Words arguments);
    Reply findlib(Words arguments);
    Reply captures(Words arguments);
    Reply showboard(Words arguments);
    Reply printsgf(Words arguments);
    Reply loadsgf(Words arguments);
    Reply final_score(Words arguments);
    Reply final_status_list(Words arguments);
    Reply time_settings(Words arguments);
    Reply time_left(Words arguments);
    Reply genmove(Words arguments);
    Reply reg_genmove(Words arguments);

    /// A game under this session's rules, with the moves played over again.
    bool restart(Setup setup, int handicap, std::span<const Event> moves);
    Reply place_handicap(const std::vector<Point>& points);
    std::vector<Point> dead_stones() const;
    Event chosen_move(Color by);

    Rules rules_;
    Host host_;
    Game game_;
    PerColor<std::optional<TimeLeft>> time_left_;
    bool over_ = false;
};

}  // namespace arbiter::go
