#include "cli/table_forge.hpp"

#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "cli/command_error.hpp"
#include "tables/board_text.hpp"
#include "tables/names.hpp"

namespace arbiter::cli {

namespace {

std::string variable(const char* name, const char* otherwise = "") {
    const char* value = std::getenv(name);
    return value == nullptr || *value == '\0' ? otherwise : value;
}

void require(const std::expected<void, std::string>& called) {
    if (called) return;
    throw CommandError({.kind = "system", .code = "forge", .sentence = called.error()});
}

}  // namespace

void ForgePlace::add_to(CLI::App& command) {
    command
        .add_option("--forge", api_,
                    "Post verdicts as comments: the forge's API, $GITHUB_API_URL; its token is "
                    "$GITHUB_TOKEN")
        ->type_name("ADDRESS");
}

std::string ForgePlace::repository(const std::optional<tables::IssueEvent>& event) const {
    return event ? event->repository : variable("GITHUB_REPOSITORY");
}

std::string ForgePlace::web(const std::optional<tables::IssueEvent>& event) const {
    if (api_.empty()) return {};
    return variable("GITHUB_SERVER_URL", "https://github.com") + "/" + repository(event);
}

std::unique_ptr<tables::Forge> ForgePlace::open(
    const std::optional<tables::IssueEvent>& event) const {
    const auto url = platform::read_url(api_);
    if (!url) throw usage_error(fmt::format("\"{}\" is not an address of a forge", api_));
    return std::make_unique<tables::Forge>(*url, variable("GITHUB_TOKEN"), repository(event));
}

void ForgePlace::answer(const tables::IssueEvent& event, const std::string& text,
                        bool closes) const {
    if (api_.empty()) return;
    const auto forge = open(event);
    require(forge->comment(event.issue, text));
    if (closes) require(forge->close(event.issue));
}

void ForgePlace::tell(const tables::Report& report,
                      const std::optional<tables::IssueEvent>& event) const {
    if (api_.empty()) return;
    struct Comment {
        std::string text;
        bool closes = false;
    };
    std::map<int, Comment> comments;
    const auto summaries = [&](const std::string& table) {
        std::string text;
        for (const tables::Handled& verdict : report.verdicts) {
            if (table.empty() || verdict.table == table) text += verdict.summary + "\n";
        }
        return text;
    };
    if (event && !report.verdicts.empty()) {
        const std::string own = tables::issue_table(event->issue);
        // An issue that only carries a move is settled with it.
        const bool carries = report.verdicts.front().table != own;
        comments[event->issue] = {summaries({}), carries};
    }
    for (const tables::Table& table : report.tables) {
        const std::string& id = table.terms().id;
        const auto issue = tables::issue_of_table(id);
        if (!issue && !event) continue;
        Comment& comment = comments[issue.value_or(event ? event->issue : 0)];
        const std::string picture = fmt::format("{}/raw/{}/{}/{}", web(event), report.head,
                                                tables::folder_of(id), tables::board_file);
        if (comment.text.empty()) comment.text = summaries(id);
        comment.text += "\n" + tables::board_text(table, picture, web(event));
        comment.closes = comment.closes || table.outcome().has_value();
    }
    if (comments.empty()) return;
    const auto forge = open(event);
    for (const auto& [issue, comment] : comments) {
        require(forge->comment(issue, comment.text));
        if (comment.closes) require(forge->close(issue));
    }
}

}  // namespace arbiter::cli
