#include "core/backgammon/events.hpp"

#include <array>

#include "core/backgammon/event_json.hpp"
#include "core/backgammon/game.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"

/// Events in text.
namespace arbiter::backgammon {

namespace {

constexpr std::array notation_infos{
    NotationInfo{"text", "8/5 6/5*", "as GNU Backgammon writes it, in the mover's numbering"},
    NotationInfo{"json", R"({"by":"white","moves":[{"from":8,"to":5},{"from":6,"to":5}]})",
                 "as agents answer", true},
};

/// What follows a word and a blank; nothing if the text begins otherwise.
std::optional<std::string_view> after_word(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) return std::nullopt;
    text.remove_prefix(word.size());
    if (!text.empty() && text[0] != ' ') return std::nullopt;
    return trimmed(text);
}

/// Dice in the order they are written: White's first.
std::optional<OpeningRoll> read_opening(std::string_view text) {
    std::vector<Die> dice;
    for (const char c : text) {
        if (c == ' ' || c == '-') continue;
        const auto die = Die::showing(c - '0');
        if (!die) return std::nullopt;
        dice.push_back(*die);
    }
    if (dice.size() != 2) return std::nullopt;
    return OpeningRoll{dice[0], dice[1]};
}

/// `pending` if a resignation waits for its answer, which is then what "accept" means.
std::optional<Event> read_action_word(std::string_view text, Color by, bool pending) {
    if (text == "accept") return pending ? Event(AcceptResignation{by}) : Event(Take{by});
    if (text == "decline") return pending ? Event(DeclineResignation{by}) : Event(Drop{by});
    if (text == "double") return Double{by};
    if (text == "take") return Take{by};
    if (text == "drop") return Drop{by};
    if (text == "beaver") return Beaver{by};
    if (text == "raccoon") return Raccoon{by};
    if (text == "accept_resignation") return AcceptResignation{by};
    if (text == "decline_resignation") return DeclineResignation{by};
    if (text == "resign") return OfferResignation{by, Level::single};
    if (const auto level = after_word(text, "resign")) {
        if (const auto named = level_named(*level)) return OfferResignation{by, *named};
    }
    return std::nullopt;
}

/// The word for an event by whose turn it is; nothing for those that need more.
std::optional<std::string> write_word(const Event& event) {
    if (const auto* roll = std::get_if<OpeningRoll>(&event)) {
        return "opening " + std::to_string(roll->white.pips()) + "-" +
               std::to_string(roll->black.pips());
    }
    if (const auto* roll = std::get_if<Roll>(&event)) return "roll " + write_dice(roll->dice);
    if (std::holds_alternative<Double>(event)) return "double";
    if (std::holds_alternative<Take>(event)) return "take";
    if (std::holds_alternative<Drop>(event)) return "drop";
    if (std::holds_alternative<Beaver>(event)) return "beaver";
    if (std::holds_alternative<Raccoon>(event)) return "raccoon";
    if (std::holds_alternative<AcceptResignation>(event)) return "accept_resignation";
    if (std::holds_alternative<DeclineResignation>(event)) return "decline_resignation";
    return std::nullopt;
}

}  // namespace

std::span<const NotationInfo> Game::notations() { return notation_infos; }

std::string_view Game::notation_of(std::string_view move) {
    return trimmed(move).starts_with('{') ? "json" : "";
}

std::optional<std::string> Game::spelled(std::string_view key, std::string_view word,
                                         std::string_view notation) const {
    return key == "example" ? spelled_move(*this, word, notation) : std::nullopt;
}

Result<Event> Game::read_event(std::string_view text, std::optional<Color> by) const {
    text = trimmed(text);
    if (outcome_) {
        return std::unexpected(Rejection{&codes::game_over, {{"outcome", sentence(*outcome_)}}});
    }
    if (text.starts_with('{')) {
        const auto json = read_json(text);
        if (json) return read_event_json(*this, JsonView(*json), by);
        return std::unexpected(
            Rejection{&codes::unreadable_move,
                      {{"text", excerpt(text, 40)}, {"problem", json.faults.begin()->sentence}}});
    }
    const Color speaker = by.value_or(turn());
    const bool pending = position().resignation().has_value();
    if (const auto action = read_action_word(text, speaker, pending)) return *action;
    if (const auto dice = after_word(text, "opening")) {
        if (const auto roll = read_opening(*dice)) return *roll;
    }
    const auto dice = read_dice(after_word(text, "roll").value_or(text));
    if (dice) return Roll{speaker, *dice};

    // A turn means nothing without its dice: first, whether there are any.
    if (position().stage() != Stage::move || position().resignation()) {
        auto checked = check(Move{speaker, Turn{}});
        if (!checked) return std::unexpected(std::move(checked.error()));
        return Move{speaker, Turn{}};
    }
    if (speaker != turn()) {
        return std::unexpected(
            Rejection{&codes::not_your_turn, {{"turn", std::string(to_string(turn()))}}});
    }
    auto choice = read_turn(board(), speaker, position().hand(), text);
    if (!choice) return std::unexpected(std::move(choice.error()));
    return Move{speaker, choice->turn};
}

std::string Game::write_at(const Position& position, const Event& event,
                           std::string_view notation) const {
    if (notation != "json") {
        if (const auto* move = std::get_if<Move>(&event)) {
            return write_turn(position.board(), move->by, move->turn);
        }
        if (auto words = write_word(event)) return std::move(*words);
    }
    JsonWriter out;
    write_event_json(out, event);
    return out.take();
}

std::string Game::write_event(const Event& event, std::string_view notation) const {
    return write_at(position(), event, notation);
}

std::vector<std::string> Game::history(std::string_view notation) const {
    std::vector<std::string> words;
    words.reserve(events().size());
    for (std::size_t i = 0; i < events().size(); ++i) {
        words.push_back(write_at(positions_[i], events()[i], notation));
    }
    return words;
}

}  // namespace arbiter::backgammon
