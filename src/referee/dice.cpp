#include "referee/dice.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

namespace arbiter::referee {

namespace {

using backgammon::Die;
using Digest = std::array<std::uint8_t, 32>;

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::uint8_t fair_bytes = 252;  // the largest multiple of 6 that a byte can hold

std::string to_hex(std::span<const std::uint8_t> bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += hex_digits[byte >> 4];
        text += hex_digits[byte & 15];
    }
    return text;
}

void fill_with_randomness(std::span<std::uint8_t> bytes) {
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
        throw std::runtime_error("the operating system gives no randomness");
    }
}

/// Takes dice from bytes, leaving out those that would favour some faces.
class Faces {
public:
    void take(std::span<const std::uint8_t> bytes) {
        for (const std::uint8_t byte : bytes) {
            if (byte < fair_bytes && count_ < 2) pips_[count_++] = 1 + byte % 6;
        }
    }
    std::optional<Throw> result() const {
        if (count_ < 2) return std::nullopt;
        return Throw{*Die::showing(pips_[0]), *Die::showing(pips_[1])};
    }

private:
    std::array<int, 2> pips_{};
    std::size_t count_ = 0;
};

class RandomDice final : public DiceSource {
public:
    std::optional<Throw> roll(std::uint64_t) override {
        Faces faces;
        while (!faces.result()) {
            std::array<std::uint8_t, 8> bytes{};
            fill_with_randomness(bytes);
            faces.take(bytes);
        }
        return faces.result();
    }
};

class GivenDice final : public DiceSource {
public:
    explicit GivenDice(std::deque<Throw> rolls) : rolls_(std::move(rolls)) {}

    std::optional<Throw> roll(std::uint64_t) override {
        if (rolls_.empty()) return std::nullopt;
        const Throw next = rolls_.front();
        rolls_.pop_front();
        return next;
    }

private:
    std::deque<Throw> rolls_;
};

Digest hmac(const Seed& seed, std::string_view message) {
    Digest digest{};
    unsigned int length = 0;
    const auto* data = reinterpret_cast<const unsigned char*>(message.data());
    if (HMAC(EVP_sha256(), seed.bytes().data(), static_cast<int>(Seed::size), data, message.size(),
             digest.data(), &length) == nullptr) {
        throw std::runtime_error("HMAC-SHA-256 is not available");
    }
    return digest;
}

std::string in_words(const Throw& dice) {
    return std::to_string(dice.first.pips()) + std::to_string(dice.second.pips());
}

}  // namespace

std::unique_ptr<DiceSource> random_dice() { return std::make_unique<RandomDice>(); }

std::unique_ptr<DiceSource> given_dice(std::string_view text) {
    std::deque<Throw> rolls;
    std::optional<Die> first;
    for (const char c : text) {
        if (c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '-') continue;
        const auto die = Die::showing(c - '0');
        if (!die) return nullptr;
        if (first) {
            rolls.push_back({*first, *die});
            first.reset();
        } else {
            first = die;
        }
    }
    if (first) return nullptr;
    return std::make_unique<GivenDice>(std::move(rolls));
}

Seed Seed::random() {
    std::array<std::uint8_t, size> bytes{};
    fill_with_randomness(bytes);
    return Seed(bytes);
}

std::optional<Seed> Seed::of_hex(std::string_view text) {
    if (text.size() != 2 * size) return std::nullopt;
    std::array<std::uint8_t, size> bytes{};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char digit =
            text[i] >= 'A' && text[i] <= 'F' ? static_cast<char>(text[i] | 0x20) : text[i];
        const auto value = hex_digits.find(digit);
        if (value == hex_digits.npos) return std::nullopt;
        bytes[i / 2] = static_cast<std::uint8_t>(std::size_t{bytes[i / 2]} << 4 | value);
    }
    return Seed(bytes);
}

std::string Seed::hex() const { return to_hex(bytes_); }

std::string Seed::commitment() const {
    Digest digest{};
    unsigned int length = 0;
    if (EVP_Digest(bytes_.data(), size, digest.data(), &length, EVP_sha256(), nullptr) != 1) {
        throw std::runtime_error("SHA-256 is not available");
    }
    return to_hex(digest);
}

Throw CommittedDice::derived(std::uint64_t number) const {
    std::string message = game_id_;
    message += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) message += static_cast<char>(number >> shift);
    message += '\0';
    Faces faces;
    for (std::uint8_t block = 0; !faces.result(); ++block) {
        message.back() = static_cast<char>(block);
        faces.take(hmac(seed_, message));
    }
    return *faces.result();
}

std::vector<AuditFinding> audit(const Seed& seed, std::string_view commitment,
                                const std::string& game_id, const std::vector<Throw>& recorded) {
    std::vector<AuditFinding> findings;
    if (seed.commitment() != commitment) {
        findings.push_back({0, "the seed is not the one that was promised: its SHA-256 is " +
                                   seed.commitment() + " and not " + std::string(commitment)});
        return findings;
    }
    const CommittedDice dice(seed, game_id);
    for (std::uint64_t number = 1; number <= recorded.size(); ++number) {
        const Throw& claimed = recorded[number - 1];
        const Throw right = dice.derived(number);
        if (claimed == right) continue;
        std::string sentence = "roll " + std::to_string(number) + " is recorded as " +
                               in_words(claimed) + " and was " + in_words(right);
        if (claimed == dice.derived(number + 1)) {
            sentence += ", unless a roll was left out here";
        }
        findings.push_back({number, std::move(sentence)});
    }
    return findings;
}

}  // namespace arbiter::referee
