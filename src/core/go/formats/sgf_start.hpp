#pragma once

#include <cstddef>
#include <optional>

#include "core/contract/game.hpp"
#include "core/contract/sgf_info.hpp"
#include "core/go/start.hpp"

/// The rules, the handicap and the turn that an SGF file tells.
namespace arbiter::go {

/// How a main line begins.
struct SgfOpening {
    bool stones_set_up = false;          ///< before the first move
    std::optional<Color> first_mover{};  ///< nothing if there are no moves
    std::size_t black_run = 0;           ///< the stones that Black plays before any other move
    bool black_alone = true;             ///< there is no other move
};

/// RU, KM and HA give the rules; the options `rules`, `komi` and the other fields override them.
/// Without RU it is Chinese rules with simple ko. The stones are not part of this.
///
/// Faults: those of options. Warnings: `unknown_rules`, `bad_komi`, `komi_in_stones`, `bad_handicap`.
Start sgf_start(Size size, const SgfInfos& infos, const SgfOpening& opening, const Options& options,
                Faults& faults);

}  // namespace arbiter::go
