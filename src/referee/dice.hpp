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

#include "core/backgammon/board/spot.hpp"

/// Where dice come from. The rules never roll: whoever referees a game asks one of these and records
/// what it gave.
namespace arbiter::referee {

struct Throw {
    backgammon::Die first;
    backgammon::Die second;
    bool operator==(const Throw&) const = default;
};

class DiceSource {
public:
    virtual ~DiceSource() = default;
    /// The dice of the roll with this number, counted from 1 through a whole match, ties of the
    /// opening included. Nothing if there are none left.
    virtual std::optional<Throw> roll(std::uint64_t number) = 0;
};

/// The operating system's randomness.
std::unique_ptr<DiceSource> random_dice();

/// Dice that somebody wrote down: "31 64 55", in the order they are used.
/// Nothing if the text is not that.
std::unique_ptr<DiceSource> given_dice(std::string_view text);

/// What nobody may know before the game is over: 32 bytes.
class Seed {
public:
    static constexpr std::size_t size = 32;

    /// From the operating system.
    static Seed random();
    /// 64 hexadecimal digits.
    static std::optional<Seed> of_hex(std::string_view text);

    std::string hex() const;
    /// The SHA-256 of its bytes in hexadecimal, which is published before the game.
    std::string commitment() const;
    const std::array<std::uint8_t, size>& bytes() const { return bytes_; }

    bool operator==(const Seed&) const = default;

private:
    explicit Seed(const std::array<std::uint8_t, size>& bytes) : bytes_(bytes) {}
    std::array<std::uint8_t, size> bytes_;
};

/// Dice that can be audited. Roll n of a game is taken from
///
///     HMAC-SHA-256(seed, game id, 0x00, n as 8 bytes, block as 1 byte)
///
/// with big-endian numbers and block = 0, 1, ...: the first two bytes below 252, each modulo 6, plus
/// one. Larger bytes are left out, so that every face is equally likely.
class CommittedDice final : public DiceSource {
public:
    CommittedDice(const Seed& seed, std::string game_id)
        : seed_(seed), game_id_(std::move(game_id)) {}

    std::optional<Throw> roll(std::uint64_t number) override { return derived(number); }
    Throw derived(std::uint64_t number) const;

private:
    Seed seed_;
    std::string game_id_;
};

/// What an audit found.
struct AuditFinding {
    std::uint64_t number = 0;  ///< of the roll; 0 where it is about the seed
    std::string sentence;
};

/// Recomputes every roll that was recorded, in order. No findings: all is as it was promised.
std::vector<AuditFinding> audit(const Seed& seed, std::string_view commitment,
                                const std::string& game_id, const std::vector<Throw>& recorded);

}  // namespace arbiter::referee
