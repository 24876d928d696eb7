#include "referee/event.hpp"

#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/faults.hpp"

namespace arbiter::referee {
namespace {

using namespace std::chrono_literals;
using enum Color;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr Moment morning{Duration(1'794'821'400'250)};
const std::string white_hash(64, 'a');
const std::string black_hash(64, 'b');
const std::string watch_hash(64, 'c');
const std::string seed_digits(64, '0');

Created created() {
    return {.id = "g1",
            .record = "{\"game\": \"chess\",\n \"events\": []}",
            .seats = {{"Ada", white_hash}, {"Bob", black_hash}},
            .clock = Fischer{5min, 3s},
            .watch_hash = watch_hash,
            .seed = Seed::of_hex(seed_digits)};
}

/// One of each type.
std::vector<Event> samples() {
    return {{morning, created()},
            {morning, Played{white, "e2e4"}},
            {morning, Rolled{1, "roll 31"}},
            {morning, Flagged{black}},
            {morning, Aborted{white}},
            {morning, UndoRequested{black, 7}},
            {morning, UndoAccepted{white, 7}},
            {morning, UndoDeclined{white}}};
}

std::string in_public(const Event& event) {
    JsonWriter out;
    out.object([&] { write_public(out, event); });
    return out.take();
}

/// The faults of a text that must not be readable.
std::vector<std::string> faults_in(std::string_view json) {
    const auto reading = read_event(json);
    EXPECT_FALSE(reading) << json;
    return faults_of(reading.faults);
}

/// The JSON of the first sample with one part of it replaced.
std::string created_with(std::string_view part, std::string_view other) {
    std::string json = to_json(samples().front());
    const auto at = json.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return json.replace(at, part.size(), other);
}

TEST(EventJson, IsOneLineWithEverything) {
    EXPECT_EQ(to_json({morning, created()}),
              R"({"type":"created","at":"2026-11-16T09:30:00.250Z","id":"g1",)"
              R"("record":"{\"game\": \"chess\",\n \"events\": []}",)"
              R"("seats":{"white":{"name":"Ada","key_hash":")" +
                  white_hash + R"("},"black":{"name":"Bob","key_hash":")" + black_hash +
                  R"("}},"clock":{"kind":"fischer","base_ms":300000,"increment_ms":3000},)"
                  R"("watch_hash":")" +
                  watch_hash + R"(","seed":")" + seed_digits + R"("})");
    EXPECT_EQ(to_json({morning, Played{white, "e2e4"}}),
              R"({"type":"played","at":"2026-11-16T09:30:00.250Z","by":"white","event":"e2e4"})");
    EXPECT_EQ(to_json({morning, Rolled{2, "31"}}),
              R"({"type":"rolled","at":"2026-11-16T09:30:00.250Z","number":2,"event":"31"})");
    EXPECT_EQ(to_json({morning, Flagged{black}}),
              R"({"type":"flagged","at":"2026-11-16T09:30:00.250Z","side":"black"})");
    EXPECT_EQ(to_json({morning, UndoRequested{black, 7}}),
              R"({"type":"undo_requested","at":"2026-11-16T09:30:00.250Z","by":"black","ply":7})");
}

TEST(EventJson, NamesEachTypeOnce) {
    const std::vector<std::string_view> names{"created",       "played",       "rolled",
                                              "flagged",       "aborted",      "undo_requested",
                                              "undo_accepted", "undo_declined"};
    const std::vector<Event> events = samples();
    ASSERT_EQ(events.size(), std::variant_size_v<Content>);
    for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(type_of(events[i].content), names[i]);
}

TEST(EventJson, ComesBackTheSame) {
    for (const Event& event : samples()) {
        const auto again = read_event(to_json(event));
        ASSERT_TRUE(again) << to_json(event);
        EXPECT_EQ(*again, event);
        EXPECT_THAT(again.faults, IsEmpty());
    }
}

TEST(EventJson, ComesBackTheSameWithoutWhatMayBeAbsent) {
    Created plain = created();
    plain.watch_hash.reset();
    plain.seed.reset();
    plain.clock = Unlimited{};
    plain.seats.white.name.clear();
    const Event event{morning, plain};
    EXPECT_EQ(*read_event(to_json(event)), event);
}

TEST(EventJson, IsWithoutAClockIfItNamesNone) {
    const auto event = read_event(
        created_with(R"("clock":{"kind":"fischer","base_ms":300000,"increment_ms":3000},)", ""));
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<Created>(event->content).clock, TimeControl(Unlimited{}));
}

