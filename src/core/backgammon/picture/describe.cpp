#include "core/backgammon/picture/describe.hpp"

#include <algorithm>

#include "core/backgammon/notations/steps.hpp"

namespace arbiter::backgammon {

namespace {

std::string spoken(Dice dice) {
    return std::to_string(dice.high().pips()) + "-" + std::to_string(dice.low().pips());
}

std::string waiting_for(const Game& game) {
    const Position& position = game.position();
    const std::string who = capitalized(game.turn());
    if (position.resignation()) {
        return capitalized(position.resignation()->by) + " offers to resign a " +
               std::string(to_string(position.resignation()->level));
    }
    switch (position.stage()) {
        case Stage::opening_roll: return "Opening roll";
        case Stage::roll_or_double:
            return who + (cannot_double(game.rules(), position.setup(), position.turn())
                              ? " to roll"
                              : " to roll or double");
        case Stage::move: return who + " to play " + spoken(*position.dice());
        case Stage::response: return who + " to take or drop";
        case Stage::over: break;
    }
    return {};
}

/// "2 on 24, 5 on 13, 1 on the bar, 3 off, 167 pips."
std::string describe_side(const Board& board, Color color) {
    std::string out;
    for (int i = 25; i >= 0; --i) {
        const Spot spot = *Spot::at(i);
        const int count = board.count(color, spot);
        if (count == 0) continue;
        out += std::to_string(count);
        if (spot.is_point()) out += " on ";
        if (spot.is_bar()) out += " on the ";
        if (spot.is_off()) out += " ";
        out += to_string(spot) + ", ";
    }
    return out + std::to_string(board.pips(color)) + " pips.";
}

std::string describe_cube(const Scene& scene) {
    const Cube& cube = scene.setup.cube;
    if (!scene.rules.cube) return {};
    if (scene.setup.crawford_game) return " Crawford game.";
    const std::string value = std::to_string(cube.value);
    if (scene.setup.stage == Stage::response) {
        return " " + capitalized(opponent(scene.setup.turn)) + " doubles to " +
               std::to_string(2 * cube.value) + ".";
    }
    if (!cube.owner) return " Cube in the middle at " + value + ".";
    return " " + capitalized(*cube.owner) + " owns the cube at " + value + ".";
}

std::string describe_match(const Scene& scene) {
    if (scene.rules.money()) return {};
    const PerColor<int>& score = scene.setup.score;
    return " Match to " + std::to_string(scene.rules.match_length) + ": White " +
           std::to_string(score.white) + ", Black " + std::to_string(score.black) + ".";
}

std::string describe_used_dice(const Setup& setup) {
    if (setup.dice_used.empty()) return {};
    std::string out = " Dice used:";
    for (const Die die : setup.dice_used) out += " " + std::to_string(die.pips());
    return out + ".";
}

std::string describe_turns(const Scene& scene) {
    std::string out;
    if (scene.last_turn) {
        out += " Last move: " + capitalized(scene.last_turn->by) + " ";
        if (scene.last_turn->turn.empty()) out += "cannot move";
        for (const CheckerMove move : scene.last_turn->turn.moves()) {
            if (out.back() != ' ') out += " ";
            out += to_string(move.from) + "/" + to_string(move.to);
        }
        out += ".";
    }
    if (scene.preview) {
        out +=
            " Tried out: " + write_turn(scene.setup.board, scene.preview->by, scene.preview->turn) +
            ".";
    }
    if (!scene.refusal.empty()) out += " Refused: " + scene.refusal + ".";
    return out;
}

/// The last move, if no game has begun since.
std::optional<ShownTurn> last_turn_of(const Game& game) {
    const auto events = game.events();
    const std::size_t begin = game.ends().empty() || game.outcome() ? 0 : game.ends().back().first;
    for (std::size_t i = events.size(); i-- > begin;) {
        if (const auto* move = std::get_if<Move>(&events[i]))
            return ShownTurn{move->by, move->turn};
    }
    return std::nullopt;
}

/// What was rolled for the last turn.
std::optional<ShownRoll> last_roll_of(const Game& game, Color by) {
    const auto events = game.events();
    for (std::size_t i = events.size(); i-- > 0;) {
        const auto* roll = std::get_if<Roll>(&events[i]);
        if (roll != nullptr && roll->by == by) return ShownRoll{by, roll->dice};
        if (const auto* opening = std::get_if<OpeningRoll>(&events[i]))
            return ShownRoll{by, Dice(opening->white, opening->black)};
    }
    return std::nullopt;
}

void try_out(Scene& scene, const Game& game, std::string_view move) {
    const auto event = game.read_event(move);
    if (!event) {
        scene.refusal = sentence(event.error());
    } else if (const auto checked = game.check(*event); !checked) {
        scene.refusal = sentence(checked.error());
    } else if (const auto* played = std::get_if<Move>(&*event)) {
        scene.preview = ShownTurn{played->by, played->turn};
    }
}

std::string tag_of(const Game& game, std::string_view name) {
    const auto found = std::ranges::find(game.tags, name, &Tags::value_type::first);
    return found == game.tags.end() ? std::string() : found->second;
}

}  // namespace

std::string status_of(const Game& game) {
    return game.outcome() ? sentence(*game.outcome()) : waiting_for(game);
}

Scene scene_of(const Game& game, const RenderOptions& options) {
    Scene scene{.rules = game.rules(),
                .setup = game.position().setup(),
                .names = {tag_of(game, "White"), tag_of(game, "Black")},
                .status = status_of(game),
                .last_turn = last_turn_of(game)};
    if (scene.last_turn && scene.last_turn->by != scene.setup.turn)
        scene.last_roll = last_roll_of(game, scene.last_turn->by);
    if (!game.outcome() && game.position().stage() != Stage::opening_roll) scene.turn = game.turn();
    if (!options.preview.empty()) try_out(scene, game, options.preview);
    return scene;
}

std::string describe(const Scene& scene) {
    std::string out;
    for (const Color color : both_colors) {
        out += capitalized(color) + ": " + describe_side(scene.setup.board, color) + " ";
    }
    out.pop_back();
    out += describe_cube(scene) + describe_match(scene) + describe_used_dice(scene.setup) +
           describe_turns(scene);
    if (!scene.status.empty()) out += " " + scene.status + ".";
    return out;
}

std::vector<ShownDie> shown_dice(const Setup& setup) {
    std::vector<ShownDie> dice;
    if (!setup.dice) return dice;
    std::vector<Die> used = setup.dice_used;
    for (int i = 0; i < setup.dice->moves(); ++i) {
        const Die die = i % 2 == 0 ? setup.dice->high() : setup.dice->low();
        const auto found = std::ranges::find(used, die);
        dice.push_back({die, found != used.end()});
        if (found != used.end()) used.erase(found);
    }
    return dice;
}

}  // namespace arbiter::backgammon
