#include "tables/verify.hpp"

#include <algorithm>
#include <set>

#include "core/base/excerpt.hpp"
#include "tables/delivery.hpp"
#include "tables/fingerprint.hpp"
#include "tables/marks.hpp"
#include "tables/names.hpp"
#include "tables/seal.hpp"

namespace arbiter::tables {

namespace {

constexpr std::size_t commits_max = 1'000'000;

/// Rolls that were written down, in their order.
class RecordedDice final : public referee::DiceSource {
public:
    explicit RecordedDice(std::vector<referee::Throw> rolls) : rolls_(std::move(rolls)) {}
    std::optional<referee::Throw> roll(std::uint64_t number) override {
        if (number == 0 || number > rolls_.size()) return std::nullopt;
        return rolls_[number - 1];
    }

private:
    std::vector<referee::Throw> rolls_;
};

/// The order in which dice fell means nothing.
bool same_dice(referee::Throw a, referee::Throw b) {
    std::ranges::sort(a);
    std::ranges::sort(b);
    return a == b;
}

std::string in_words(const referee::Throw& dice) {
    std::string text;
    for (const int face : dice) text += (text.empty() ? "" : "-") + std::to_string(face);
    return text;
}

/// The number of the last move that a state.json knows of.
std::int64_t sequence_in(const std::string& state) {
    const Reading<Json> document = read_json(state);
    const Json* last = document ? document->find("lastMove") : nullptr;
    const Json* sequence = last ? last->find("sequence") : nullptr;
    const auto* number = sequence ? sequence->as<std::int64_t>() : nullptr;
    return number ? *number : 0;
}

/// The commits of a referee about one table, the newest first. Each names the one before it, so that
/// nothing is read that is about other tables.
class TableHistory {
public:
    TableHistory(const Repository& repository, std::string head,
                 const std::optional<Secret>& secret)
        : repository_(repository), head_(std::move(head)), secret_(secret) {}

    /// `mark` if it has the state that the head has; otherwise the log is searched.
    GitResult<std::vector<std::string>> of(const std::string& id,
                                           const std::optional<std::string>& mark) {
        std::string next;
        if (mark && has_same_state(*mark, id)) {
            next = *mark;
        } else {
            const auto last = last_about(repository_, head_, id, secret_);
            if (!last) return std::unexpected(last.error());
            if (!*last) return unlinked(id, head_);
            next = (*last)->id;
        }
        std::vector<std::string> found;
        while (!next.empty()) {
            const auto commit = repository_.commit_info(next);
            if (!commit) return std::unexpected(commit.error());
            if (!*commit) break;
            const auto sealed = secret_ ? opened(**commit, *secret_) : claimed(**commit);
            const auto link = sealed ? sealed->tables.find(id) : Previous::const_iterator();
            if (!sealed || link == sealed->tables.end()) {
                auto older = unlinked(id, next);
                if (!older) return older;
                found.insert(found.end(), older->begin(), older->end());
                break;
            }
            found.push_back(next);
            next = link->second;
        }
        return found;
    }

private:
    const Repository& repository_;
    std::string head_;
    const std::optional<Secret>& secret_;

    bool has_same_state(const std::string& commit, const std::string& id) const {
        return repository_.is_same_file(commit, head_,
                                        folder_of(id) + "/" + std::string(state_file));
    }

    /// Commits of version 0.2.0 do not name their tables.
    GitResult<std::vector<std::string>> unlinked(const std::string& id,
                                                 const std::string& head) const {
        const auto commits =
            repository_.commits_with({head, seal_line, commits_max, folder_of(id)});
        if (!commits) return std::unexpected(commits.error());
        std::vector<std::string> found;
        for (const CommitInfo& one : *commits) {
            if (!secret_ || opened(one, *secret_)) found.push_back(one.id);
        }
        return found;
    }
};

/// Checks one table; the first problem ends it.
class Verifier {
public:
    Verifier(const Repository& repository, std::string commit, const std::optional<Secret>& secret,
             Marks marks)
        : repository_(repository),
          commit_(std::move(commit)),
          secret_(secret),
          history_(repository, commit_, secret),
          marks_(std::move(marks)) {}

    GitResult<TableCheck> check(const std::string& id) {
        check_ = {};
        check_.table = id;
        last_.reset();
        const auto table = read_table(repository_, commit_, id);
        if (!table) return std::unexpected(table.error());
        if (!*table) {
            check_.problem = rejection_of(table->faults).sentence;
            return check_;
        }
        if (auto marked = check_mark(); !marked) return std::unexpected(marked.error());
        if (check_.problem) return check_;
        auto files = move_files(**table);
        if (!files) return std::unexpected(files.error());
        if (!check_.problem) check_dice(**table);
        if (!check_.problem) replay(**table, *files);
        if (!check_.problem && (*table)->terms().dice) {
            if (auto matched = check_match(**table); !matched) {
                return std::unexpected(matched.error());
            }
        }
        if (!check_.problem) {
            if (auto compared = compare_history(); !compared) {
                return std::unexpected(compared.error());
            }
        }
        return check_;
    }

private:
    struct NamedContent {
        MoveFileName name;
        std::string content;
    };

