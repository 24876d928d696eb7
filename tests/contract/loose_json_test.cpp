#include "core/base/loose_json.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tests/support/faults.hpp"

namespace arbiter {
namespace {

using ::testing::ElementsAre;

struct Loose {
    std::string_view text;
    std::string_view json;
    std::vector<std::string> warnings;
};

TEST(LooseJson, ReadsWhatPeopleWrite) {
    const std::vector<Loose> cases{
        {"[1, 2]", "[1, 2]", {}},
        {"[1, /* two */ 2]", "[1, 2]", {"warning json_comment 1:5"}},
        {"[1, // one\n 2] // end", "[1, 2]", {"warning json_comment 1:5"}},
        {"{\"a\": 1} # end", "{\"a\": 1}", {"warning json_comment 1:10"}},
        {"[1, 2,]", "[1, 2]", {"warning trailing_comma 1:6"}},
        {"{\"a\": [1,\n],}", "{\"a\": [1]}", {"warning trailing_comma 1:9"}},
        {"[1, /* none */ ]", "[1]", {"warning json_comment 1:5", "warning trailing_comma 1:3"}},
        {"{'a': None, 'b': (True, False)}",
         "{\"a\": null, \"b\": [true, false]}",
         {"warning python_syntax 1:2"}},
        {"(1,)", "[1]", {"warning python_syntax 1:1", "warning trailing_comma 1:3"}},
        {" state = {'a': 1}", "{\"a\": 1}", {"warning python_syntax 1:2"}},
        // Inside of strings they mean nothing.
        {R"(["/* a */", "// b", "# c", ",]", "None", "it's", 'x'])",
         R"(["/* a */", "// b", "# c", ",]", "None", "it's", "x"])",
         {"warning python_syntax 1:50"}},
    };
    for (const auto& [text, json, warnings] : cases) {
        const auto document = read_loose_json(text);
        ASSERT_TRUE(document) << text;
        EXPECT_EQ(*document, *read_json(json)) << text;
        EXPECT_EQ(faults_and_warnings_of(document.faults), warnings) << text;
        EXPECT_EQ(read_json(text).value.has_value(), warnings.empty()) << text;
    }
}

TEST(LooseJson, TellsWhatItDoesNotForgive) {
    const std::vector<Loose> cases{
        {"", "", {"json_syntax 1:1"}},
        {"[,]", "", {"json_syntax 1:2"}},
        {"[1,, 2]", "", {"json_syntax 1:4"}},
        {"[1, /* two */, 2]", "", {"warning json_comment 1:5", "json_syntax 1:14"}},
        {"{a: 1}", "", {"json_syntax 1:2"}},
        {R"(['say "x"'])", "", {"json_syntax 1:2"}},
        {"['it\\'s']", "", {"json_syntax 1:2"}},
        {"[1, 'x]", "", {"json_syntax 1:5"}},
        {"[1 /* 2]", "", {"warning json_comment 1:4", "json_syntax 1:9"}},
        {"{'a': 1, 'a': 2}", "", {"warning python_syntax 1:2", "duplicate_key at /a"}},
        {"{\"a\": 1, \"a\": 2}", "", {"duplicate_key at /a"}},
        {"[Infinity]", "", {"json_syntax 1:2"}},
    };
    for (const auto& [text, json, faults] : cases) {
        const auto document = read_loose_json(text);
        EXPECT_FALSE(document) << text;
        EXPECT_EQ(faults_and_warnings_of(document.faults), faults) << text;
    }
}

TEST(LooseJson, KeepsTheLimits) {
    const std::string deep = std::string(65, '(') + std::string(65, ')');
    EXPECT_THAT(codes_of(read_loose_json(deep).faults), ElementsAre("python_syntax", "too_deep"));
    const std::string large = "[1,] " + std::string(json_size_max, ' ');
    EXPECT_THAT(codes_of(read_loose_json(large).faults), ElementsAre("too_large"));
}

TEST(LooseJson, AnOutlineListsTheOutermostMembers) {
    const auto keys = [](std::string_view text) {
        std::vector<std::string> found;
        for (const auto& [key, value] : outline_of(text)) found.emplace_back(key);
        return found;
    };
    EXPECT_THAT(keys(R"( {"a": {"b": 1}, 'c': (2), "d": "\"e\": ", /* "f": */ "g": [{"h": 0}]})"),
                ElementsAre("a", "c", "d", "g"));
    EXPECT_THAT(keys("x = {'a': 1}"), ElementsAre("a"));
    EXPECT_THAT(keys(R"({"a": [1, {"b")"), ElementsAre("a"));
    EXPECT_THAT(keys(R"(["a", {"b": 1}])"), ElementsAre());
    EXPECT_THAT(keys(R"({"a": 1} {"b": 2})"), ElementsAre("a"));
    EXPECT_TRUE(opens_with(" /* */ [ [1", "[["));
    EXPECT_TRUE(opens_with("((1", "[["));
    EXPECT_FALSE(opens_with("[{", "[["));
    EXPECT_TRUE(opens_with("'x'", "\""));
    EXPECT_TRUE(opens_with("", ""));
}

RC_GTEST_PROP(LooseJson, AnyTextGivesAValueOrAFault, ()) {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::elementOf(std::string("{}[](),:'\"\\/*#\n =aNone1Tru.")));
    const auto document = read_loose_json(text);
    RC_ASSERT(document.value.has_value() != document.faults.fatal());
}

}  // namespace
}  // namespace arbiter
