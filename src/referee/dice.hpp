#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/traits.hpp"

/// Where dice come from. The rules never roll: whoever referees a game asks one of these and records
/// what it gave.
namespace arbiter::referee {

/// The faces of one roll, each counted from 1, in the order in which the dice fell.
using Throw = std::vector<std::uint8_t>;

class DiceSource {
public:
    virtual ~DiceSource() = default;
    /// The dice of the roll with this number, counted from 1 through a whole match, ties of the
    /// opening included. Nothing if there are none left.
    virtual std::optional<Throw> roll(std::uint64_t number) = 0;
};

/// Dice that somebody wrote down: "31 64 55", in the order they are used.
/// Null if the text is not that.
std::unique_ptr<DiceSource> given_dice(std::string_view text, Chance chance);

/// 32 bytes that must stay secret until the game is over.
class Seed {
public:
    static constexpr std::size_t size = 32;
    using Bytes = std::array<std::uint8_t, size>;

    explicit Seed(const Bytes& bytes) : bytes_(bytes) {}
    /// 64 hexadecimal digits.
    static std::optional<Seed> of_hex(std::string_view text);

    std::string hex() const;
    /// The SHA-256 of its bytes in hexadecimal, which is published before the game.
    std::string commitment() const;
    const Bytes& bytes() const { return bytes_; }

    bool operator==(const Seed&) const = default;

private:
    Bytes bytes_;
};

/// Dice that can be audited. Roll n of a game is taken from
///
///     HMAC-SHA-256(seed, game id, 0x00, n as 8 bytes, block as 1 byte)
///
/// with big-endian numbers and block = 0, 1, ...: with two dice of six faces the first two bytes
/// below 252, each modulo 6, plus one. Larger bytes are left out, so that every face is equally
/// likely.
class CommittedDice final : public DiceSource {
public:
    CommittedDice(const Seed& seed, std::string game_id, Chance chance)
        : seed_(seed), game_id_(std::move(game_id)), chance_(chance) {}

    const Seed& seed() const { return seed_; }
    std::optional<Throw> roll(std::uint64_t number) override { return derived(number); }
    Throw derived(std::uint64_t number) const;

private:
    Seed seed_;
    std::string game_id_;
    Chance chance_;
};

/// Where a record differs from what was promised.
struct Discrepancy {
    std::uint64_t number = 0;  ///< of the roll; 0 where it is about the seed
    std::string sentence;
};

/// Recomputes every recorded roll, in order. Empty: everything is as promised.
std::vector<Discrepancy> audit(const CommittedDice& dice, std::string_view commitment,
                               const std::vector<Throw>& recorded);

}  // namespace arbiter::referee
