#pragma once

#include "store/failure.hpp"

namespace arbiter::arena {

/// As `store::attempt`, for work that gives nothing back.
template <class Work>
store::Found<void> attempt(Work&& work) {
    try {
        std::forward<Work>(work)();
        return {};
    } catch (const store::Failure& failure) {
        return std::unexpected(store::Trouble{failure.what()});
    }
}

}  // namespace arbiter::arena
