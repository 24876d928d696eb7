#include "core/chess/events.hpp"

#include <array>

#include "core/base/text.hpp"
#include "core/chess/event_json.hpp"
#include "core/chess/game.hpp"
#include "core/chess/notations/san.hpp"
#include "core/chess/notations/uci.hpp"

namespace arbiter::chess {

namespace {

constexpr std::array notation_infos{
    NotationInfo{"san", "Nf3", "standard algebraic notation"},
    NotationInfo{"uci", "g1f3", "from and to, as engines speak"},
    NotationInfo{"json", R"({"from":"g1","to":"f3","promotion":null})", "as agents answer", true},
};

}  // namespace

std::span<const NotationInfo> Game::notations() { return notation_infos; }

std::string_view Game::notation_of(std::string_view move) {
    move = trimmed(move);
    if (move.starts_with('{')) return "json";
    return read_uci(move) ? "uci" : "";
}

/// Squares are the same in every notation.
std::optional<std::string> Game::spelled(std::string_view key, std::string_view word,
                                         std::string_view notation) const {
    const bool is_move = key == "legal" || key == "candidates";
    return is_move ? spelled_move(*this, word, notation) : std::nullopt;
}

Result<Event> Game::read_event(std::string_view text, std::optional<Color> by) const {
    text = trimmed(text);
    if (outcome_) return std::unexpected(game_is_over(*outcome_));
    if (text.starts_with('{')) {
        const auto json = read_json(text);
        if (json) return read_event_json(*this, JsonView(*json), by);
        return std::unexpected(Rejection{&codes::unreadable_move,
                                         {{"text", std::string(text.substr(0, 40))},
                                          {"problem", json.faults.begin()->sentence}}});
    }
    const Color waiting = opponent(draw_offer_.value_or(opponent(turn())));
    if (text == "resign") return Resign{by.value_or(turn())};
    if (text == "offer_draw") return OfferDraw{by.value_or(turn())};
    if (text == "accept_draw") return AcceptDraw{by.value_or(waiting)};
    if (text == "decline_draw") return DeclineDraw{by.value_or(waiting)};
    // SAN means nothing without the side it is for, so whose turn it is comes first.
    if (by && *by != turn()) return std::unexpected(out_of_turn(turn()));
    if (const auto request = read_uci(text)) return interpret(board(), *request);
    const auto move = read_san(board(), text);
    if (!move) return std::unexpected(move.error());
    return *move;
}

std::string Game::write_at(const Position& position, const Event& event,
                           std::string_view notation) const {
    if (const auto* move = std::get_if<Move>(&event)) {
        if (notation == "san") return write_san(position.board(), *move);
        if (notation != "json") return write_uci(*move, start_.variant);
    }
    JsonWriter out;
    write_event_json(out, *this, event);
    return out.take();
}

std::string Game::write_event(const Event& event, std::string_view notation) const {
    return write_at(position(), event, notation);
}

std::vector<std::string> Game::history(std::string_view notation) const {
    std::vector<std::string> words;
    auto position = positions_.begin();
    for (const Event& event : events()) {
        words.push_back(write_at(*position, event, notation));
        if (std::holds_alternative<Move>(event)) ++position;
    }
    return words;
}

}  // namespace arbiter::chess