TEST(EventJson, NamesEveryFaultAndItsPlace) {
    EXPECT_THAT(faults_in("{\"type\":"), ElementsAre("json_syntax 1:9"));
    EXPECT_THAT(faults_in("[]"), ElementsAre("wrong_type at the document"));
    EXPECT_THAT(faults_in("{}"),
                ElementsAre("missing_key at the document", "missing_key at the document"));
    EXPECT_THAT(faults_in(R"({"type":"moved","at":5,"x":1})"),
                ElementsAre("unknown_event at /type", "wrong_type at /at"));
    EXPECT_THAT(faults_in(R"({"type":"played","at":"today","by":"red","event":["e4"],"x/y":1})"),
                ElementsAre("bad_moment at /at", "unknown_color at /by", "wrong_type at /event",
                            "unknown_key at /x~1y"));
    EXPECT_THAT(faults_in(R"({"type":"played","at":"2026-11-16T09:30:00.250Z"})"),
                ElementsAre("missing_key at the document", "missing_key at the document"));
    EXPECT_THAT(
        faults_in(R"({"type":"rolled","at":"2026-11-16T09:30:00.250Z","number":0,"event":"31"})"),
        ElementsAre("out_of_range at /number"));
    EXPECT_THAT(
        faults_in(
            R"({"type":"undo_accepted","at":"2026-11-16T09:30:00.250Z","by":"white","ply":-1})"),
        ElementsAre("out_of_range at /ply"));
    EXPECT_THAT(
        faults_in(
            R"({"type":"undo_accepted","at":"2026-11-16T09:30:00.250Z","by":"white","ply":1.5})"),
        ElementsAre("wrong_type at /ply"));
}

TEST(EventJson, NamesEveryFaultOfTheFirstEvent) {
    EXPECT_THAT(faults_in(created_with("\"g1\"", "\"\"")), ElementsAre("empty_name at /id"));
    EXPECT_THAT(faults_in(created_with("\"Ada\"", "null")),
                ElementsAre("wrong_type at /seats/white/name"));
    EXPECT_THAT(faults_in(created_with(black_hash, "secret")),
                ElementsAre("bad_hash at /seats/black/key_hash"));
    EXPECT_THAT(faults_in(created_with(watch_hash, std::string(64, 'C'))),
                ElementsAre("bad_hash at /watch_hash"));
    EXPECT_THAT(faults_in(created_with(seed_digits, "00")), ElementsAre("bad_hash at /seed"));
    EXPECT_THAT(faults_in(created_with("300000", "-1")),
                ElementsAre("out_of_range at /clock/base_ms"));
    EXPECT_THAT(faults_in(created_with("\"name\":\"Bob\"", "\"name\":\"Bob\",\"key\":1")),
                ElementsAre("unknown_key at /seats/black/key"));
    EXPECT_THAT(faults_in(created_with("\"black\":{", "\"green\":{")),
                ElementsAre("missing_key at /seats", "unknown_key at /seats/green"));
    EXPECT_THAT(
        faults_in(R"({"type":"created","at":"2026-11-16T09:30:00.250Z","seats":[],"clock":{}})"),
        ElementsAre("missing_key at the document", "missing_key at the document",
                    "wrong_type at /seats", "missing_key at /clock"));
}

TEST(EventJson, RefusesTheMembersOfOtherTypes) {
    for (const Event& event : samples()) {
        std::string json = to_json(event);
        json.insert(json.size() - 1, R"(,"winner":"white")");
        EXPECT_THAT(faults_in(json), ElementsAre("unknown_key at /winner"));
    }
}

TEST(PublicEvent, ShowsNoHashAndNoSeed) {
    const std::string json = in_public({morning, created()});
    EXPECT_EQ(json, R"({"type":"created","at":"2026-11-16T09:30:00.250Z","id":"g1",)"
                    R"("record":{"game":"chess","events":[]},)"
                    R"("seats":{"white":{"name":"Ada"},"black":{"name":"Bob"}},)"
                    R"("clock":{"kind":"fischer","base_ms":300000,"increment_ms":3000},)"
                    R"("private":true,"commitment":")" +
                        created().seed->commitment() + R"("})");
    for (const std::string& secret : {white_hash, black_hash, watch_hash, seed_digits}) {
        EXPECT_THAT(json, Not(HasSubstr(secret)));
    }
}

TEST(PublicEvent, IsWhatTheJournalSaysOfEveryOtherType) {
    for (const Event& event : samples()) {
        if (std::holds_alternative<Created>(event.content)) continue;
        EXPECT_EQ(in_public(event), to_json(event));
    }
}

