#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "players/bots/bot.hpp"
#include "players/bots/chess/search.hpp"
#include "players/protocols/uci_options.hpp"

/// The chess bot as an engine for other programs, over the Universal Chess Interface.
namespace arbiter::players {

/// What `go` asks for.
struct UciTask {
    std::vector<chess::Position> game;  ///< the last one is to be searched
    chess::Variant variant = chess::Variant::standard;
    ChessSettings settings{};
    std::shared_ptr<ChessTable> table{};  ///< what the settings point to
    int threads = 1;
    bool shows_wdl = false;
    std::optional<chess::Move> book_move{};  ///< then there is nothing to search
    std::uint64_t nodes = 0;
    std::optional<std::chrono::milliseconds> time{};  ///< nothing: until it is told to stop
    /// `go infinite`: the answer waits for `stop`, even if there is nothing left to think about.
    bool waits_for_stop = false;
    /// `go ponder`: so does this one, until `ponderhit`; from then on the time counts.
    bool ponders = false;

    /// Whether nothing but `stop` ends it.
    bool is_endless() const;
};

/// What a search needs from its session.
struct UciSurroundings {
    std::function<void(const std::string& line)> say;
    std::function<bool()> should_stop;  ///< `stop` has come, or the time is up
    std::function<std::chrono::milliseconds()> elapsed;
};

/// Searches, and says what it finds in lines of `info`. The answer is the line with `bestmove`.
std::string think(const UciTask& task, const UciSurroundings& session);

/// The engine's side of a session. It is given one line and answers with the lines that are due at
/// once; what `go` wants is left for `take_task`. Whoever runs it does the thinking, so that it can
/// go on reading. What it does not understand it passes over, as the protocol asks.
class UciSession {
public:
    explicit UciSession(std::string version);

    /// Each line ends with a newline; empty if there is nothing to say.
    std::string answer(std::string_view line);
    /// The task that the last line brought, once.
    std::optional<UciTask> take_task() { return std::exchange(task_, std::nullopt); }
    bool over() const { return over_; }

private:
    using Words = std::span<const std::string_view>;

    std::vector<chess::Move> searched_moves(Words words) const;
    void limit(UciTask& task, Words words) const;
    std::string introduce() const;
    std::string set_option(Words words);
    std::string set_position(Words words);
    std::string go(Words words);

    std::string version_;
    UciOptions options_;
    std::vector<chess::Position> game_{chess::Position::start()};
    std::optional<UciTask> task_;
    bool over_ = false;
};

}  // namespace arbiter::players
