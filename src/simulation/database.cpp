#include "simulation/database.hpp"

#include <fmt/format.h>

namespace arbiter::simulation {

namespace {

using namespace std::chrono_literals;
using store::Change;
using store::CommitResult;
using store::CommitStatus;
using store::StoreError;

std::string_view word(CommitStatus status) {
    switch (status) {
        case CommitStatus::stored: return "stored";
        case CommitStatus::conflict: return "conflict";
        case CommitStatus::unavailable: return "unavailable";
        case CommitStatus::unknown: return "unknown";
    }
    return {};
}

}  // namespace

std::int64_t Database::now_ms() const {
    return begin_ms + std::chrono::floor<std::chrono::milliseconds>(parts_.loop.now()).count();
}

std::uint64_t Database::connect(SimulatedStore& store) {
    stores_.emplace(++connections_, &store);
    return connections_;
}

void Database::disconnect(std::uint64_t connection) {
    stores_.erase(connection);
    if (!limbo_) return;
    const bool is_whole = draws_.chance(50);
    parts_.trace.line(
        "store", is_whole ? "the end of the log is found whole" : "the end of the log is torn");
    if (is_whole) commit(*std::exchange(limbo_, {}), {});
    limbo_.reset();
}

/// One draw after the other: compilers differ in the order of a sum.
Span Database::time_for(Span slow_max) {
    const Span usual = draws_.between(200us, 5ms);
    return trouble.slow > 0 ? usual + draws_.between(0s, slow_max) : usual;
}

Database::Fate Database::fate() {
    if (trouble.full > 0) return Fate::refused;
    if (trouble.away > 0) return draws_.chance(70) ? Fate::refused : Fate::lost;
    if (trouble.commits == 0 || draws_.chance(50)) return Fate::made;
    return static_cast<Fate>(draws_.below(5));
}

void Database::receive(Change change, Ticket ticket) {
    const Fate met = fate();
    const Span delay = time_for(5s);
    parts_.loop.after(delay, [this, met, ticket, held = std::move(change)]() mutable {
        // What a dead process had not written yet is not written any more.
        if (!is_shared() && !stores_.contains(ticket.connection)) return;
        meet(met, std::move(held), ticket);
    });
}

void Database::meet(Fate met, Change change, Ticket ticket) {
    const CommitResult unknown{CommitStatus::unknown, "the reply was lost"};
    const Span delay = time_for(2s);
    if (!is_shared() && (met == Fate::reply_lost || met == Fate::made_later)) {
        limbo_ = std::move(change);
        return answer(ticket, unknown, delay);
    }
    switch (met) {
        case Fate::made: return answer(ticket, commit(std::move(change), ticket.connection), delay);
        case Fate::refused:
            return answer(ticket, {CommitStatus::unavailable, "the database refused"}, delay);
        case Fate::lost: return answer(ticket, unknown, delay);
        case Fate::reply_lost: commit(std::move(change), {}); break;
        case Fate::made_later:
            parts_.loop.after(draws_.between(10ms, 8s), [this, held = std::move(change)]() mutable {
                commit(std::move(held), {});
            });
            break;
    }
    answer(ticket, unknown, delay);
}

/// `by` is the connection that need not be told.
CommitResult Database::commit(Change change, std::optional<std::uint64_t> by) {
    const Change made = change;
    CommitResult result = kept_.commit(std::move(change));
    const std::string& id = made.summary.id;
    parts_.trace.line("store", fmt::format("{} {} at version {}: {} {}", id,
                                           made.entries.back().hash.substr(0, 8), made.version,
                                           made.entries.size(), word(result.status)));
    if (result.status != CommitStatus::stored) return result;
    limbo_.reset();
    log_.emplace_back(id, made.summary.version);
    parts_.committed(made);
    announce(log_.size() - 1, by);
    return result;
}

void Database::announce(std::size_t change, std::optional<std::uint64_t> by) {
    for (const auto& [connection, store] : stores_) {
        const auto listening = store->listening();
        if (connection == by || !is_shared() || !listening) continue;
        store->announce(change);
        const Span delay = draws_.chance(5) ? draws_.between(0s, 3s) : draws_.between(100us, 20ms);
        parts_.loop.after(delay, [this, to = connection, change, at = *listening] {
            const auto found = stores_.find(to);
            if (found != stores_.end()) found->second->hear(change, at);
        });
    }
}

void Database::answer(Ticket ticket, CommitResult result, Span delay) {
    parts_.loop.after(delay, [this, ticket, told = std::move(result)] {
        const auto found = stores_.find(ticket.connection);
        if (found != stores_.end()) found->second->finish(ticket.write, told);
    });
}

SimulatedStore::SimulatedStore(Database& database, Deliver deliver)
    : database_(database), deliver_(std::move(deliver)), connection_(database.connect(*this)) {}

SimulatedStore::~SimulatedStore() { database_.disconnect(connection_); }

void SimulatedStore::deafen() {
    if (is_deaf_) return;
    is_deaf_ = true;
    ++listening_;
    since_ = unheard_.empty() ? database_.log().size() : *unheard_.begin();
    unheard_.clear();
}

/// As PostgreSQL's listener does: it asks for everything that was changed since.
void SimulatedStore::listen_again() {
    if (!std::exchange(is_deaf_, false)) return;
    for (std::size_t i = since_; i < database_.log().size(); ++i) hear(i, listening_);
}

std::optional<std::uint64_t> SimulatedStore::listening() const {
    return is_deaf_ ? std::nullopt : std::optional(listening_);
}

void SimulatedStore::announce(std::size_t change) { unheard_.insert(change); }

void SimulatedStore::hear(std::size_t change, std::uint64_t listening) {
    if (is_deaf_ || listening != listening_) return;
    unheard_.erase(change);
    deliver_([this, news = database_.log()[change]] { news_(news.first, news.second); });
}

void SimulatedStore::write(Change change, Done done) {
    waiting_.emplace(++writes_, std::move(done));
    database_.receive(std::move(change), {connection_, writes_});
}

void SimulatedStore::finish(std::uint64_t write, CommitResult result) {
    deliver_([this, write, told = std::move(result)] {
        Done done = std::move(waiting_.extract(write).mapped());
        done(told);
    });
}

template <class Ask>
auto SimulatedStore::asked(Ask ask) -> decltype(ask()) {
    if (database_.trouble.away > 0) {
        return std::unexpected(StoreError{"the database cannot be reached"});
    }
    return ask();
}

std::expected<std::vector<store::Entry>, StoreError> SimulatedStore::read(std::string_view id,
                                                                          std::uint64_t after) {
    return asked([&] { return database_.kept().read(id, after); });
}

std::expected<std::optional<store::Summary>, StoreError> SimulatedStore::summary(
    std::string_view id) {
    return asked([&] { return database_.kept().summary(id); });
}

std::expected<store::Page, StoreError> SimulatedStore::list(const store::Filter& filter) {
    return asked([&] { return database_.kept().list(filter); });
}

std::expected<std::optional<store::Answer>, StoreError> SimulatedStore::answer(
    std::string_view key) {
    return asked([&] { return database_.kept().answer(key); });
}

std::expected<std::vector<std::string>, StoreError> SimulatedStore::overdue(std::int64_t now_ms,
                                                                            std::size_t limit) {
    return asked([&] { return database_.kept().overdue(now_ms, limit); });
}

std::expected<std::vector<std::string>, StoreError> SimulatedStore::ids(std::string_view after,
                                                                        std::size_t limit) {
    return asked([&] { return database_.kept().ids(after, limit); });
}

std::expected<std::size_t, StoreError> SimulatedStore::forget_answers(std::int64_t before_ms) {
    return asked([&] { return database_.kept().forget_answers(before_ms); });
}

std::expected<bool, StoreError> SimulatedStore::remove(std::string_view id) {
    return asked([&] { return database_.kept().remove(id); });
}

std::expected<bool, StoreError> SimulatedStore::rewrite(const Change& whole) {
    return asked([&] { return database_.kept().rewrite(whole); });
}

std::expected<std::vector<std::string>, StoreError> SimulatedStore::unchanged_since(
    store::GameStatus status, std::int64_t before_ms, std::size_t limit) {
    return asked([&] { return database_.kept().unchanged_since(status, before_ms, limit); });
}

std::expected<bool, StoreError> SimulatedStore::ready() {
    return asked([]() -> std::expected<bool, StoreError> { return true; });
}

std::expected<std::optional<std::int64_t>, StoreError> SimulatedStore::clock_ms() {
    return asked([&]() -> std::expected<std::optional<std::int64_t>, StoreError> {
        if (!is_shared()) return std::nullopt;
        return database_.now_ms();
    });
}

}  // namespace arbiter::simulation
