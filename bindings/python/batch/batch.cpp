#include "bindings/python/batch/batch.hpp"

#include <algorithm>

#include "bindings/python/batch/backgammon_env.hpp"
#include "bindings/python/batch/chess_env.hpp"
#include "bindings/python/batch/go_env.hpp"
#include "bindings/python/batch/workers.hpp"

namespace arbiter::batch {

namespace {

/// One seed for each game, far from those of its neighbours.
constexpr std::uint64_t seed_of(std::uint64_t seed, std::size_t game) {
    std::uint64_t x = seed + 0x9e3779b97f4a7c15 * (game + 1);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

template <class Env>
class BatchOf final : public Batch {
public:
    BatchOf(const typename Env::Rules& rules, const Settings& settings,
            std::vector<typename Env::Start> starts)
        : rules_(rules),
          settings_(settings),
          starts_(std::move(starts)),
          shape_(Env::shape(rules)),
          games_(settings.size, Game(rules)),
          workers_(settings.threads) {}

    Shape shape() const override { return shape_; }

    void begin(const Arrays& arrays, std::uint64_t seed) override {
        arrays_ = arrays;
        std::ranges::fill(arrays_.masks, std::uint8_t{0});
        std::ranges::fill(arrays_.rewards, 0.0F);
        std::ranges::fill(arrays_.terminated, std::uint8_t{0});
        std::ranges::fill(arrays_.truncated, std::uint8_t{0});
        for_each_game([&](std::size_t i) {
            games_[i].random = Random(seed_of(seed, i));
            games_[i].choices = Random(seed_of(~seed, i));
            restart_at_random(games_[i]);
            write(i);
        });
    }

    std::size_t step(std::span<const std::int64_t> actions) override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            if (!is_legal(i, actions[i])) return i;
        }
        for_each_game([&](std::size_t i) { advance(i, static_cast<Action>(actions[i])); });
        return games_.size();
    }

    void sample(std::span<std::int64_t> actions) override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            const auto legal = games_[i].env.legal();
            actions[i] = legal.empty() ? 0 : drawn(legal, games_[i].choices);
        }
    }

    Faults restart(std::size_t i, std::string_view text) override {
        auto start = Env::start(text, rules_);
        if (!start) return std::move(start.faults);
        clear_mask(i);
        restart_at(games_[i], &*start);
        write(i);
        return {};
    }

    void observe(std::size_t i, Color side, std::span<std::uint8_t> planes) const override {
        games_[i].env.observe(planes.data(), side);
    }
    std::string state(std::size_t i) const override { return games_[i].env.state(); }
    std::string name(std::size_t i, Action action) const override {
        return games_[i].env.name(action);
    }

