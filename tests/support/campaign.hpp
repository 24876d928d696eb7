#pragma once

#include <cstdlib>
#include <string_view>

namespace arbiter::test {

/// Long tests run in short by default; ARBITER_CAMPAIGN=1 (make campaign) runs them whole.
inline int campaign(int shortened, int whole) {
    const char* wanted = std::getenv("ARBITER_CAMPAIGN");
    return wanted != nullptr && std::string_view(wanted) == "1" ? whole : shortened;
}

}  // namespace arbiter::test
