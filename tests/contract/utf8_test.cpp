#include "core/base/utf8.hpp"

#include <string>

#include <gtest/gtest.h>

namespace arbiter {
namespace {

TEST(Utf8, KnowsTheLengthOfACharacter) {
    EXPECT_EQ(utf8_length("a"), 1U);
    EXPECT_EQ(utf8_length("é"), 2U);
    EXPECT_EQ(utf8_length("♞f3"), 3U);
    EXPECT_EQ(utf8_length("𝄞"), 4U);
    EXPECT_EQ(utf8_length(std::string_view("\0", 1)), 1U);
}

TEST(Utf8, RefusesWhatIsNoCharacter) {
    for (const std::string_view text :
         {"", "\x80", "\xBF", "\xC3", "\xE2\x99", "\xF0\x9D\x84", "\xC3(", "\xE2(\x9E", "\xE2\x99(",
          "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF",  // over-long
          "\xED\xA0\x80", "\xED\xBF\xBF",                              // surrogates
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {           // beyond U+10FFFF
        EXPECT_EQ(utf8_length(text), 0U);
        EXPECT_EQ(is_utf8(text), text.empty());
    }
}

TEST(Utf8, TheEndsOfEachRangeAreCharacters) {
    EXPECT_TRUE(
        is_utf8("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"
                "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
}

TEST(Utf8, TakesOtherTextForLatin1) {
    EXPECT_EQ(to_utf8("Müller"), "Müller");
    EXPECT_EQ(to_utf8("M\xFCller"), "Müller");
    EXPECT_EQ(to_utf8("\x80\xBF\xC0\xFF"), "\xC2\x80¿Àÿ");
    EXPECT_EQ(to_utf8("ü\xFC"), "Ã¼ü") << "a text is in one encoding";
}

}  // namespace
}  // namespace arbiter
