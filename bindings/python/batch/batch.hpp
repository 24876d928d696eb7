#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/python/batch/env.hpp"
#include "core/contract/game.hpp"

namespace arbiter::batch {

/// The arrays of a batch, one row for each game; the caller owns them.
struct Arrays {
    std::span<std::uint8_t> planes;      ///< n x channels x height x width
    std::span<std::uint8_t> masks;       ///< n x actions; only `Batch` may change them
    std::span<float> rewards;            ///< n x 2: White's, Black's
    std::span<std::uint8_t> terminated;  ///< n
    std::span<std::uint8_t> truncated;   ///< n
    std::span<std::uint8_t> turns;       ///< n: 0 White, 1 Black
};

struct Settings {
    std::size_t size = 1;
    std::size_t threads = 1;
    std::uint32_t moves_max = 0;  ///< a game is cut off after this number of moves; 0: never
    bool restarts = true;         ///< whether a game that is over is followed by another at once
    std::vector<std::string> starts{};  ///< one is drawn for each game; none: the usual start
    /// Who answers for one side: 0 at random, otherwise a bot of that level; nothing: the caller.
    std::optional<int> opponent{};
    Color side = Color::white;  ///< the caller's, where there is an opponent
};

/// Many games of one type, each a step further with every call. The same seed and actions give the
/// same games, whatever the number of threads.
class Batch {
public:
    virtual ~Batch() = default;

    virtual Shape shape() const = 0;
    /// Fills the arrays; to be called before anything else.
    virtual void begin(const Arrays& arrays, std::uint64_t seed) = 0;
    /// The first game whose action is not legal: then nothing is done. Otherwise the number of games.
    virtual std::size_t step(std::span<const std::int64_t> actions) = 0;
    /// A legal action of each game, at random.
    virtual void sample(std::span<std::int64_t> actions) = 0;
    /// Begins one game anew.
    virtual Faults restart(std::size_t game, std::string_view start) = 0;
    /// The planes of one game as that side sees it.
    virtual void observe(std::size_t game, Color side, std::span<std::uint8_t> planes) const = 0;
    virtual std::string state(std::size_t game) const = 0;
    virtual std::string name(std::size_t game, Action action) const = 0;
};

/// `options` are those of the environment.
Reading<std::unique_ptr<Batch>> make_batch(std::string_view game, const Options& options,
                                           const Settings& settings);

}  // namespace arbiter::batch
