#include "core/base/json.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/mutated.hpp"

namespace arbiter {

namespace {

using namespace std::string_view_literals;
using testing::HasSubstr;
using testing::Not;

Json read(std::string_view text) {
    const auto reading = read_json(text);
    EXPECT_TRUE(reading) << text;
    return reading ? *reading : Json();
}

/// The only fault of a text that must have exactly one.
Fault fault_of(std::string_view text) {
    const auto reading = read_json(text);
    EXPECT_FALSE(reading) << text;
    EXPECT_EQ(reading.faults.size(), 1) << text;
    return reading.faults.empty() ? Fault{} : *reading.faults.begin();
}

std::string written(const Json& json, JsonWriter::Style style = JsonWriter::Style::compact) {
    JsonWriter out(style);
    out.value(json);
    return out.take();
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST(ReadJson, KeepsMembersInTheirOrderAndIntegersApartFromOtherNumbers) {
    const Json json = read(R"({"b": [1, -2, 3.0, 4e2], "a": {"x": null, "y": true}, "c": "text"})");
    const auto& members = *json.as<Json::Object>();
    ASSERT_EQ(members.size(), 3);
    EXPECT_EQ(members[0].key, "b");
    EXPECT_EQ(members[1].key, "a");
    const auto& numbers = *members[0].value.as<Json::Array>();
    ASSERT_EQ(numbers.size(), 4);
    EXPECT_EQ(*numbers[0].as<std::int64_t>(), 1);
    EXPECT_EQ(*numbers[1].as<std::int64_t>(), -2);
    EXPECT_EQ(*numbers[2].as<double>(), 3.0);
    EXPECT_EQ(*numbers[3].as<double>(), 400.0);
    EXPECT_TRUE(json.find("a")->find("x")->is_null());
    EXPECT_TRUE(*json.find("a")->find("y")->as<bool>());
    EXPECT_EQ(*json.find("c")->as<std::string>(), "text");
    EXPECT_EQ(json.find("d"), nullptr);
    EXPECT_EQ(json.find("c")->find("d"), nullptr);
}

/// An escape beside it sends a text to the parser that knows every fault.
TEST(ReadJson, BothParsersReadTheSame) {
    const std::string text = R"({"a": [0, -2, 12.5, -0.5, 30], "b": {"c": null, "d": true}, )"
                             R"("e": [[], {}, "", "f", false, 99999999999999], "g": 1.25e3, )"
                             R"("h": "{\"i\":\"\\\\\"}"})";
    Random random(1);
    int whole = 0;
    for (int i = 0; i < 20000; ++i) {
        const std::string changed = i == 0 ? text : mutated(text, random);
        const auto quick = read_json(changed);
        const auto other = read_json(R"(["\u0020",)" + changed + "]");
        const auto* pair = other ? other->as<Json::Array>() : nullptr;
        ASSERT_EQ(quick.value.has_value(), pair != nullptr && pair->size() == 2) << changed;
        if (!quick) continue;
        ASSERT_EQ(*quick, (*pair)[1]) << changed;
        ++whole;
    }
    EXPECT_GT(whole, 2000) << "some changes leave a document";
}

TEST(ReadJson, ReadsASingleValueWithSpaceAroundIt) {
    EXPECT_EQ(*read(" \t\r\n 7 \n").as<std::int64_t>(), 7);
    EXPECT_EQ(*read("\xEF\xBB\xBF\"byte order mark\"").as<std::string>(), "byte order mark");
}

TEST(ReadJson, DecodesEscapes) {
    EXPECT_EQ(*read(R"("\"\\\/\b\f\n\r\t")").as<std::string>(), "\"\\/\b\f\n\r\t");
    EXPECT_EQ(*read(R"("\u00e9\u265E")").as<std::string>(), "é♞");
    EXPECT_EQ(*read(R"("\ud83d\ude00")").as<std::string>(), "😀");
    EXPECT_EQ(*read(R"("a\u0000b")").as<std::string>(), std::string("a\0b", 3));
}

TEST(ReadJson, GivesLineAndColumnOfASyntaxError) {
    struct Case {
        std::string_view text;
        TextPlace place;
        std::string_view words;
    };
    const Case cases[]{
        {"", {1, 1}, "ends before there is a value"},
        {"  \n ", {2, 2}, "ends before there is a value"},
        {"{\"a\": 1,\n \"b\": [1, 2", {2, 12}, "ends inside an array"},
        {"{\"a\": 1", {1, 8}, "ends inside an object"},
        {"{\"a\"", {1, 5}, "ends inside an object"},
        {"[\"abc", {1, 6}, "ends inside a string"},
        {"tru", {1, 4}, "ends before there is a value"},
        {"[1, 2,]", {1, 7}, "unexpected ']'"},
        {"{\"a\": 1,}", {1, 9}, "unexpected '}'"},
        {"{\n  \"a\": 1\n  \"b\": 2\n}", {3, 3}, "unexpected string"},
        {"[12 345]", {1, 5}, "unexpected number"},
        {"{a: 1}", {1, 2}, "invalid literal"},
        {"{1: 1}", {1, 2}, "unexpected number"},
        {"['a']", {1, 2}, "invalid literal"},
        {"{} {}", {1, 4}, "more text after the value"},
        {"1 x", {1, 3}, "more text after the value"},
        {"NaN", {1, 1}, "invalid literal"},
        {"[Infinity]", {1, 2}, "invalid literal"},
        {"[-Infinity]", {1, 3}, "invalid number"},
        {"[01]", {1, 3}, "unexpected number"},
        {"[.5]", {1, 2}, "invalid literal"},
        {"[1.]", {1, 4}, "invalid number"},
        {"// comment\n1", {1, 1}, "invalid literal"},
        {"[\"\n\"]", {1, 3}, "control character"},
        {"[\"\\x\"]", {1, 4}, "forbidden character after backslash"},
        {"[\"\\u12g4\"]", {1, 7}, "hex digits"},
        {"[\"\\ud800\"]", {1, 9}, "surrogate"},
        {"[\"\\udc00\"]", {1, 8}, "surrogate"},
        {"[\"\\ud800\\u0041\"]", {1, 14}, "surrogate"},
        {"[\"\xFF\"]", {1, 3}, "UTF-8"},
        {"[\"\xC0\x80\"]", {1, 3}, "UTF-8"},
        {"[\"\xED\xA0\x80\"]", {1, 4}, "UTF-8"},
        {"[\"\xF4\x90\x80\x80\"]", {1, 4}, "UTF-8"},
        {"{\"unexpected string\" ?}", {1, 22}, "invalid literal"},
        {"{\"missing closing quote\" ", {1, 26}, "ends inside an object"},
        {"{}\0"sv, {1, 3}, "zero byte"},
        {"\"a\0b\""sv, {1, 3}, "zero byte"},
    };
    for (const auto& [text, place, words] : cases) {
        const Fault fault = fault_of(text);
        EXPECT_EQ(fault.code, "json_syntax") << text;
        EXPECT_EQ(fault.place, Place(place)) << text << ": " << to_string(fault.place);
        EXPECT_THAT(fault.sentence, HasSubstr(words)) << text;
        EXPECT_THAT(fault.sentence, Not(HasSubstr("json.exception"))) << text;
        EXPECT_THAT(fault.sentence, Not(HasSubstr("last read"))) << text;
    }
}

TEST(ReadJson, CollectsEveryDuplicateKeyWithItsPointer) {
    const auto reading = read_json(
        R"({"a": 1, "b": [{}, {"x/y": 1, "z": 2, "x/y": 3, "~": 0, "~": 0}], "a": 2, "a": 3})");
    EXPECT_FALSE(reading);
    std::vector<std::string> places;
    for (const Fault& fault : reading.faults) {
        EXPECT_EQ(fault.code, "duplicate_key");
        places.push_back(to_string(fault.place));
    }
    EXPECT_THAT(places, testing::UnorderedElementsAre("/a", "/b/1/x~1y", "/b/1/~0"));
}

TEST(ReadJson, ComparesKeysAfterDecodingEscapes) {
    const Fault fault = fault_of(R"({"a": 1, "\u0061": 2})");
    EXPECT_EQ(fault.code, "duplicate_key");
    EXPECT_EQ(fault.place, Place(JsonPointer{"/a"}));
}

TEST(ReadJson, RefusesNumbersItCannotKeep) {
    struct Case {
        std::string_view text;
        std::string_view pointer;
    };
    const Case cases[]{
        {"9223372036854775808", ""},         {"-9223372036854775809", ""},
        {"[0, 18446744073709551616]", "/1"}, {R"({"a": {"b": 1e999}})", "/a/b"},
        {R"({"a": [1, -1e999]})", "/a/1"},
    };
    for (const auto& [text, pointer] : cases) {
        const Fault fault = fault_of(text);
        EXPECT_EQ(fault.code, "number_out_of_range") << text;
        EXPECT_EQ(fault.place, Place(JsonPointer{std::string(pointer)})) << text;
    }
    EXPECT_EQ(*read("9223372036854775807").as<std::int64_t>(),
              std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(*read("-9223372036854775808").as<std::int64_t>(),
              std::numeric_limits<std::int64_t>::min());
}

TEST(ReadJson, GoesDown64LevelsAndNoFurther) {
    EXPECT_TRUE(read_json(nested(64)));
    const Fault fault = fault_of(nested(65));
    EXPECT_EQ(fault.code, "too_deep");
    std::string pointer;
    for (int level = 0; level < 64; ++level) pointer += "/0";
    EXPECT_EQ(fault.place, Place(JsonPointer{pointer}));
    EXPECT_EQ(fault_of(std::string(1'000'000, '[')).code, "too_deep");
}

TEST(ReadJson, DoesNotCountBracketsInsideStrings) {
    EXPECT_TRUE(read_json("\"" + std::string(100, '[') + "\""));
}

TEST(ReadJson, Reads16MebibytesAndNoMore) {
    std::string text = "\"" + std::string(json_size_max - 2, 'x') + "\"";
    EXPECT_TRUE(read_json(text));
    text += ' ';
    EXPECT_EQ(fault_of(text).code, "too_large");
}

TEST(ReadJson, LimitsTheNumberOfValues) {
    std::string text = "[";
    while (text.size() < 2 * json_values_max) text += "0,";
    text += "0]";
    EXPECT_EQ(fault_of(text).code, "too_large");
}

/// Otherwise a long key above many faults would be written out with each of them.
TEST(ReadJson, LimitsTheLengthOfKeys) {
    EXPECT_TRUE(read_json("{\"" + std::string(json_key_size_max, 'k') + "\": 0}"));
    const Fault fault =
        fault_of(R"({"a": [{")" + std::string(json_key_size_max + 1, 'k') + "\": 0}]}");
    EXPECT_EQ(fault.code, "too_large");
    EXPECT_EQ(fault.place, Place(JsonPointer{"/a/0"}));
}

TEST(ReadJson, ReadsAnObjectOfHalfAMillionKeysInGoodTime) {
    std::string text = "{";
    for (int i = 0; i < 500'000; ++i) text += "\"" + std::to_string(i) + "\":0,";
    text += "\"77\":0}";
    const Fault fault = fault_of(text);
    EXPECT_EQ(fault.code, "duplicate_key");
    EXPECT_EQ(fault.place, Place(JsonPointer{"/77"}));
}

TEST(JsonView, NamesThePlaceOfAWrongValue) {
    const Json json = read(R"({"a/b": [0, {"~": "x"}]})");
    Faults faults;
    const JsonView root(json);
    const JsonView list = root.at("a/b", *json.find("a/b"));
    const JsonView element = list.at(1, (*list.array(faults))[1]);
    const JsonView member = element.at("~", *element.require("~", faults));
    EXPECT_EQ(*member.string(faults), "x");
    EXPECT_TRUE(faults.empty());

    EXPECT_EQ(root.pointer().path, "");
    EXPECT_EQ(member.pointer().path, "/a~1b/1/~0");
    EXPECT_EQ(member.integer(faults), std::nullopt);
    ASSERT_EQ(faults.size(), 1);
    EXPECT_EQ(*faults.begin(), (Fault{"wrong_type", "here stands a string instead of an integer",
                                      JsonPointer{"/a~1b/1/~0"}, Severity::error}));
}

TEST(JsonView, RefusesEachTypeWhereAnotherIsWanted) {
    const Json json = read(R"([null, true, 1, 1.5, "s", [], {}])");
    std::vector<std::string> accepted;
    for (const Json& element : *json.as<Json::Array>()) {
        Faults faults;
        const JsonView view(element);
        std::string names;
        if (view.boolean(faults) != nullptr) names += "boolean";
        if (view.integer(faults)) names += "integer";
        if (view.string(faults) != nullptr) names += "string";
        if (view.array(faults) != nullptr) names += "array";
        if (view.object(faults) != nullptr) names += "object";
        EXPECT_EQ(faults.size(), names.empty() ? 5 : 4);
        accepted.push_back(names);
    }
    EXPECT_THAT(accepted,
                testing::ElementsAre("", "boolean", "integer", "", "string", "array", "object"));
}

TEST(JsonView, TakesAWholeDecimalNumberForAnInteger) {
    const Json json = read("[3.0, -1e3, 1e300]");
    const auto& numbers = *json.as<Json::Array>();
    Faults faults;
    EXPECT_EQ(JsonView(numbers[0]).integer(faults), 3);
    EXPECT_EQ(JsonView(numbers[1]).integer(faults), -1000);
    EXPECT_TRUE(faults.empty());
    EXPECT_EQ(JsonView(numbers[2]).integer(faults), std::nullopt);
    EXPECT_TRUE(faults.fatal());
}

TEST(JsonView, RequiresKeysAndRefusesUnknownOnes) {
    const Json json = read(R"({"known": {"a": 1, "b/c": 2}})");
    const JsonView root(json);
    const JsonView known = root.at("known", *json.find("known"));
    Faults faults;
    EXPECT_EQ(known.require("d", faults), nullptr);
    known.refuse_unknown(std::array{"a"}, Severity::warning, faults);
    root.refuse_unknown(std::array{"known"}, Severity::error, faults);
    ASSERT_EQ(faults.size(), 2);
    EXPECT_EQ(faults.begin()[0].code, "missing_key");
    EXPECT_EQ(faults.begin()[0].place, Place(JsonPointer{"/known"}));
    EXPECT_EQ(faults.begin()[1].code, "unknown_key");
    EXPECT_EQ(faults.begin()[1].place, Place(JsonPointer{"/known/b~1c"}));
    EXPECT_EQ(faults.begin()[1].severity, Severity::warning);
}

TEST(JsonWriter, WritesEachStyle) {
    const Json json = read(R"({"a":1,"b":[2,[],{}],"c":{"d":null},"e":{}})");
    EXPECT_EQ(written(json, JsonWriter::Style::compact),
              R"({"a":1,"b":[2,[],{}],"c":{"d":null},"e":{}})");
    EXPECT_EQ(written(json, JsonWriter::Style::spaced),
              R"({"a": 1, "b": [2, [], {}], "c": {"d": null}, "e": {}})");
    EXPECT_EQ(written(json, JsonWriter::Style::lines), R"({
  "a": 1,
  "b": [
    2,
    [],
    {}
  ],
  "c": {
    "d": null
  },
  "e": {}
})");
    EXPECT_EQ(written(read("[]"), JsonWriter::Style::lines), "[]");
}

TEST(JsonWriter, PutsSeveralValuesOnOneLine) {
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.on_one_line([&] {
            out.member("a", 1);
            out.member("b", 2);
        });
        out.on_one_line([&] { out.member("c", read("[3, {}]")); });
        out.key("d");
        out.on_one_line([&] { out.value(read(R"({"e": 4})")); });
        out.key("f");
        out.array([&] {
            out.on_one_line([&] { out.value(read("[5, 6]")); });
            out.value(7);
        });
    });
    EXPECT_EQ(out.text(), R"({
  "a": 1, "b": 2,
  "c": [3, {}],
  "d": {"e": 4},
  "f": [
    [5, 6],
    7
  ]
})");
}

