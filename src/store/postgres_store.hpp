#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "store/group_commit.hpp"
#include "store/pooled_reads.hpp"
#include "store/postgres_connection.hpp"
#include "store/postgres_listener.hpp"
#include "store/store.hpp"

namespace arbiter::store {

/// Games in a database that several processes share.
class PostgresStore final : public PooledReads<PostgresConnection> {
public:
    /// Throws a StoreException if it cannot be opened.
    explicit PostgresStore(const std::string& address);

    void write(Change change, Done done) override;
    std::expected<std::size_t, StoreError> forget_answers(std::int64_t before_ms) override;
    std::expected<bool, StoreError> remove(std::string_view id) override;
    std::expected<bool, StoreError> rewrite(const Change& whole) override;
    void on_news(News news) override;
    void on_commit(OnCommit tell) override { commits_.on_commit(std::move(tell)); }
    Gauges gauges() override;
    std::expected<bool, StoreError> ready() override;
    std::expected<std::optional<std::int64_t>, StoreError> clock_ms() override;
    std::string_view kind() const override { return "postgresql"; }
    bool is_shared() const override { return true; }

private:
    Pool<PostgresConnection>& readers() override { return pool_; }
    std::vector<CommitResult> commit(std::span<const Change> changes);
    std::vector<CommitResult> commit_all(std::span<const Change> changes);
    std::vector<PostgresConnection::Result> apply(
        std::span<const PostgresConnection::Command> commands);
    std::vector<CommitResult> settled(std::span<const Change> changes, const std::string& sentence);
    PostgresConnection& writer();

    PostgresConnector connector_;
    std::string opened_at_;                       // a PostgresListener::moment
    std::unique_ptr<PostgresConnection> writer_;  // of the thread that commits
    std::atomic<int> writer_process_ = 0;
    std::string writer_identity_;  // which process of the database server it was or is
    Pool<PostgresConnection> pool_;
    GroupCommit commits_;  // its thread uses the members above
    std::unique_ptr<PostgresListener> listener_;
};

}  // namespace arbiter::store
