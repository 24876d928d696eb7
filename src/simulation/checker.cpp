#include "simulation/checker.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "simulation/answers.hpp"
#include "store/receipt.hpp"

namespace arbiter::simulation {

namespace {

/// By so much a server that follows a clock which was set may be wrong by the end (adjtime's 0.05 %).
constexpr std::int64_t clock_error_max_ms = 100;
/// By so much a real server's clock may differ from the database's, after a slow question for its time.
constexpr std::int64_t real_clock_error_max_ms = 1'000;
/// So soon after its deadline a flag falls, at the latest.
constexpr std::int64_t flag_late_ms = 5'000;
/// So soon a bot moves, at the latest, also after moves of it that were not stored.
constexpr Span bot_late = std::chrono::seconds(12);

std::string public_text(const referee::Event& event) {
    JsonWriter out;
    out.object([&] { referee::write_public(out, event); });
    return out.take();
}

std::string place(const Attempt& attempt) {
    return fmt::format("{}'s {} in game {} at version {}", attempt.client, attempt.move,
                       attempt.game, attempt.version);
}

}  // namespace

void Checker::require(bool holds, std::string_view promise, const std::string& sentence) {
    if (holds || finding_) return;
    trace_.line("check", fmt::format("{}: {}", promise, sentence));
    finding_ = Finding{std::string(promise), sentence, loop_.now()};
}

void Checker::committed(const store::Change& change, std::optional<std::int64_t> now_ms) {
    ++changes_;
    Game& game = games_[change.summary.id];
    for (const store::Entry& entry : change.entries) {
        if (now_ms) check_flag(game, entry, *now_ms);
        const auto event = referee::read_event(entry.body);
        if (!event) return require(false, "replay", "an event cannot be read: " + entry.body);
        if (!game.journal) {
            auto begun = store::Journal::replay(change.summary.id, std::span(&entry, 1));
            if (!begun) return require(false, "replay", begun.error().sentence);
            game.journal = std::move(*begun);
        } else if (const auto followed = game.journal->follow(entry); !followed) {
            return require(false, "replay",
                           fmt::format("game {}, version {}: {}", change.summary.id, entry.version,
                                       followed.error().sentence));
        }
        game.entries.push_back({entry.hash, entry.at_ms, *event, loop_.now()});
    }
    require(store::summary_of(game.journal->referee()) == change.summary, "replay",
            "the summary of game " + change.summary.id + " is not that of its events");
}

/// By the time of the database, which is right.
void Checker::check_flag(const Game& game, const store::Entry& entry, std::int64_t now_ms) {
    const auto event = referee::read_event(entry.body);
    if (!game.journal || !event || !std::holds_alternative<referee::Flagged>(event->content)) {
        return;
    }
    const auto deadline = game.journal->referee().deadline();
    const auto due_ms = deadline ? deadline->time_since_epoch().count() : 0;
    require(deadline && now_ms + clock_error_max_ms >= due_ms, "flag",
            fmt::format("a flag fell {} ms early in game {}", due_ms - now_ms,
                        game.journal->referee().terms().id));
}

const Checker::Entry* Checker::entry(const std::string& game, std::uint64_t version) const {
    const auto found = games_.find(game);
    if (found == games_.end() || version == 0 || version > found->second.entries.size()) {
        return nullptr;
    }
    return &found->second.entries[version - 1];
}

void Checker::created(std::string_view id, const Json& body) {
    ++acknowledgements_;
    require(entry(std::string(id), 1) != nullptr, "acknowledged",
            fmt::format("game {} was acknowledged and is not stored", id));
    check_receipt(body);
}

void Checker::check_receipt(const Json& body) {
    const Json* written = body.find("receipt");
    if (written == nullptr && public_key_.empty()) return;
    if (written == nullptr) return require(false, "receipt", "an answer has no receipt");
    JsonWriter out;
    out.value(*written);
    const auto read = store::read_receipts(out.text());
    if (!read || read->size() != 1) return require(false, "receipt", "it cannot be read");
    const store::Receipt& receipt = read->front();
    const Entry* kept = entry(receipt.game, receipt.version);
    require(kept != nullptr && kept->hash == receipt.hash, "receipt",
            fmt::format("the receipt of game {}, version {} is for something else", receipt.game,
                        receipt.version));
    if (public_key_.empty()) return;
    require(platform::is_signed(store::signed_text(receipt), receipt.signature, public_key_),
            "receipt", "a signature is wrong");
}

void Checker::acknowledged(const Attempt& attempt, const Json& body, std::string_view text) {
    ++acknowledgements_;
    const std::uint64_t first = attempt.version + 1;
    const Entry* made = entry(attempt.game, first);
    if (made == nullptr) {
        return require(false, "acknowledged", place(attempt) + " is not in the journal");
    }
    const std::string shown =
        fmt::format(R"({{"version":{},{})", first, public_text(made->event).substr(1));
    require(text.contains(shown), "acknowledged",
            place(attempt) + " was acknowledged with other events than those of the journal");
    const auto [winner, is_first] =
        winners_.try_emplace({attempt.game, first}, attempt.client, attempt.request);
    require(is_first || winner->second == std::pair(attempt.client, attempt.request), "one_winner",
            place(attempt) + " was acknowledged, and another request of " + winner->second.first);
    check_receipt(body);
}

void Checker::arrived(const std::string& game, std::int64_t at_ms) {
    const std::pair moment(game, at_ms);
    if (!arrivals_.insert(moment).second) ambiguous_.insert(moment);
}

bool Checker::is_made(const Attempt& attempt) const {
    if (!attempt.at_ms || ambiguous_.contains({attempt.game, *attempt.at_ms})) return false;
    const Entry* made = entry(attempt.game, attempt.version + 1);
    if (made == nullptr || made->at_ms != *attempt.at_ms) return false;
    if (std::holds_alternative<referee::Flagged>(made->event.content)) return false;
    const auto* played = std::get_if<referee::Played>(&made->event.content);
    return played == nullptr || played->by == attempt.by;
}

void Checker::not_made(const Attempt& attempt) {
    require(!is_made(attempt), "not_made", place(attempt) + " was made, and told as not made");
    not_made_.push_back(attempt);
}

std::uint64_t Checker::shown_by(const Source& source, const std::string& game) const {
    const auto process = shown_.find({source.machine, source.life});
    if (process == shown_.end()) return 0;
    const auto found = process->second.find(game);
    return found == process->second.end() ? 0 : found->second;
}

void Checker::shown(const Source& source, const std::string& game, std::uint64_t version,
                    std::uint64_t least) {
    require(version >= least, "never_back",
            fmt::format("m{} showed version {} of game {} after version {}", source.machine,
                        version, game, least));
    require(entry(game, version) != nullptr, "durable",
            fmt::format("m{} showed version {} of game {}, which is not stored", source.machine,
                        version, game));
    std::uint64_t& highest = shown_[{source.machine, source.life}][game];
    highest = std::max(highest, version);
}

void Checker::told(const Seat& watcher, std::uint64_t last, std::uint64_t version,
                   std::string_view text) {
    const auto& [client, game] = watcher;
    require(version == last + 1, "watchers",
            fmt::format("{} was told of version {} of game {} after version {}", client, version,
                        game, last));
    const Entry* made = entry(game, version);
    const bool is_same = made != nullptr && text.contains("\"event\":" + public_text(made->event));
    require(is_same, "watchers",
            fmt::format("{} was told of another version {} of game {} than is stored", client,
                        version, game));
}

void Checker::heard(const std::string& game, std::uint64_t version, std::int64_t at_ms) {
    const Entry* made = entry(game, version);
    require(made == nullptr || made->at_ms <= at_ms + real_clock_error_max_ms, "time",
            fmt::format("version {} of game {} was heard before its time", version, game));
}

void Checker::queue(std::string_view name, std::size_t size, std::size_t most) {
    require(size <= most, "bounded", fmt::format("{} has {} entries", name, size));
}

std::uint64_t Checker::version_at(const std::string& game, Span moment) const {
    const auto found = games_.find(game);
    if (found == games_.end()) return 0;
    const auto& entries = found->second.entries;
    return static_cast<std::uint64_t>(
        std::ranges::count_if(entries, [&](const Entry& each) { return each.made <= moment; }));
}

std::optional<Span> Checker::last_change(const std::string& game) const {
    const auto found = games_.find(game);
    if (found == games_.end() || found->second.entries.empty()) return std::nullopt;
    return found->second.entries.back().made;
}

bool Checker::is_over(const std::string& game) const {
    const auto found = games_.find(game);
    return found != games_.end() && found->second.journal &&
           found->second.journal->referee().game().outcome();
}

void Checker::expect_bots(Span calm_from) {
    for (const auto& [id, game] : games_) {
        if (!game.journal || game.entries.empty()) continue;
        const referee::Referee& referee = game.journal->referee();
        const auto seat = referee.awaited();
        if (!seat || referee.terms().seats[*seat].player.empty()) continue;
        const Span waited = loop_.now() - std::max(calm_from, game.entries.back().made);
        require(waited <= bot_late, "progress", "a bot does not move in game " + id);
    }
}

bool Checker::has_played(const std::string& game, std::uint64_t version, Color by) const {
    const Entry* made = entry(game, version);
    const auto* played =
        made != nullptr ? std::get_if<referee::Played>(&made->event.content) : nullptr;
    return played != nullptr && played->by == by;
}

void Checker::at_end(Database& database) {
    for (const Attempt& attempt : not_made_) {
        require(!is_made(attempt), "not_made", place(attempt) + " was made, and told as not made");
    }
    for (const auto& [id, game] : games_) {
        const auto kept = database.kept().read(id, 0);
        const bool is_whole =
            kept && kept->size() == game.entries.size() &&
            std::ranges::equal(*kept, game.entries, {}, &store::Entry::hash, &Entry::hash);
        require(is_whole, "durable", "game " + id + " has lost an entry");
        const auto deadline = game.journal->referee().deadline();
        const bool is_late =
            deadline && deadline->time_since_epoch().count() + flag_late_ms < database.now_ms();
        require(!is_late, "flag", "a flag never fell in game " + id);
        if (is_whole) {
            const auto journal = store::Journal::replay(id, *kept);
            require(journal.has_value(), "replay", "game " + id + " cannot be replayed");
        }
    }
}

}  // namespace arbiter::simulation
