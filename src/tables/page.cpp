#include "tables/page.hpp"

#include <array>

#include "core/base/json.hpp"

namespace arbiter::tables {

namespace {

constexpr std::array<std::string_view, 3> own_files{"page.css", "page.js", "fingerprint.js"};
constexpr std::array<std::string_view, 7> engine_files{
    "engine/abi.js",    "engine/arbiter.wasm", "engine/charset.js", "engine/engine.js",
    "engine/errors.js", "engine/index.js",     "engine/module.js"};

/// JSON that may stand in a script element: nothing in it ends that element.
std::string settings(const PageOptions& options) {
    JsonWriter out;
    out.object([&] {
        out.key("tables");
        out.array([&] {
            for (const std::string& id : options.tables) out.value(id);
        });
        out.member("source", options.source);
        out.member("repository", options.repository);
        out.member("branch", options.branch);
        out.member("listing", options.listing);
        out.member("interval", options.interval_s);
    });
    std::string text;
    for (const char c : out.text()) c == '<' ? text += "\\u003c" : text += c;
    return text;
}

}  // namespace

std::optional<std::vector<KitFile>> page(const PageOptions& options) {
    constexpr std::string_view hole = "@SETTINGS@";
    std::string html(asset("page.html").value_or(hole));
    html.replace(html.find(hole), hole.size(), settings(options));
    std::vector<KitFile> files{{"index.html", std::move(html)}};
    const auto add = [&](std::string_view name) {
        const auto content = asset(name);
        if (content) files.push_back({std::string(name), std::string(*content)});
        return content.has_value();
    };
    for (const std::string_view name : own_files) add(name);
    for (const std::string_view name : engine_files) {
        if (!add(name)) return std::nullopt;
    }
    return files;
}

}  // namespace arbiter::tables
