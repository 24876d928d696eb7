#include "core/chess/start.hpp"

#include <array>

#include "core/chess/game.hpp"
#include "core/chess/notations/fen.hpp"

namespace arbiter::chess {

namespace {

/// Adds the faults of a text that stands as a string in a JSON document, at that string's pointer.
void add_at(Faults& faults, const Faults& inner, JsonView string) {
    for (const Fault& fault : inner) {
        faults.add({fault.code, fault.sentence, string.pointer(), fault.severity});
    }
}

}  // namespace

std::vector<Board> read_history(JsonView list, Faults& faults) {
    std::vector<Board> history;
    const Json::Array* entries = list.array(faults);
    if (entries == nullptr) return history;
    if (entries->size() > history_max) {
        faults.add("history_too_long",
                   "no game has more than " + std::to_string(history_max) + " positions",
                   list.pointer());
        return history;
    }
    for (std::size_t i = 0; i < entries->size(); ++i) {
        const JsonView entry = list.at(i, (*entries)[i]);
        const std::string* fen = entry.string(faults);
        if (fen == nullptr) continue;
        const Reading<Position> position = read_fen(*fen);
        add_at(faults, position.faults, entry);
        if (position) history.push_back(position->board());
    }
    return history;
}

void Game::write_start(JsonWriter& out) const {
    out.object([&] {
        out.member("variant", to_string(start_.variant));
        out.member("fen", write_fen(start_.position));
        if (start_.history.empty()) return;
        out.key("history");
        out.array([&] {
            for (const Board& board : start_.history) out.value(write_short_fen(board));
        });
    });
}

Reading<Game> Game::read_start(JsonView setup) {
    Faults faults;
    Start start;
    setup.refuse_unknown(std::array<std::string_view, 3>{"variant", "fen", "history"},
                         Severity::warning, faults);
    const auto text_at = [&](std::string_view key) -> const std::string* {
        const Json* json = setup.json().find(key);
        return json == nullptr ? nullptr : setup.at(key, *json).string(faults);
    };
    if (const auto* fen = text_at("fen")) {
        const auto position = read_fen(*fen);
        if (position) start.position = *position;
        add_at(faults, position.faults, setup.at("fen", *setup.json().find("fen")));
    }
    start.variant = variant_of(start.position.board());
    if (const auto* variant = text_at("variant")) {
        start.variant = *variant == "chess960" ? Variant::chess960 : Variant::standard;
        if (*variant != to_string(start.variant)) {
            faults.add("unknown_variant", "the variant is standard or chess960",
                       setup.at("variant", *setup.json().find("variant")).pointer());
        }
    }
    if (const Json* history = setup.json().find("history")) {
        start.history = read_history(setup.at("history", *history), faults);
    }
    Reading<Game> reading{std::nullopt, std::move(faults)};
    if (setup.object(reading.faults) != nullptr && !reading.faults.fatal())
        reading.value.emplace(std::move(start));
    return reading;
}

}  // namespace arbiter::chess
