// Terms of tournaments in TOML, and the reports of games in a journal.

#include "arena/report.hpp"
#include "arena/terms.hpp"
#include "arena/toml.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::arena::tournament_fuzz {
namespace {

using arbiter::fuzz::require;

constexpr std::size_t size_max = 1024;

Reading<Setup> read_terms(std::string_view text) {
    const auto toml = Toml::read(text);
    if (!toml) return {std::nullopt, toml.faults};
    auto setup = read_setup(toml->json(), ".");
    setup.faults = toml->in_text(setup.faults);
    return setup;
}

void look_at_terms(std::string_view text) {
    if (text.find("file") != text.npos) return;  // no file of this machine is an opening
    const auto setup = read_terms(text);
    require(bool(setup) || setup.faults.fatal(), "terms are read, or there is a fault");
    if (!setup) return;
    const std::string json = to_json(setup->terms);
    const auto document = read_json(json);
    require(bool(document), "written terms are JSON");
    const auto again = read_setup(*document, ".");
    require(again && to_json(again->terms) == json, "written terms are read as themselves");
}

void look_at_report(std::string_view text) {
    const auto report = read_report(text);
    require(bool(report) || report.faults.fatal(), "a report is read, or there is a fault");
    if (!report) return;
    const auto again = read_report(to_json(*report));
    require(again && *again == *report, "a written report is read as itself");
}

void look_at(std::string_view text) {
    text.starts_with('{') ? look_at_report(text) : look_at_terms(text);
}

const arbiter::fuzz::Target target({.name = "tournament", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::arena::tournament_fuzz
