#pragma once

#include <optional>
#include <string_view>

#include "core/go/game.hpp"

/// What `go-grid` and `go-rows` share.
namespace arbiter::go {

/// The colour of a player or a stone.
constexpr std::string_view state_letter(Color color) { return color == Color::black ? "B" : "W"; }

/// A JSON document, and the start that is read from it.
class JsonStateReader {
protected:
    JsonStateReader(const Json& document, std::string_view preset);

    std::optional<JsonView> member(std::string_view key);
    /// "B", "W", or "terminal" where both sides have passed.
    void read_turn(std::string_view key);
    /// Applies the options, which override the document. Options for other rules keep the komi of
    /// the document.
    Reading<Game> finish(const Options& options, const Locate& locate);

    JsonView root;
    Start start;
    std::optional<HalfPoints> komi;
    Faults faults;
};

template <class Reader>
Reading<Game> read_json_state(std::string_view text, const Options& options) {
    const auto document = read_json(text);
    if (!document) return {std::nullopt, document.faults};
    return Reader(*document).read(options);
}

}  // namespace arbiter::go
