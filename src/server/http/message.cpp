#include "server/http/message.hpp"

#include <algorithm>

namespace arbiter::server {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::string_view first(const Headers& headers, std::string_view name) {
    for (const auto& [field, value] : headers) {
        if (same_name(field, name)) return value;
    }
    return {};
}

}  // namespace

std::string_view Request::header(std::string_view name) const { return first(headers, name); }
std::string_view Response::header(std::string_view name) const { return first(headers, name); }

}  // namespace arbiter::server
