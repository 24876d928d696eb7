/// A game as the address of the page that shows it: its start and its moves between commas, `_` for
/// a blank, options in the query. In `/game/...` the text decides whose game it is.
///
///     https://example.org/game/19x19,A9b,B12w,C2b
///     /go/9x9,C3b?rules=japanese&komi=6.5
///     /chess/e4,e5,Nf3                    or a position first
///     /backgammon/3-1,8/5_6/5,6-4
///
/// ```cpp
/// #include "core/games/address.hpp"
///
/// assert(AnyGame::read("http://127.0.0.1:8080/chess/e4,e5,Nf3")->event_count() == 3);
/// ```
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/any_game.hpp"

namespace arbiter {

/// The name that `detect` gives to addresses. They can be read, but not written.
inline constexpr std::string_view address_format = "address";

struct Address {
    std::string_view game;             ///< its name
    std::string path;                  ///< what comes after it, unescaped
    std::vector<std::size_t> offsets;  ///< where each character of the path stands in the text
    Options options;
    std::string_view text;
};

/// Nothing if the text is not an address, or one that names no game.
std::optional<Address> address_in(std::string_view text);

/// Faults stand at lines and columns of the text. The source's options override the query.
Reading<AnyGame> read_address(const Address& address, const AnyGame::Source& source);

}  // namespace arbiter
