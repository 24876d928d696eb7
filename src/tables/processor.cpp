#include "tables/processor.hpp"

#include <chrono>
#include <ctime>
#include <thread>

#include "core/base/excerpt.hpp"
#include "platform/clock.hpp"
#include "tables/chain.hpp"
#include "tables/inspection.hpp"
#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

constexpr int races_max = 50;

std::unexpected<GitError> git_error(std::string sentence) {
    return std::unexpected(GitError{std::move(sentence)});
}

/// The verdicts of one attempt, and the commits that are to say them.
struct Docket {
    std::vector<Step> steps;
    std::vector<Handled> verdicts;
};

/// Judges what waits at one table.
class Hearing {
public:
    Hearing(std::string id, TableCase& table, const Secret& secret, Docket& docket)
        : id_(std::move(id)), case_(table), secret_(secret), docket_(docket), now_(now_text()) {}

    GitResult<void> hold() {
        Reading<Table> table = Table::read(case_.texts, id_);
        if (!table) {
            return git_error("table " + id_ +
                             " cannot be read: " + rejection_of(table.faults).sentence);
        }
        for (const Waiting& waiting : case_.candidates) {
            if (is_move_name(waiting.candidate.name)) {
                case_.pending.emplace(waiting.candidate.name, waiting.entry);
            }
        }
        if (!case_.tampered.empty()) put_back(*table);
        for (const Waiting& waiting : case_.candidates) decide(*table, waiting);
        return {};
    }

private:
    std::string id_;
    TableCase& case_;
    const Secret& secret_;
    Docket& docket_;
    std::string now_;

    void put_back(Table& table) {
        table = restored(table, case_.tampered, now_);
        note(table, {.table = id_, .summary = id_ + ": what only the referee changes is put back"});
    }

    void decide(Table& table, const Waiting& waiting) {
        const std::string& name = waiting.candidate.name;
        Verdict verdict = judge(table, waiting.candidate, secret_, now_);
        case_.pending.erase(name);
        if (!verdict.refusal) {
            case_.moves.emplace(name, Entry{std::string(file_mode), "blob", waiting.entry.object});
        }
        table = std::move(verdict.after);
        note(table, {.table = id_,
                     .file = excerpt(name),
                     .code = verdict.refusal ? verdict.refusal->code : "",
                     .summary = std::move(verdict.summary)});
    }

    void note(const Table& table, Handled handled) {
        docket_.steps.push_back({id_, table.write(), case_.moves, case_.pending, handled.summary});
        docket_.verdicts.push_back(std::move(handled));
    }
};

class Processor {
public:
    Processor(const Repository& repository, const Secret& secret, const Task& task)
        : repository_(repository), secret_(secret), task_(task) {}

    GitResult<Report> run() {
        for (int attempt = 1; attempt <= races_max; ++attempt) {
            auto report = attempt_once();
            if (!report) return std::unexpected(std::move(report.error()));
            if (*report) {
                (*report)->attempts = attempt;
                return std::move(**report);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20) * attempt);
        }
        return git_error("the branch changed on every attempt: " + std::to_string(races_max) +
                         " times somebody else pushed first");
    }

