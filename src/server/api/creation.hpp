#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "platform/entropy.hpp"
#include "platform/signature.hpp"
#include "server/api/problem.hpp"
#include "server/games/bot_host.hpp"
#include "server/games/rooms.hpp"

/// Reads the request that creates a game, and writes its response.
namespace arbiter::server {

struct NewGameRequest {
    std::string_view body;
    std::string_view repeat_key;  ///< the Idempotency-Key; empty: none
    std::optional<store::Answer>
        answer;  ///< for a repetition; its status and body are not known yet
    referee::Moment at;
    std::size_t events_max;                   ///< of a game
    const platform::SigningKey* receipt_key;  ///< null: no receipts
};

/// The keys that the creator is told. Nobody knows those of the server's own players.
struct Keys {
    PerColor<std::optional<std::string>> seats;
    std::optional<std::string> watch;
    std::string owner;  ///< deletes the game
};

struct NewGame {
    Creation creation;
    Keys keys;
    std::string view;     ///< JSON
    std::string receipt;  ///< JSON, to be shown once the game is stored; empty: none
};

std::expected<NewGame, Problem> read_new_game(const NewGameRequest& request, const BotHost& bots,
                                              platform::Entropy& entropy);

/// 201 with the keys.
Response created_response(std::string_view id, const Keys& keys, std::string_view view,
                          std::string_view receipt);
/// The same from what was stored for a repetition. `secret` is the Idempotency-Key.
Response created_again(const store::Answer& answer, std::string_view secret);

}  // namespace arbiter::server
