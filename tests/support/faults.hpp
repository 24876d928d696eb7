#pragma once

#include <string>
#include <vector>

#include "core/base/fault.hpp"

namespace arbiter {

/// Each fault as its code and its place: "missing_key at /board", "bad_dice 3:7", "fen_bad_turn @2".
/// Every one of them must have a sentence.
std::vector<std::string> faults_of(const Faults& faults);
template <class T>
std::vector<std::string> faults_of(const Reading<T>& reading) {
    return faults_of(reading.faults);
}

/// The same, a warning as "warning missing_key at /board".
std::vector<std::string> faults_and_warnings_of(const Faults& faults);

/// The codes alone.
std::vector<std::string> codes_of(const Faults& faults);

}  // namespace arbiter
