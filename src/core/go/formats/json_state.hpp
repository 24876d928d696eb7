#pragma once

#include <optional>
#include <string_view>

#include "core/base/loose_json.hpp"
#include "core/go/game.hpp"

/// What `go-grid` and `go-rows` share.
namespace arbiter::go {

/// The colour of a player or a stone.
constexpr std::string_view state_letter(Color color) { return color == Color::black ? "B" : "W"; }

/// The start that a state describes, and what is wrong with it.
class StateDraft {
protected:
    explicit StateDraft(std::string_view preset, Faults known = {});

    /// Applies the options, which override the document. Options for other rules keep the komi of
    /// the document.
    void take_options(const Options& options);
    Reading<Game> finish(const Locate& locate);

    Start start;
    std::optional<HalfPoints> komi;
    Faults faults;
};

/// A JSON document, and the start that is read from it.
class JsonStateReader : protected StateDraft {
protected:
    JsonStateReader(const Reading<Json>& document, std::string_view preset)
        : StateDraft(preset, document.faults), root(*document) {}

    std::optional<JsonView> member(std::string_view key);
    /// "B", "W", or "terminal" where both sides have passed.
    void read_turn(std::string_view key);
    /// The color of "B" or "W". Lower case is read with a warning.
    std::optional<Color> color_of_letter(std::string_view letter, const JsonView& view);

    JsonView root;

private:
    bool lower_case_told_ = false;
};

template <class Reader>
Reading<Game> read_json_state(std::string_view text, const Options& options) {
    const auto document = read_loose_json(text);
    if (!document) return {std::nullopt, document.faults};
    return Reader(document).read(options);
}

}  // namespace arbiter::go
