#pragma once

#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "tables/forge.hpp"
#include "tables/forge_event.hpp"

/// Where a referee says its verdicts beside the repository: in the forge's issues.
namespace arbiter::cli {

class ForgePlace {
public:
    void add_to(CLI::App& command);

    /// The repository's address on the web; empty without a forge.
    std::string web(const std::optional<tables::IssueEvent>& event) const;
    /// Comments on the issue of each table that was changed, and on the one that asked; closes what
    /// is settled.
    void tell(const tables::Report& report, const std::optional<tables::IssueEvent>& event) const;
    /// Answers an issue without a verdict.
    void answer(const tables::IssueEvent& event, const std::string& text, bool closes) const;

private:
    std::string api_;

    std::string repository(const std::optional<tables::IssueEvent>& event) const;
    std::unique_ptr<tables::Forge> open(const std::optional<tables::IssueEvent>& event) const;
};

}  // namespace arbiter::cli
