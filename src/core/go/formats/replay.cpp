#include "core/go/formats/replay.hpp"

#include <algorithm>

namespace arbiter::go {

namespace {

Event event_recorded(const RecordedMove& recorded, Color marker) {
    if (const auto* play = std::get_if<Play>(&recorded.move)) return *play;
    if (const auto* pass = std::get_if<Pass>(&recorded.move)) return *pass;
    return event_of(std::get<SgnAction>(recorded.move), marker);
}

/// The first capture that the move does not make.
const RecordedMove::Taken* false_capture(Position before, const RecordedMove& recorded) {
    std::vector<Point> taken;
    if (const auto* play = std::get_if<Play>(&recorded.move)) {
        taken = before.play({play->by, play->point});
    }
    for (const auto& capture : recorded.captures) {
        const auto found = std::ranges::find(taken, capture.point);
        if (found == taken.end()) return &capture;
        taken.erase(found);
    }
    return nullptr;
}

/// A move that was rejected.
struct Refusal {
    Rejection rejection;
    Place place;
};

class Replay {
public:
    Replay(Reading<Game> start, std::span<const RecordedMove> moves)
        : reading_(std::move(start)), moves_(moves) {}

    std::optional<Refusal> run() {
        for (const RecordedMove& recorded : moves_) {
            if (!reading_ || reading_.faults.fatal()) break;
            if (reading_->outcome()) {
                warn_of_end(recorded);
                break;
            }
            if (auto rejection = play(recorded)) return Refusal{*rejection, recorded.place};
        }
        return std::nullopt;
    }

    Reading<Game> take() {
        if (reading_.faults.fatal()) reading_.value.reset();
        return std::move(reading_);
    }

private:
    std::optional<Rejection> play(const RecordedMove& recorded) {
        Game& game = *reading_;
        const bool is_action = std::holds_alternative<SgnAction>(recorded.move);
        if (game.phase() == Phase::marking && !is_action) {
            static_cast<void>(game.play(resuming(game.rules(), *side_of(recorded))));
        }
        std::optional<Position> before;
        if (!recorded.captures.empty()) before = game.position();
        if (const auto played = game.play(event_recorded(recorded, game.turn())); !played)
            return played.error();
        if (before) check_captures(std::move(*before), recorded);
        return std::nullopt;
    }

    void check_captures(Position before, const RecordedMove& recorded) {
        const auto* capture = false_capture(std::move(before), recorded);
        if (capture == nullptr) return;
        reading_.faults.add(
            "capture_does_not_happen",
            "the move before it does not take a stone on " + to_string(capture->point),
            capture->place);
    }

    void warn_of_end(const RecordedMove& recorded) {
        reading_.faults.warn("moves_after_the_end",
                             "moves after the end of the game: " + sentence(*reading_->outcome()),
                             recorded.place);
    }

    Reading<Game> reading_;
    std::span<const RecordedMove> moves_;
};

}  // namespace

Resume resuming(const Rules& rules, Color mover) {
    const bool asker_waits = rules.scoring == Scoring::territory;
    return {asker_waits ? opponent(mover) : mover};
}

std::optional<Color> side_of(const RecordedMove& recorded) {
    return std::visit([](const auto& move) { return std::optional(move.by); }, recorded.move);
}

Reading<Game> replay(Start start, const Locate& locate, std::span<const RecordedMove> moves) {
    if (moves.size() > moves_in_game_max) {
        return Reading<Game>::failure("too_many_moves",
                                      "more than " + std::to_string(moves_in_game_max) + " moves",
                                      moves[moves_in_game_max].place);
    }
    Replay strict(Game::from(start, locate), moves);
    auto refusal = strict.run();
    if (!refusal) return strict.take();
    if (refusal->rejection.code == &codes::not_your_turn) {
        start.rules.turns = Turns::free;
        Replay lenient(Game::from(std::move(start), locate), moves);
        refusal = lenient.run();
        if (!refusal) return lenient.take();
    }
    return Reading<Game>::failure(refusal->rejection.code->name, sentence(refusal->rejection),
                                  refusal->place);
}

}  // namespace arbiter::go
