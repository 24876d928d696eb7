#include "store/receipt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/memory_store.hpp"
#include "tests/store/store_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

namespace arbiter::store {
namespace {

using testing::HasSubstr;

std::string fault_of(Store& store, const Receipt& receipt, std::string_view key = {}) {
    const auto damage = compare(store, receipt, key);
    return damage ? damage->sentence : "";
}

TEST(Receipt, ShowsWhetherARecordIsTheOneThatWasAcknowledged) {
    const auto key = platform::SigningKey::generate();
    MemoryStore store;
    test::Scribe game("a");
    test::store_next(store, game, 3);
    const Receipt receipt =
        signed_with(key, {.game = "a", .version = 2, .hash = game.entries[1].hash});
    EXPECT_EQ(fault_of(store, receipt), "");
    EXPECT_EQ(fault_of(store, receipt, key.public_key()), "");
    EXPECT_THAT(fault_of(store, receipt, platform::SigningKey::generate().public_key()),
                HasSubstr("another server"));

    MemoryStore empty;
    EXPECT_THAT(fault_of(empty, receipt), HasSubstr("is not there"));
    Receipt forged = receipt;
    forged.hash = game.entries[2].hash;
    EXPECT_THAT(fault_of(store, forged), HasSubstr("signature"));
    // Everything was written anew, consistently.
    const Receipt of_the_true_record =
        signed_with(key, {.game = "a", .version = 2, .hash = std::string(64, '0')});
    EXPECT_THAT(fault_of(store, of_the_true_record), HasSubstr("not the one"));
}

TEST(Receipt, IsReadFromLines) {
    const auto key = platform::SigningKey::generate();
    const Receipt receipt =
        signed_with(key, {.game = "a", .version = 7, .hash = std::string(64, 'a')});
    JsonWriter alone;
    write(alone, receipt);
    JsonWriter answer;
    answer.object([&] {
        answer.member("version", 7);
        answer.key("receipt");
        write(answer, receipt);
    });
    const auto read =
        read_receipts(std::string(alone.text()) + "\n\n" + std::string(answer.text()));
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(*read, (std::vector{receipt, receipt}));
    EXPECT_THAT(read_receipts("{}").error(), HasSubstr("line 1"));
    EXPECT_THAT(read_receipts("\nnonsense").error(), HasSubstr("line 2"));
}

TEST(SigningKey, IsKeptInAFile) {
    const test::TemporaryFolder folder;
    const auto first = platform::SigningKey::in_file(folder.file("key.pem"));
    ASSERT_TRUE(first) << first.error().sentence;
    const auto second = platform::SigningKey::in_file(folder.file("key.pem"));
    ASSERT_TRUE(second) << second.error().sentence;
    EXPECT_EQ(second->public_key(), first->public_key());
    EXPECT_TRUE(platform::is_signed("text", second->sign("text"), first->public_key()));
    EXPECT_FALSE(platform::is_signed("test", second->sign("text"), first->public_key()));
    EXPECT_FALSE(platform::is_signed("text", "nonsense", first->public_key()));
    EXPECT_EQ(std::filesystem::status(folder.file("key.pem")).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

}  // namespace
}  // namespace arbiter::store
