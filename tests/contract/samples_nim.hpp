#pragma once

#include "tests/contract/samples.hpp"
#include "tests/toy/nim.hpp"

namespace arbiter {

template <>
struct Samples<nim::Game> {
    static std::vector<nim::Game> starts() {
        return {nim::Game(), nim::Game({.heap = 40, .turn = Color::black})};
    }

    static std::vector<nim::Event> everything(const nim::Game&) {
        std::vector<nim::Event> events;
        for (int count = -1; count <= 50; ++count) events.emplace_back(nim::Take{count});
        return events;
    }

    static Options reading_options(const nim::Game&) { return {}; }
    static bool carries_events(std::string_view format) { return format == "record"; }
};

}  // namespace arbiter
