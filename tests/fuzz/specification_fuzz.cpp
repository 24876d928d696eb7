// Players and addresses as people write them.

#include "platform/process.hpp"
#include "platform/url.hpp"
#include "players/catalogue.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::players::specification_fuzz {
namespace {

using arbiter::fuzz::require;

constexpr std::size_t size_max = 1024;

void look_at(std::string_view text) {
    static_cast<void>(platform::words_of(text));
    if (const auto url = platform::read_url(text)) {
        require(platform::read_url(to_string(*url)) == url, "a written address is read as itself");
        require(platform::read_url(to_string(url->below("/a"))).has_value(),
                "below an address is one");
    }
    const auto fault = check_specification({std::string(text), {}, {}});
    if (!fault) return;
    require(!fault->code.empty() && !fault->sentence.empty(), "a fault has a code and a sentence");
}

const arbiter::fuzz::Target target({.name = "specification",
                                    .size_max = size_max,
                                    .look = look_at});

}  // namespace
}  // namespace arbiter::players::specification_fuzz
