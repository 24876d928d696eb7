#include "tables/kit.hpp"

#include <array>
#include <utility>

namespace arbiter::tables {

namespace {

struct Template {
    std::string_view asset;
    std::string_view path;
};

constexpr std::array templates{
    Template{"workflow.yml", ".github/workflows/arbiter-tables.yml"},
    Template{"action.yml", ".github/actions/arbiter/action.yml"},
    Template{"players.md", "tables/README.md"},
};

std::string filled(std::string_view text, const KitOptions& options) {
    const std::array<std::pair<std::string_view, std::string_view>, 3> values{
        {{"@SOURCE@", options.source},
         {"@VERSION@", options.version},
         {"@BRANCH@", options.branch}}};
    std::string result(text);
    for (const auto& [hole, value] : values) {
        for (std::size_t at = result.find(hole); at != std::string::npos; at = result.find(hole)) {
            result.replace(at, hole.size(), value);
        }
    }
    return result;
}

}  // namespace

std::vector<KitFile> kit(const KitOptions& options) {
    std::vector<KitFile> files;
    for (const Template& one : templates) {
        files.push_back({std::string(one.path), filled(asset(one.asset).value_or(""), options)});
    }
    return files;
}

}  // namespace arbiter::tables
