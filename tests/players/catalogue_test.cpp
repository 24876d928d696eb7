#include "players/catalogue.hpp"

#include <gtest/gtest.h>

#include "players/specification.hpp"

namespace arbiter::players {
namespace {

std::string fault_of(std::string_view specification) {
    const auto fault = check_specification({std::string(specification), {}, {}});
    return fault ? std::string(fault->code) : "";
}

std::string name_of(const PlayerTerms& terms) {
    const auto player = seat(terms, {});
    return player ? std::string((*player)->name()) : player.error().sentence;
}

TEST(ReadSpecification, KindOptionsAndArgument) {
    const auto plain = read_specification("random");
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->kind, "random");
    EXPECT_EQ(plain->argument, "");

    const auto rich = read_specification("uci[Skill Level=3, Hash=16]: stockfish 'a b' ");
    ASSERT_TRUE(rich);
    EXPECT_EQ(rich->kind, "uci");
    ASSERT_EQ(rich->options.size(), 2U);
    EXPECT_EQ(rich->options[0].name, "Skill Level");
    EXPECT_EQ(rich->options[0].value, "3");
    EXPECT_EQ(rich->options[1].name, "Hash");
    EXPECT_EQ(rich->argument, "stockfish 'a b'");

    EXPECT_EQ(read_specification("http://127.0.0.1:9/a?b=[c]")->argument, "//127.0.0.1:9/a?b=[c]");
}

TEST(ReadSpecification, FaultsNameTheColumn) {
    const auto column = [](std::string_view text) -> std::size_t {
        const auto read = read_specification(text);
        return read ? 0 : std::get<TextPlace>(read.error().place).column;
    };
    EXPECT_EQ(column(""), 1U);
    EXPECT_EQ(column(":x"), 1U);
    EXPECT_EQ(column("uci[Hash=1:x"), 4U);
    EXPECT_EQ(column("uci[Hash]:x"), 5U);
    EXPECT_EQ(column("uci[]:x"), 5U);
    EXPECT_EQ(column("uci[a=1,]:x"), 9U);
    EXPECT_EQ(column("bot 3"), 4U);
    EXPECT_EQ(column("uci[a=1]x"), 9U);
}

TEST(OptionReader, TakesWhatIsAskedForAndKnowsTheRest) {
    OptionReader options(Options{{"a", "3"}, {"b", "on"}, {"c", "0.5"}, {"Hash", "16"}});
    EXPECT_EQ(options.whole("a", 1, 3), 3);
    EXPECT_EQ(options.on_off("b"), true);
    EXPECT_EQ(options.number("c", 0, 1), 0.5);
    EXPECT_FALSE(options.text("d"));
    EXPECT_EQ(options.fault()->code, "unknown_option");
    EXPECT_EQ(options.rest().size(), 1U);
    EXPECT_FALSE(options.fault());
}

TEST(OptionReader, AValueThatDoesNotFitIsAFault) {
    for (const char* const value : {"0", "4", "x", "1x", "", "99999999999999999999"}) {
        OptionReader options(Options{{"a", value}});
        EXPECT_FALSE(options.whole("a", 1, 3)) << value;
        ASSERT_TRUE(options.fault()) << value;
        EXPECT_EQ(options.fault()->code, "bad_option");
    }
    OptionReader options(Options{{"a", "nan"}, {"b", "yes"}});
    EXPECT_FALSE(options.number("a", 0, 1));
    EXPECT_FALSE(options.on_off("b"));
}

TEST(Catalogue, BuiltInPlayers) {
    EXPECT_EQ(fault_of("random"), "");
    EXPECT_EQ(fault_of("bot"), "");
    EXPECT_EQ(fault_of("bot:3"), "");
    EXPECT_EQ(fault_of("bot:0"), "unknown_player");
    EXPECT_EQ(fault_of("bot:x"), "unknown_player");
    EXPECT_EQ(fault_of("random:1"), "unknown_player");
    EXPECT_EQ(fault_of("bot[Hash=1]"), "unknown_option");
    EXPECT_EQ(fault_of("robot"), "unknown_player");
    EXPECT_EQ(fault_of(""), "bad_specification");
}

TEST(Catalogue, APlayerCanBeNamed) {
    EXPECT_EQ(name_of({"random", "", {}}), "random");
    EXPECT_EQ(name_of({"random", "Ada", {}}), "Ada");
}

}  // namespace
}  // namespace arbiter::players
