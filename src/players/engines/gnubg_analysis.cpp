#include <algorithm>
#include <charconv>

#include "core/backgammon/rules.hpp"
#include "core/base/sort.hpp"
#include "core/base/text.hpp"
#include "players/bots/backgammon/analyst.hpp"
#include "players/engines/gnubg_player.hpp"

namespace arbiter::players {

namespace {

using backgammon::Stage;

// Each prints lines of numbers, with a move at the end where there is one.
constexpr std::string_view every_turn =
    ">for h in gnubg.hint(9999)['hint']: print('\\n= %f %f %f %f %f %f ' % ((h['equity'],) + "
    "h['details']['probs']) + h['move'], flush=True)";
constexpr std::string_view standing_now =
    ">print('\\n= %f %f %f %f %f %f' % (gnubg.evaluate()[5:] + gnubg.evaluate()[:5]), flush=True)";
// The game as it stands, then what it is worth not to double, and after a take and a drop.
constexpr std::string_view cube_now =
    ">print('\\n= %f %f %f %f %f %f %f %f %f' % (gnubg.evaluate()[5:] + gnubg.evaluate()[:5] + "
    "gnubg.cfevaluate()[1:4]), flush=True)";

/// The numbers that a line begins with, and the rest.
struct Numbers {
    std::vector<double> numbers;
    std::string rest;
};

Numbers numbers_in(std::string_view line, std::size_t count) {
    Numbers found;
    while (found.numbers.size() < count) {
        line = trimmed(line);
        double number = 0;
        const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), number);
        if (fault != std::errc()) break;
        found.numbers.push_back(number);
        line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    }
    found.rest = trimmed(line);
    return found;
}

/// Equity, then the chances to win, to win a gammon, a backgammon, and to lose them.
Judgement judgement_in(const std::vector<double>& numbers) {
    return {.value = numbers[0],
            .chance = numbers[1],
            .mate_in = {},
            .chances = {{"win_gammon", numbers[2]},
                        {"win_backgammon", numbers[3]},
                        {"lose_gammon", numbers[4]},
                        {"lose_backgammon", numbers[5]}}};
}

Judgement turned(const Judgement& judgement) {
    const auto& chances = judgement.chances;
    return judgement_in({-judgement.value, 1 - judgement.chance, chances[2].second,
                         chances[3].second, chances[0].second, chances[1].second});
}

std::optional<backgammon::Board> board_of(const backgammon::Game& game, std::string_view text) {
    const auto event = game.read_event(text);
    const auto* move = event ? std::get_if<backgammon::Move>(&*event) : nullptr;
    if (move == nullptr) return std::nullopt;
    const backgammon::Position& position = game.position();
    const auto choice =
        legal_choice(position.board(), position.turn(), position.hand(), move->turn);
    return choice ? std::optional(choice->after) : std::nullopt;
}

RatedMove with_value(std::string move, Judgement judgement, double value) {
    judgement.value = value;
    return {std::move(move), std::move(judgement)};
}

void rank(std::vector<RatedMove>& moves) {
    sort_short(moves, std::ranges::greater{},
               [](const RatedMove& move) { return move.judgement.value; });
}

}  // namespace

std::expected<Analysis, PlayerError> GnubgPlayer::turns(const Examination& asked,
                                                        Deadline deadline) {
    const backgammon::Game& game = *asked.game.as<backgammon::Game>();
    const auto legal = backgammon::legal_turns(game.board(), game.turn(), game.position().hand());
    if (legal.front().turn.empty()) return Analysis{};
    const auto lines = asked_about(game, every_turn, deadline);
    if (!lines) return std::unexpected(lines.error());
    const auto played = board_of(game, asked.task.played);
    Analysis analysis{.moves = {}, .played = {}, .forced = legal.size() == 1};
    for (const std::string& line : *lines) {
        if (!line.starts_with("= ")) continue;
        const auto [numbers, move] = numbers_in(std::string_view(line).substr(2), 6);
        if (numbers.size() < 6 || move.empty()) continue;
        analysis.moves.push_back({move, judgement_in(numbers)});
        if (played && board_of(game, move) == played) analysis.played = analysis.moves.back();
    }
    rank(analysis.moves);
    analysis.moves.resize(
        std::min(analysis.moves.size(), static_cast<std::size_t>(std::max(asked.task.lines, 1))));
    if (!analysis.moves.empty()) return analysis;
    return failed(PlayerError::Kind::protocol, name_ + " finds no move");
}

