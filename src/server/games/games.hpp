#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/api/api.hpp"
#include "server/api/stateless.hpp"
#include "server/games/bot_host.hpp"
#include "server/games/rooms.hpp"

namespace arbiter::server {

/// What is asked of the games that the server keeps, however it was asked: over HTTP or WebSocket.
class Games {
public:
    struct Parts {
        store::Store& store;
        Agenda& agenda;
        Rooms& rooms;
        const House& house;
    };
    Games(const Parts& parts, Metrics& metrics);

    /// A game's room, and as whom it is entered.
    struct Admission {
        std::shared_ptr<Room> room;
        std::optional<Color> seat;  ///< whose key was shown
    };
    /// A private game is not there for those who cannot show one of its keys.
    std::expected<Admission, Problem> admit(std::string_view id, std::string_view key);

    /// A game as it stands, and as whom it is looked at.
    struct Visit {
        std::shared_ptr<Room> room;
        referee::Referee referee;
        std::optional<Color> seat;  ///< whose key was shown
    };
    std::expected<Visit, Problem> visit(std::string_view id, std::string_view key);

    /// Replies with 201 and the keys once the game is stored.
    struct Creation {
        std::string_view body;
        std::string_view repeat_key;  ///< empty: not to be repeated
        referee::Moment at;
    };
    void create(const Creation& creation, Reply reply);

    /// A move or an action; replies once it is stored.
    struct Change {
        std::string_view id;
        std::string_view key;
        std::string move;
        std::optional<std::uint64_t> version;
        std::optional<std::uint64_t> ply;
        std::string_view repeat_key;
        referee::Moment at;
    };
    void change(const Change& change, Reply reply);

    /// {"games": [...], "next": ...}
    Answer list(const Target& query);

private:
    struct NewGame;
    std::expected<NewGame, Problem> read_new_game(const Creation& creation) const;
    std::optional<Response> created_before(const std::string& key, const std::string& digest,
                                           std::string_view secret);
    void store_new(NewGame game, Reply reply);

    store::Store& store_;
    Agenda& agenda_;
    Rooms& rooms_;
    const House& house_;
    Counter& created_;
    Counter& accepted_;
    Counter& refused_;
    Counter& conflicts_;
    Histogram& commit_seconds_;
};

/// The version that an If-Match header names.
std::optional<std::uint64_t> version_of(std::string_view if_match);

}  // namespace arbiter::server
