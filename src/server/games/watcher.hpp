#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/referee.hpp"

/// Who looks on at a game, and how they are told.
namespace arbiter::server {

/// A message that any number of watchers share.
using Text = std::shared_ptr<const std::string>;

/// One event as watchers are told of it.
struct Told {
    const std::string& game;
    std::uint64_t version;
    const referee::Event& event;
    const referee::Referee* after;  ///< set for the last event of an update
    referee::Moment now;
    const AnyGame* state = nullptr;  ///< after the event, where the rendering shows it
};

struct Presence {
    const std::string& game;
    std::size_t watchers = 0;
    PerColor<bool> seats;  ///< whether somebody watches with the key of this seat
};

/// One of the forms in which watchers are told. A text is made once for all who read that form.
class Rendering {
public:
    virtual ~Rendering() = default;
    /// Whether the state after every event is needed.
    virtual bool shows_state() const { return false; }
    virtual Text event(const Told& told) const = 0;
    /// Null where this form leaves it out.
    virtual Text presence(const Presence& presence) const = 0;
};

class Watcher {
public:
    /// `seat` is the one whose key was shown.
    Watcher(const Rendering& rendering, std::optional<Color> seat)
        : rendering_(rendering), seat_(seat) {}
    virtual ~Watcher() = default;
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    const Rendering& rendering() const { return rendering_; }
    std::optional<Color> seat() const { return seat_; }

    /// Never blocks. False if the watcher is gone; it is not told anything more.
    virtual bool send(Text text) = 0;
    virtual void close(std::string_view reason) = 0;

private:
    const Rendering& rendering_;
    std::optional<Color> seat_;
};

}  // namespace arbiter::server
