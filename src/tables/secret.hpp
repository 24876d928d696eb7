#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "referee/dice.hpp"

namespace arbiter::tables {

/// What only the referee of a repository knows: where its tables' dice come from, and what seals
/// its commits. It is never written anywhere.
class Secret {
public:
    /// Nobody guesses a text of that length that was made by chance.
    static constexpr std::size_t length_min = 32;

    /// The text without blanks around it. The sentence says why it is none.
    static std::expected<Secret, std::string> of(std::string_view text);

    /// The seed of a table's dice. The nonce is new for each table, so that a name that comes
    /// again, here or in another repository with the same secret, does not get the same dice.
    referee::Seed seed(std::string_view table_id, std::string_view nonce) const;

    /// 64 hexadecimal digits that nobody else can compute.
    std::string seal(std::string_view text) const;

private:
    explicit Secret(std::string text) : text_(std::move(text)) {}
    std::string text_;
};

/// 32 hexadecimal digits from the operating system.
std::string new_nonce();

}  // namespace arbiter::tables
