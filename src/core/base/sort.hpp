#pragma once

#include <algorithm>
#include <functional>
#include <iterator>

namespace arbiter {

/// Sorts a short list and keeps the order of equals, so that every standard library gives the same.
/// std::stable_sort of libstdc++ 12 uses a function that C++ has removed, which clang refuses.
template <class List, class Compare = std::ranges::less, class Projection = std::identity>
void sort_short(List& list, Compare compare = {}, Projection projection = {}) {
    for (auto at = list.begin(); at != list.end(); ++at) {
        const auto place = std::ranges::upper_bound(list.begin(), at, std::invoke(projection, *at),
                                                    compare, projection);
        std::rotate(place, at, std::next(at));
    }
}

}  // namespace arbiter
