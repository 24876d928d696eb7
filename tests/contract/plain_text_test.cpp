#include "core/base/plain_text.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace arbiter {
namespace {

std::size_t counted_one_by_one(std::string_view text) {
    const auto end = std::ranges::find_if_not(text, is_plain_in_json);
    return static_cast<std::size_t>(end - text.begin());
}

/// Two characters next to each other are where a borrow or a carry could reach.
TEST(PlainText, LengthIsThatOfTheFrontWhateverTwoCharactersFollow) {
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            std::string text = "abcdefghijklmno";
            text[4] = static_cast<char>(first);
            text[5] = static_cast<char>(second);
            ASSERT_EQ(plain_length(text), counted_one_by_one(text)) << first << ' ' << second;
        }
    }
}

TEST(PlainText, LengthIsRightAtEveryPlace) {
    for (std::size_t size = 0; size < 20; ++size) {
        const std::string plain(size, 'a');
        EXPECT_EQ(plain_length(plain), size);
        for (std::size_t place = 0; place < size; ++place) {
            std::string text = plain;
            text[place] = '"';
            EXPECT_EQ(plain_length(text), place);
        }
    }
}

}  // namespace
}  // namespace arbiter
