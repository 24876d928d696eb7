/// The neutral record: a game as its start and its events, in the same shape for every game.
///
///     {"game": "chess", "setup": {...}, "tags": {"White": "..."},
///      "events": ["e2e4", "e7e5", {"action": "resign", "by": "white"}]}
///
/// An event is a string in the game's record notation, or an object where that notation writes
/// one. Without `setup` the game begins as the options say.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/record.hpp"
///
/// const auto game = read_record<chess::Game>(R"({"game": "chess", "events": ["e2e4", "e7e5"]})", {});
/// assert(game && game->events().size() == 2);
/// assert(read_record<chess::Game>(write_record(*game), {})->history("san").back() == "e5");
/// ```
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/game.hpp"

namespace arbiter {

/// Certain if it says so. A record of another game, or of none, is still told what is wrong with it.
Likeness record_likeness(const Glance& glance, std::string_view game);

/// The parts of the work that are the same for every game.
namespace record {

/// The document, if it is a record of that game and each of its events is a string or an object.
Reading<Json> read_document(std::string_view text, std::string_view game);
Tags read_tags(JsonView document, Faults& faults);
/// What the game's `read_event` takes.
std::string event_text(const Json& event);
void add_refusal(JsonView event, const Rejection& rejection, Faults& faults);

void write_tags(JsonWriter& out, const Tags& tags);
void write_events(JsonWriter& out, std::span<const std::string> events);

template <Game G>
std::optional<Rejection> play(G& game, std::string_view text) {
    const auto event = game.read_event(text, std::nullopt);
    if (!event) return event.error();
    const auto effects = game.play(*event);
    if (!effects) return effects.error();
    return std::nullopt;
}

/// Stops at the first event that is refused: what comes after it means nothing.
template <Game G>
void replay(JsonView document, G& game, Faults& faults) {
    const Json& list = *document.json().find("events");
    const JsonView events = document.at("events", list);
    std::size_t number = 0;
    for (const Json& event : *list.as<Json::Array>()) {
        if (const auto rejection = play(game, event_text(event))) {
            return add_refusal(events.at(number, event), *rejection, faults);
        }
        ++number;
    }
}

}  // namespace record

/// Faults stand at JSON Pointers: `unknown_game`, `event_refused`, what `read_start` finds.
template <Game G>
Reading<G> read_record(std::string_view text, const Options& options) {
    const Reading<Json> document = record::read_document(text, G::traits.name);
    Reading<G> reading{std::nullopt, document.faults};
    if (!document) return reading;

    const JsonView root(*document);
    const Json* setup = document->find("setup");
    Reading<G> game =
        setup == nullptr ? G::create(options) : G::read_start(root.at("setup", *setup));
    reading.faults.merge(game.faults);
    if (!game) return reading;

    game->tags = record::read_tags(root, reading.faults);
    record::replay(root, *game, reading.faults);
    if (!reading.faults.fatal()) reading.value = std::move(game.value);
    return reading;
}

template <Game G>
std::string write_record(const G& game) {
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.member("game", G::traits.name);
        out.key("setup");
        game.write_start(out);
        record::write_tags(out, game.tags);
        record::write_events(out, game.history(G::traits.record_notation));
    });
    return out.take();
}

/// Its row in a game's list of formats.
template <Game G>
constexpr Format<G> record_format() {
    return {{"record", "the neutral record: game, setup, events", Extent::game, ""},
            [](const Glance& glance) { return record_likeness(glance, G::traits.name); },
            read_record<G>,
            [](const G& game) -> std::expected<std::string, Fault> { return write_record(game); }};
}

}  // namespace arbiter
