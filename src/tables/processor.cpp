#include "tables/processor.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

#include "core/base/excerpt.hpp"
#include "platform/clock.hpp"
#include "tables/board_text.hpp"
#include "tables/chain.hpp"
#include "tables/folder.hpp"
#include "tables/inspection.hpp"
#include "tables/marks.hpp"
#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

constexpr int races_max = 50;

std::unexpected<GitError> git_error(std::string sentence) {
    return std::unexpected(GitError{std::move(sentence)});
}

std::map<std::string_view, std::string> files_of(Texts texts) {
    std::map<std::string_view, std::string> files{{terms_file, std::move(texts.terms)},
                                                  {state_file, std::move(texts.state)},
                                                  {record_file, std::move(texts.record)}};
    if (!texts.match.empty()) files.emplace(match_file, std::move(texts.match));
    return files;
}

/// The verdicts of one attempt, and what they leave of each table.
struct Docket {
    std::vector<Step> steps;
    std::vector<Table> tables;  ///< of the steps
    std::vector<Handled> verdicts;
};

/// Judges what waits at one table.
class Hearing {
public:
    Hearing(std::string id, TableCase& table, const Secret& secret, Docket& docket)
        : id_(std::move(id)), case_(table), secret_(secret), docket_(docket), now_(now_text()) {}

    GitResult<void> hold(const Repository& repository, const Task& task) {
        Reading<Table> table = Table::read(case_.texts, id_);
        if (!table) {
            return git_error("table " + id_ +
                             " cannot be read: " + rejection_of(table.faults).sentence);
        }
        if (!case_.tampered.empty()) {
            if (is_player(*table, task.push.pusher)) {
                *table = restored(*table, case_.tampered, now_);
            }
            note({}, {}, id_ + ": what only the referee changes is put back");
        }
        for (const Waiting& waiting : case_.candidates) decide(*table, waiting);
        if (case_.unread > 0) {
            note({}, "too_many_files",
                 id_ + ": " + std::to_string(case_.unread) +
                     " more files are removed unread; a push may bring " +
                     std::to_string(push_files_max));
        }
        if (task.enforce_clocks && table->is_late(now_)) end_on_time(*table);
        if (task.request && task.request->table == id_) {
            if (auto heard = hear(repository, *table, *task.request); !heard) return heard;
        }
        if (!is_changed()) return {};
        reveal_at_end(*table, secret_);
        docket_.steps.push_back({id_, files_of(table->write()), case_.moves, case_.pending});
        docket_.tables.push_back(std::move(*table));
        return {};
    }

private:
    std::string id_;
    TableCase& case_;
    const Secret& secret_;
    Docket& docket_;
    std::string now_;
    bool requested_ = false;  // something was played or ended without a file

    bool is_changed() const {
        return requested_ || !case_.candidates.empty() || !case_.tampered.empty() ||
               case_.unread > 0;
    }

    void end_on_time(Table& table) {
        table.lose_on_time(now_);
        requested_ = true;
        note({}, {}, id_ + ": " + sentence(*table.outcome()));
    }

    /// The side that somebody speaks for: the one to move if they play both.
    static std::optional<Color> side_of(const Table& table, const std::string& actor) {
        const auto& players = table.terms().players;
        const Color next = table.active_player();
        for (const Color side : {next, opponent(next)}) {
            if (same_user(players[side], actor)) return side;
        }
        return std::nullopt;
    }

    /// "draw" is the answer to an offer, a claim, or an offer: what there is.
    static std::vector<std::string> moves_of(const Table& table, Color side,
                                             const Request& request) {
        if (request.moves != std::vector<std::string>{"draw"}) return request.moves;
        const auto actions = table.game().actions(side);
        for (const std::string_view wanted : {"accept_draw", "claim_draw"}) {
            if (std::ranges::find(actions, wanted, &Action::text) != actions.end()) {
                return {std::string(wanted)};
            }
        }
        return {"offer_draw"};
    }

