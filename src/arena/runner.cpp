#include "arena/runner.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "arena/game.hpp"
#include "platform/files.hpp"

namespace arbiter::arena {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds progress_pause{100};
constexpr milliseconds live_pause{500};
constexpr milliseconds claim_pause{200};  // until the games of others are looked at again

/// Sits in for a player that could not be brought to the table.
class Absent final : public players::Player {
public:
    explicit Absent(std::string problem) : problem_(std::move(problem)) {}
    std::string_view name() const override { return "absent"; }
    std::expected<players::Choice, players::PlayerError> choose(const players::Turn&) override {
        return std::unexpected(
            players::PlayerError{players::PlayerError::Kind::unavailable, problem_, {}});
    }

private:
    std::string problem_;
};

bool runs_elsewhere(const players::PlayerTerms& player) {
    const players::KindInfo* const kind = players::kind_of(player);
    return kind != nullptr && kind->runs_elsewhere;
}

/// The players of one thread. Engines and agents stay from game to game; a built-in player is made
/// for each, since its seed is the game's.
class Bench {
public:
    Bench(const Terms& terms, const RunOptions& options) : terms_(terms), options_(options) {}

    /// Two of them even if a player plays itself.
    players::Player& seat(const Fixture& fixture, Color color) {
        const std::size_t number = fixture.players[color];
        const players::PlayerTerms& player = terms_.players[number];
        auto& chair = chairs_[std::pair(number, color)];
        if (chair && runs_elsewhere(player)) return *chair;
        chair.reset();
        auto seated = players::seat(
            player, {.seed = seed_of(terms_, fixture, color), .folder = options_.players_folder});
        if (seated) {
            chair = std::move(*seated);
        } else {
            chair = std::make_unique<Absent>(seated.error().sentence);
        }
        return *chair;
    }

    /// Null if nobody judges the games, or it could not be started.
    players::Player* analyst() {
        if (terms_.analyst.empty()) return nullptr;
        if (!analyst_) {
            auto seated = players::seat(terms_.analyst, {.folder = options_.players_folder});
            if (seated) analyst_ = std::move(*seated);
        }
        return analyst_.get();
    }

    /// A player that could not be started may be started for the next game.
    void leave(const Fixture& fixture, Color color) {
        chairs_.erase(std::pair(fixture.players[color], color));
    }

private:
    const Terms& terms_;
    const RunOptions& options_;
    std::map<std::pair<std::size_t, Color>, std::unique_ptr<players::Player>> chairs_;
    std::unique_ptr<players::Player> analyst_;
};

class Runner {
public:
    Runner(Tournament& tournament, Ledger& ledger, const RunOptions& options)
        : tournament_(tournament), ledger_(ledger), options_(options) {}

    std::expected<void, store::StoreError> run(const std::stop_token& stop,
                                               const Progress& progress) {
        const std::stop_callback pass_on(stop, [this] { stop_.request_stop(); });
        std::vector<std::jthread> threads;
        threads.reserve(options_.concurrency);
        running_ = options_.concurrency;
        for (std::size_t i = 0; i < options_.concurrency; ++i) {
            threads.emplace_back([this] {
                work();
                const std::scoped_lock lock(mutex_);
                --running_;
                wake_.notify_all();
            });
        }
        watch(progress);
        threads.clear();
        if (error_) return std::unexpected(*error_);
        return {};
    }

private:
    /// Until every thread has ended.
    void watch(const Progress& progress) {
        std::unique_lock lock(mutex_);
        while (running_ > 0) {
            wake_.wait_for(lock, progress_pause);
            progress(tournament_, live_);
            if (!stop_.stop_requested()) continue;
            for (players::Player* player : thinking_) player->stop();
        }
        progress(tournament_, live_);
    }

    void work() {
        Bench bench(tournament_.terms(), options_);
        while (!stop_.stop_requested()) {
            const auto game = next_game();
            if (!game) return give_up(game.error());
            if (is_over_) return;
            if (!*game) {
                std::unique_lock lock(mutex_);
                wake_.wait_for(lock, claim_pause);
                continue;
            }
            if (const auto done = play_out(bench, **game); !done) return give_up(done.error());
        }
    }

