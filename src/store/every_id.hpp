#pragma once

#include <functional>

#include "store/store.hpp"

namespace arbiter::store {

/// Of the games of a store.
struct Progress {
    std::size_t done;
    std::size_t all;  ///< when it began
};
/// Called after each game.
using OnProgress = std::function<void(const Progress&)>;

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

/// The same, and says how far it is.
template <class Function>
std::expected<void, StoreError> for_every_id(Store& store, Function&& function,
                                             const OnProgress& on_progress) {
    if (!on_progress) return for_every_id(store, function);
    Progress progress{};
    const auto counted = for_every_id(store, [&](const std::string&) { ++progress.all; });
    if (!counted) return counted;
    return for_every_id(store, [&](const std::string& id) {
        function(id);
        ++progress.done;
        on_progress(progress);
    });
}

}  // namespace arbiter::store
