#pragma once

#include "store/pool.hpp"
#include "store/queries.hpp"
#include "store/store.hpp"
#include "store/store_exception.hpp"

namespace arbiter::store {

/// The reading part of a store: the shared queries, on a connection of the pool.
template <class Connection>
class PooledReads : public Store {
public:
    std::expected<std::vector<Entry>, StoreError> read(std::string_view id,
                                                       std::uint64_t after) final {
        return ask([&](Connection& reader) { return queries::read(reader, id, after); });
    }
    std::expected<std::optional<Summary>, StoreError> summary(std::string_view id) final {
        return ask([&](Connection& reader) { return queries::summary(reader, id); });
    }
    std::expected<Page, StoreError> list(const Filter& filter) final {
        return ask([&](Connection& reader) { return queries::list(reader, filter); });
    }
    std::expected<std::optional<Answer>, StoreError> answer(std::string_view key) final {
        return ask([&](Connection& reader) { return queries::answer(reader, key); });
    }
    std::expected<std::vector<std::string>, StoreError> overdue(std::int64_t now_ms,
                                                                std::size_t limit) final {
        return ask([&](Connection& reader) { return queries::overdue(reader, now_ms, limit); });
    }
    std::expected<std::vector<std::string>, StoreError> ids(std::string_view after,
                                                            std::size_t limit) final {
        return ask([&](Connection& reader) { return queries::ids(reader, after, limit); });
    }
    std::expected<std::vector<std::string>, StoreError> unchanged_since(GameStatus status,
                                                                        std::int64_t before_ms,
                                                                        std::size_t limit) final {
        return ask([&](Connection& reader) {
            return queries::unchanged_since(reader, status, before_ms, limit);
        });
    }

private:
    virtual Pool<Connection>& readers() = 0;

    template <class Question>
    auto ask(Question question) {
        return attempt([&] { return readers().with(question); });
    }
};

}  // namespace arbiter::store
