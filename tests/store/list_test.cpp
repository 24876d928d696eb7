#include <algorithm>
#include <random>

#include "store/cursor.hpp"
#include "store/queries.hpp"
#include "store/sqlite_schema.hpp"
#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

using Result = std::variant<Color, GameResult>;
using store::Filter;
using store::GameStatus;
using store::Summary;

class ListTest : public StoreTest {
protected:
    /// Games of all sorts, many of them changed at the same moment.
    void SetUp() override {
        std::mt19937 random(5);
        const auto one_of = [&](std::initializer_list<std::string> words) {
            return words.begin()[random() % words.size()];
        };
        for (int i = 0; i < 120; ++i) {
            Scribe game("g" + std::to_string(random() % 1000) + "." + std::to_string(i));
            game.summary.game = one_of({"chess", "go", "backgammon"});
            game.summary.white = one_of({"Ada", "Bob", "Cy"});
            game.summary.black = one_of({"Ada", "Bob", "Cy", "ada"});
            const auto result = one_of({"", "win", "win", "draw"});
            if (result == "win") {
                const auto winner = color_named(one_of({"white", "black"}));
                game.summary.outcome = {GameResult::win, winner, ""};
            } else if (result == "draw") {
                game.summary.outcome = {GameResult::draw, std::nullopt, ""};
            }
            game.summary.is_public = random() % 5 != 0;
            game.summary.updated_ms = 1'700'000'000'000 + static_cast<int>(random() % 40);
            const auto change = game.next();
            summaries_.push_back(change.summary);
            store().write(change, [](const auto&) {});
        }
        reopen();
    }

    /// What a list should be, found the slow way.
    std::vector<Summary> expected(const Filter& filter) const {
        std::vector<Summary> found;
        for (const Summary& game : summaries_) {
            if (!game.is_public) continue;
            if (filter.game && game.game != *filter.game) continue;
            if (filter.status == GameStatus::running && game.outcome) continue;
            if (filter.status == GameStatus::finished && !game.outcome) continue;
            if (filter.player && game.white != *filter.player && game.black != *filter.player) {
                continue;
            }
            if (filter.result && !game.outcome) continue;
            if (filter.result == Result(Color::white) && game.outcome->winner != Color::white) {
                continue;
            }
            if (filter.result == Result(GameResult::draw) &&
                game.outcome->result != GameResult::draw) {
                continue;
            }
            if (filter.result == Result(GameResult::no_result)) continue;  // there are none
            found.push_back(game);
        }
        std::ranges::sort(found, [](const Summary& a, const Summary& b) {
            return a.updated_ms != b.updated_ms ? a.updated_ms > b.updated_ms : a.id < b.id;
        });
        return found;
    }

    /// All pages of a list, one after the other.
    std::vector<Summary> paged(Filter filter) {
        std::vector<Summary> found;
        do {
            const auto page = store().list(filter);
            if (!page) throw std::runtime_error(page.error().sentence);
            EXPECT_LE(page->games.size(), filter.limit);
            EXPECT_TRUE(!page->next || page->games.size() == filter.limit);
            found.insert(found.end(), page->games.begin(), page->games.end());
            filter.before = page->next;
            // A list that never ends is a mistake that is told, not a test that hangs.
        } while (filter.before && found.size() <= summaries_.size());
        return found;
    }

    std::vector<Summary> summaries_;
};

INSTANTIATE_TEST_SUITE_P(Every, ListTest, every_store, store_name);

TEST_P(ListTest, GivesEveryPublicGameThatFitsOnceAndInOrder) {
    std::size_t seen = 0;
    using Name = std::optional<std::string>;
    using Status = std::optional<GameStatus>;
    using Ended = std::optional<Result>;
    int number = 0;
    for (const Name& game : {Name(), Name("chess"), Name("go"), Name("draughts")}) {
        for (const Status status :
             {Status(), Status(GameStatus::running), Status(GameStatus::finished)}) {
            for (const Name& player : {Name(), Name("Ada"), Name("ada"), Name("Nobody")}) {
                for (const Ended& result : {Ended(), Ended(Color::white), Ended(GameResult::draw),
                                            Ended(GameResult::no_result)}) {
                    for (const std::size_t limit : {1U, 7U, 1000U}) {
                        const Filter filter{.game = game,
                                            .status = status,
                                            .player = player,
                                            .result = result,
                                            .limit = limit};
                        const auto games = expected(filter);
                        EXPECT_EQ(paged(filter), games) << "filter " << number;
                        ++number;
                        seen += games.size();
                    }
                }
            }
        }
    }
    EXPECT_GT(seen, 1000U) << "the filters must leave something";
}

TEST_P(ListTest, TakesOddQuestionsCalmly) {
    const auto page = store().list({.limit = 0});
    ASSERT_TRUE(page);
    EXPECT_TRUE(page->games.empty());
    EXPECT_FALSE(page->next);
}

/// However many games there are, a page looks at about as many as it shows.
TEST(ListQuery, TakesAnIndexForEveryFilter) {
    store::SqliteConnection connection(":memory:");
    for (const std::string_view step : store::sqlite_steps) connection.execute(std::string(step));
    using Name = std::optional<std::string>;
    using Status = std::optional<GameStatus>;
    for (const Name& game : {Name(), Name("chess")}) {
        for (const Status status :
             {Status(), Status(GameStatus::running), Status(GameStatus::finished)}) {
            for (const Name& player : {Name(), Name("Ada")}) {
                const Filter filter{.game = game,
                                    .status = status,
                                    .player = player,
                                    .before = store::Cursor{1, "a"}};
                const store::queries::ListQuery query(filter);
                std::string plan;
                connection.each("EXPLAIN QUERY PLAN " + query.sql(), query.parameters(),
                                [&](const auto& row) { (plan += row.text(3)) += '\n'; });
                EXPECT_EQ(plan.find("SCAN game"), plan.npos) << plan;
                if (player) {
                    EXPECT_NE(plan.find("game_by_white"), plan.npos) << plan;
                } else {
                    // The last equation is what a page begins with: nothing is sorted before it.
                    EXPECT_NE(plan.find("game_listed (game=? AND <expr>=? AND updated_ms<?)"),
                              plan.npos)
                        << plan;
                }
            }
        }
    }
}

TEST(Cursor, IsReadBack) {
    const store::Cursor cursor{.updated_ms = -17, .id = "a.b.c"};
    EXPECT_EQ(store::read_cursor(to_string(cursor)), cursor);
    for (const std::string text : {"x", "5", "5:a", ".a", "99999999999999999999.a", "5.\xff"}) {
        EXPECT_FALSE(store::read_cursor(text)) << text;
    }
}

}  // namespace
}  // namespace arbiter::test
