#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/backgammon/setup.hpp"
#include "core/contract/annotation.hpp"

/// Positions that are set up in GM[6]: AB, AE, AW, PL, DI, CV, and CO or CP.
namespace arbiter::backgammon {

bool has_sgf_setup(std::span<const Annotation> properties);
/// What these properties make of a position; nothing if one of them cannot be read. Checkers that
/// stand nowhere are off.
std::optional<Setup> read_sgf_setup(Setup setup, std::span<const Annotation> properties);
/// The nodes that make a position of the one before; nothing if SGF has no properties for it. GNU
/// Backgammon reads them one by one.
std::optional<std::vector<std::vector<Annotation>>> sgf_setup(const Setup& before,
                                                              const Setup& setup);

}  // namespace arbiter::backgammon