    const Repository& repository_;
    std::string commit_;
    const std::optional<Secret>& secret_;
    TableHistory history_;
    Marks marks_;
    TableCheck check_;
    std::optional<referee::Seed> seed_;      // of the dice, once it is known
    std::vector<std::string> fingerprints_;  // after each number of moves
    std::optional<std::string> last_;        // after the time was over

    void fail(std::string problem) { check_.problem = std::move(problem); }

    /// What the referee last said is part of this history.
    GitResult<void> check_mark() {
        const auto mark = marks_.find(check_.table);
        if (mark == marks_.end()) return {};
        if (repository_.contains(commit_, {mark->second})) {
            check_.marked = true;
            return {};
        }
        // An earlier commit than the marked one may be verified, too.
        if (repository_.is_ancestor(commit_, mark->second)) return {};
        const auto lost = repository_.commit_info(mark->second);
        if (!lost) return std::unexpected(lost.error());
        if (!*lost || (secret_ && !opened(**lost, *secret_))) return {};
        fail(rewound(check_.table, **lost));
        return {};
    }

    /// One file for each move up to the last; what has not been judged yet is not part of the record.
    GitResult<std::vector<NamedContent>> move_files(const Table& table) {
        const auto files =
            repository_.files(commit_, {folder_of(check_.table) + "/" + std::string(moves_folder)});
        if (!files) return std::unexpected(files.error());
        std::vector<NamedContent> moves;
        std::vector<std::string> objects;
        // In the order of their names, which is that of their numbers.
        for (const auto& [path, entry] : *files) {
            auto name = read_move_file_name(split_path(path).move_name());
            if (!name || name->sequence >= table.next_sequence()) continue;
            const int expected = static_cast<int>(moves.size()) + 1;
            if (name->sequence < expected) {
                fail("there are two files of move " + std::to_string(name->sequence));
            } else if (name->sequence > expected) {
                fail("the file of move " + std::to_string(expected) + " is missing");
            }
            if (check_.problem) return moves;
            moves.push_back({std::move(*name), {}});
            objects.push_back(entry.object);
        }
        if (static_cast<int>(moves.size()) + 1 != table.next_sequence()) {
            fail("the file of move " + std::to_string(moves.size() + 1) + " is missing");
            return moves;
        }
        auto blobs = repository_.read_blobs(objects, text_size_max);
        if (!blobs) return std::unexpected(std::move(blobs.error()));
        for (std::size_t i = 0; i < moves.size(); ++i) {
            moves[i].content = std::move((*blobs)[i].content);
        }
        check_.moves = moves.size();
        return moves;
    }

    /// Whether the seed is shown at the right time, and is the promised one.
    void check_dice(const Table& table) {
        const auto& terms = table.terms();
        seed_.reset();
        if (!terms.dice) return;
        if (terms.dice->seed && !table.outcome()) {
            return fail("table.json shows the seed of a game that goes on");
        }
        if (!terms.dice->seed && table.outcome()) {
            return fail("the game is over, and table.json does not show the seed");
        }
        check_.dice = TableCheck::Dice::recorded;
        if (terms.dice->seed) {
            seed_ = referee::Seed::of_hex(*terms.dice->seed);
        } else if (secret_) {
            seed_ = seed_of(terms, *secret_);
        }
        if (!seed_) return;
        if (seed_->commitment() != terms.dice->commitment) {
            return fail("the seed is not the one that table.json promised");
        }
        check_.dice = TableCheck::Dice::recomputed;
    }

    /// The rolls that follow a move: from the seed, or as they are on record.
    std::unique_ptr<referee::DiceSource> rolls_after(const Table& table,
                                                     std::string_view move_file) const {
        if (!table.terms().dice) return std::make_unique<NoDice>();
        if (!seed_) return std::make_unique<RecordedDice>(table.rolls());
        return std::make_unique<referee::CommittedDice>(dice_of(table.terms(), *seed_, move_file));
    }