/// What a roll leaves to the one who rolled.
std::expected<std::optional<Judgement>, PlayerError> GnubgPlayer::after_roll(backgammon::Game game,
                                                                             Deadline deadline) {
    const auto forced = game.forced();
    if (forced && !game.play(*forced)) return std::nullopt;
    const auto lines = asked_about(game, forced ? standing_now : every_turn, deadline);
    if (!lines) return std::unexpected(lines.error());
    std::optional<Judgement> best;
    for (const std::string& line : *lines) {
        if (!line.starts_with("= ")) continue;
        const auto numbers = numbers_in(std::string_view(line).substr(2), 6).numbers;
        if (numbers.size() < 6) continue;
        Judgement judgement = judgement_in(numbers);
        if (!best || judgement.value > best->value) best = std::move(judgement);
    }
    if (forced && best) best = turned(*best);
    return best;
}

/// Before a roll: to double or not, and how lucky the roll was; after a double: to take it or not.
std::expected<Analysis, PlayerError> GnubgPlayer::cube(const Examination& asked,
                                                       Deadline deadline) {
    const backgammon::Game& game = *asked.game.as<backgammon::Game>();
    const bool answers = game.position().stage() == Stage::response;
    backgammon::Game before = game;
    if (answers) before.undo();
    const auto lines = asked_about(before, cube_now, deadline);
    if (!lines) return std::unexpected(lines.error());
    const auto line = std::ranges::find_if(
        *lines, [](const std::string& text) { return text.starts_with("= "); });
    const auto numbers =
        line == lines->end() ? std::vector<double>() : numbers_in(line->substr(2), 9).numbers;
    if (numbers.size() < 9) {
        return failed(PlayerError::Kind::protocol, name_ + " does not judge the cube");
    }
    const Judgement now = judgement_in(numbers);
    const double no_double = numbers[6];
    const double taken = numbers[7];
    const double dropped = numbers[8];
    if (answers) {
        return cube_decision(
            {with_value("take", turned(now), -taken), with_value("drop", turned(now), -dropped)},
            asked.task.played);
    }
    std::vector<RatedMove> choices{with_value("roll", now, no_double)};
    if (game.check(backgammon::Double{game.turn()})) {
        choices.push_back(with_value("double", now, std::min(taken, dropped)));
    }
    const auto event = game.read_event(asked.task.played);
    const bool rolled = event && std::holds_alternative<backgammon::Roll>(*event);
    Analysis analysis = cube_decision(std::move(choices), rolled ? "roll" : asked.task.played);
    backgammon::Game after = game;
    if (!rolled || !after.play(*event)) return analysis;
    const auto got = after_roll(std::move(after), deadline);
    if (!got) return std::unexpected(got.error());
    if (*got) analysis.luck = (*got)->value - no_double;
    analysis.played->move = asked.task.played;
    return analysis;
}

std::expected<Analysis, PlayerError> GnubgPlayer::examine(const Examination& asked,
                                                          Deadline deadline) {
    const auto* game = asked.game.as<backgammon::Game>();
    if (game == nullptr) {
        return failed(PlayerError::Kind::cannot_play, name_ + " plays backgammon only");
    }
    const Stage stage = game->position().stage();
    const bool doubled = !game->events().empty() &&
                         std::holds_alternative<backgammon::Double>(game->events().back());
    if (game->position().resignation()) return Analysis{};
    if (stage == Stage::move) return turns(asked, deadline);
    if (stage == Stage::roll_or_double || doubled) return cube(asked, deadline);
    return Analysis{};
}

}  // namespace arbiter::players
