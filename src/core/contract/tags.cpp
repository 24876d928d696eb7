#include "core/contract/tags.hpp"

#include <algorithm>

namespace arbiter {

const std::string* find_tag(const Tags& tags, std::string_view name) {
    const auto found = std::ranges::find(tags, name, &Tags::value_type::first);
    return found == tags.end() ? nullptr : &found->second;
}

void set_tag(Tags& tags, std::string_view name, std::string_view value) {
    const auto found = std::ranges::find(tags, name, &Tags::value_type::first);
    if (found != tags.end()) {
        found->second = value;
    } else {
        tags.emplace_back(name, value);
    }
}

}  // namespace arbiter
