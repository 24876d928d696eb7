#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tables/repository.hpp"
#include "tables/secret.hpp"
#include "tables/table.hpp"

/// The referee at work in a repository.
namespace arbiter::tables {

/// What somebody pushed.
struct Push {
    std::string pusher;
    /// The branch before and after it. Without these everything that is new was theirs.
    using Range = Repository::Range;
    std::optional<Range> range;
};

/// What somebody says to a table without a file, in an issue. The referee writes the file for them.
struct Request {
    std::string table;
    std::string actor;
    std::vector<std::string> moves;
    bool claims_time = false;    ///< the opponent's time is over
    std::string expected_state;  ///< the one it is for; empty: whichever there is
    std::string at;              ///< when it was said
};

struct Task {
    Push push;
    std::string branch;
    std::optional<std::string> remote;  ///< where verdicts go; nothing: they stay here
    std::optional<Request> request{};
    /// Ends every game whose side to move is late.
    bool enforce_clocks = false;
    /// Whether each table has its board and a badge as pictures.
    bool pictures = false;
    /// The repository's address on the web. With it the README shows the tables.
    std::string web{};
    /// A table that is set up beside; with a request to it, only if it is not there yet. What others
    /// pushed then waits for its own turn.
    std::optional<Table::New> creation{};
};

/// One verdict. Those of one push are one commit.
struct Handled {
    std::string table;
    std::string file;  ///< empty where the referee put its own files back
    std::string code;  ///< why it was refused; empty if it was played
    std::string summary;
    std::string commit;
};

/// The code of a verdict about a request to a table that is not there.
inline constexpr std::string_view no_such_table = "no_such_table";

struct Report {
    std::vector<Handled> verdicts;
    std::vector<Table> tables;         ///< those that were changed, as they are now
    std::vector<std::string> waiting;  ///< move files of other pushes
    std::vector<std::string> foreign;  ///< tables that the referee has not set up
    std::string head;
    int attempts = 0;
};

/// Judges every move file that nobody has judged yet, and puts back what only the referee may
/// change, and sets up a new table. If somebody else pushes in the meantime it begins again on what
/// is there then.
GitResult<Report> process(const Repository& repository, const Secret& secret, const Task& task);

/// The time as files have it: "2025-01-21T12:00:00Z".
std::string now_text();

}  // namespace arbiter::tables