    static std::expected<void, MoveRejection> is_timely(const Table& table,
                                                        const Request& request) {
        const std::string state = table.fingerprint();
        if (!request.expected_state.empty() && request.expected_state != state) {
            return std::unexpected(
                MoveRejection{"stale_state", "the move is for another position of the table"});
        }
        const auto said = read_date_time(request.at);
        const auto updated = read_date_time(table.updated_at());
        if (!said || (updated && *said < *updated)) {
            return std::unexpected(MoveRejection{
                "stale_event", "this was said before the last verdict; look, and say it again"});
        }
        return {};
    }

    /// A request becomes a move file of its player, which is judged as every other.
    GitResult<void> hear(const Repository& repository, Table& table, const Request& request) {
        const auto refuse = [&](const MoveRejection& why) {
            note({}, why.code, id_ + ": refused: " + why.sentence);
            return GitResult<void>();
        };
        const auto side = side_of(table, request.actor);
        if (!side) {
            return refuse({"not_your_seat", in_quotes(request.actor) + " does not play here"});
        }
        if (request.claims_time) {
            if (!table.is_late(now_) || *side == table.active_player()) {
                return refuse({"time_left", "there is no win on time to claim"});
            }
            end_on_time(table);
            return {};
        }
        if (auto timely = is_timely(table, request); !timely) return refuse(timely.error());
        const auto content =
            table.compose({.by = *side, .moves = moves_of(table, *side, request), .now = now_});
        if (!content) return refuse(content.error());
        Candidate candidate{.name = next_file_name(table, *side, *content),
                            .kind = Candidate::Kind::file,
                            .size = content->size(),
                            .content = *content,
                            .pusher = request.actor};
        Verdict verdict = judge(table, candidate, secret_, now_);
        if (verdict.refusal) return refuse(*verdict.refusal);
        const auto object = repository.write_blobs({*content});
        if (!object) return std::unexpected(object.error());
        case_.moves.emplace(candidate.name, Entry{std::string(file_mode), "blob", object->front()});
        table = std::move(verdict.after);
        requested_ = true;
        note(candidate.name, {}, std::move(verdict.summary));
        return {};
    }

    void decide(Table& table, const Waiting& waiting) {
        const std::string& name = waiting.candidate.name;
        Verdict verdict = judge(table, waiting.candidate, secret_, now_);
        if (!verdict.refusal) {
            case_.moves.emplace(name, Entry{std::string(file_mode), "blob", waiting.entry.object});
        }
        table = std::move(verdict.after);
        note(excerpt(name), verdict.refusal ? verdict.refusal->code : "",
             std::move(verdict.summary));
    }

    void note(std::string file, std::string code, std::string summary) {
        docket_.verdicts.push_back({.table = id_,
                                    .file = std::move(file),
                                    .code = std::move(code),
                                    .summary = std::move(summary)});
    }
};

