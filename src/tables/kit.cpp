#include "tables/kit.hpp"

#include <array>
#include <utility>

namespace arbiter::tables {

namespace {

struct Template {
    Runner runner;
    std::string_view asset;
    std::string_view path;
    bool is_program = false;
};

constexpr std::array templates{
    Template{Runner::github, "workflow.yml", ".github/workflows/arbiter-tables.yml"},
    Template{Runner::github, "action.yml", ".github/actions/arbiter/action.yml"},
    Template{Runner::github, "players.md", "tables/README.md"},
    Template{Runner::hook, "post-receive", "tables/post-receive", true},
    Template{Runner::hook, "players.md", "tables/README.md"},
    Template{Runner::bare_hook, "post-receive", "hooks/post-receive", true},
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
        if (one.runner != options.runner) continue;
        files.push_back({std::string(one.path), filled(asset(one.asset).value_or(""), options),
                         one.is_program});
    }
    return files;
}

}  // namespace arbiter::tables
