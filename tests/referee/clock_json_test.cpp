#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/clock.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::referee {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Duration year = std::chrono::days(365);

Reading<TimeControl> read(std::string_view text) {
    const auto json = read_json(text);
    EXPECT_TRUE(json) << text;
    return read_time_control(JsonView(*json));
}

std::string written(const TimeControl& control) {
    JsonWriter out;
    write(out, control);
    return out.take();
}

/// The faults of a text that must not be readable.
std::vector<std::string> faults_in(std::string_view text) {
    const auto reading = read(text);
    EXPECT_FALSE(reading) << text;
    return faults_of(reading.faults);
}

struct Case {
    std::string_view json;
    TimeControl control;
};
const Case cases[]{
    {R"({"kind":"none"})", Unlimited{}},
    {R"({"kind":"fischer","base_ms":300000,"increment_ms":3000})", Fischer{5min, 3s}},
    {R"({"kind":"fischer","base_ms":1,"increment_ms":0})", Fischer{1ms, 0ms}},
    {R"({"kind":"bronstein","base_ms":300000,"delay_ms":5000})", Bronstein{5min, 5s}},
    {R"({"kind":"byo_yomi","base_ms":600000,"period_ms":30000,"periods":5})",
     ByoYomi{10min, 30s, 5}},
    {R"({"kind":"byo_yomi","base_ms":0,"period_ms":1,"periods":1000})", ByoYomi{0ms, 1ms, 1000}},
    {R"({"kind":"canadian","base_ms":600000,"period_ms":300000,"moves":25})",
     Canadian{10min, 5min, 25}},
    {R"({"kind":"canadian","base_ms":0,"period_ms":31536000000,"moves":1})",
     Canadian{0ms, year, 1}},
    {R"({"kind":"correspondence","per_move_ms":259200000})", Correspondence{72h}},
};

TEST(TimeControlJson, IsReadAndWritten) {
    for (const auto& [json, control] : cases) {
        const auto reading = read(json);
        ASSERT_TRUE(reading) << json;
        EXPECT_EQ(*reading, control) << json;
        EXPECT_THAT(reading.faults, IsEmpty());
        EXPECT_EQ(written(control), json);
    }
}

TEST(TimeControlJson, TakesDaysForCorrespondence) {
    EXPECT_EQ(*read(R"({"kind": "correspondence", "days_per_move": 3})"),
              TimeControl(Correspondence{72h}));
    EXPECT_THAT(faults_in(R"({"kind": "correspondence", "days_per_move": 0})"),
                ElementsAre("out_of_range at /days_per_move"));
    EXPECT_THAT(faults_in(R"({"kind": "correspondence", "days_per_move": 366})"),
                ElementsAre("out_of_range at /days_per_move"));
    EXPECT_THAT(
        faults_in(R"({"kind": "correspondence", "days_per_move": 1, "per_move_ms": 86400000})"),
        ElementsAre("conflicting_keys at the document"));
}

TEST(TimeControlJson, RefusesWhatIsNoControl) {
    EXPECT_THAT(faults_in("null"), ElementsAre("wrong_type at the document"));
    EXPECT_THAT(faults_in("300"), ElementsAre("wrong_type at the document"));
    EXPECT_THAT(faults_in("{}"), ElementsAre("missing_key at the document"));
    EXPECT_THAT(faults_in(R"({"kind": 5})"), ElementsAre("wrong_type at /kind"));
    EXPECT_THAT(faults_in(R"({"kind": "sand"})"), ElementsAre("unknown_clock at /kind"));
    EXPECT_THAT(faults_in(R"({"kind": ""})"), ElementsAre("unknown_clock at /kind"));
}

TEST(TimeControlJson, RefusesWhatIsMissingOrMeansNothing) {
    EXPECT_THAT(faults_in(R"({"kind": "none", "base_ms": 1})"),
                ElementsAre("unknown_key at /base_ms"));
    EXPECT_THAT(faults_in(R"({"kind": "none", "": 1})"), ElementsAre("unknown_key at /"));
    EXPECT_THAT(faults_in(R"({"kind": "fischer", "delay_ms": 1})"),
                ElementsAre("unknown_key at /delay_ms", "missing_key at the document",
                            "missing_key at the document"));
    EXPECT_THAT(
        faults_in(R"({"kind": "byo_yomi", "base_ms": "1", "period_ms": 1.5, "periods": []})"),
        ElementsAre("wrong_type at /base_ms", "wrong_type at /period_ms",
                    "wrong_type at /periods"));
    EXPECT_THAT(faults_in(R"({"kind": "correspondence"})"),
                ElementsAre("missing_key at the document"));
}

TEST(TimeControlJson, RefusesATimeWhoseFlagWouldFallAtOnceOrHardlyEver) {
    struct Limit {
        std::string_view before;  ///< the JSON up to the number
        std::string_view after;
        std::string_view place;
        std::int64_t min;
        std::int64_t max;
    };
    const Limit limits[]{
        {R"({"kind":"fischer","base_ms":)", R"(,"increment_ms":9})", "/base_ms", 1, year.count()},
        {R"({"kind":"fischer","base_ms":9,"increment_ms":)", "}", "/increment_ms", 0, 86'400'000},
        {R"({"kind":"bronstein","base_ms":)", R"(,"delay_ms":9})", "/base_ms", 1, year.count()},
        {R"({"kind":"bronstein","base_ms":9,"delay_ms":)", "}", "/delay_ms", 0, 86'400'000},
        {R"({"kind":"byo_yomi","base_ms":)", R"(,"period_ms":9,"periods":3})", "/base_ms", 0,
         year.count()},
        {R"({"kind":"byo_yomi","base_ms":9,"period_ms":)", R"(,"periods":3})", "/period_ms", 1,
         year.count()},
        {R"({"kind":"byo_yomi","base_ms":9,"period_ms":9,"periods":)", "}", "/periods", 1, 1000},
        {R"({"kind":"canadian","base_ms":)", R"(,"period_ms":9,"moves":3})", "/base_ms", 0,
         year.count()},
        {R"({"kind":"canadian","base_ms":9,"period_ms":)", R"(,"moves":3})", "/period_ms", 1,
         year.count()},
        {R"({"kind":"canadian","base_ms":9,"period_ms":9,"moves":)", "}", "/moves", 1, 1000},
        {R"({"kind":"correspondence","per_move_ms":)", "}", "/per_move_ms", 1, year.count()},
    };
    for (const Limit& limit : limits) {
        const auto with = [&](std::int64_t number) {
            return std::string(limit.before) + std::to_string(number) + std::string(limit.after);
        };
        const auto refused = ElementsAre("out_of_range at " + std::string(limit.place));
        EXPECT_TRUE(read(with(limit.min))) << with(limit.min);
        EXPECT_TRUE(read(with(limit.max))) << with(limit.max);
        EXPECT_THAT(faults_in(with(limit.min - 1)), refused);
        EXPECT_THAT(faults_in(with(limit.max + 1)), refused);
        EXPECT_THAT(faults_in(with(std::numeric_limits<std::int64_t>::max())), refused);
        EXPECT_THAT(faults_in(with(std::numeric_limits<std::int64_t>::min())), refused);
    }
}

}  // namespace
}  // namespace arbiter::referee
