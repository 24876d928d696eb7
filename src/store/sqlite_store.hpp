#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "store/file_lock.hpp"
#include "store/group_commit.hpp"
#include "store/pooled_reads.hpp"
#include "store/sqlite_checkpointer.hpp"
#include "store/sqlite_connection.hpp"
#include "store/store.hpp"

namespace arbiter::store {

/// Games in one file of one process.
class SqliteStore final : public PooledReads<SqliteConnection> {
public:
    /// Throws a StoreException if it cannot be opened.
    explicit SqliteStore(const std::string& file);

    void write(Change change, Done done) override;
    std::expected<std::size_t, StoreError> forget_answers(std::int64_t before_ms) override;
    std::expected<bool, StoreError> remove(std::string_view id) override;
    std::expected<bool, StoreError> rewrite(const Change& whole) override;
    void on_news(News) override {}
    void on_commit(OnCommit tell) override { commits_.on_commit(std::move(tell)); }
    Gauges gauges() override;
    std::expected<bool, StoreError> ready() override;
    std::string_view kind() const override { return "sqlite"; }
    bool is_shared() const override { return false; }

private:
    Pool<SqliteConnection>& readers() override { return readers_; }
    std::vector<CommitResult> commit(std::span<const Change> changes);
    std::vector<CommitResult> commit_all(std::span<const Change> changes);
    CommitStatus apply(const Change& change);
    bool is_answered(const Change& change);
    void checkpoint();

    FileLock lock_;
    std::string file_;
    std::timed_mutex writing_;  // guards the three below
    SqliteConnection writer_;
    int wal_pages_ = 0;
    bool failing_ = false;  // since the last commit
    SqliteCheckpointer checkpointer_;
    Pool<SqliteConnection> readers_;
    GroupCommit commits_;  // last: its thread uses the members above
};

}  // namespace arbiter::store
