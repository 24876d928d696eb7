#include "core/contract/record.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/excerpt.hpp"
#include "core/base/loose_json.hpp"
#include "core/base/text.hpp"

namespace arbiter {

namespace {

void check_game(JsonView document, std::string_view game, Faults& faults) {
    const Json* member = document.require("game", faults);
    if (member == nullptr) return;
    const JsonView view = document.at("game", *member);
    const std::string* name = view.string(faults);
    if (name == nullptr || *name == game) return;
    faults.add("unknown_game",
               "this is a record of \"" + excerpt(*name) + "\" and not of " + std::string(game),
               view.pointer());
}

void check_events(JsonView document, Faults& faults) {
    const Json* member = document.require("events", faults);
    if (member == nullptr) return;
    const JsonView list = document.at("events", *member);
    const Json::Array* events = list.array(faults);
    if (events == nullptr) return;
    for (std::size_t i = 0; i < events->size(); ++i) {
        const Json& event = (*events)[i];
        if (event.as<std::string>() != nullptr || event.as<Json::Object>() != nullptr) continue;
        faults.add("wrong_type",
                   "an event is a string or an object, not " + std::string(event.type_name()),
                   list.at(i, event).pointer());
    }
}

}  // namespace

Likeness record_likeness(const Glance& glance, std::string_view game) {
    constexpr std::array<std::string_view, 2> keys{"setup", "events"};
    const auto named = std::ranges::find(glance.members, "game", &OutlineMember::key);
    const bool is_named = named != glance.members.end() && opens_with(named->value, "\"");
    if (is_named) {
        const std::string_view name = trimmed(named->value).substr(1);
        const bool begins = name.starts_with(game);
        const std::string_view rest = name.substr(begins ? game.size() : 0, 1);
        if (begins && (rest == "\"" || rest == "'")) return Likeness::certain;
    }
    const Likeness likeness = likeness_of(glance, keys, {{"setup", "{"}, {"events", "["}});
    return std::min(likeness, is_named ? Likeness::faint : Likeness{50});
}

namespace record {

Reading<Json> read_document(std::string_view text, std::string_view game) {
    constexpr std::array<std::string_view, 4> known_keys{"game", "setup", "events", "tags"};
    Reading<Json> document = read_loose_json(text);
    if (!document) return document;
    const JsonView root(*document);
    if (root.object(document.faults) != nullptr) {
        root.refuse_unknown(known_keys, Severity::warning, document.faults);
        check_game(root, game, document.faults);
        check_events(root, document.faults);
    }
    if (document.faults.fatal()) document.value.reset();
    return document;
}

Tags read_tags(JsonView document, Faults& faults) {
    Tags tags;
    const Json* member = document.json().find("tags");
    if (member == nullptr) return tags;
    const JsonView view = document.at("tags", *member);
    const Json::Object* pairs = view.object(faults);
    if (pairs == nullptr) return tags;
    for (const auto& [name, value] : *pairs) {
        if (const auto* text = view.at(name, value).string(faults)) tags.emplace_back(name, *text);
    }
    return tags;
}

std::string event_text(const Json& event) {
    if (const auto* text = event.as<std::string>()) return *text;
    JsonWriter out;
    out.value(event);
    return out.take();
}

void add_refusal(JsonView event, const Rejection& rejection, Faults& faults) {
    faults.add("event_refused", sentence(rejection), event.pointer());
}

/// A JSON object has each key once, so the first tag of a name counts.
void write_tags(JsonWriter& out, const Tags& tags) {
    if (tags.empty()) return;
    out.key("tags");
    out.object([&] {
        std::set<std::string_view> written;
        for (const auto& [name, value] : tags) {
            if (written.insert(name).second) out.member(name, value);
        }
    });
}

void write_events(JsonWriter& out, std::span<const std::string> events) {
    out.key("events");
    out.array([&] {
        for (const std::string& event : events) {
            event.starts_with('{') ? out.raw(event) : out.value(event);
        }
    });
}

}  // namespace record

}  // namespace arbiter
