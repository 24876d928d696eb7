#pragma once

#include <cstddef>
#include <string_view>

namespace arbiter::fuzz {

struct TargetInfo {
    std::string_view name;
    std::size_t size_max;  ///< longer inputs are not made; a seed may be longer
    void (*look)(std::string_view input);
    /// What it sets up outlives an input. Then every input would be suspected of leaking memory, tried again and searched
    /// for, which takes longer than most: leaks are looked for once, at the end.
    bool keeps_state = false;
};

/// What one file looks at. Several share a program, which looks at the one whose name it is started
/// under: compiling and linking one for each took a sixth of the time of all tests.
class Target {
public:
    explicit Target(const TargetInfo& info);

    const TargetInfo info;
    const Target* const next;  ///< another one of the program
};

}  // namespace arbiter::fuzz
