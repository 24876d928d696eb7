#include "server/api/rendering.hpp"

#include "server/api/view.hpp"

namespace arbiter::server {

namespace {

Text shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

/// {"type": "event", "game": ID, "version": N, "event": {...}, "now": {...}}
std::string event_json(const Told& told) {
    JsonWriter out;
    out.object([&] {
        out.member("type", "event");
        out.member("game", told.game);
        out.member("version", told.version);
        out.key("event");
        out.object([&] { referee::write_public(out, told.event); });
        if (told.after == nullptr) return;
        out.key("now");
        out.object([&] {
            write_now(out, *told.after, told.now);
            write_choices(out, *told.after);
        });
    });
    return out.take();
}

std::string presence_json(const Presence& presence) {
    JsonWriter out;
    out.object([&] {
        out.member("type", "presence");
        out.member("game", presence.game);
        out.member("watchers", presence.watchers);
        out.member("white", presence.seats.white);
        out.member("black", presence.seats.black);
    });
    return out.take();
}

class WebsocketRendering final : public Rendering {
public:
    Text event(const Told& told) const override { return shared(event_json(told)); }
    Text presence(const Presence& presence) const override {
        return shared(presence_json(presence));
    }
};

/// Each event has its version for an id, so that a client that reconnects says where it was. Presence
/// has none, and is left out.
class EventStreamRendering final : public Rendering {
public:
    Text event(const Told& told) const override {
        return shared("id: " + std::to_string(told.version) +
                      "\nevent: " + std::string(referee::type_of(told.event.content)) +
                      "\ndata: " + event_json(told) + "\n\n");
    }
    Text presence(const Presence&) const override { return nullptr; }
};

}  // namespace

const Rendering& websocket_rendering() {
    static const WebsocketRendering rendering;
    return rendering;
}

const Rendering& event_stream_rendering() {
    static const EventStreamRendering rendering;
    return rendering;
}

}  // namespace arbiter::server
