#include "tests/store/journal.hpp"

#include <future>

#include <gtest/gtest.h>

#include "store/chain.hpp"

namespace arbiter::test {

Scribe::Scribe(std::string id) {
    summary.id = std::move(id);
    summary.game = "chess";
    summary.white = "Ada";
    summary.black = "Bob";
    summary.created_ms = 1'700'000'000'000;
    summary.updated_ms = summary.created_ms;
    summary.turn = "white";
}

store::Change Scribe::next(std::size_t count, const std::string& text) const {
    store::Change change{.summary = summary, .version = summary.version, .entries = {}};
    std::string previous = entries.empty() ? std::string(store::chain_start) : entries.back().hash;
    for (std::size_t i = 0; i < count; ++i) {
        auto& [id, game, white, black, is_public, created_ms, updated_ms, version, ply, turn,
               result, winner, reason, deadline_ms] = change.summary;
        ++version;
        ++ply;
        updated_ms += 1000;
        store::Entry entry{.version = version, .at_ms = updated_ms, .body = {}, .hash = {}};
        entry.body = R"({"type":"played","event":")" + text + std::to_string(version) + "\"}";
        entry.hash = store::chained(previous, id, entry);
        previous = entry.hash;
        change.entries.push_back(std::move(entry));
    }
    return change;
}

void Scribe::keep(const store::Change& change) {
    summary = change.summary;
    entries.insert(entries.end(), change.entries.begin(), change.entries.end());
}

store::Verdict write(store::Store& store, store::Change change) {
    std::promise<store::Verdict> promise;
    auto verdict = promise.get_future();
    store.write(std::move(change), [&](store::Verdict v) { promise.set_value(std::move(v)); });
    return verdict.get();
}

void store_next(store::Store& store, Scribe& game, std::size_t count) {
    const store::Change change = game.next(count);
    const store::Verdict verdict = write(store, change);
    ASSERT_EQ(verdict.fate, store::Fate::stored) << verdict.problem;
    game.keep(change);
}

store::Answer answer_to(const std::string& key) {
    return {.key = key, .request = "digest of " + key, .status = 200, .body = "{}", .at_ms = 1000};
}

}  // namespace arbiter::test
