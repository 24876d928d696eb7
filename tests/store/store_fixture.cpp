#include "tests/store/store_fixture.hpp"

#include <stdexcept>

#include "tests/support/postgres.hpp"

namespace arbiter::test {

std::unique_ptr<store::Store> opened(const std::string& address) {
    auto store = store::open(address);
    if (!store) throw std::runtime_error(store.error().sentence);
    return *std::move(store);
}

namespace {

std::string new_address(const std::string& kind, const TemporaryFolder& folder) {
    if (kind == "memory") return "memory:";
    return kind == "sqlite" ? folder.file("games.db") : PostgresServer::shared().create_database();
}

}  // namespace

StoreTest::StoreTest() : address_(new_address(GetParam(), folder_)), store_(opened(address_)) {}

void StoreTest::reopen() {
    if (GetParam() == "memory") return;
    store_.reset();
    store_ = opened(address_);
}

void StoreTest::expect_kept(const Scribe& game) {
    const std::string& id = game.summary.id;
    const auto entries = store().read(id, 0);
    ASSERT_TRUE(entries) << entries.error().sentence;
    EXPECT_EQ(*entries, game.entries) << id;
    const auto summary = store().summary(id);
    ASSERT_TRUE(summary) << summary.error().sentence;
    ASSERT_EQ(summary->has_value(), !game.entries.empty()) << id;
    if (*summary) {
        EXPECT_EQ(**summary, game.summary) << id;
    }
}

}  // namespace arbiter::test