private:
    struct Game {
        explicit Game(const typename Env::Rules& rules) : env(rules) {}
        Env env;
        Random random{0};   // of dice, starts and opponents
        Random choices{0};  // of `sample`
        std::uint32_t moves = 0;
    };

    static Action drawn(std::span<const Action> legal, Random& random) {
        return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    }

    template <class Work>
    void for_each_game(Work work) {
        const std::size_t parts = workers_.count();
        workers_.run([&](std::size_t part) {
            const std::size_t end = games_.size() * (part + 1) / parts;
            for (std::size_t i = games_.size() * part / parts; i < end; ++i) work(i);
        });
    }

    std::uint8_t* mask(std::size_t i) {
        return arrays_.masks.data() + i * static_cast<std::size_t>(shape_.actions);
    }
    bool is_legal(std::size_t i, std::int64_t action) {
        return action >= 0 && action < shape_.actions && mask(i)[action] != 0;
    }
    void clear_mask(std::size_t i) {
        for (const Action action : games_[i].env.legal()) mask(i)[action] = 0;
    }
    void write(std::size_t i) {
        for (const Action action : games_[i].env.legal()) mask(i)[action] = 1;
        games_[i].env.observe(arrays_.planes.data() + i * shape_.bytes(), games_[i].env.turn());
        arrays_.turns[i] = static_cast<std::uint8_t>(games_[i].env.turn());
    }

    bool is_cut_off(const Game& game) const {
        return settings_.moves_max != 0 && game.moves >= settings_.moves_max;
    }

    void act(Game& game, Action action) {
        game.env.act(action, game.random);
        ++game.moves;
    }

    /// The opponent moves until it is the caller's turn.
    void let_opponent_move(Game& game) {
        if (!settings_.opponent) return;
        while (!game.env.rewards() && game.env.turn() != settings_.side && !is_cut_off(game)) {
            const int level = *settings_.opponent;
            const std::uint64_t seed = game.random.below(0xffffffff);
            act(game, level == 0 ? drawn(game.env.legal(), game.random)
                                 : game.env.bot_action({level, seed}));
        }
    }

    void restart_at(Game& game, const typename Env::Start* start) {
        game.moves = 0;
        game.env.restart(start, game.random);
        let_opponent_move(game);
    }
    void restart_at_random(Game& game) {
        const auto count = static_cast<std::uint32_t>(starts_.size());
        // An opponent that moves first may win at once.
        constexpr int attempts_max = 100;
        for (int i = 0; i < attempts_max; ++i) {
            restart_at(game, count == 0 ? nullptr : &starts_[game.random.below(count)]);
            if (!game.env.rewards()) return;
        }
    }

    void advance(std::size_t i, Action action) {
        Game& game = games_[i];
        clear_mask(i);
        act(game, action);
        let_opponent_move(game);
        const bool over = game.env.rewards().has_value();
        const bool cut_off = !over && is_cut_off(game);
        const Rewards rewards = game.env.rewards().value_or(Rewards{});
        arrays_.rewards[2 * i] = rewards.white;
        arrays_.rewards[2 * i + 1] = rewards.black;
        arrays_.terminated[i] = over ? 1 : 0;
        arrays_.truncated[i] = cut_off ? 1 : 0;
        if ((over || cut_off) && settings_.restarts) restart_at_random(game);
        write(i);
    }

    typename Env::Rules rules_;
    Settings settings_;
    std::vector<typename Env::Start> starts_;
    Shape shape_;
    Arrays arrays_;
    std::vector<Game> games_;
    Workers workers_;
};

template <class Env>
Reading<std::unique_ptr<Batch>> made(const Options& options, const Settings& settings) {
    auto rules = Env::rules(options);
    Reading<std::unique_ptr<Batch>> reading{std::nullopt, std::move(rules.faults)};
    if (!rules) return reading;
    std::vector<typename Env::Start> starts;
    for (const std::string& text : settings.starts) {
        auto start = Env::start(text, *rules);
        if (!start) return {std::nullopt, std::move(start.faults)};
        starts.push_back(std::move(*start));
    }
    reading.value = std::make_unique<BatchOf<Env>>(*rules, settings, std::move(starts));
    return reading;
}

Reading<std::unique_ptr<Batch>> made_go(const Options& options, const Settings& settings) {
    const auto rules = GoEnv<go::AnyGeometry>::rules(options);
    switch (rules ? rules->side : 0) {
        case 9: return made<GoEnv<go::FixedGeometry<9>>>(options, settings);
        case 13: return made<GoEnv<go::FixedGeometry<13>>>(options, settings);
        case 19: return made<GoEnv<go::FixedGeometry<19>>>(options, settings);
        default: return made<GoEnv<go::AnyGeometry>>(options, settings);
    }
}

}  // namespace

Reading<std::unique_ptr<Batch>> make_batch(std::string_view game, const Options& options,
                                           const Settings& settings) {
    if (game == ChessEnv::game) return made<ChessEnv>(options, settings);
    if (game == BackgammonEnv::game) return made<BackgammonEnv>(options, settings);
    if (game == GoEnv<go::AnyGeometry>::game) return made_go(options, settings);
    return Reading<std::unique_ptr<Batch>>::failure(
        "unknown_game", "there is no environment for \"" + std::string(game) + "\"");
}

}  // namespace arbiter::batch
