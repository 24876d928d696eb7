#include "core/base/date_time.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace arbiter {
namespace {

std::int64_t second_of(std::string_view text) {
    const auto instant = read_date_time(text);
    EXPECT_TRUE(instant) << text;
    return instant ? instant->second : -1;
}

TEST(DateTime, IsAMomentInGreenwich) {
    constexpr std::int64_t epoch = 719'528LL * 86'400;
    EXPECT_EQ(second_of("0000-01-01T00:00:00Z"), 0);
    EXPECT_EQ(second_of("1970-01-01T00:00:00Z"), epoch);
    EXPECT_EQ(second_of("2025-01-21T12:00:00Z"), epoch + 1'737'460'800);  // date -u -d ... +%s
    EXPECT_EQ(second_of("2025-01-21T13:30:00+01:30"), epoch + 1'737'460'800);
    EXPECT_EQ(second_of("2025-01-20t23:00:00-13:00"), epoch + 1'737'460'800);
    EXPECT_EQ(second_of("9999-12-31T23:59:59z"), epoch + 253'402'300'799);
}

TEST(DateTime, HasFractions) {
    EXPECT_EQ(read_date_time("2025-01-21T12:00:00.5Z")->nanosecond, 500'000'000);
    EXPECT_EQ(read_date_time("2025-01-21T12:00:00.123456789987Z")->nanosecond, 123'456'789);
    EXPECT_LT(read_date_time("2025-01-21T12:00:00Z"), read_date_time("2025-01-21T12:00:00.001Z"));
}

TEST(DateTime, KnowsTheCalendar) {
    for (const auto* real : {"2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2025-04-30T23:59:59Z",
                             "2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00"}) {
        EXPECT_TRUE(read_date_time(real)) << real;
    }
    for (const auto* unreal :
         {"2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2025-04-31T00:00:00Z",
          "2025-00-10T00:00:00Z", "2025-13-10T00:00:00Z", "2025-01-00T00:00:00Z",
          "2025-01-32T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T00:60:00Z",
          "2025-01-01T00:00:61Z", "2016-12-31T12:59:60Z", "2025-01-01T00:00:00+24:00",
          "2025-01-01T00:00:00+00:60"}) {
        EXPECT_FALSE(read_date_time(unreal)) << unreal;
    }
}

TEST(DateTime, IsWrittenInOneWay) {
    for (const auto* bad :
         {"", "2025-01-21", "2025-01-21 12:00:00Z", "2025-01-21T12:00:00", "2025-01-21T12:00Z",
          "2025-1-21T12:00:00Z", "25-01-21T12:00:00Z", "2025-01-21T12:00:00.Z",
          "2025-01-21T12:00:00,5Z", "2025-01-21T12:00:00+0100", "2025-01-21T12:00:00+01",
          "2025-01-21T12:00:00Z ", " 2025-01-21T12:00:00Z", "+2025-01-21T12:00:00Z",
          "2025-01-21T12:00:00ZZ", "20250121T120000Z", "-025-01-21T12:00:00Z"}) {
        EXPECT_FALSE(read_date_time(bad)) << bad;
    }
}

TEST(DateTime, NoPartOfOneIsOne) {
    const std::string_view whole = "2025-01-21T12:00:00.5+01:00";
    ASSERT_TRUE(read_date_time(whole));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_FALSE(read_date_time(whole.substr(0, length))) << length;
    }
}

}  // namespace
}  // namespace arbiter