    /// Nothing: there is none at the moment, or `is_over_`.
    std::expected<std::optional<Fixture>, store::StoreError> next_game() {
        const std::scoped_lock lock(mutex_);
        const auto news = ledger_.news();
        if (!news) return std::unexpected(news.error());
        for (const GameReport& report : *news) tournament_.add(report);
        if (!news->empty()) wake_.notify_all();
        if (tournament_.is_over()) {
            is_over_ = true;
            stop_.request_stop();  // what is still under way would not count
            return std::nullopt;
        }
        const auto number = ledger_.claim(tournament_.schedule().games());
        if (!number) return std::unexpected(number.error());
        if (!*number) return std::nullopt;
        return tournament_.schedule().game(**number);
    }

    std::expected<void, store::StoreError> play_out(Bench& bench, const Fixture& fixture) {
        const PerColor<players::Player*> seated{.white = &bench.seat(fixture, Color::white),
                                                .black = &bench.seat(fixture, Color::black)};
        const std::array thinking{seated.white, seated.black, bench.analyst()};
        set_thinking(thinking, true);
        const bool has_scribe = !options_.transcripts.empty();
        auto played = play(
            {tournament_.terms(), fixture, seated, has_scribe, watcher(fixture), bench.analyst()},
            stop_.get_token());
        set_thinking(thinking, false);
        forget_live(fixture.number);
        if (!played) {
            ledger_.release(fixture.number);
            return {};
        }
        for (const auto& end : {played->report.forfeit, played->report.failure}) {
            if (end) bench.leave(fixture, end->by);
        }
        if (auto written = write_transcript(*played); !written) return written;
        return ledger_.settle(played->report);
    }

    std::function<void(const AnyGame&)> watcher(const Fixture& fixture) {
        using Clock = std::chrono::steady_clock;
        return [this, number = fixture.number,
                seen = Clock::time_point()](const AnyGame& game) mutable {
            if (Clock::now() - seen < live_pause) return;
            seen = Clock::now();
            const std::scoped_lock lock(mutex_);
            live_.insert_or_assign(number, game);
        };
    }

    void forget_live(std::size_t number) {
        const std::scoped_lock lock(mutex_);
        live_.erase(number);
    }

    std::expected<void, store::StoreError> write_transcript(const PlayedGame& played) const {
        if (options_.transcripts.empty()) return {};
        const std::string number = std::to_string(played.report.number + 1);
        const auto written = platform::write_file(
            options_.transcripts / ("game-" + number + ".jsonl"), played.transcript);
        if (!written) return std::unexpected(store::StoreError{written.error().sentence});
        return {};
    }

    void set_thinking(std::span<players::Player* const> players, bool are_thinking) {
        const std::scoped_lock lock(mutex_);
        for (players::Player* player : players) {
            if (player == nullptr) continue;
            if (are_thinking) thinking_.insert(player);
            if (!are_thinking) thinking_.erase(player);
        }
    }

    void give_up(const store::StoreError& error) {
        const std::scoped_lock lock(mutex_);
        if (!error_) error_ = error;
        stop_.request_stop();
    }

    Tournament& tournament_;  // its reports: under the mutex; its terms never change
    Ledger& ledger_;
    const RunOptions& options_;

    std::stop_source stop_;
    std::atomic<bool> is_over_ = false;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::size_t running_ = 0;
    std::set<players::Player*> thinking_;
    LiveGames live_;
    std::optional<store::StoreError> error_;
};

}  // namespace

std::expected<void, store::StoreError> run(Tournament& tournament, Ledger& ledger,
                                           const RunOptions& options, const std::stop_token& stop,
                                           const Progress& progress) {
    return Runner(tournament, ledger, options).run(stop, progress);
}

Faults try_players(const Terms& terms, const RunOptions& options) {
    const auto opening = AnyGame::read(terms.openings.front());
    Faults faults;
    for (const players::PlayerTerms& player : terms.players) {
        auto seated = players::seat(player, {.seed = terms.seed, .folder = options.players_folder});
        if (!seated) return Faults(std::move(seated.error()));
        const std::string caveat = opening ? (*seated)->caveat(*opening) : std::string();
        if (!caveat.empty()) faults.warn("law_unknown", player.name + ": " + caveat);
        if (!options.preflight) continue;
        if (const auto ready = (*seated)->preflight(); !ready) {
            return Faults({"cannot_start", player.name + ": " + ready.error().sentence, {}});
        }
    }
    if (terms.analyst.empty()) return faults;
    const auto analyst = players::seat(terms.analyst, {.folder = options.players_folder});
    if (!analyst) return Faults(analyst.error());
    if ((*analyst)->analyst() == nullptr) {
        return Faults({"cannot_analyse", terms.analyst + " cannot say what moves are worth", {}});
    }
    return faults;
}

}  // namespace arbiter::arena
