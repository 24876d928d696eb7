#include "core/contract/likeness.hpp"

#include <algorithm>

namespace arbiter {

Likeness likeness_of(const Glance& glance, std::span<const std::string_view> keys,
                     std::initializer_list<KeyShape> shapes) {
    const auto is_shaped = [&](const OutlineMember& member) {
        return std::ranges::all_of(shapes, [&](const KeyShape& shape) {
            return shape.key != member.key || opens_with(member.value, shape.opening);
        });
    };
    const auto is_there = [&](std::string_view key) {
        const auto found = std::ranges::find(glance.members, key, &OutlineMember::key);
        return found != glance.members.end() && is_shaped(*found);
    };
    const auto found = static_cast<std::size_t>(std::ranges::count_if(keys, is_there));
    return Likeness{static_cast<std::uint8_t>(100 * found / keys.size())};
}

}  // namespace arbiter
