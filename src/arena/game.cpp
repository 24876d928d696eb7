#include "arena/game.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "core/contract/event_json.hpp"
#include "core/games/any_document.hpp"
#include "core/games/to_json.hpp"
#include "players/analyst.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::arena {

namespace {

using players::TurnReport;
using referee::Referee;

/// 32 bytes from a few numbers, different wherever one of them is.
referee::Seed dice_seed(std::uint64_t seed, std::size_t meeting) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (std::uint64_t part = 0; part < 4; ++part) {
        std::uint64_t bits = players::mixed(players::mixed(seed, meeting), part);
        for (int digit = 0; digit < 16; ++digit, bits >>= 4) hex += digits[bits & 15];
    }
    return *referee::Seed::of_hex(hex);
}

class GameInPlay {
public:
    GameInPlay(const Table& table, const players::Now& now, Referee referee)
        : table_(table), now_(now), referee_(std::move(referee)) {
        played_.report.number = table.fixture.number;
        for (const Color color : both_colors) {
            played_.report.names[color] = table.terms.players[table.fixture.players[color]].name;
        }
        played_.report.began = referee::to_string(referee_.created_at());
        referee_ = referee_.due(now_()).after;
    }

    std::optional<PlayedGame> play(const std::stop_token& stop) {
        while (const auto seat = referee_.awaited()) {
            if (stop.stop_requested()) return std::nullopt;
            if (lasts_too_long() || adjudicator_.is_draw(referee_.game().event_count())) {
                return ended(concluded(Outcome::draw(by_adjudication)));
            }
            const Turned turned = take_turn(*seat, stop);
            if (turned == Turned::stopped) return std::nullopt;
            if (played_.report.failure) return ended(concluded(void_outcome));
            if (const auto& forfeit = played_.report.forfeit; forfeit && !referee_.game().outcome())
                return ended(forfeited(*forfeit));
            if (table_.terms.draws == Draws::claimed) claim_draw();
            const auto loser = adjudicator_.loser();
            if (loser && !referee_.game().outcome()) {
                const auto words = resignations(*loser);
                if (words.size() == 1) {
                    return ended(concluded(Outcome::win(opponent(*loser), by_adjudication)));
                }
                if (!words.empty()) resign_for(*loser, words);
            }
            if (table_.watcher) table_.watcher(referee_.game());
        }
        return ended(referee_.game());
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::string_view by_adjudication = "adjudication";
    static constexpr Outcome void_outcome{GameResult::no_result, std::nullopt, reasons::abandoned};
    enum class Turned : std::uint8_t { made, ended, stopped };

    /// Requests to take moves back make no event: turns are limited as well.
    bool lasts_too_long() const {
        const std::size_t moves = referee_.game().event_count() - referee_.first_ply();
        const auto& [white, black] = played_.report.sides;
        return moves >= table_.terms.moves_max ||
               white.turns + black.turns >= 4 * table_.terms.moves_max;
    }

    Turned take_turn(Color seat, const std::stop_token& stop) {
        players::TurnTerms terms = table_.terms.turn;
        ply_ = referee_.game().event_count();
        terms.seed = players::mixed(seed_of(table_.terms, table_.fixture, seat), ply_);
        for (int failures = 0;; ++failures) {
            const auto begin = Clock::now();
            auto taken =
                players::take_turn(*table_.players[seat], {referee_, seat, &referee_}, terms, now_);
            const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
            if (taken.report.end == TurnReport::End::unavailable) {
                if (table_.terms.on_failure == OnFailure::pause && !has_flagged()) {
                    if (!wait(failures, stop)) return Turned::stopped;
                    continue;
                }
                note(seat, taken.report, time.count());
                return Turned::ended;
            }
            if (!taken.decision) return Turned::stopped;
            note(seat, taken.report, time.count());
            // A forfeit is not written down as what was done in the player's name.
            if (played_.report.forfeit && taken.report.end == TurnReport::End::forfeited) {
                return Turned::ended;
            }
            adopt(seat, std::move(taken), time.count());
            return Turned::made;
        }
    }

    void adopt(Color seat, players::TurnTaken taken, double time_ms) {
        referee_ = std::move(taken.decision->after);
        remember(seat, taken.report, time_ms);
        if (taken.report.score) adjudicator_.hear(seat, *taken.report.score);
        note_stake(taken.decision->effects);
    }

    bool has_flagged() const {
        const auto deadline = referee_.deadline();
        return deadline && now_() >= *deadline;
    }

    /// A second at first, then twice as long each time, up to a minute. False if it is stopped.
    static bool wait(int failures, const std::stop_token& stop) {
        constexpr std::chrono::milliseconds first{1'000};
        constexpr std::chrono::milliseconds longest{60'000};
        constexpr int doublings_max = 6;
        const auto pause = std::min(first * (1 << std::min(failures, doublings_max)), longest);
        std::mutex mutex;
        std::condition_variable_any stopped;
        std::unique_lock lock(mutex);
        stopped.wait_for(lock, stop, pause, [] { return false; });
        return !stop.stop_requested();
    }

    /// What stands beside the last move of a turn in the record. PGN has evaluations from White's side
    /// and times, other formats a comment.
    void remember(Color seat, const TurnReport& turn, double time_ms) {
        // What is built in plays the same game again, whatever time it takes.
        const bool is_timed = !turn.exchanges.empty();
        if (!turn.score && !is_timed) return;
        const auto spent = std::llround(time_ms);
        auto& remarks = remarks_[referee_.game().event_count()];
        if (record_format(table_.terms.game) == "pgn") {
            const int sign = seat == Color::white ? 1 : -1;
            if (turn.score) {
                remarks.emplace_back(Evaluation{static_cast<double>(sign * *turn.score),
                                                Evaluation::Unit::centipawns, turn.depth});
            }
            if (is_timed) remarks.emplace_back(TimeSpent{spent});
            return;
        }
        std::string said;
        if (turn.score) {
            said = std::string(arbiter::to_string(seat)) + "'s score " +
                   std::to_string(*turn.score) +
                   (turn.depth ? ", depth " + std::to_string(*turn.depth) : "");
        }
        if (is_timed) said += (said.empty() ? "" : ", ") + std::to_string(spent) + " ms";
        remarks.emplace_back(Comment{std::move(said)});
    }

    /// The game as it is kept, with what the players told of it.
    std::string recorded(const AnyGame& game) const {
        const auto& outcome = game.outcome();
        // The files of games with dice have no word for a game that nobody wins.
        if (game.traits().chance && outcome && !outcome->winner) return record_of(game);
        const std::string_view format = record_format(table_.terms.game);
        if (remarks_.empty()) return game.write(format).value_or(record_of(game));
        AnyDocument document = AnyDocument::of(game);
        for (const auto& [ply, remarks] : remarks_) {
            const auto node = static_cast<NodeId>(ply);
            if (document.contains(node)) document.annotate(node, remarks);
        }
        return document.write(format).value_or(record_of(game));
    }

    /// What a game was worth. Of a match only who wins it counts; its next game begins anew.
    void note_stake(const Effects& effects) {
        for (const Effect& effect : effects) {
            if (effect.kind != "game_won") continue;
            listen_anew();
            const auto* points = find(effect.data, "points");
            const auto* number = points == nullptr ? nullptr : std::get_if<std::int64_t>(points);
            const auto& outcome = referee_.game().outcome();
            if (number == nullptr || !outcome || outcome->reason == reasons::match_points) continue;
            played_.report.stake = static_cast<std::uint64_t>(*number);
        }
    }

    /// Of a game that is forfeited: what the cube shows, except in a match.
    std::uint64_t stake_now() const {
        const auto score = referee_.game().ask("score");
        const auto json = score ? read_json(*score) : Reading<Json>{};
        const Json* match = json ? json->find("match") : nullptr;
        const Json* cube = json ? json->find("cube") : nullptr;
        const Json* value = cube == nullptr ? nullptr : cube->find("value");
        const auto* length = match == nullptr ? nullptr : match->as<std::int64_t>();
        const auto* number = value == nullptr ? nullptr : value->as<std::int64_t>();
        if (length == nullptr || *length != 0 || number == nullptr) return 1;
        return static_cast<std::uint64_t>(*number);
    }

    void listen_anew() { adjudicator_ = Adjudicator(table_.terms.resign, table_.terms.draw); }

    void note(Color seat, const TurnReport& turn, double time_ms) {
        SideReport& side = played_.report.sides[seat];
        ++side.turns;
        side.refusals += turn.refusals.size();
        side.random_moves += turn.end == TurnReport::End::random_move ? 1 : 0;
        side.exchanges += turn.exchanges.size();
        for (const players::Exchange& exchange : turn.exchanges) {
            side.tokens_in += exchange.tokens_in.value_or(0);
            side.tokens_out += exchange.tokens_out.value_or(0);
            side.cost += exchange.cost.value_or(0);
        }
        side.time_ms += time_ms;
        side.time_max_ms = std::max(side.time_max_ms, time_ms);
        note_forfeit(seat, turn);
        if (table_.has_scribe) write_down(seat, turn);
    }

    /// A player that resigns of its own accord does not forfeit.
    void note_forfeit(Color seat, const TurnReport& turn) {
        auto& forfeit = played_.report.forfeit;
        if (turn.end == TurnReport::End::unavailable) {
            played_.report.failure =
                Forfeit{seat, std::string(to_string(turn.error->kind)), turn.error->sentence};
        }
        if (turn.end == TurnReport::End::flagged) {
            forfeit = Forfeit{seat, "flagged", "its time ran out"};
        }
        if (turn.end != TurnReport::End::forfeited) return;
        if (turn.error) {
            forfeit = Forfeit{seat, std::string(to_string(turn.error->kind)), turn.error->sentence};
        } else if (turn.refusals.size() >= static_cast<std::size_t>(table_.terms.turn.chances)) {
            forfeit = Forfeit{seat, "refused", sentence(turn.refusals.back().rejection)};
        }
    }

    /// "rules_infraction" or "abandoned", as far as the game knows these words.
    AnyGame forfeited(const Forfeit& forfeit) {
        played_.report.stake = stake_now();
        const Color winner = opponent(forfeit.by);
        for (const std::string_view reason : {"rules_infraction", "forfeit"}) {
            if (reason == "rules_infraction" && forfeit.reason != "refused") continue;
            JsonWriter conclusion;
            write_conclusion(conclusion, Outcome::win(winner, reason));
            AnyGame game = referee_.game();
            if (game.play(conclusion.text())) return game;
        }
        return concluded(Outcome::win(winner, reasons::abandoned));
    }

    void write_down(Color seat, const TurnReport& turn) {
        JsonWriter out;
        out.object([&] {
            out.member("game", played_.report.number + 1);
            out.member("ply", ply_);
            out.member("seat", to_string(seat));
            out.member("player", table_.terms.players[table_.fixture.players[seat]].name);
            write_members(out, turn);
        });
        played_.transcript += out.take() + "\n";
    }

    void claim_draw() {
        const Color by = referee_.game().turn();
        for (const Action& action : referee_.game().actions(by)) {
            if (action.kind != Action::Kind::claim) continue;
            auto decision = referee_.decide({by, action.text, now_()});
            if (!decision) continue;
            referee_ = std::move(decision->after);
            return;
        }
    }

    AnyGame concluded(const Outcome& outcome) const {
        JsonWriter conclusion;
        write_conclusion(conclusion, outcome);
        AnyGame game = referee_.game();
        if (const auto accepted = game.play(conclusion.text()); !accepted) {
            throw std::logic_error("a running game refuses its conclusion: " +
                                   sentence(accepted.error()));
        }
        return game;
    }

    /// What this side can resign now, the cheapest first. There are several where games are worth
    /// more or less, and none while a double is to be answered.
    std::vector<std::string_view> resignations(Color by) const {
        std::vector<std::string_view> words;
        for (const Action& action : referee_.game().actions(by)) {
            if (action.kind == Action::Kind::resign) words.push_back(action.text);
        }
        return words;
    }

    /// A game of a match is given up at what it is worth to the loser; the match may go on.
    void resign_for(Color loser, const std::vector<std::string_view>& words) {
        constexpr int point = 100;
        constexpr int courtesy = 2;
        const int worth = -adjudicator_.score(loser) - courtesy;
        const int dearest = static_cast<int>(words.size()) - 1;
        const auto level = static_cast<std::size_t>(std::clamp((worth - 1) / point, 0, dearest));
        auto offered = referee_.decide({loser, words[level], now_()});
        if (!offered) return;
        for (const Action& action : offered->after.game().actions(opponent(loser))) {
            if (action.kind != Action::Kind::closing_answer) continue;
            auto agreed = offered->after.decide({opponent(loser), action.text, now_()});
            if (!agreed) return;
            referee_ = std::move(agreed->after);
            return note_stake(agreed->effects);
        }
    }

    /// False if it was stopped. What the analyst cannot judge is left out.
    bool judge(const AnyGame& game, players::Player& player) {
        players::Analyst* const analyst = player.analyst();
        const players::Scale* const scale = players::scale_of(game.traits());
        if (analyst == nullptr || scale == nullptr) return true;
        std::vector<players::ReviewedMove> moves;
        for (std::size_t ply = referee_.first_ply(); ply < game.event_count(); ++ply) {
            auto move = players::review_event(*analyst, game, ply, {});
            if (!move && move.error().kind == players::PlayerError::Kind::stopped) return false;
            if (move && *move) moves.push_back(**std::move(move));
        }
        const players::ReviewSummary summary = summary_of(moves, *scale);
        for (const Color color : both_colors) {
            const players::SideSummary& judged = summary.sides[color];
            SideReport& side = played_.report.sides[color];
            side.decisions = judged.decisions;
            side.blunders = judged.blunders;
            side.loss = judged.loss;
            side.luck = judged.luck_in_result;
        }
        return true;
    }

    std::optional<PlayedGame> ended(AnyGame game) {
        GameReport& report = played_.report;
        report.ended = referee::to_string(now_());
        report.plies = game.event_count();
        for (const Color color : both_colors) {
            report.identities[color] = table_.players[color]->identity();
        }
        if (table_.analyst != nullptr && !judge(game, *table_.analyst)) return std::nullopt;
        if (const auto& outcome = game.outcome()) {
            report.result = outcome->result;
            report.winner = outcome->winner;
            report.reason = outcome->reason;
        }
        game.set_tag("Event", table_.terms.name);
        game.set_tag("Site", "Arbiter");
        game.set_tag("Round", std::to_string(table_.fixture.round + 1) + "." +
                                  std::to_string(report.number + 1));
        report.record = recorded(game);
        return std::move(played_);
    }

    const Table& table_;
    const players::Now& now_;
    Referee referee_;
    Adjudicator adjudicator_{table_.terms.resign, table_.terms.draw};
    PlayedGame played_;
    std::size_t ply_ = 0;                                 // before the present turn
    std::map<std::size_t, std::vector<Remark>> remarks_;  // by ply
};

}  // namespace

referee::Created created_for(const Terms& terms, const Fixture& fixture) {
    const std::size_t meeting = fixture.meeting();
    referee::Created created;
    created.id = "meeting-" + std::to_string(meeting + 1);
    created.record = terms.openings[fixture.round % terms.openings.size()];
    for (const Color color : both_colors) {
        created.seats[color].name = terms.players[fixture.players[color]].name;
    }
    created.clock = terms.clock;
    const Traits* traits = traits_named(terms.game);
    if (traits != nullptr && traits->chance) created.seed = dice_seed(terms.seed, meeting);
    return created;
}

std::uint64_t seed_of(const Terms& terms, const Fixture& fixture, Color color) {
    return players::mixed(players::mixed(terms.seed, fixture.number),
                          static_cast<std::uint64_t>(color));
}

std::optional<PlayedGame> play(const Table& table, const std::stop_token& stop,
                               const players::Now& now) {
    auto referee = Referee::begin({now(), created_for(table.terms, table.fixture)});
    if (!referee) return std::nullopt;  // the terms were read with their openings: it cannot be
    return GameInPlay(table, now, std::move(*referee)).play(stop);
}

std::string_view record_format(std::string_view game) {
    const Traits* traits = traits_named(game);
    return traits == nullptr ? "record" : traits->archive_format;
}

}  // namespace arbiter::arena