private:
    const Repository& repository_;
    const Secret& secret_;
    const Task& task_;

    /// Nothing: somebody else pushed first.
    GitResult<std::optional<Report>> attempt_once() {
        const auto head = repository_.branch_head(task_.remote, task_.branch);
        if (!head) return std::unexpected(head.error());
        const auto base = last_sealed(repository_, *head, secret_);
        if (!base) return std::unexpected(base.error());
        Inspection inspection;
        if (*base) {
            auto inspected = inspect(repository_, **base, *head, push_at(*head));
            if (!inspected) return std::unexpected(inspected.error());
            inspection = std::move(*inspected);
        } else if (auto usable = without_tables(*head); !usable) {
            return std::unexpected(usable.error());
        }

        Docket docket;
        Ground ground{*head, {}};
        for (auto& [id, table] : inspection.tables) {
            add_waiting(ground.waiting[id], id, table);
            if (!table.has_work()) continue;
            if (auto held = Hearing(id, table, secret_, docket).hold(); !held) {
                return std::unexpected(std::move(held.error()));
            }
        }
        if (task_.creation) {
            if (auto made = create(*head, docket); !made) {
                return std::unexpected(std::move(made.error()));
            }
        }
        return conclude(inspection, std::move(docket), std::move(ground));
    }

    /// Setting up a table pushes no moves.
    Push push_at(const std::string& head) const {
        if (!task_.creation) return task_.push;
        return {task_.push.pusher, Push::Range{head, head}};
    }

    GitResult<void> create(const std::string& head, Docket& docket) const {
        const std::string& id = task_.creation->id;
        const auto present = repository_.files(head, folder_of(id));
        if (!present) return std::unexpected(present.error());
        if (!present->empty()) return git_error("there is a table " + in_quotes(id) + " already");
        const Reading<Table> table = Table::create(*task_.creation, secret_);
        if (!table) return git_error(rejection_of(table.faults).sentence);
        const auto& players = table->terms().players;
        const std::string summary = id + ": a new table of " + table->terms().game + ", " +
                                    excerpt(players.white) + " and " + excerpt(players.black);
        docket.steps.push_back({id, table->write(), {}, {}, summary});
        docket.verdicts.push_back({.table = id, .summary = summary});
        return {};
    }

    /// Until its first step a table has all that it began with still waiting.
    static void add_waiting(std::vector<std::string>& paths, const std::string& id,
                            const TableCase& table) {
        for (const auto& [name, entry] : table.pending) paths.push_back(move_path(id, name));
        for (const Waiting& waiting : table.candidates) {
            const std::string& name = waiting.candidate.name;
            if (is_move_name(name)) paths.push_back(move_path(id, name));
        }
    }

    /// Tables of which none carries our seal were set up with another secret, or by hand.
    GitResult<void> without_tables(const std::string& head) const {
        if (task_.creation) return {};
        const auto files = repository_.files(head, tables_folder);
        if (!files) return std::unexpected(files.error());
        for (const auto& [path, entry] : *files) {
            if (split_path(path).rest.empty()) continue;
            return git_error(
                "no commit carries the seal of this secret; `arbiter table new` makes "
                "tables that do");
        }
        return {};
    }

    GitResult<std::optional<Report>> conclude(const Inspection& inspection, Docket docket,
                                              Ground ground) const {
        Report report{.foreign = inspection.foreign, .head = ground.head};
        for (const auto& [id, table] : inspection.tables) {
            for (const auto& [name, entry] : table.pending) {
                report.waiting.push_back(move_path(id, name));
            }
        }
        if (docket.steps.empty()) return report;
        const std::string before = ground.head;
        const auto commits = write_chain(repository_, secret_, std::move(ground), docket.steps);
        if (!commits) return std::unexpected(commits.error());
        for (std::size_t i = 0; i < commits->size(); ++i) {
            docket.verdicts[i].commit = (*commits)[i];
        }
        report.head = commits->back();
        const auto published = publish(before, report.head);
        if (!published) return std::unexpected(published.error());
        if (!*published) return std::nullopt;
        report.verdicts = std::move(docket.verdicts);
        return report;
    }

    GitResult<bool> publish(const std::string& before, const std::string& after) const {
        return publish_commit(repository_, task_.remote, task_.branch, {before, after});
    }
};

}  // namespace

GitResult<bool> publish_commit(const Repository& repository,
                               const std::optional<std::string>& remote, const std::string& branch,
                               const Push::Range& commits) {
    const auto current = repository.current_branch();
    const bool is_checked_out = !repository.is_bare() && current && *current == branch;
    if (remote) {
        const auto pushed = repository.push(*remote, branch, commits.after);
        // The working files follow where they can; the branch at the remote is what counts.
        if (pushed && *pushed && is_checked_out) {
            static_cast<void>(repository.forward_working_files(commits.after));
        }
        return pushed;
    }
    if (!is_checked_out) return repository.move_branch(branch, commits.before, commits.after);
    if (auto forwarded = repository.forward_working_files(commits.after); !forwarded) {
        return std::unexpected(std::move(forwarded.error()));
    }
    return true;
}

GitResult<Report> process(const Repository& repository, const Secret& secret, const Task& task) {
    return Processor(repository, secret, task).run();
}

std::string now_text() {
    const std::time_t now = std::chrono::system_clock::to_time_t(platform::system_clock().now());
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[sizeof "2025-01-21T12:00:00Z"];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

}  // namespace arbiter::tables
