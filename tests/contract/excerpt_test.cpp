#include "core/base/excerpt.hpp"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

TEST(Excerpt, KeepsAShortText) {
    EXPECT_EQ(excerpt(""), "");
    EXPECT_EQ(excerpt("Nf3"), "Nf3");
    EXPECT_EQ(excerpt("♘f3 é 𝄞"), "♘f3 é 𝄞");
}

TEST(Excerpt, CutsBetweenCharacters) {
    EXPECT_EQ(excerpt("abcdef", 4), "abcd");
    EXPECT_EQ(excerpt("a♘♘", 6), "a♘");
    EXPECT_EQ(excerpt("a♘♘", 7), "a♘♘");
    EXPECT_EQ(excerpt("♘", 2), "");
    EXPECT_EQ(excerpt(std::string(1000, 'x')).size(), 100U);
}

TEST(Excerpt, ReplacesWhatCannotBeShown) {
    EXPECT_EQ(excerpt("a\nb\tc\x7F"), "a?b?c?");
    EXPECT_EQ(excerpt("a\xFFz"), "a?z");
    EXPECT_EQ(excerpt("\xE2\x99"), "??");  // a figurine cut off
    EXPECT_EQ(excerpt(std::string_view("a\0b", 3)), "a?b");
}

TEST(Excerpt, StandsInQuotes) {
    EXPECT_EQ(in_quotes("Nf3"), "\"Nf3\"");
    EXPECT_EQ(in_quotes(std::string(1000, 'x')), '"' + std::string(40, 'x') + '"');
}

}  // namespace
}  // namespace arbiter
