#include "referee/dice.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/sha256.hpp"

namespace arbiter::referee {

namespace {

/// Takes dice from bytes, leaving out those that would favour some faces.
class Faces {
public:
    explicit Faces(Chance chance) : chance_(chance) {}

    bool complete() const { return thrown_.size() == static_cast<std::size_t>(chance_.dice); }
    void take(std::span<const std::uint8_t> bytes) {
        // Below the largest multiple of the number of faces that a byte can hold: 252 for six.
        const int fair = 256 - 256 % chance_.faces;
        for (const std::uint8_t byte : bytes) {
            if (complete()) return;
            if (byte < fair) thrown_.push_back(static_cast<std::uint8_t>(1 + byte % chance_.faces));
        }
    }
    Throw result() const { return thrown_; }

private:
    Chance chance_;
    Throw thrown_;
};

class GivenDice final : public DiceSource {
public:
    explicit GivenDice(std::deque<Throw> rolls) : rolls_(std::move(rolls)) {}

    std::optional<Throw> roll(std::uint64_t) override {
        if (rolls_.empty()) return std::nullopt;
        Throw next = std::move(rolls_.front());
        rolls_.pop_front();
        return next;
    }

private:
    std::deque<Throw> rolls_;
};

std::string_view view(const Seed::Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string in_words(const Throw& dice) {
    std::string text;
    for (const int face : dice) text += std::to_string(face);
    return text;
}

}  // namespace

std::unique_ptr<DiceSource> given_dice(std::string_view text, Chance chance) {
    std::deque<Throw> rolls;
    Throw next;
    for (const char c : text) {
        if (c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '-') continue;
        const int face = c - '0';
        if (face < 1 || face > chance.faces || face > 9) return nullptr;
        next.push_back(static_cast<std::uint8_t>(face));
        if (next.size() == static_cast<std::size_t>(chance.dice)) {
            rolls.push_back(std::exchange(next, {}));
        }
    }
    if (!next.empty()) return nullptr;
    return std::make_unique<GivenDice>(std::move(rolls));
}

std::optional<Seed> Seed::of_hex(std::string_view text) {
    if (text.size() != 2 * size) return std::nullopt;
    constexpr std::string_view hex_digits = "0123456789abcdef";
    Bytes bytes{};
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

std::string Seed::commitment() const { return to_hex(sha256(view(bytes_))); }

Throw CommittedDice::derived(std::uint64_t number) const {
    std::string message = game_id_;
    message += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) message += static_cast<char>(number >> shift);
    message += '\0';
    Faces faces(chance_);
    for (std::uint8_t block = 0; !faces.complete(); ++block) {
        message.back() = static_cast<char>(block);
        faces.take(hmac_sha256(view(seed_.bytes()), message));
    }
    return faces.result();
}

std::vector<Discrepancy> audit(const CommittedDice& dice, std::string_view commitment,
                               const std::vector<Throw>& recorded) {
    std::vector<Discrepancy> found;
    if (const std::string own = dice.seed().commitment(); own != commitment) {
        found.push_back({0, "the seed is not the one that was promised: its SHA-256 is " + own +
                                " and not " + std::string(commitment)});
        return found;
    }
    for (std::uint64_t number = 1; number <= recorded.size(); ++number) {
        const Throw& claimed = recorded[number - 1];
        const Throw right = dice.derived(number);
        if (claimed == right) continue;
        std::string sentence = "roll " + std::to_string(number) + " is recorded as " +
                               in_words(claimed) + " and was " + in_words(right);
        if (claimed == dice.derived(number + 1)) {
            sentence += ", unless a roll was left out here";
        }
        found.push_back({number, std::move(sentence)});
    }
    return found;
}

}  // namespace arbiter::referee
