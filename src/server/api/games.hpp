#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "platform/signature.hpp"
#include "server/api/form.hpp"
#include "server/api/stateless.hpp"
#include "server/games/bot_host.hpp"
#include "server/games/rooms.hpp"
#include "server/http/rate_limit.hpp"
#include "server/telemetry/metrics.hpp"

namespace arbiter::server {

/// What HTTP and WebSocket ask of the games that the server keeps: translates requests for the rooms,
/// and their results into responses.
class Games {
public:
    struct Parts {
        store::Store& store;
        platform::Scheduler& scheduler;
        const platform::Clock& clock;
        platform::Entropy& entropy;
        Rooms& rooms;
        const BotHost& bots;
        std::size_t events_max;                   ///< of a game
        const platform::SigningKey* receipt_key;  ///< null: no receipts
        RateLimiter& stored_bytes;                ///< of each client
        std::function<bool()> is_in_time;         ///< otherwise no game can be judged
    };
    Games(const Parts& parts, Metrics& metrics);

    /// A game's room, and the seat whose key was shown, if any.
    struct Admission {
        std::shared_ptr<Room> room;
        std::optional<Color> seat;
    };
    /// A private game is not there for those who cannot show one of its keys.
    std::expected<Admission, Problem> admit(std::string_view id, std::string_view key);

    /// The same with the game as it stands.
    struct Visit {
        std::shared_ptr<Room> room;
        State state;
        std::optional<Color> seat;
    };
    std::expected<Visit, Problem> visit(std::string_view id, std::string_view key);

    /// Whoever may move.
    struct Seat {
        std::shared_ptr<Room> room;
        Color color;
    };
    std::expected<Seat, Problem> seat(std::string_view id, std::string_view key);

    /// Deletes a game, or the names in it: 204 for its creator and for operators.
    enum class Removal : std::uint8_t { game, names };
    struct Remover {
        std::string_view key;
        bool is_operator = false;
    };
    Answer remove(std::string_view id, const Remover& by, Removal removal);

    /// A pass for addresses, for who may see the game.
    Answer pass(std::string_view id, std::string_view key);

    /// Replies with 201 and the keys once the game is stored.
    struct Requested {
        std::string_view body;
        std::string_view repeat_key;  ///< the Idempotency-Key; empty: none
        referee::Moment at;
        std::stop_token given_up;
        /// Whether the creator may have this many players of the server, and store this many bytes:
        /// nothing, or the refusal.
        std::function<std::optional<Response>(std::size_t own_players, std::size_t bytes)>
            refusal_of;
    };
    void create(const Requested& requested, Reply reply);

    /// A move or an action; replies once it is stored.
    struct Submission {
        MoveRequest request;
        std::string_view repeat_key;  ///< the Idempotency-Key; empty: none
        Form form;                    ///< of the answer
        std::string_view address;     ///< of the client
    };
    void submit(const Seat& seat, Submission submission, Reply reply);

    /// {"games": [...], "next": ...}
    Answer list(const Target& query);

private:
    std::optional<Response> created_before(const store::Answer& sought, std::string_view secret);

    Parts parts_;
    Counter& created_;
    Counter& accepted_;
    Counter& refused_;
    Counter& conflicts_;
    Histogram& commit_seconds_;
};

}  // namespace arbiter::server
