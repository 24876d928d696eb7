#include "tables/verify.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/excerpt.hpp"
#include "tables/delivery.hpp"
#include "tables/fingerprint.hpp"
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

/// The commits of a referee that touched a table, by table. With the secret only those whose seal
/// is right.
using Verdicts = std::map<std::string, std::vector<std::string>, std::less<>>;

GitResult<Verdicts> verdicts_in(const Repository& repository, const std::string& commit,
                                const std::optional<Secret>& secret) {
    const auto commits =
        repository.commits_with({commit, seal_line, commits_max, std::string(tables_folder)});
    if (!commits) return std::unexpected(commits.error());
    Verdicts verdicts;
    for (const CommitInfo& one : *commits) {
        if (secret && !opened(one, *secret)) continue;
        std::set<std::string> touched;
        for (const std::string& path : one.paths) touched.emplace(split_path(path).id);
        for (const std::string& id : touched) verdicts[id].push_back(one.id);
    }
    return verdicts;
}

/// Checks one table; the first problem ends it.
class Verifier {
public:
    Verifier(const Repository& repository, std::string commit, const std::optional<Secret>& secret,
             Verdicts verdicts)
        : repository_(repository),
          commit_(std::move(commit)),
          secret_(secret),
          verdicts_(std::move(verdicts)) {}

    GitResult<TableCheck> check(const std::string& id) {
        check_ = {};
        check_.table = id;
        const auto table = read_table(repository_, commit_, id);
        if (!table) return std::unexpected(table.error());
        if (!*table) {
            check_.problem = rejection_of(table->faults).sentence;
            return check_;
        }
        auto files = move_files(**table);
        if (!files) return std::unexpected(files.error());
        if (!check_.problem) check_dice(**table);
        if (!check_.problem) replay(**table, *files);
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
    Verdicts verdicts_;
    TableCheck check_;
    std::unique_ptr<referee::DiceSource> dice_;
    std::vector<std::string> fingerprints_;  // after each number of moves

    void fail(std::string problem) { check_.problem = std::move(problem); }

    /// One file for each move up to the last; what has not been judged yet is not part of the record.
    GitResult<std::vector<NamedContent>> move_files(const Table& table) {
        const auto files =
            repository_.files(commit_, folder_of(check_.table) + "/" + std::string(moves_folder));
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

    /// Where the rolls of the replay come from, and whether those on record are the promised ones.
    void check_dice(const Table& table) {
        const auto& terms = table.terms();
        dice_ = std::make_unique<NoDice>();
        if (!terms.dice) return;
        if (terms.dice->seed && !table.outcome()) {
            return fail("table.json shows the seed of a game that goes on");
        }
        if (!terms.dice->seed && table.outcome()) {
            return fail("the game is over, and table.json does not show the seed");
        }
        std::optional<referee::Seed> seed;
        if (terms.dice->seed) {
            seed = referee::Seed::of_hex(*terms.dice->seed);
        } else if (secret_) {
            seed = secret_->seed(terms.id, terms.dice->nonce);
        }
        if (!seed) {
            check_.dice = TableCheck::Dice::recorded;
            dice_ = std::make_unique<RecordedDice>(table.rolls());
            return;
        }
        if (seed->commitment() != terms.dice->commitment) {
            return fail("the seed is not the one that table.json promised");
        }
        check_.dice = TableCheck::Dice::recomputed;
        auto dice = std::make_unique<referee::CommittedDice>(dice_of(terms, *seed));
        const auto rolls = table.rolls();
        for (std::size_t i = 0; i < rolls.size(); ++i) {
            const referee::Throw right = dice->derived(i + 1);
            if (same_dice(rolls[i], right)) continue;
            return fail("roll " + std::to_string(i + 1) + " is recorded as " + in_words(rolls[i]) +
                        " and was " + in_words(right));
        }
        dice_ = std::move(dice);
    }

    void replay(const Table& table, const std::vector<NamedContent>& files) {
        Reading<Table> replayed = Table::replayed(table.terms(), *dice_);
        if (!replayed) return fail(rejection_of(replayed.faults).sentence);
        fingerprints_.assign(1, replayed->fingerprint());
        for (const auto& [name, content] : files) {
            const auto played = replayed->play({name, content}, {table.terms().created_at, *dice_});
            if (!played) {
                return fail(to_string(name) + ": " + played.error().sentence);
            }
            fingerprints_.push_back(replayed->fingerprint());
        }
        if (replayed->fingerprint() != table.fingerprint()) {
            return fail("state.json is not what the moves lead to");
        }
        if (replayed->write().record != table.write().record) {
            return fail("record.json is not what the moves lead to");
        }
    }

    /// Every state that the referee committed for this table.
    GitResult<void> compare_history() {
        const std::string path = ":" + folder_of(check_.table) + "/" + std::string(state_file);
        const std::vector<std::string>& ids = verdicts_[check_.table];
        std::vector<std::string> states = ids;
        for (std::string& state : states) state += path;
        const auto blobs = repository_.read_blobs(states, text_size_max);
        if (!blobs) return std::unexpected(blobs.error());
        for (std::size_t i = 0; i < blobs->size(); ++i) {
            const std::string& state = (*blobs)[i].content;
            const auto number = static_cast<std::size_t>(sequence_in(state));
            if (number < fingerprints_.size() && fingerprint_of(state) == fingerprints_[number]) {
                continue;
            }
            fail("state.json of commit " + ids[i].substr(0, 12) +
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
                                          const std::optional<Secret>& secret) {
    std::set<std::string> wanted(ids.begin(), ids.end());
    if (ids.empty()) {
        const auto files = repository.files(commit, tables_folder);
        if (!files) return std::unexpected(files.error());
        for (const auto& [path, entry] : *files) {
            const TablePath parts = split_path(path);
            if (is_table_id(parts.id) && parts.rest == terms_file) wanted.emplace(parts.id);
        }
    }
    auto verdicts = verdicts_in(repository, commit, secret);
    if (!verdicts) return std::unexpected(std::move(verdicts.error()));
    std::vector<TableCheck> checks;
    Verifier verifier(repository, commit, secret, std::move(*verdicts));
    for (const std::string& id : wanted) {
        auto check = verifier.check(id);
        if (!check) return std::unexpected(std::move(check.error()));
        checks.push_back(std::move(*check));
    }
    return checks;
}

}  // namespace arbiter::tables
