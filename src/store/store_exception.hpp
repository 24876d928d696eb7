#pragma once

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "store/store.hpp"

namespace arbiter::store {

/// A database did not do what it was asked. Thrown within this folder alone: `attempt` turns it into
/// the StoreError that the interface promises.
struct StoreException : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class Work>
auto attempt(Work&& work) -> std::expected<std::invoke_result_t<Work>, StoreError> {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
            std::forward<Work>(work)();
            return {};
        } else {
            return std::forward<Work>(work)();
        }
    } catch (const StoreException& exception) {
        return std::unexpected(StoreError{exception.what()});
    }
}

}  // namespace arbiter::store
