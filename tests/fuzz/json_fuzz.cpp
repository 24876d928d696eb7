// JSON: a document reads back from what is written, in every style.

#include <array>

#include "core/base/loose_json.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::json_fuzz {
namespace {

using arbiter::fuzz::for_one;
using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 1024;

std::string written(const Json& document, JsonWriter::Style style) {
    JsonWriter out(style);
    out.value(document);
    return out.take();
}

void look_at(std::string_view text) {
    const auto document = read_json(text);
    require_sound(document, text);
    const auto loose = read_loose_json(text);
    require_sound(loose, text);
    if (!document) return;
    require(loose && loose.faults.empty() && *loose == *document, "JSON is loose JSON");
    using Style = JsonWriter::Style;
    constexpr std::array styles{Style::compact, Style::spaced, Style::lines};
    for_one(text, styles, [&](Style style) {
        const std::string once = written(*document, style);
        const auto again = read_json(once);
        require(again && again.faults.empty(), "written JSON is read without a word");
        require(*again == *document, "JSON holds the document");
        require(written(*again, style) == once, "JSON that was written is written again");
    });
}

const arbiter::fuzz::Target target({.name = "json", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::json_fuzz
