#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/go/game.hpp"
#include "players/bots/go/bot.hpp"
#include "players/protocols/gtp_analysis.hpp"

namespace arbiter::players {

/// The engine's side of the Go Text Protocol, version 2: a board that knows the rules, and a player
/// if the caller supplies one. It does no input or output itself: it is given one line and returns
/// the text of the response.
///
/// GTP describes a board, not a game: either side may move at any time, passes do not end play, and
/// moves can be taken back. The rules decide about ko, suicide and the score.
class GtpSession {
public:
    /// The time that a side has left.
    struct TimeLeft {
        double seconds;
        int moves = 0;  ///< to be made in that time; 0: the rest of the game
    };
    /// What `genmove` asks for.
    struct GenmoveRequest {
        const go::Game& game;    ///< with the player to move
        const go::Rules& rules;  ///< by which the game will be scored
        std::optional<TimeLeft> time;
    };

    /// What `lz-analyze` and `kata-analyze` ask for.
    struct AnalysisRequest {
        const go::Game& game;    ///< with the player to move
        const go::Rules& rules;  ///< by which the game will be scored
        const GtpAnalysis& options;
        std::function<void(const GoReport& report)> show;
    };

    /// What the caller supplies.
    struct Services {
        std::string version;
        /// Returns the text of a file, for `loadsgf`; nothing if it cannot be read.
        std::function<std::optional<std::string>(std::string_view file)> load;
        /// Returns a legal move, a pass or a resignation. Without it there is no `genmove`.
        std::function<GoMove(const GenmoveRequest& request)> choose{};
        /// Sends a part of a response at once. Without it and `analyse` there is no analysis.
        std::function<void(std::string_view text)> say{};
        /// Searches until the controller sends another line, and calls `show` at least once.
        std::function<void(const AnalysisRequest& request)> analyse{};
        /// The processor time that the program has used.
        std::function<double()> cpu_seconds{};
    };

    GtpSession(const go::Rules& rules, Services services);

    /// The response to one line, with the empty line that ends it; nothing for an empty line or a
    /// comment.
    std::string answer(std::string_view line);
    /// Whether `quit` has been answered.
    bool over() const { return over_; }
    const go::Game& game() const { return game_; }

private:
    using Words = std::span<const std::string_view>;
    /// The text after "= ", or the message after "? ".
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
    Reply adopt_rules(const go::Rules& rules);
    Reply kata_get_rules(Words arguments);
    Reply kata_set_rules(Words arguments);
    Reply kgs_time_settings(Words arguments);
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
    Reply analyze_commands(Words arguments);
    Reply cputime(Words arguments);
    Reply time_settings(Words arguments);
    Reply time_left(Words arguments);
    Reply genmove(Words arguments);
    Reply reg_genmove(Words arguments);
    Reply genmove_cleanup(Words arguments);
    Reply lz_analyze(Words arguments);
    Reply kata_analyze(Words arguments);
    Reply analyze(Words arguments, GtpAnalysis::Dialect dialect);
    /// Plays a chosen move, and answers with it.
    Reply played(std::string_view by, const std::string& vertex);

    /// Starts a game under the session's rules and plays the moves again.
    bool restart(go::Setup setup, int handicap, std::span<const go::Event> moves);
    Reply place_handicap(const std::vector<go::Point>& points);
    std::vector<go::Point> dead_stones() const;
    /// The present game with this side to move: if it is not its turn, one that begins with the
    /// present board.
    std::optional<go::Game> game_for(Color by) const;
    go::Event chosen_move(Color by);

    go::Rules rules_;
    Services services_;
    go::Game game_;
    PerColor<std::optional<TimeLeft>> time_left_;
    std::string id_;         // of the command that is being answered
    bool has_said_ = false;  // whether a part of its response was sent
    bool over_ = false;
};

}  // namespace arbiter::players
