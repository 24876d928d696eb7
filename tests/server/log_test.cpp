#include "server/telemetry/log.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/json.hpp"

namespace arbiter::server {
namespace {

struct Lines {
    std::vector<std::string> lines;

    Log::Sink sink() {
        return [this](std::string_view line) { lines.emplace_back(line); };
    }
};

TEST(Log, ALineIsOneJsonObject) {
    Lines written;
    Log log(LogLevel::info, written.sink());
    log.warning("a \"quoted\"\nmessage",
                {{"text", "line\nbreak \xff"}, {"number", 12}, {"share", 0.5}, {"truth", true}});
    ASSERT_EQ(written.lines.size(), 1U);
    const std::string& line = written.lines[0];
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const auto json = read_json(line);
    ASSERT_TRUE(json.value) << line;
    EXPECT_EQ(*json.value->find("level")->as<std::string>(), "warning");
    EXPECT_EQ(*json.value->find("message")->as<std::string>(), "a \"quoted\"\nmessage");
    EXPECT_EQ(*json.value->find("number")->as<std::int64_t>(), 12);
    EXPECT_EQ(*json.value->find("share")->as<double>(), 0.5);
    EXPECT_EQ(*json.value->find("truth")->as<bool>(), true);
    EXPECT_NE(json.value->find("time"), nullptr);
}

TEST(Log, LeavesOutWhatIsBelowItsLevel) {
    Lines written;
    Log log(LogLevel::warning, written.sink());
    log.debug("no");
    log.info("no");
    log.warning("yes");
    log.error("yes");
    EXPECT_EQ(written.lines.size(), 2U);
}

TEST(Log, LevelsHaveNames) {
    for (const LogLevel level :
         {LogLevel::debug, LogLevel::info, LogLevel::warning, LogLevel::error}) {
        EXPECT_EQ(log_level_named(to_string(level)), level);
    }
    EXPECT_EQ(log_level_named("loud"), std::nullopt);
}

TEST(Log, TimesAreWrittenInFull) {
    using namespace std::chrono;
    const platform::Moment moment = sys_days(2026y / March / 5) + 7h + 8min + 9s + 42ms;
    EXPECT_EQ(iso_time(moment), "2026-03-05T07:08:09.042Z");
    EXPECT_EQ(iso_time(platform::Moment(-1ms)), "1969-12-31T23:59:59.999Z");
}

}  // namespace
}  // namespace arbiter::server
