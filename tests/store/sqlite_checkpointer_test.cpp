#include "store/sqlite_checkpointer.hpp"

#include <chrono>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace arbiter::test {
namespace {

using store::SqliteCheckpointer;
using store::SqliteConnection;
using namespace std::chrono_literals;

class SqliteCheckpointerTest : public ::testing::Test {
protected:
    SqliteCheckpointerTest() {
        writer_.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
        writer_.execute("CREATE TABLE line (text TEXT)");
    }

    void write(int lines) {
        for (int i = 0; i < lines; ++i) {
            writer_.execute("INSERT INTO line VALUES (hex(zeroblob(2000)))");
        }
    }
    std::int64_t line_count() { return writer_.number("SELECT count(*) FROM line"); }
    std::uintmax_t log_size() const { return std::filesystem::file_size(file_ + "-wal"); }
    std::uintmax_t file_size() const { return std::filesystem::file_size(file_); }

    static bool copies(SqliteCheckpointer& checkpointer) {
        for (int i = 0; i < 5000; ++i) {
            if (checkpointer.has_copied()) return true;
            std::this_thread::sleep_for(1ms);
        }
        return false;
    }

    TemporaryFolder folder_;
    std::string file_ = folder_.file("lines.db");
    SqliteConnection writer_{file_};
};

TEST_F(SqliteCheckpointerTest, CopiesOnceItIsAsked) {
    SqliteCheckpointer checkpointer(file_);
    write(100);
    EXPECT_LT(file_size(), 100'000U);
    EXPECT_FALSE(checkpointer.has_copied());
    EXPECT_TRUE(copies(checkpointer));
    EXPECT_GT(file_size(), 400'000U);
    EXPECT_FALSE(checkpointer.has_copied()) << "the next time has begun";
}

TEST_F(SqliteCheckpointerTest, TheLogBeginsAnewWhenTheWriterHasCopiedTheRest) {
    SqliteCheckpointer checkpointer(file_);
    for (int round = 0; round < 5; ++round) {
        write(50);
        checkpointer.has_copied();
        write(50);
        ASSERT_TRUE(copies(checkpointer));
        copy_log(writer_);
    }
    EXPECT_LT(log_size(), 2U * 100 * 3 * 4096) << "five rounds in the room of one";
    EXPECT_EQ(line_count(), 500);
}

}  // namespace
}  // namespace arbiter::test