TEST(JsonWriter, WritesNumbersThatReadBackTheSame) {
    JsonWriter out(JsonWriter::Style::spaced);
    out.array([&] {
        for (const double number : {7.0, 7.5, 0.0, -0.0, 0.1, 1e300, 5e-324, 1e21}) {
            out.value(number);
        }
        out.value(std::numeric_limits<double>::infinity());
        out.value(std::numeric_limits<double>::quiet_NaN());
        out.value(std::numeric_limits<std::int64_t>::min());
        out.value(std::uint8_t{200});
        out.value(true);
    });
    EXPECT_EQ(out.text(),
              "[7.0, 7.5, 0.0, -0.0, 0.1, 1e+300, 5e-324, 1e+21, null, null, "
              "-9223372036854775808, 200, true]");
}

TEST(JsonWriter, EscapesWhatMustBeEscaped) {
    JsonWriter out;
    out.value("\"\\/\b\f\n\r\t\0\x1f\x7f é♞😀"sv);
    EXPECT_EQ(out.text(), "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f é♞😀\"");
}

TEST(JsonWriter, ReplacesBytesThatAreNoUtf8) {
    JsonWriter out;
    out.array([&] {
        out.value("caf\xE9!");          // Latin-1
        out.value("\xC3");              // cut short
        out.value("\xED\xA0\x80");      // a surrogate
        out.value("\xC0\xAF");          // overlong
        out.value("\xF4\x90\x80\x80");  // beyond U+10FFFF
    });
    EXPECT_EQ(out.text(), R"(["caf�!","�","���","��","����"])");
    EXPECT_TRUE(read_json(out.text()));
}

