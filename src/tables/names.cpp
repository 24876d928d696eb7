#include "tables/names.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace arbiter::tables {

bool is_table_id(std::string_view text) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    constexpr std::size_t length_max = 64;
    if (text.empty() || text.size() > length_max) return false;
    if (!letters.contains(text.front())) return false;
    return std::ranges::all_of(text,
                               [&](char c) { return letters.contains(c) || c == '-' || c == '_'; });
}

std::string folder_of(std::string_view id) {
    return std::string(tables_folder) + "/" + std::string(id);
}

std::string move_path(std::string_view id, std::string_view file) {
    return folder_of(id) + "/" + std::string(moves_folder) + "/" + std::string(file);
}

std::string_view TablePath::move_name() const {
    if (!rest.starts_with(moves_folder)) return {};
    const std::string_view name = rest.substr(moves_folder.size());
    return name.starts_with('/') ? name.substr(1) : std::string_view();
}

TablePath split_path(std::string_view path) {
    if (!path.starts_with(tables_folder)) return {};
    path.remove_prefix(tables_folder.size());
    if (!path.starts_with('/')) return {};
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    return {path.substr(0, end), path.substr(std::min(end + 1, path.size()))};
}

bool same_user(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace arbiter::tables
