#include "server/api/rendering.hpp"

#include <map>

#include "server/api/form.hpp"
#include "server/api/view.hpp"

namespace arbiter::server {

namespace {

Text shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

/// {"type": "event", "game": ID, "version": N, "event": {...}, "format": ..., "state": ..., "now": {...}}
std::string event_json(const Told& told, const Form& form) {
    JsonWriter out;
    out.object([&] {
        out.member("type", "event");
        out.member("game", told.game);
        out.member("version", told.version);
        out.key("event");
        out.object([&] { referee::write_public(out, told.event); });
        if (told.state != nullptr) write_state_in(out, form, *told.state);
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

/// Shows the state in a format, if it has one.
class FormatRendering : public Rendering {
public:
    explicit FormatRendering(std::string_view format) : form_{.format = std::string(format)} {}
    bool shows_state() const override { return form_.shows_state(); }

protected:
    const Form& form() const { return form_; }

private:
    Form form_;
};

class WebsocketRendering final : public FormatRendering {
public:
    using FormatRendering::FormatRendering;
    Text event(const Told& told) const override { return shared(event_json(told, form())); }
    Text presence(const Presence& presence) const override {
        return shared(presence_json(presence));
    }
};

/// Each event has its version for an id, so that a client that reconnects says where it was. Presence
/// has none, and is left out.
class EventStreamRendering final : public FormatRendering {
public:
    using FormatRendering::FormatRendering;
    Text event(const Told& told) const override {
        return shared("id: " + std::to_string(told.version) +
                      "\nevent: " + std::string(referee::type_of(told.event.content)) +
                      "\ndata: " + event_json(told, form()) + "\n\n");
    }
    Text presence(const Presence&) const override { return nullptr; }
};

/// One for each format of every game, and one without, so that all who ask for the same share it.
/// Made at once: none is added later, so threads need no lock.
template <class Kind>
const Rendering& rendering_of(std::string_view format) {
    static const auto renderings = [] {
        std::map<std::string_view, Kind> all;
        all.try_emplace("", "");
        for (const GameInfo& info : games()) {
            for (const FormatInfo& known : info.formats) all.try_emplace(known.name, known.name);
        }
        return all;
    }();
    const auto found = renderings.find(format);
    return found == renderings.end() ? renderings.at("") : found->second;
}

}  // namespace

const Rendering& websocket_rendering(std::string_view format) {
    return rendering_of<WebsocketRendering>(format);
}

const Rendering& event_stream_rendering(std::string_view format) {
    return rendering_of<EventStreamRendering>(format);
}

}  // namespace arbiter::server
