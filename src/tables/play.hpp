#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/fault.hpp"
#include "core/contract/rejection.hpp"
#include "referee/dice.hpp"
#include "tables/names.hpp"
#include "tables/table_json.hpp"

/// What the tables of all games have in common.
namespace arbiter::tables {

/// Why a move file is turned down.
struct MoveRejection {
    std::string code;
    std::string sentence;

    bool operator==(const MoveRejection&) const = default;
};

MoveRejection rejection_of(const Rejection& rejection);
/// The first fault that makes a file unusable, with its place, and how many more there are.
MoveRejection rejection_of(const Faults& faults);

/// None of a table's files is larger.
inline constexpr std::size_t text_size_max = std::size_t{16} << 20U;

/// The referee's files of a table, as text.
struct Texts {
    std::string terms;
    std::string state;
    std::string record;
    std::string match{};  ///< follows from the record; empty: the table has none

    bool operator==(const Texts&) const = default;
};

/// The files that a table is read from, by name.
inline std::array<std::pair<std::string_view, std::string*>, 3> files_in(Texts& texts) {
    return {{{terms_file, &texts.terms}, {state_file, &texts.state}, {record_file, &texts.record}}};
}

/// What a move needs beside itself.
struct Circumstances {
    std::string now;            ///< ISO 8601, UTC
    referee::DiceSource& dice;  ///< asked only where the game has any
};

/// A move file whose name is in order.
struct NamedFile {
    const MoveFileName& name;
    std::string_view content;
};

/// What a player says with a move.
struct MoveRequest {
    Color by;
    std::vector<std::string> moves;  ///< in any notation of the game
    std::string now;
    std::optional<std::string> comment{};
};

}  // namespace arbiter::tables
