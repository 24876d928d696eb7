#include "tests/support/faults.hpp"

#include <gtest/gtest.h>

namespace arbiter {

namespace {

struct PlaceWriter {
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(const JsonPointer& pointer) const {
        return " at " + to_string(Place(pointer));
    }
    std::string operator()(const TextPlace& text) const {
        return " " + std::to_string(text.line) + ":" + std::to_string(text.column);
    }
    std::string operator()(const TokenPlace& token) const {
        return " @" + std::to_string(token.number);
    }
};

std::string written(const Fault& fault) {
    EXPECT_FALSE(fault.sentence.empty()) << fault.code;
    return std::string(fault.code) + std::visit(PlaceWriter(), fault.place);
}

}  // namespace

std::vector<std::string> faults_of(const Faults& faults) {
    std::vector<std::string> list;
    for (const Fault& fault : faults) list.push_back(written(fault));
    return list;
}

std::vector<std::string> faults_and_warnings_of(const Faults& faults) {
    std::vector<std::string> list;
    for (const Fault& fault : faults) {
        const bool warning = fault.severity == Severity::warning;
        list.push_back((warning ? "warning " : "") + written(fault));
    }
    return list;
}

std::vector<std::string> codes_of(const Faults& faults) {
    std::vector<std::string> codes;
    for (const Fault& fault : faults) codes.emplace_back(fault.code);
    return codes;
}

}  // namespace arbiter