TEST(PublicEvent, WritesJsonAsJsonAndNothingElse) {
    EXPECT_THAT(in_public({morning, Played{white, R"({"action": "resign", "by": "white"})"}}),
                HasSubstr(R"("event":{"action":"resign","by":"white"})"));
    EXPECT_THAT(in_public({morning, Played{white, R"({"broken)"}}),
                HasSubstr(R"("event":"{\"broken")"));
}

TEST(MomentText, HasMillisecondsAlways) {
    EXPECT_EQ(to_string(morning), "2026-11-16T09:30:00.250Z");
    EXPECT_EQ(to_string(Moment()), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(to_string(Moment(-1ms)), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(to_string(Moment(951'782'400'007ms)), "2000-02-29T00:00:00.007Z");
    EXPECT_EQ(to_string(Moment::max()), "9999-12-31T23:59:59.999Z");
    EXPECT_EQ(to_string(Moment::min()), "0000-01-01T00:00:00.000Z");
}

TEST(MomentText, HasOneSpelling) {
    for (const std::string_view text :
         {"2026-11-16T09:30:00Z", "2026-11-16T09:30:00.25Z", "2026-11-16T09:30:00.2500Z",
          "2026-11-16t09:30:00.250z", "2026-11-16T09:30:00.250+00:00", "2026-11-31T09:30:00.250Z",
          "2016-12-31T23:59:60.000Z", "9999-12-31T23:59:59.999-01:00", ""}) {
        const std::string json =
            R"({"type":"aborted","at":")" + std::string(text) + R"(","by":"white"})";
        EXPECT_THAT(faults_in(json), ElementsAre("bad_moment at /at")) << text;
    }
}

std::string any_text() {
    const auto characters =
        *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
            "a", "\"", "\\", "\n", "{", "}", std::string(1, '\0'), "\x1f", "\x7f", "é", "♞", "😀"));
    std::string text;
    for (const std::string& character : characters) text += character;
    return text;
}

std::string any_hash() {
    return *rc::gen::container<std::string>(64,
                                            rc::gen::elementOf(std::string("0123456789abcdef")));
}

Duration any_time(std::int64_t min = 1) {
    return Duration(*rc::gen::inRange<std::int64_t>(min, 31'536'000'001));
}

std::int32_t any_count() { return *rc::gen::inRange(1, 1001); }

TimeControl any_clock() {
    const auto each_turn = Duration(*rc::gen::inRange(0, 86'400'001));
    switch (*rc::gen::inRange(0, 6)) {
        case 0: return Unlimited{};
        case 1: return Fischer{any_time(), each_turn};
        case 2: return Bronstein{any_time(), each_turn};
        case 3: return ByoYomi{any_time(0), any_time(), any_count()};
        case 4: return Canadian{any_time(0), any_time(), any_count()};
        default: return Correspondence{any_time()};
    }
}

Content any_content() {
    const Color side = *rc::gen::element(white, black);
    const auto count =
        *rc::gen::inRange<std::uint64_t>(1, std::numeric_limits<std::int64_t>::max());
    switch (*rc::gen::inRange(0, 8)) {
        case 0: break;
        case 1: return Played{side, any_text()};
        case 2: return Rolled{count, any_text()};
        case 3: return Flagged{side};
        case 4: return Aborted{side};
        case 5: return UndoRequested{side, count - 1};
        case 6: return UndoAccepted{side, count - 1};
        default: return UndoDeclined{side};
    }
    Created created{.id = "g" + any_text(),
                    .record = any_text(),
                    .seats = {{any_text(), any_hash(), any_text()}, {any_text(), any_hash()}},
                    .clock = any_clock()};
    if (*rc::gen::arbitrary<bool>()) created.watch_hash = any_hash();
    if (*rc::gen::arbitrary<bool>()) created.seed = Seed::of_hex(any_hash());
    return created;
}

Event any_event() {
    const auto at = *rc::gen::inRange<std::int64_t>(-62'167'219'200'000, 253'402'300'800'000);
    return {Moment(Duration(at)), any_content()};
}

TEST(EventProperty, EveryEventComesBackTheSameFromOneLine) {
    EXPECT_TRUE(rc::check([] {
        const Event event = any_event();
        const std::string json = to_json(event);
        RC_ASSERT(json.find('\n') == std::string::npos);
        const auto again = read_event(json);
        RC_ASSERT(again.value.has_value());
        RC_ASSERT(*again == event);
        RC_ASSERT(to_json(*again) == json);
    }));
}

TEST(EventProperty, WhatIsReadFromABrokenLineIsWrittenTheSame) {
    EXPECT_TRUE(rc::check([] {
        std::string json = to_json(any_event());
        const auto at = *rc::gen::inRange<std::size_t>(0, json.size());
        json[at] = *rc::gen::elementOf(std::string("{}[]\":,0123456789-.eabZ \\"));
        const auto reading = read_event(json);
        RC_ASSERT(reading.value.has_value() != reading.faults.fatal());
        if (reading) RC_ASSERT(*read_event(to_json(*reading)) == *reading);
    }));
}

/// A blank at the end is JSON, and not as the journal writes it: then the strict reader reads.
TEST(Event, WhatIsWrittenAsUsualIsReadAsStrictly) {
    const auto expect_alike = [](const std::string& json) {
        EXPECT_EQ(read_event(json).value, read_event(json + " ").value) << json;
    };
    for (const Event& event : samples()) {
        const std::string json = to_json(event);
        expect_alike(json);
        for (std::size_t at = 0; at < json.size(); ++at) {
            expect_alike(json.substr(0, at));
            expect_alike(std::string(json).erase(at, 1));
            for (const char c : {'0', '1', '9', '-', '"', '\\', ',', '}', ' ', '\n', 'e', '\x7f'}) {
                std::string changed = json;
                changed[at] = c;
                expect_alike(changed);
                expect_alike(std::string(json).insert(at, 1, c));
            }
        }
    }
}

}  // namespace
}  // namespace arbiter::referee
