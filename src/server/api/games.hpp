#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/api/form.hpp"
#include "server/api/stateless.hpp"
#include "server/games/bot_host.hpp"
#include "server/games/rooms.hpp"
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

    /// Replies with 201 and the keys once the game is stored.
    struct Requested {
        std::string_view body;
        std::string_view repeat_key;  ///< the Idempotency-Key; empty: none
        referee::Moment at;
    };
    void create(const Requested& requested, Reply reply);

    /// A move or an action; replies once it is stored.
    struct Submission {
        MoveRequest request;
        std::string_view repeat_key;  ///< the Idempotency-Key; empty: none
        Form form;                    ///< of the answer
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
