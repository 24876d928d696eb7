#pragma once

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "store/store.hpp"

namespace arbiter::store {

/// A database did not do what it was asked. Thrown within this folder alone: `attempt` turns it into
/// what the interface promises.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class Work>
auto attempt(Work&& work) -> Found<std::invoke_result_t<Work>> {
    try {
        return std::forward<Work>(work)();
    } catch (const Failure& failure) {
        return std::unexpected(Trouble{failure.what()});
    }
}

}  // namespace arbiter::store
