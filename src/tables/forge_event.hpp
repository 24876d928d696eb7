#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fault.hpp"
#include "tables/processor.hpp"
#include "tables/table.hpp"

/// What a forge such as GitHub tells a workflow: a push, an issue that was opened, a comment. Who did
/// it is what the forge says of the sender, never what a text says.
namespace arbiter::tables {

struct PushEvent {
    std::string pusher;
    std::string branch;
    Push::Range range;
};

/// An issue was opened, or somebody commented on one.
struct IssueEvent {
    std::string repository;  ///< "owner/name"
    int issue = 0;
    std::string author;   ///< of the issue
    std::string opening;  ///< the text that the issue was opened with
    std::string actor;    ///< of this event
    std::string text;     ///< of this event
    std::string at;       ///< when it was written
};

struct ForgeEvent {
    std::optional<PushEvent> push;
    std::optional<IssueEvent> issue;  ///< neither: something that is nothing to the referee
};

/// Faults: those of JSON, and `unknown_event` where neither a push nor an issue is described.
Reading<ForgeEvent> read_forge_event(std::string_view json);

/// What somebody asks of the referee in the first line that begins with a slash:
///
///     /challenge @name chess size=9 days=3 black      (opens an issue)
///     /accept, /decline                               (in answer to it)
///     /move e4, /resign, /draw, /claim
///     /roll, /double, /take, /drop, /resign gammon, /accept, /decline   (backgammon)
///
/// In an issue that is not a table's own the table's name comes first: /move duel e4.
struct Command {
    std::string verb;                ///< "move"
    std::vector<std::string> words;  ///< what follows it
};
/// Nothing if no line begins so.
std::optional<Command> command_in(std::string_view text);

/// The table of an issue: "issue-12".
std::string issue_table(int issue);
/// The issue of a table; nothing if its name is not like that.
std::optional<int> issue_of_table(std::string_view id);

/// A table as a challenge describes it; the sentence says what is wrong with it.
struct Challenge {
    std::string opponent;
    Table::New table;
};
std::expected<Challenge, std::string> read_challenge(const Command& command,
                                                     const IssueEvent& event);

/// A command as a request to a table; the sentence says what is wrong with it. `own` says whether
/// the issue has a table of its own.
std::expected<Request, std::string> read_request(const Command& command, const IssueEvent& event,
                                                 bool own);

}  // namespace arbiter::tables
