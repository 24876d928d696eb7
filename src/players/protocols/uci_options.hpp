#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "players/bots/bot.hpp"
#include "players/bots/chess/bot.hpp"
#include "players/bots/chess/table.hpp"
#include "players/protocols/polyglot.hpp"

namespace arbiter::players {

/// What `setoption` sets.
struct UciOptions {
    Bot bot{.level = level_max, .seed = 0};
    std::optional<int> elo{};  ///< nothing: not limited
    int elo_wanted = chess_level(level_max).elo;
    int lines = 1;
    int threads = 1;
    bool chess960 = false;
    bool shows_wdl = false;
    std::shared_ptr<ChessTable> table = table_of(16);
    std::optional<PolyglotBook> book{};

    static std::shared_ptr<ChessTable> table_of(std::size_t mebibytes);

    /// The lines that answer `uci`.
    static std::string introduction();
    /// Empty, or what is wrong with it, as a sentence. Names are written in any case.
    std::string set(std::string_view name, const std::string& value);
    /// Forgets what earlier searches found out.
    void forget();
    /// How the bot plays: by its level, or by Elo.
    ChessLevel strength() const;

private:
    bool set_number(std::string_view name, std::int64_t value);
    bool set_flag(std::string_view name, bool value);
    std::string set_book(const std::string& file);
};

}  // namespace arbiter::players
