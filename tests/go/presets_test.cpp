#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/go/board/point.hpp"
#include "core/go/notations/katago_rules.hpp"
#include "core/go/rules.hpp"

namespace arbiter::go {
namespace {

// ---------------------------------------------------------------------------------------------
// Presets

TEST(Presets, AreAsTheirTableSays) {
    struct Row {
        std::string_view name;
        KoRule ko;
        Suicide suicide;
        Scoring scoring;
        Ending ending;
        DeadStones dead_stones;
        std::string_view komi;
    };
    const std::vector<Row> table{
        {"aga", KoRule::situational, Suicide::forbidden, Scoring::area,
         Ending::two_passes_white_last, DeadStones::agreed, "7.5"},
        {"chinese", KoRule::simple_and_positional, Suicide::forbidden, Scoring::area,
         Ending::two_passes, DeadStones::agreed, "7.5"},
        {"japanese", KoRule::simple, Suicide::forbidden, Scoring::territory, Ending::two_passes,
         DeadStones::agreed, "6.5"},
        {"new-zealand", KoRule::situational, Suicide::allowed, Scoring::area, Ending::two_passes,
         DeadStones::agreed, "7"},
        {"simple", KoRule::none, Suicide::forbidden, Scoring::stones,
         Ending::two_passes_or_full_board, DeadStones::stay, "0"},
        {"tromp-taylor", KoRule::positional, Suicide::allowed, Scoring::area, Ending::two_passes,
         DeadStones::stay, "7.5"},
        {"cgos", KoRule::positional, Suicide::forbidden, Scoring::area, Ending::two_passes,
         DeadStones::stay, "7.5"},
        {"ogs", KoRule::simple, Suicide::forbidden, Scoring::territory, Ending::two_passes,
         DeadStones::agreed, "6.5"},
        {"openspiel", KoRule::simple, Suicide::forbidden, Scoring::area,
         Ending::two_passes_or_length, DeadStones::stay, "7.5"},
    };
    ASSERT_EQ(presets().size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto& [name, rules, size] = presets()[i];
        const Row& row = table[i];
        EXPECT_EQ(name, row.name);
        EXPECT_EQ(rules.ko, row.ko) << name;
        EXPECT_EQ(rules.suicide, row.suicide) << name;
        EXPECT_EQ(rules.scoring, row.scoring) << name;
        EXPECT_EQ(rules.ending, row.ending) << name;
        EXPECT_EQ(rules.dead_stones, row.dead_stones) << name;
        EXPECT_EQ(to_string(rules.komi), row.komi) << name;
        EXPECT_EQ(size, name == "simple" ? (Size{5, 5}) : (Size{19, 19})) << name;
        EXPECT_EQ(rules.turns, Turns::alternate) << name;
        EXPECT_EQ(rules.pass_stones == PassStones::given, name == "aga") << name;
        EXPECT_EQ(rules.long_cycle == LongCycle::voids_the_game, name == "japanese") << name;
        EXPECT_EQ(rules.false_eyes == FalseEyes::filled, name == "ogs") << name;
    }
    EXPECT_EQ(preset_named("chinese")->rules, Rules{}) << "the default";
}

TEST(Presets, AreKnownByTheNamesInTheField) {
    for (const auto& [name, preset] : std::vector<std::pair<std::string, std::string>>{
             {"Japanese", "japanese"},
             {"JAPANESE RULES", "japanese"},
             {"jp", "japanese"},
             {"kgs", "japanese"},
             {"Korean", "japanese"},
             {"Chinese rules", "chinese"},
             {"cn", "chinese"},
             {"NZ", "new-zealand"},
             {"New Zealand", "new-zealand"},
             {"new_zealand", "new-zealand"},
             {"Tromp-Taylor", "tromp-taylor"},
             {"TrompTaylor rules", "tromp-taylor"},
             {"AGA", "aga"},
         }) {
        const Preset* found = preset_named(name);
        ASSERT_NE(found, nullptr) << name;
        EXPECT_EQ(found->name, preset) << name;
    }
    for (const std::string_view name : {"", "rules", "chines", "chinese-rule", "chinese ko=none"}) {
        EXPECT_EQ(preset_named(name), nullptr) << name;
    }
}

// ---------------------------------------------------------------------------------------------
// Rules in words

TEST(WriteRules, NamesThePresetAndWhatDiffersFromIt) {
    for (const Preset& preset : presets()) EXPECT_EQ(write_rules(preset.rules), preset.name);
    Rules rules;
    rules.ko = KoRule::none;
    rules.turns = Turns::free;
    EXPECT_EQ(write_rules(rules), "chinese ko=none turns=free");
    rules.komi = HalfPoints{1};
    EXPECT_EQ(write_rules(rules), "chinese ko=none turns=free") << "komi is not included";
}

TEST(KataGoRules, AreReadAndWritten) {
    const auto rules = read_rules("katago:koSIMPLEscoreTERRITORYtaxSEKIsui0whb0komi6.5");
    ASSERT_TRUE(rules);
    EXPECT_EQ(write_rules(*rules), "japanese");
    EXPECT_EQ(write_katago_rules(*rules), "koSIMPLEscoreTERRITORYtaxSEKIsui0whb0komi6.5");
    EXPECT_EQ(write_katago_rules(preset_named("chinese")->rules),
              "koPOSITIONALscoreAREAtaxNONEsui0whbNkomi7.5");
    EXPECT_EQ(write_katago_rules(preset_named("aga")->rules),
              "koSITUATIONALscoreAREAtaxNONEsui0whbN-1komi7.5");
    EXPECT_EQ(write_katago_rules(preset_named("tromp-taylor")->rules),
              "koPOSITIONALscoreAREAtaxNONEsui1whb0komi7.5");
    for (const Preset& preset : presets()) {
        const std::string text = write_katago_rules(preset.rules);
        const auto read = read_katago_rules(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(write_katago_rules(*read), text);
    }
    EXPECT_FALSE(read_katago_rules("koSIMPLEscoreAREAtaxHALF"));
}

/// Takes the last digit off a number whose digits are choices.
template <class Enum>
Enum choice(int& number, int count) {
    const int digit = number % count;
    number /= count;
    return static_cast<Enum>(digit);
}

TEST(WriteRules, AllThereAreReadBackTheSame) {
    constexpr int combinations = 5 * 2 * 2 * 3 * 2 * 3 * 2 * 2 * 3 * 3;
    std::set<std::string> texts;
    for (int i = 0; i < combinations; ++i) {
        int number = i;
        Rules rules;
        rules.ko = choice<KoRule>(number, 5);
        rules.long_cycle = choice<LongCycle>(number, 2);
        rules.suicide = choice<Suicide>(number, 2);
        rules.scoring = choice<Scoring>(number, 3);
        rules.false_eyes = choice<FalseEyes>(number, 2);
        rules.ending = choice<Ending>(number, 3);
        rules.dead_stones = choice<DeadStones>(number, 2);
        rules.pass_stones = choice<PassStones>(number, 2);
        rules.compensation = choice<Compensation>(number, 3);
        rules.turns = choice<Turns>(number, 3);
        const std::string text = write_rules(rules);
        const auto read = read_rules(text);
        ASSERT_TRUE(read) << text;
        rules.komi = read->komi;  // the preset's
        EXPECT_EQ(*read, rules) << text;
        EXPECT_TRUE(texts.insert(text).second) << text;
    }
}

TEST(ReadRules, TakesNamesWithBlanks) {
    const auto rules = read_rules("Tromp Taylor rules ko=simple komi=0.5");
    ASSERT_TRUE(rules);
    EXPECT_EQ(rules->ko, KoRule::simple);
    EXPECT_EQ(rules->suicide, Suicide::allowed);
    EXPECT_EQ(rules->komi, HalfPoints{1});
}

TEST(ReadRules, NamesTheWordThatNobodyUnderstands) {
    for (const auto& [text, word] : std::vector<std::pair<std::string, std::string>>{
             {"", ""},
             {"klingon", "klingon"},
             {"ko=none", "ko=none"},
             {"chinese ko=never", "ko=never"},
             {"chinese ko=none honour=all", "honour=all"},
             {"chinese ko=none simple", "simple"},
             {"chinese ko=none  suicide=allowed", ""},
             {"chinese komi=7.3", "komi=7.3"},
             {"chinese =", "="},
         }) {
        const auto rules = read_rules(text);
        ASSERT_FALSE(rules) << text;
        EXPECT_EQ(rules.error(), word) << text;
    }
}

/// Every value that a field's description lists is understood, and all of them differ.
TEST(Fields, HaveTheValuesTheyAreSaidToHave) {
    for (const FieldInfo& field : field_infos) {
        if (field.name == "komi") continue;
        std::set<std::string> written;
        std::string values(field.values);
        values += ", ";
        std::size_t count = 0;
        for (std::size_t at = 0; at < values.size(); ++count) {
            const std::size_t end = values.find(", ", at);
            Rules rules;
            const std::string value = values.substr(at, end - at);
            EXPECT_TRUE(set_field(rules, field.name, value)) << field.name << '=' << value;
            written.insert(write_rules(rules));
            at = end + 2;
        }
        EXPECT_EQ(written.size(), count) << field.name;
        Rules rules;
        EXPECT_FALSE(set_field(rules, field.name, "whatever"));
        EXPECT_FALSE(set_field(rules, field.name, ""));
        EXPECT_EQ(rules, Rules{});
    }
    Rules rules;
    EXPECT_FALSE(set_field(rules, "honour", "all"));
}

// ---------------------------------------------------------------------------------------------
// Half points

TEST(HalfPointNumbers, AreReadAndWritten) {
    for (const auto& [text, count] : std::vector<std::pair<std::string, int>>{
             {"0", 0},
             {"7", 14},
             {"7.5", 15},
             {"7.50", 15},
             {"7.", 14},
             {"7.0", 14},
             {"+6.5", 13},
             {"-0.5", -1},
             {"-0", 0},
             {"0375.500", 751},
             {"1000", 2000},
             {"-1000.0", -2000},
         }) {
        EXPECT_EQ(half_points_named(text), HalfPoints{count}) << text;
    }
    for (const std::string_view text :
         {"",       ".",       ".5",   "-",           "+",     "--0",   "+-1",
          "- 1",    "7,5",     "7.25", "7.55",        "7.05",  "7.5.0", "1e1",
          "1000.5", "-1000.5", "1001", "99999999999", "seven", " 7",    "7 "}) {
        EXPECT_EQ(half_points_named(text), std::nullopt) << text;
    }
}

TEST(HalfPointNumbers, OfFractions) {
    EXPECT_EQ(half_points_of(7.5), HalfPoints{15});
    EXPECT_EQ(half_points_of(-0.5), HalfPoints{-1});
    EXPECT_EQ(half_points_of(-0.0), HalfPoints{0});
    EXPECT_EQ(half_points_of(1000), HalfPoints{2000});
    for (const double points : {7.25, 1000.5, -1000.5, 1e300, -1e300}) {
        EXPECT_EQ(half_points_of(points), std::nullopt) << points;
    }
}

TEST(HalfPointNumbers, AllReadBackTheSame) {
    for (int count = -2000; count <= 2000; ++count) {
        const HalfPoints points{count};
        EXPECT_EQ(half_points_named(to_string(points)), points);
        EXPECT_EQ(half_points_of(points.points()), points);
    }
}

// ---------------------------------------------------------------------------------------------
// Points and sizes

TEST(PointNames, SkipTheLetterI) {
    std::set<std::string> names;
    for (int column = 0; column < Size::side_max; ++column) {
        const std::string name = column_name(column);
        EXPECT_EQ(name.find('I'), std::string::npos) << name;
        EXPECT_TRUE(names.insert(name).second) << name;
    }
    EXPECT_EQ(column_name(0), "A");
    EXPECT_EQ(column_name(7), "H");
    EXPECT_EQ(column_name(8), "J");
    EXPECT_EQ(column_name(24), "Z");
    EXPECT_EQ(column_name(25), "AA");
    EXPECT_EQ(column_name(33), "AJ");
    EXPECT_EQ(column_name(50), "BA");
    EXPECT_EQ(column_name(51), "BB");
}

TEST(PointNames, AllReadBackTheSame) {
    for (int column = 0; column < Size::side_max; ++column) {
        for (int row = 0; row < Size::side_max; ++row) {
            const Point point{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
            std::string name = to_string(point);
            EXPECT_EQ(point_named(name), point) << name;
            for (char& c : name) c = c >= 'A' ? static_cast<char>(c + 'a' - 'A') : c;
            EXPECT_EQ(point_named(name), point) << name;
        }
    }
}

TEST(PointNames, OfNoBoardAreNothing) {
    for (const std::string_view name :
         {"",    "A",    "1",  "A0",  "A01", "A53", "A100", "I5",   "i5",  "AI1", "BC1",
          "ZZ1", "AAA1", "1A", "A-1", "A 1", "A1 ", "A1b",  "pass", "A+1", "Ä1"}) {
        EXPECT_EQ(point_named(name), std::nullopt) << name;
    }
}

TEST(PointNames, StandRowByRowFromTheBottom) {
    const Size size{4, 3};
    for (int i = 0; i < size.points(); ++i) EXPECT_EQ(index(size, point_at(size, i)), i);
    EXPECT_LT((Point{3, 0}), (Point{0, 1}));
    EXPECT_EQ(to_string(point_at(size, 5)), "B2");
}

TEST(Sizes, AreReadAndWritten) {
    for (int width = 1; width <= Size::side_max; ++width) {
        for (int height = 1; height <= Size::side_max; ++height) {
            const Size size{static_cast<std::uint8_t>(width), static_cast<std::uint8_t>(height)};
            EXPECT_EQ(size_named(to_string(size)), size);
        }
    }
    EXPECT_EQ(size_named("9"), (Size{9, 9}));
    EXPECT_EQ(size_named("9X13"), (Size{9, 13}));
    EXPECT_EQ(size_named("0x0"), (Size{0, 0}));
    EXPECT_EQ(size_named("0"), (Size{0, 0}));
    EXPECT_TRUE(Size(0, 0).empty());
    for (const std::string_view text : {"", "x", "9x", "x9", "0x9", "9x0", "53", "9x53", "09",
                                        "9x9x9", "-9", "9.0", "9 x 9", "nine", "1000000000000"}) {
        EXPECT_EQ(size_named(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace arbiter::go
