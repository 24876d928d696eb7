#include "platform/files.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace arbiter::platform {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
protected:
    test::TemporaryFolder folder_;
    fs::path file(std::string_view name) const { return folder_.path() / name; }
};

TEST_F(Files, WhatWasWrittenIsRead) {
    ASSERT_TRUE(write_file(file("a"), "one"));
    ASSERT_TRUE(write_file(file("a"), std::string("t\0wo", 4)));
    EXPECT_EQ(read_file(file("a"), 4), std::string("t\0wo", 4));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1)
        << "something was left beside it";
}

TEST_F(Files, AFileThatIsTooLongIsRefused) {
    ASSERT_TRUE(write_file(file("a"), "12345"));
    const auto read = read_file(file("a"), 4);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().sentence.find("more than 4 bytes"), std::string::npos);
}

TEST_F(Files, OnlyRegularFilesAreRead) {
    ASSERT_TRUE(write_file(file("a"), "secret"));
    fs::create_symlink(file("a"), file("link"));
    EXPECT_FALSE(read_file(file("link"), 100));
    EXPECT_FALSE(read_file(folder_.path(), 100));
    EXPECT_FALSE(read_file("/dev/zero", 100));
    EXPECT_FALSE(read_file(file("missing"), 100));
}

TEST_F(Files, WhatCannotBeWrittenLeavesTheOldOne) {
    fs::create_directory(file("folder"));
    const auto written = write_file(file("folder"), "new");
    ASSERT_FALSE(written);
    EXPECT_TRUE(fs::is_directory(file("folder")));
    EXPECT_FALSE(write_file(file("nowhere") / "a", "new"));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1);
}

}  // namespace
}  // namespace arbiter::platform
