#include "core/contract/record.hpp"

#include <set>

#include "core/base/excerpt.hpp"

namespace arbiter {

namespace {

std::string_view without_blanks(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// Removes `token` and blanks before it from the front; false if something else stands there.
bool skip(std::string_view& text, std::string_view token) {
    const std::string_view rest = without_blanks(text);
    if (!rest.starts_with(token)) return false;
    text = rest.substr(token.size());
    return true;
}

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

bool looks_like_record(std::string_view text, std::string_view game) {
    if (!without_blanks(text).starts_with('{')) return false;
    constexpr std::string_view key = "\"game\"";
    const std::string name = "\"" + std::string(game) + "\"";
    for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        std::string_view rest = text.substr(at + key.size());
        if (skip(rest, ":") && skip(rest, name)) return true;
    }
    return false;
}

namespace record {

Reading<Json> read_document(std::string_view text, std::string_view game) {
    constexpr std::array<std::string_view, 4> known_keys{"game", "setup", "events", "tags"};
    Reading<Json> document = read_json(text);
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
