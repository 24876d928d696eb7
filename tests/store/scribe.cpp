#include "tests/store/scribe.hpp"

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
}

store::Change Scribe::next(std::size_t count, const std::string& text) const {
    store::Change change{.summary = summary, .version = summary.version, .entries = {}};
    std::string previous = entries.empty() ? std::string(store::chain_start) : entries.back().hash;
    for (std::size_t i = 0; i < count; ++i) {
        store::Summary& after = change.summary;
        ++after.version;
        ++after.ply;
        after.updated_ms += 1000;
        store::Entry entry{
            .version = after.version, .at_ms = after.updated_ms, .body = {}, .hash = {}};
        entry.body = R"({"type":"played","event":")" + text + std::to_string(after.version) + "\"}";
        entry.hash = store::chained(previous, after.id, entry);
        previous = entry.hash;
        change.entries.push_back(std::move(entry));
    }
    return change;
}

void Scribe::keep(const store::Change& change) {
    summary = change.summary;
    entries.insert(entries.end(), change.entries.begin(), change.entries.end());
}

store::CommitResult write(store::Store& store, store::Change change) {
    std::promise<store::CommitResult> promise;
    auto result = promise.get_future();
    store.write(std::move(change), [&](store::CommitResult v) { promise.set_value(std::move(v)); });
    return result.get();
}

void store_next(store::Store& store, Scribe& game, std::size_t count) {
    const store::Change change = game.next(count);
    const store::CommitResult result = write(store, change);
    ASSERT_EQ(result.status, store::CommitStatus::stored) << result.sentence;
    game.keep(change);
}

store::Answer answer_to(const std::string& key) {
    return {.key = key, .request = "digest of " + key, .status = 200, .body = "{}", .at_ms = 1000};
}

}  // namespace arbiter::test