/// The verdict itself, or how many there are and the first of them.
std::string message_of(const Docket& docket) {
    constexpr std::size_t lines_max = 50;
    const auto& verdicts = docket.verdicts;
    if (verdicts.size() == 1) return verdicts.front().summary;
    std::string text = std::to_string(verdicts.size()) + " verdicts at ";
    text += docket.steps.size() == 1 ? "table " + docket.steps.front().table
                                     : std::to_string(docket.steps.size()) + " tables";
    text += "\n";
    for (std::size_t i = 0; i < std::min(verdicts.size(), lines_max); ++i) {
        text += "\n" + verdicts[i].summary;
    }
    if (verdicts.size() > lines_max) {
        text += "\nand " + std::to_string(verdicts.size() - lines_max) + " more";
    }
    return text;
}

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
        Ground ground{.head = *head, .waiting = {}, .foreign = {}, .previous = {}};
        if (*base) {
            const auto called = called_at(**base);
            if (!called) return std::unexpected(called.error());
            auto inspected = inspect(repository_, **base, *head, push_at(*head), *called);
            if (!inspected) return std::unexpected(inspected.error());
            inspection = std::move(*inspected);
            ground.foreign.insert((*base)->foreign.begin(), (*base)->foreign.end());
        } else if (auto usable = without_tables(*head); !usable) {
            return std::unexpected(usable.error());
        }
        ground.foreign.insert(inspection.foreign.begin(), inspection.foreign.end());

        Docket docket;
        if (auto heard = hear_all(inspection, ground, docket); !heard) {
            return std::unexpected(std::move(heard.error()));
        }
        return conclude(inspection, std::move(docket), std::move(ground), *base);
    }

    /// What waits at each table, what somebody said to one, and a new one.
    GitResult<void> hear_all(Inspection& inspection, Ground& ground, Docket& docket) const {
        for (auto& [id, table] : inspection.tables) {
            for (const auto& [name, entry] : table.pending) {
                ground.waiting[id].push_back(move_path(id, name));
            }
            if (!table.has_work()) continue;
            if (auto held = Hearing(id, table, secret_, docket).hold(repository_, task_); !held) {
                return held;
            }
        }
        const bool missing = task_.request && !inspection.tables.contains(task_.request->table);
        if (task_.creation && (missing || !task_.request)) return create(ground.head, docket);
        if (missing) {
            docket.verdicts.push_back(
                {.table = task_.request->table,
                 .code = std::string(no_such_table),
                 .summary = "there is no table " + in_quotes(task_.request->table)});
        }
        return {};
    }

    /// Setting up a table, a request and a look at the clocks push no moves.
    Push push_at(const std::string& head) const {
        if (!task_.creation && !task_.request && !task_.enforce_clocks) return task_.push;
        return {task_.push.pusher, Push::Range{head, head}};
    }

    /// The table that is spoken to, and those whose side to move is late.
    GitResult<std::vector<std::string>> called_at(const SealedCommit& base) const {
        std::vector<std::string> called;
        if (task_.request && is_table_id(task_.request->table)) {
            called.push_back(task_.request->table);
        }
        if (!task_.enforce_clocks) return called;
        const auto files = repository_.files(base.id, {std::string(tables_folder)});
        if (!files) return std::unexpected(files.error());
        std::vector<std::string> objects;
        std::vector<std::string> ids;
        for (const auto& [path, entry] : *files) {
            const TablePath parts = split_path(path);
            if (parts.rest != terms_file || !is_table_id(parts.id)) continue;
            ids.emplace_back(parts.id);
            objects.push_back(entry.object);
        }
        const auto blobs = repository_.read_blobs(objects, text_size_max);
        if (!blobs) return std::unexpected(blobs.error());
        const std::string now = now_text();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const Reading<Terms> terms = read_terms((*blobs)[i].content);
            if (terms && terms->clock && is_late(*terms->clock, now)) called.push_back(ids[i]);
        }
        return called;
    }

    /// The pictures of the tables, and the README that shows them.
    GitResult<void> draw(Docket& docket, Ground& ground) const {
        for (std::size_t i = 0; i < docket.steps.size(); ++i) {
            const Table& table = docket.tables[i];
            docket.steps[i].files[board_file] = table.game().svg({.theme = "auto"});
            docket.steps[i].files[badge_file] = badge(table);
        }
        if (task_.web.empty()) return {};
        const auto blobs = repository_.read_blobs({ground.head + ":README.md"}, text_size_max);
        if (!blobs) return std::unexpected(blobs.error());
        std::string readme = blobs->front().content;
        for (const Table& table : docket.tables) {
            readme = with_table(std::move(readme), table, task_.web);
        }
        if (readme != blobs->front().content) ground.readme = std::move(readme);
        return {};
    }

    GitResult<void> create(const std::string& head, Docket& docket) const {
        const std::string& id = task_.creation->id;
        const auto present = repository_.files(head, {folder_of(id)});
        if (!present) return std::unexpected(present.error());
        if (!present->empty()) return git_error("there is a table " + in_quotes(id) + " already");
        Reading<Table> table = Table::create(*task_.creation, secret_);
        if (!table) return git_error(rejection_of(table.faults).sentence);
        const auto& players = table->terms().players;
        std::string summary = id + ": a new table of " + table->terms().game + ", " +
                              excerpt(players.white) + " and " + excerpt(players.black);
        // Who knows the game is told at once where this one begins otherwise.
        if (table->messages().size() > 1) summary += ". " + table->messages().back().text;
        docket.steps.push_back({id, files_of(table->write()), {}, {}});
        docket.tables.push_back(std::move(*table));
        docket.verdicts.push_back({.table = id, .summary = summary});
        return {};
    }

    /// Tables of which none carries our seal were set up with another secret, or by hand.
    GitResult<void> without_tables(const std::string& head) const {
        if (task_.creation) return {};
        const auto files = repository_.files(head, {std::string(tables_folder)});
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
                                              Ground ground,
                                              const std::optional<SealedCommit>& base) const {
        Report report{.foreign = {inspection.foreign.begin(), inspection.foreign.end()},
                      .head = ground.head};
        for (const auto& [id, table] : inspection.tables) {
            for (const auto& [name, entry] : table.pending) {
                report.waiting.push_back(move_path(id, name));
            }
        }
        if (docket.steps.empty()) {
            report.verdicts = std::move(docket.verdicts);
            return report;
        }
        if (task_.pictures) {
            if (auto drawn = draw(docket, ground); !drawn) {
                return std::unexpected(std::move(drawn.error()));
            }
        }
        std::vector<std::string> ids;
        for (const Step& step : docket.steps) ids.push_back(step.table);
        const auto memory = remembered(repository_, secret_, task_.remote, ids, ground.head);
        if (!memory) {
            // The marks are read after the branch: another referee may have moved both in between.
            const auto now = repository_.branch_head(task_.remote, task_.branch);
            if (now && *now != ground.head) return std::nullopt;
            return std::unexpected(memory.error());
        }
        if (auto linked = link(*memory, base, ground, ids); !linked) {
            return std::unexpected(std::move(linked.error()));
        }
        const std::string before = ground.head;
        const auto commit =
            write_commit(repository_, secret_, std::move(ground), docket.steps, message_of(docket));
        if (!commit) return std::unexpected(commit.error());
        for (Handled& verdict : docket.verdicts) verdict.commit = *commit;
        report.head = *commit;
        const auto published = publish({before, *commit}, ids, memory->marks);
        if (!published) return std::unexpected(published.error());
        if (!*published) return std::nullopt;
        report.verdicts = std::move(docket.verdicts);
        report.tables = std::move(docket.tables);
        return report;
    }

    /// The last commit about each table: its mark, or what the history tells; before version 0.3
    /// commits did not name their tables.
    GitResult<void> link(const Memory& memory, const std::optional<SealedCommit>& base,
                         Ground& ground, const std::vector<std::string>& ids) const {
        for (const std::string& id : ids) {
            std::string& previous = ground.previous[id];
            if (task_.creation && task_.creation->id == id) continue;
            if (const auto marked = memory.previous.find(id); marked != memory.previous.end()) {
                previous = marked->second;
                continue;
            }
            const auto found = last_about(repository_, ground.head, id, secret_);
            if (!found) return std::unexpected(found.error());
            previous = *found ? (*found)->id : base->id;
        }
        return {};
    }

    GitResult<bool> publish(const Push::Range& commits, const std::vector<std::string>& ids,
                            const Marks& marks) const {
        Repository::Companions companions;
        for (const std::string& id : ids) {
            const auto mark = marks.find(id);
            companions.push_back({mark_ref(id), mark == marks.end() ? "" : mark->second});
        }
        auto published = repository_.publish(task_.remote, task_.branch, commits, companions);
        // A referee that keeps its clone remembers even if the marks at the remote are deleted.
        if (published && *published && task_.remote) {
            if (auto kept = repository_.set_refs(companions, commits.after); !kept) {
                return std::unexpected(std::move(kept.error()));
            }
        }
        return published;
    }
};

}  // namespace

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
