#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/any_game.hpp"
#include "referee/clock.hpp"

/// Who can sit down at a game: a bot, an engine, an agent, a language model.
namespace arbiter::players {

/// How much a player may think about one turn. What is absent does not limit.
struct Budget {
    std::optional<std::chrono::milliseconds> time;
    std::optional<std::uint64_t> nodes;
};

/// An answer of this very turn that the referee turned down.
struct RejectedAnswer {
    std::string answer;
    Rejection rejection;
};

/// What a player is asked.
struct Turn {
    const AnyGame& game;  ///< as it stands, its history included
    Color seat;
    /// What may be answered beside the game's legal moves, as `Referee::actions` has it.
    std::span<const std::string> actions;
    const referee::Clock* clock = nullptr;  ///< null: no clock
    referee::Moment now;
    Budget budget;
    std::span<const RejectedAnswer> refusals;  ///< of this turn, oldest first
};

/// One question and its answer, as they went over the wire.
struct Exchange {
    std::string sent;
    std::string received;
    std::chrono::milliseconds latency{};
    std::optional<std::uint64_t> tokens_in;
    std::optional<std::uint64_t> tokens_out;
    std::optional<double> cost;
};

/// Why an answer without a word is refused. If a turn has no others, the service is to blame and not
/// the player: it is `PlayerError::unavailable`.
inline constexpr RejectionCode empty_answer{"empty_answer", RejectionKind::unreadable,
                                            "the answer is empty"};

struct Choice {
    std::string move;  ///< a move in any notation, or an action
    std::vector<Exchange> exchanges;
    /// How the player judges its own position, if it says so: in hundredths of a pawn, in backgammon
    /// of a point with the cube at one, in Go of wins less losses, so from -100 to 100.
    std::optional<int> score{};
    std::optional<int> depth{};  ///< of its search, in half-moves
    /// Why the answer is not one: then the referee is not asked, and `move` is what was answered.
    std::optional<Rejection> refusal{};
};

/// Why a player gave no answer.
struct PlayerError {
    enum class Kind : std::uint8_t {
        cannot_play,  ///< this game, size or rule is beyond the player
        crashed,      ///< also after a restart
        silent,       ///< no answer within the limit
        protocol,     ///< an answer that breaks the protocol
        unavailable,  ///< the service behind it does not serve: nothing that the player decided
        stopped,      ///< by `stop`
    };
    Kind kind;
    std::string sentence;
    std::vector<Exchange> exchanges;
};
std::string_view to_string(PlayerError::Kind kind);
std::unexpected<PlayerError> failed(PlayerError::Kind kind, std::string sentence);

/// What a player that is asked in words would be sent.
struct Question {
    std::string body;    ///< as it goes over the wire
    std::string prompt;  ///< the words in it
};

class Analyst;

/// Asked for one move at a time, by one thread at a time.
class Player {
public:
    virtual ~Player() = default;

    /// "bot:3", "Stockfish 15.1"
    virtual std::string_view name() const = 0;
    virtual std::expected<Choice, PlayerError> choose(const Turn& turn) = 0;
    /// The error is `cannot_play`: also for a player that is not asked in words.
    virtual std::expected<Question, PlayerError> question(const Turn& turn) const;
    /// Makes sure, before the first game, that it can be asked.
    virtual std::expected<void, PlayerError> preflight() { return {}; }
    /// A law of this game that the player may not know and would lose by; empty: there is none.
    virtual std::string caveat(const AnyGame&) const { return {}; }
    /// What it says it is, whatever it is called here: a model as its endpoint names it.
    virtual std::string identity() const { return std::string(name()); }
    /// The same player as one who says what moves are worth; null if it cannot.
    virtual Analyst* analyst() { return nullptr; }
    /// Ends a `choose` or an analysis that is under way in another thread.
    virtual void stop() noexcept {}
};

}  // namespace arbiter::players
