/// What the JSON forms of all games' events have in common.
///
/// ```cpp
/// #include "core/contract/event_json.hpp"
///
/// JsonWriter out;
/// write_action(out, "resign", Color::white);
/// assert(out.take() == R"({"action":"resign","by":"white"})");
/// ```
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/excerpt.hpp"
#include "core/base/fault.hpp"
#include "core/base/json.hpp"
#include "core/contract/color.hpp"
#include "core/contract/outcome.hpp"
#include "core/contract/rejection.hpp"

namespace arbiter {

void write_action(JsonWriter& out, std::string_view action, Color by);
/// {"action": "conclude", "result": "win", "winner": "white", "reason": "adjudication"}
void write_conclusion(JsonWriter& out, const Outcome& outcome);

/// Reads one event. What is wrong with it is collected in `faults` and becomes one rejection. A
/// game's own reader derives from this and adds its moves and actions.
class EventJsonReader {
protected:
    struct Codes {
        const RejectionCode* unreadable_move;  ///< with the details `text` and `problem`
        const RejectionCode* unknown_action;
    };

    /// `by` is who is speaking if that is known.
    EventJsonReader(JsonView event, std::optional<Color> by, Codes codes)
        : json(event), speaker(by), codes_(codes) {}

    /// Whether it is an object, and nobody speaks for the other side.
    bool read_head();
    /// The name of the action; nothing if there is none.
    const std::string* read_action_name();

    std::unexpected<Rejection> refused() const;
    void add(JsonView place, std::string sentence);
    std::optional<JsonView> member(const JsonView& object, std::string_view key);

    /// The meaning of a string, which must be one of `names`.
    template <class Meaning>
    auto read_word(JsonView view, std::string_view names, Meaning meaning_of)
        -> decltype(meaning_of("")) {
        const std::string* word = view.string(faults);
        if (word == nullptr) return std::nullopt;
        const auto meaning = meaning_of(*word);
        if (!meaning) add(view, in_quotes(*word) + " is not " + std::string(names));
        return meaning;
    }

    std::optional<Color> read_color(JsonView view) {
        return read_word(view, "white or black", color_named);
    }

    /// A result from outside the board is the arbiter's to give, never a player's. `reasons` are
    /// those for which games of this kind end; `recorded_result` is what is taken without one.
    Result<Outcome> read_conclusion(std::span<const std::string_view> reasons,
                                    std::string_view recorded_result);

    JsonView json;
    std::optional<Color> speaker;
    Faults faults;

private:
    bool is_action() const { return json.json().find("action") != nullptr; }
    void read_speaker(JsonView view);
    std::optional<GameResult> read_result();

    Codes codes_;
};

}  // namespace arbiter
