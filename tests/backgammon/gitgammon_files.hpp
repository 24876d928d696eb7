#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/backgammon/formats/gitgammon_reader.hpp"

namespace arbiter::backgammon {

/// A file of tests/backgammon/data; two of them are gitgammon's own examples to the letter.
inline std::string data_file(const std::string& name) {
    std::ifstream file(std::string(ARBITER_SOURCE_DIR) + "/tests/backgammon/data/" + name);
    EXPECT_TRUE(file) << name;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline std::string initial_state() { return data_file("gitgammon-initial.json"); }
inline std::string midgame_state() { return data_file("gitgammon-midgame.json"); }

/// The first `from` becomes `to`; it must be there.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    return text;
}

/// Every fault as "code at /place", a warning with a question mark.
inline std::string told(const Faults& faults) {
    std::string list;
    for (const Fault& fault : faults) {
        list += list.empty() ? "" : ", ";
        list += std::string(fault.code) + " at " + to_string(fault.place);
        if (fault.severity == Severity::warning) list += "?";
    }
    return list;
}

inline Table table_in(std::string_view json) {
    const auto table = read_table(json);
    EXPECT_TRUE(table) << told(table.faults);
    return *table;
}

}  // namespace arbiter::backgammon