    /// Whether the rolls of the replay are those on record.
    bool agree(const Table& table, const Table& replayed) {
        const auto recorded = table.rolls();
        const auto right = replayed.rolls();
        for (std::size_t i = 0; i < right.size(); ++i) {
            if (i < recorded.size() && same_dice(recorded[i], right[i])) continue;
            fail("roll " + std::to_string(i + 1) + " is recorded as " +
                 (i < recorded.size() ? in_words(recorded[i]) : "nothing") + " and was " +
                 in_words(right[i]));
            return false;
        }
        return true;
    }

    void replay(const Table& table, const std::vector<NamedContent>& files) {
        Reading<Table> replayed = Table::replayed(table.terms(), *rolls_after(table, {}));
        if (!replayed) return fail(rejection_of(replayed.faults).sentence);
        if (!agree(table, *replayed)) return;
        fingerprints_.assign(1, replayed->fingerprint());
        for (const auto& [name, content] : files) {
            const auto dice = rolls_after(table, content);
            const auto played = replayed->play({name, content}, {table.terms().created_at, *dice});
            if (!played) {
                return fail(to_string(name) + ": " + played.error().sentence);
            }
            if (!agree(table, *replayed)) return;
            fingerprints_.push_back(replayed->fingerprint());
        }
        end_on_time(table, *replayed);
        if (replayed->fingerprint() != table.fingerprint()) {
            return fail("state.json is not what the moves lead to");
        }
        if (replayed->write().record != table.write().record) {
            return fail("record.json is not what the moves lead to");
        }
    }

    /// Score and cube are where the record has come to; a table without them has no such file.
    GitResult<void> check_match(const Table& table) {
        const std::string path =
            commit_ + ":" + folder_of(check_.table) + "/" + std::string(match_file);
        const auto blobs = repository_.read_blobs({path}, text_size_max);
        if (!blobs) return std::unexpected(blobs.error());
        if (blobs->front().content != table.write().match) {
            fail("match.json is not what the moves lead to");
        }
        return {};
    }

    /// Time is the one thing that ends a game without a file.
    void end_on_time(const Table& table, Table& replayed) {
        if (!table.outcome() || replayed.outcome() || !table.terms().clock) return;
        if (!is_late(*table.terms().clock, table.updated_at())) return;
        replayed.lose_on_time(table.updated_at());
        last_ = replayed.fingerprint();
    }

    /// Every state that the referee committed for this table.
    GitResult<void> compare_history() {
        const std::string path = ":" + folder_of(check_.table) + "/" + std::string(state_file);
        const auto mark = marks_.find(check_.table);
        const auto ids =
            history_.of(check_.table, check_.marked ? std::optional(mark->second) : std::nullopt);
        if (!ids) return std::unexpected(ids.error());
        std::vector<std::string> states = *ids;
        for (std::string& state : states) state += path;
        const auto blobs = repository_.read_blobs(states, text_size_max);
        if (!blobs) return std::unexpected(blobs.error());
        for (std::size_t i = 0; i < blobs->size(); ++i) {
            const std::string& state = (*blobs)[i].content;
            const auto number = static_cast<std::size_t>(sequence_in(state));
            const std::string found = fingerprint_of(state);
            if (number < fingerprints_.size() &&
                (found == fingerprints_[number] || found == last_)) {
                continue;
            }
            fail("state.json of commit " + (*ids)[i].substr(0, 12) +
                 " is not what the moves up to it lead to");
            return {};
        }
        check_.states = blobs->size();
        if (blobs->empty()) fail("no commit of the referee has set this table up");
        return {};
    }
};

}  // namespace

GitResult<std::vector<TableCheck>> verify(const Repository& repository, const std::string& commit,
                                          const std::vector<std::string>& ids,
                                          const std::optional<Secret>& secret,
                                          const std::optional<std::string>& remote) {
    std::set<std::string> wanted(ids.begin(), ids.end());
    if (ids.empty()) {
        const auto files = repository.files(commit, {std::string(tables_folder)});
        if (!files) return std::unexpected(files.error());
        for (const auto& [path, entry] : *files) {
            const TablePath parts = split_path(path);
            if (is_table_id(parts.id) && parts.rest == terms_file) wanted.emplace(parts.id);
        }
    }
    const std::vector<std::string> names(wanted.begin(), wanted.end());
    if (remote) {
        if (auto fetched = fetch_marks(repository, *remote, names); !fetched) {
            return std::unexpected(std::move(fetched.error()));
        }
    }
    auto marks = read_marks(repository, std::nullopt, names);
    if (!marks) return std::unexpected(std::move(marks.error()));
    std::vector<TableCheck> checks;
    Verifier verifier(repository, commit, secret, std::move(*marks));
    for (const std::string& id : wanted) {
        auto check = verifier.check(id);
        if (!check) return std::unexpected(std::move(check.error()));
        checks.push_back(std::move(*check));
    }
    return checks;
}

}  // namespace arbiter::tables
