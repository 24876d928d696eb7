#include "core/contract/event_json.hpp"

#include <algorithm>

#include "core/base/object_reader.hpp"

namespace arbiter {

void write_action(JsonWriter& out, std::string_view action, Color by) {
    out.object([&] {
        out.member("action", action);
        out.member("by", to_string(by));
    });
}

void write_conclusion(JsonWriter& out, const Outcome& outcome) {
    out.object([&] {
        out.member("action", "conclude");
        out.member("result", to_string(outcome.result));
        out.key("winner");
        outcome.winner ? out.value(to_string(*outcome.winner)) : out.null();
        out.member("reason", outcome.reason);
    });
}

bool EventJsonReader::read_head() {
    if (json.object(faults) == nullptr) return false;
    if (const Json* by = json.json().find("by")) read_speaker(json.at("by", *by));
    return !faults.fatal();
}

const std::string* EventJsonReader::read_action_name() {
    return is_action() ? json.at("action", *json.json().find("action")).string(faults) : nullptr;
}

std::unexpected<Rejection> EventJsonReader::refused() const {
    std::string problem;
    for (const Fault& fault : faults) {
        if (!problem.empty()) problem += "; ";
        problem += to_string(fault.place) + ": " + fault.sentence;
    }
    JsonWriter out;
    out.value(json.json());
    return std::unexpected(
        Rejection{is_action() ? codes_.unknown_action : codes_.unreadable_move,
                  {{"text", excerpt(out.text())}, {"problem", std::move(problem)}}});
}

void EventJsonReader::add(JsonView place, std::string sentence) {
    faults.add("unreadable", std::move(sentence), place.pointer());
}

std::optional<JsonView> EventJsonReader::member(const JsonView& object, std::string_view key) {
    return ObjectReader(object, faults).require(key);
}

void EventJsonReader::read_speaker(JsonView view) {
    const auto by = read_color(view);
    if (by && speaker && by != speaker) {
        add(view, std::string(to_string(*speaker)) + " cannot speak for the other side");
    }
    if (by) speaker = by;
}

Result<Outcome> EventJsonReader::read_conclusion(std::span<const std::string_view> reasons,
                                                 std::string_view recorded_result) {
    if (speaker) {
        add(json.at("action", *json.json().find("action")), "a player cannot conclude a game");
        return refused();
    }
    /// The catalogue's own view of the name, which lives as long as the program.
    const auto reason_named = [&](std::string_view name) -> std::optional<std::string_view> {
        const auto found = std::ranges::find(reasons, name);
        if (found == reasons.end()) return std::nullopt;
        return *found;
    };
    const auto optional_member = [&](std::string_view key) -> std::optional<JsonView> {
        const auto found = ObjectReader(json, faults).find(key);
        return found && !found->json().is_null() ? found : std::nullopt;
    };
    const auto result = read_result();
    std::optional<Color> winner;
    if (const auto view = optional_member("winner")) winner = read_color(*view);
    std::optional<std::string_view> reason = recorded_result;
    if (const auto view = optional_member("reason")) {
        reason = read_word(*view, "a reason for which such games end", reason_named);
    }
    if (result && (result == GameResult::win) != winner.has_value()) {
        add(json, "a win has a winner, and nothing else has one");
    }
    if (faults.fatal()) return refused();
    return Outcome{*result, winner, *reason};
}

std::optional<GameResult> EventJsonReader::read_result() {
    const auto named = [](std::string_view word) -> std::optional<GameResult> {
        for (const auto result : {GameResult::win, GameResult::draw, GameResult::no_result}) {
            if (word == to_string(result)) return result;
        }
        return std::nullopt;
    };
    const auto view = member(json, "result");
    return view ? read_word(*view, "win, draw or no_result", named) : std::nullopt;
}

}  // namespace arbiter
