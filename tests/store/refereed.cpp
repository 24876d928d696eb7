#include "tests/store/refereed.hpp"

#include <random>

#include "store/chain.hpp"
#include "store/journal.hpp"

namespace arbiter::test {

namespace {

using namespace std::chrono_literals;

constexpr referee::Moment start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 16)};

referee::Event creation(const RefereedGame::Terms& terms) {
    referee::Created created{
        .id = terms.id,
        .record = AnyGame::create(terms.game)->write("record").value(),
        .seats = {{"Ada", std::string(64, 'a')}, {"Bob", std::string(64, 'b')}},
        .clock = referee::Fischer{600s, 5s},
        .watch_hash = {},
        .seed = {}};
    if (terms.is_private) created.watch_hash = std::string(64, 'c');
    if (terms.game == "backgammon") created.seed = referee::Seed::of_hex(std::string(64, '7'));
    return {start, created};
}

}  // namespace

RefereedGame::RefereedGame(const Terms& terms)
    : now_(start),
      created_(creation(terms)),
      referee_(*referee::Referee::begin(created_)),
      last_hash_(store::chain_start) {
    std::vector<referee::Event> events{created_};
    auto due = referee_.due(now_);
    events.insert(events.end(), due.events.begin(), due.events.end());
    referee_ = std::move(due.after);
    write_down(events);
}

void RefereedGame::play(int moves, unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < moves && !referee_.game().outcome(); ++i) {
        const auto legal = referee_.game().legal();
        const bool must_roll = referee_.game().awaits() == Awaits::chance;
        const std::string move = must_roll ? "roll" : legal[random() % legal.size()];
        now_ += 1s;
        auto decision = referee_.decide({referee_.game().turn(), move, now_});
        if (!decision) throw std::runtime_error("refused: " + move);
        referee_ = std::move(decision->after);
        write_down(decision->events);
    }
}

void RefereedGame::write_down(const std::vector<referee::Event>& events) {
    store::Change change{.summary = store::summary_of(referee_)};
    change.version = change.summary.version - events.size();
    for (const referee::Event& event : events) {
        add(change, referee::to_json(event), event.at.time_since_epoch().count());
    }
    changes_.push_back(std::move(change));
}

void RefereedGame::forge(const std::string& body, std::int64_t at_ms) {
    store::Change change{.summary = store::summary_of(referee_)};
    change.version = change.summary.version++;
    add(change, body, at_ms);
    changes_.push_back(std::move(change));
}

void RefereedGame::add(store::Change& change, const std::string& body, std::int64_t at_ms) {
    store::Entry entry{.version = change.version + change.entries.size() + 1,
                       .at_ms = at_ms,
                       .body = body,
                       .hash = {}};
    last_hash_ = store::chained(last_hash_, change.summary.id, entry);
    entry.hash = last_hash_;
    change.entries.push_back(std::move(entry));
}

std::vector<store::Entry> RefereedGame::entries() const {
    std::vector<store::Entry> entries;
    for (const store::Change& change : changes_) {
        entries.insert(entries.end(), change.entries.begin(), change.entries.end());
    }
    return entries;
}

}  // namespace arbiter::test
