#pragma once

#include "store/store.hpp"

namespace arbiter::store {

/// Calls `function` with the id of every game, in order.
template <class Function>
std::expected<void, StoreError> for_every_id(Store& store, Function&& function) {
    constexpr std::size_t at_once = 500;
    std::string last;
    while (true) {
        const auto ids = store.ids(last, at_once);
        if (!ids) return std::unexpected(ids.error());
        if (ids->empty()) return {};
        for (const std::string& id : *ids) function(id);
        last = ids->back();
    }
}

}  // namespace arbiter::store
