#include "players/bots/go/bot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

#include "core/go/board/handicap.hpp"
#include "core/go/playouts/life.hpp"
#include "players/bots/go/search.hpp"

namespace arbiter::players {

namespace {

using go::Event;
using go::Game;
using go::Point;
using go::Position;

// A point is decided if the same side owns it in this share of the playouts.
constexpr float decided_share = 0.9F;

/// The number of points that Black must have more than White on the board at the end: komi,
/// compensation and pass stones. Under territory scoring a stone costs the point it stands on: the
/// stones played so far are included, and from now on both sides are assumed to play equally many.
go::HalfPoints needed_by_black(const Game& game, const go::Rules& rules) {
    const Position& position = game.position();
    const go::Score now = go::score(position, rules, game.account(), {});
    const auto beside_board = [](const go::Tally& tally) {
        return go::whole_points(tally.pass_stones + tally.compensation) + tally.komi;
    };
    go::HalfPoints needed = beside_board(now.white) - beside_board(now.black);
    if (rules.scoring != go::Scoring::territory) return needed;
    PerColor<int> put_down = {game.prisoners(Color::black), game.prisoners(Color::white)};
    for (int i = 0; i < game.size().points(); ++i) {
        const auto color = position.at(go::point_at(game.size(), i));
        if (color) ++put_down[*color];
    }
    return needed + go::whole_points(put_down.black - put_down.white);
}

/// The legal points that do not repeat a position.
std::vector<Point> candidates(const Game& game) {
    std::vector<Point> points =
        go::legal_points(game.position(), game.past(), game.rules(), game.turn());
    std::erase_if(points, [&](Point point) {
        return game.past()
            .repeated_by(game.position(), {game.turn(), point}, go::History::Compare::stones)
            .has_value();
    });
    return points;
}

bool would_win(const Game& game, const go::Rules& rules) {
    std::vector<Point> dead;
    if (rules.dead_stones == go::DeadStones::agreed) {
        dead = go::dead_stones_proposal(game.position());
    }
    return go::score(game.position(), rules, game.account(), dead).leader() == game.turn();
}

/// Whether the owner of every empty point is decided.
bool is_decided(const Position& position, const GoReport& report) {
    const go::Size size = position.size();
    for (int i = 0; i < size.points(); ++i) {
        const Point point = go::point_at(size, i);
        const float black = report.black_share[static_cast<std::size_t>(i)];
        const bool open = black < decided_share && black > 1 - decided_share;
        if (position.is_empty(point) && open) return false;
    }
    return true;
}

/// Whether a pass costs nothing: the other side, which moves next, gains no point on the board.
bool can_pass(const Game& game, const GoReport& report, std::uint64_t seed) {
    constexpr std::uint64_t playouts = 200;
    Game after = game;
    if (!after.play(go::Pass{game.turn()}) || after.phase() != go::Phase::play) return true;
    int margin = 0;
    for (const float black : report.black_share) margin += black > 0.5F ? 1 : -1;
    const go::HalfPoints one_better{2 * margin + (after.turn() == Color::black ? 1 : -1)};
    const std::vector<Point> points = candidates(after);
    const GoReport answer = search_go({.position = after.position(),
                                       .candidates = points,
                                       .black_needs = one_better,
                                       .seed = seed},
                                      {playouts});
    return answer.playouts == 0 || answer.chance < 0.5;
}

/// Whether hardly a playout is won, and not by a few points. A few playouts or an open board prove
/// nothing.
bool is_lost(const Position& position, const GoReport& report) {
    constexpr double chance_of_the_lost = 0.08;
    constexpr std::uint64_t playouts_min = 8;
    const int points = position.size().points();
    const int stones = points - position.board().empty_count();
    return report.playouts >= playouts_min && 4 * stones >= points &&
           report.chance < chance_of_the_lost && report.score < -points / 20.0;
}

std::optional<Point> last_point(const Game& game) {
    const auto last = game.last_move();
    if (!last) return std::nullopt;
    const auto* play = std::get_if<go::Play>(&*last);
    return play != nullptr ? std::optional(play->point) : std::nullopt;
}

/// Places handicap stones on the fixed places, then on star points, then anywhere.
Event handicap_stone(const Game& game) {
    const std::vector<Point> points = candidates(game);
    const int stones = std::min(game.start().free_handicap, go::fixed_handicap_max(game.size()));
    for (const auto& places :
         {go::fixed_handicap(game.size(), stones), go::star_points(game.size()), points}) {
        for (const Point place : places) {
            if (std::ranges::binary_search(points, place)) return go::Play{game.turn(), place};
        }
    }
    return go::Pass{game.turn()};
}

/// Whether this side has marked the point since play last stopped.
bool has_marked(const Game& game, Point point) {
    for (const Event& event : std::views::reverse(game.events())) {
        if (std::holds_alternative<go::Play>(event) || std::holds_alternative<go::Pass>(event)) {
            return false;
        }
        if (event == Event(go::MarkDead{game.turn(), point})) return true;
        if (event == Event(go::MarkAlive{game.turn(), point})) return true;
    }
    return false;
}

/// The first mark that differs from the bot's own proposal.
std::optional<Event> missing_mark(const Game& game) {
    const std::vector<Point> dead = go::dead_stones_proposal(game.position());
    for (const Point point : dead) {
        if (!std::ranges::binary_search(game.dead(), point)) {
            return go::MarkDead{game.turn(), point};
        }
    }
    for (const Point point : game.dead()) {
        if (!std::ranges::binary_search(dead, point)) return go::MarkAlive{game.turn(), point};
    }
    return std::nullopt;
}

/// The moves that led from an earlier state of a game to a later one, in turn; nothing if it is another game.
std::optional<std::vector<std::optional<Point>>> moves_between(const Game& earlier,
                                                               const Game& later) {
    const std::size_t before = earlier.events().size();
    if (earlier.size() != later.size() || later.events().size() < before) return std::nullopt;
    Game between = later;
    between.rewind(before);
    if (between.position() != earlier.position()) return std::nullopt;
    std::vector<std::optional<Point>> moves;
    Color turn = earlier.turn();
    for (const Event& event : std::span(later.events()).subspan(before)) {
        const auto* play = std::get_if<go::Play>(&event);
        const auto* pass = std::get_if<go::Pass>(&event);
        if (play != nullptr && play->by == turn) {
            moves.emplace_back(play->point);
        } else if (pass != nullptr && pass->by == turn) {
            moves.emplace_back();
        } else {
            return std::nullopt;
        }
        turn = opponent(turn);
    }
    return moves;
}

Point point_of(const Event& mark) {
    if (const auto* dead = std::get_if<go::MarkDead>(&mark)) return dead->point;
    return std::get<go::MarkAlive>(mark).point;
}

Event settlement(const Game& game) {
    const auto mark = missing_mark(game);
    if (!mark) return go::Agree{game.turn()};
    if (!has_marked(game, point_of(*mark))) return *mark;
    const Event resume = go::Resume{game.turn()};
    const bool has_resumed = std::ranges::find(game.events(), resume) != game.events().end();
    return has_resumed ? Event(go::Agree{game.turn()}) : resume;
}

}  // namespace

std::uint64_t go_playouts(int level, go::Size size) {
    constexpr std::array<std::uint64_t, level_max> playouts{10,    30,    100,   300,
                                                            1'000, 3'000, 9'000, 30'000};
    constexpr int large = 19 * 19;
    const auto points = static_cast<std::uint64_t>(std::max(size.points(), large));
    return std::max<std::uint64_t>(
        playouts[static_cast<std::size_t>(level - level_min)] * large / points, 1);
}

GoSearch go_search(const Game& game, const go::Rules& rules, std::uint64_t seed,
                   const std::function<bool(Point)>& allows) {
    std::vector<Point> points = candidates(game);
    std::erase_if(points, [&](Point point) { return !allows(point); });
    return GoSearch({.position = game.position(),
                     .candidates = points,
                     .last = last_point(game),
                     .black_needs = needed_by_black(game, rules),
                     .seed = seed});
}

GoReport analyse_go(const Game& game, const go::Rules& rules, const Bot& bot,
                    const Limits& limits) {
    // NOLINTNEXTLINE(misc-const-correctness): a search changes as it runs
    GoSearch search = go_search(game, rules, bot.seed);
    search.run(limits_of(bot, limits, go_playouts(bot.level, game.size())));
    return search.report();
}

GoMove go_move(const Game& game, const go::Rules& rules, const Bot& bot, const Limits& limits,
               GoMemory* memory) {
    if (game.passes() > 0 && would_win(game, rules)) return {};
    // NOLINTNEXTLINE(misc-const-correctness): a search changes as it runs
    GoSearch search = go_search(game, rules, bot.seed);
    if (memory != nullptr && memory->last) {
        const auto moves = moves_between(memory->last->game, game);
        if (moves) search.inherit(memory->last->search, *moves);
    }
    search.run(limits_of(bot, limits, go_playouts(bot.level, game.size())));
    const GoReport report = search.report();
    if (memory != nullptr) memory->last.emplace(game, std::move(search));
    if (report.playouts == 0) return {report.move()};
    if (is_lost(game.position(), report)) return {.chance = report.chance, .resigns = true};
    // If the players agree on dead stones, they need not be captured.
    const bool may_stop = rules.dead_stones == go::DeadStones::agreed;
    const bool is_over = !report.candidates.front().move || is_decided(game.position(), report);
    const bool stops = may_stop && is_over && can_pass(game, report, bot.seed);
    return {stops ? std::nullopt : report.move(), report.chance};
}

BotMove answer(const Game& game, const Bot& bot, const Limits& limits) {
    std::optional<int> score;
    Event event = go::Pass{game.turn()};
    if (game.phase() == go::Phase::marking) {
        event = settlement(game);
    } else if (!game.check(event)) {
        event = handicap_stone(game);
    } else {
        const auto [point, chance, resigns] = go_move(game, game.rules(), bot, limits);
        if (point) event = go::Play{game.turn(), *point};
        if (chance) score = static_cast<int>(std::lround(200 * *chance - 100));
        if (resigns) return {"resign", score};
    }
    return {game.write_event(event, Game::traits.record_notation), score};
}

constinit const GameBot go_bot{
    .game = &Game::traits,
    .answer = [](const AnyGame& any, const Bot& bot,
                 const Limits& limits) { return answer(*any.as<Game>(), bot, limits); },
    .courtesy = [](const AnyGame& any) -> std::optional<std::string_view> {
        const Game& game = *any.as<Game>();
        if (game.phase() == go::Phase::marking) return "agree";
        if (game.passes() > 0) return "pass";
        return std::nullopt;
    },
};

}  // namespace arbiter::players