TEST(JsonWriter, WritesDetails) {
    JsonWriter out(JsonWriter::Style::spaced);
    out.object([&] {
        out.member("number", DetailValue(std::int64_t{3}));
        out.member("word", DetailValue("e4"));
        out.member("words", DetailValue(std::vector<std::string>{"e4", "d4"}));
        out.member("text", std::string("x"));
        out.key("raw");
        out.raw("[1]");
    });
    EXPECT_EQ(out.text(),
              R"({"number": 3, "word": "e4", "words": ["e4", "d4"], "text": "x", "raw": [1]})");
}

namespace {

Json arbitrary_json(int depth) {
    const int kinds = depth == 0 ? 5 : 7;
    switch (*rc::gen::inRange(0, kinds)) {
        case 0: return {nullptr};
        case 1: return {*rc::gen::arbitrary<bool>()};
        case 2: return {*rc::gen::arbitrary<std::int64_t>()};
        case 3: return {*rc::gen::arbitrary<double>()};
        case 4: return {*rc::gen::string<std::string>()};
        case 5: {
            Json::Array elements(*rc::gen::inRange<std::size_t>(0, 4));
            for (Json& element : elements) element = arbitrary_json(depth - 1);
            return {std::move(elements)};
        }
        default: {
            Json::Object members(*rc::gen::inRange<std::size_t>(0, 4));
            for (std::size_t i = 0; i < members.size(); ++i) {
                members[i] = {std::to_string(i) + *rc::gen::string<std::string>(),
                              arbitrary_json(depth - 1)};
            }
            return {std::move(members)};
        }
    }
}

}  // namespace

TEST(Json, WhatIsWrittenReadsBackTheSameInEveryStyle) {
    EXPECT_TRUE(rc::check([] {
        // Writing once makes the strings UTF-8.
        const auto json = read_json(written(arbitrary_json(4)));
        RC_ASSERT(json.value.has_value());
        for (const auto style :
             {JsonWriter::Style::compact, JsonWriter::Style::spaced, JsonWriter::Style::lines}) {
            const auto again = read_json(written(*json, style));
            RC_ASSERT(again.value.has_value());
            RC_ASSERT(*again == *json);
        }
    }));
}

TEST(ReadJson, NeverReadsATextThatWasCutShort) {
    EXPECT_TRUE(rc::check([] {
        JsonWriter out;
        out.array([&] { out.value(arbitrary_json(3)); });
        const std::string text = out.take();
        const auto size = *rc::gen::inRange<std::size_t>(0, text.size());
        const auto reading = read_json(std::string_view(text).substr(0, size));
        RC_ASSERT(!reading.value.has_value());
        RC_ASSERT(reading.faults.fatal());
    }));
}

}  // namespace arbiter
