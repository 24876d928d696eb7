#include "server/http.hpp"

#include <algorithm>

namespace arbiter::server {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
    for (const auto& [field, value] : headers) {
        if (same_name(field, name)) return value;
    }
    return {};
}

}  // namespace arbiter::server
