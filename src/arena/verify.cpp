#include "arena/verify.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include <unistd.h>

#include "arena/game.hpp"
#include "arena/output.hpp"
#include "arena/tournament.hpp"
#include "core/games/any_game.hpp"
#include "referee/dice.hpp"

namespace arbiter::arena {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return std::nullopt;
    return std::string{std::istreambuf_iterator<char>(in), {}};
}

/// A folder that is gone at the end.
class Scratch {
public:
    Scratch() {
        std::string name = (fs::temp_directory_path() / "arbiter-verify-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) folder_ = name;
    }
    ~Scratch() {
        std::error_code ignored;
        if (!folder_.empty()) fs::remove_all(folder_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    Scratch(Scratch&&) = delete;
    Scratch& operator=(Scratch&&) = delete;

    const fs::path& folder() const { return folder_; }

private:
    fs::path folder_;
};

class Verifier {
public:
    Verifier(const Terms& terms, const Tournament& tournament, Verification& found)
        : terms_(terms), tournament_(tournament), found_(found) {}

    void check(const GameReport& report) {
        ++found_.games;
        number_ = report.number;
        const auto game =
            AnyGame::read(report.record, {.game = terms_.game, .format = {}, .options = {}});
        if (!game) return differ("its record cannot be read");
        check_outcome(report, *game);
        check_course(*game);
    }

private:
    void differ(const std::string& what) {
        found_.differences.push_back("game " + std::to_string(number_ + 1) + ": " + what);
    }

    void check_outcome(const GameReport& report, const AnyGame& game) {
        const auto& outcome = game.outcome();
        const auto result = outcome ? outcome->result : GameResult::no_result;
        if (result != report.result) return differ("the record has another result");
        if (outcome && outcome->winner != report.winner) differ("the record has another winner");
    }

    /// The opening of its round, then moves that are legal, with the dice that follow from the seed.
    void check_course(const AnyGame& game) {
        const referee::Created created = created_for(terms_, tournament_.schedule().game(number_));
        auto replay = AnyGame::read(created.record);
        if (!replay) return differ("its opening cannot be read");
        const std::string_view notation = game.traits().record_notation;
        const auto events = *game.history(notation);
        const auto opening = *replay->history(notation);
        if (events.size() < opening.size() ||
            !std::ranges::equal(opening, std::span(events).first(opening.size()))) {
            return differ("it does not begin with its opening");
        }
        std::uint64_t rolls = 0;
        for (const std::string& event : std::span(events).subspan(opening.size())) {
            const bool is_roll = created.seed && replay->awaits() == Awaits::chance &&
                                 (event.starts_with("roll") || event.starts_with("opening"));
            if (is_roll && !is_next_roll(event, *replay, created, rolls)) {
                return differ("roll " + std::to_string(rolls) + " is not as the seed has it");
            }
            if (!replay->play(event)) return differ("\"" + event + "\" is not legal");
        }
    }

    /// Files leave out what decides nothing: equal dice at the start, after which dice are awaited
    /// again.
    static bool is_next_roll(const std::string& event, const AnyGame& game,
                             const referee::Created& created, std::uint64_t& rolls) {
        const referee::CommittedDice dice(*created.seed, created.id, *game.traits().chance);
        constexpr int ties_max = 100;
        for (int ties = 0; ties < ties_max; ++ties) {
            const std::string roll = game.chance_event(dice.derived(++rolls));
            if (roll == event) return true;
            AnyGame after = game;
            if (after.play(roll) && after.awaits() != Awaits::chance) break;
        }
        return false;
    }

    const Terms& terms_;
    const Tournament& tournament_;
    Verification& found_;
    std::size_t number_ = 0;
};

/// What stands in one folder and not, or otherwise, in the other.
void compare(const fs::path& made, const fs::path& kept, Verification& found) {
    for (const auto& entry : fs::recursive_directory_iterator(made)) {
        if (!entry.is_regular_file()) continue;
        const fs::path name = fs::relative(entry.path(), made);
        const auto text = text_of(kept / name);
        if (!text) {
            found.differences.push_back(name.string() + " is missing");
        } else if (*text != text_of(entry.path())) {
            found.differences.push_back(name.string() + " is not what the journal gives");
        }
    }
}

}  // namespace

std::expected<Verification, store::StoreError> verify(const fs::path& folder) {
    const auto line = terms_in_journal(folder / "journal.jsonl");
    if (!line) return std::unexpected(line.error());
    const auto document = read_json(*line);
    const auto setup = document ? read_setup(*document, folder) : Reading<Setup>{};
    if (!setup) return std::unexpected(store::StoreError{"the journal does not begin with terms"});
    auto ledger = open_journal(folder / "journal.jsonl", setup->terms);
    if (!ledger) return std::unexpected(ledger.error());
    Tournament tournament(setup->terms);
    const auto reports = (*ledger)->news();
    if (!reports) return std::unexpected(reports.error());
    for (const GameReport& report : *reports) tournament.add(report);

    Verification found;
    Verifier verifier(setup->terms, tournament, found);
    const auto read = (*ledger)->each([&](const GameReport& report) { verifier.check(report); });
    if (!read) return std::unexpected(read.error());

    const Scratch scratch;
    OutputPlace place = place_in(folder);
    place.folder = scratch.folder();
    const auto stage = tournament.is_over() ? Stage::over : Stage::stopped;
    const auto written = write_all(place, results_of(tournament, stage), **ledger);
    if (!written) return std::unexpected(written.error());
    compare(scratch.folder(), folder, found);
    return found;
}

}  // namespace arbiter::arena
