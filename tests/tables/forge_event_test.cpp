#include "tables/forge_event.hpp"

#include <gtest/gtest.h>

#include "tables/board_text.hpp"

namespace arbiter::tables {

namespace {

std::string comment_event(const std::string& body, const std::string& more = {}) {
    return R"({"action":"created","issue":{"number":12,"body":"/challenge @bob chess",
        "user":{"login":"alice"},"created_at":"2025-01-21T12:00:00Z"},
        "comment":{"body":)" +
           body + R"(,"user":{"login":"mallory"},
        "created_at":"2025-01-22T12:00:00Z"},"repository":{"full_name":"owner/club"},
        "sender":{"login":"bob","type":"User"})" +
           more + "}";
}

TEST(ForgeEvent, TakesTheActorFromTheSender) {
    const auto event = read_forge_event(comment_event(R"("/move e4")"));
    ASSERT_TRUE(event && event->issue);
    EXPECT_EQ(event->issue->actor, "bob");
    EXPECT_EQ(event->issue->author, "alice");
    EXPECT_EQ(event->issue->issue, 12);
    EXPECT_EQ(event->issue->text, "/move e4");
    EXPECT_EQ(event->issue->at, "2025-01-22T12:00:00Z");
    EXPECT_EQ(event->issue->repository, "owner/club");
}

TEST(ForgeEvent, ReadsAPush) {
    const auto event = read_forge_event(
        R"({"ref":"refs/heads/main","before":"a","after":"b","pusher":{"name":"alice"}})");
    ASSERT_TRUE(event && event->push);
    EXPECT_EQ(event->push->branch, "main");
    EXPECT_EQ(event->push->range.after, "b");
}

TEST(ForgeEvent, RefusesWhatIsNone) {
    const std::string good = comment_event(R"("/move e4")");
    const std::vector<std::pair<std::string, std::string>> changes{
        {R"("number":12)", R"("number":0)"},
        {R"("number":12)", R"("number":-3)"},
        {R"("number":12)", R"("number":"12")"},
        {R"("number":12)", R"("number":1e99)"},
        {R"("login":"bob")", R"("login":"")"},
        {R"("login":"bob")", R"("login":7)"},
        {R"("login":"bob")", R"("name":"bob")"},
        {R"("login":"alice")", R"("login":null)"},
        {"owner/club", "owner"},
        {"owner/club", "owner/club/x"},
        {"owner/club", "../club"},
        {"owner/club", "owner/club?x=1"},
        {"owner/club", "owner/cl ub"},
        {"owner/club", "/club"},
        {"2025-01-22T12:00:00Z", "yesterday"},
        {"2025-01-22T12:00:00Z", ""},
    };
    EXPECT_TRUE(read_forge_event(good));
    for (const auto& [old, text] : changes) {
        std::string event = good;
        ASSERT_NE(event.find(old), std::string::npos) << old;
        event.replace(event.find(old), old.size(), text);
        EXPECT_FALSE(read_forge_event(event)) << text;
    }
    for (const char* text :
         {"", "[", "{}", "[]", "null", R"({"issue":7})", R"({"issue":{}})", R"({"comment":{}})",
          R"({"ref":"refs/tags/v1","before":"0","after":"1","pusher":{"name":"a"}})",
          R"({"ref":"refs/heads/main","before":"0","pusher":{"name":"a"}})",
          R"({"ref":"refs/heads/main","before":"0","after":"1","pusher":{"name":""}})",
          R"({"ref":"refs/heads/main","before":"0","after":"1","pusher":"alice"})"}) {
        EXPECT_FALSE(read_forge_event(text)) << text;
    }
}

TEST(ForgeEvent, HearsOnlyWhatIsSaidForTheFirstTimeByPeople) {
    std::string event = comment_event(R"("/move e4")");
    for (const char* action : {"edited", "deleted", "opened", ""}) {
        std::string other = event;
        other.replace(other.find("created"), 7, action);
        const auto read = read_forge_event(other);
        ASSERT_TRUE(read) << action;
        EXPECT_FALSE(read->issue || read->push) << action;
    }
    event.replace(event.find("\"User\""), 6, "\"Bot\"");
    EXPECT_FALSE(read_forge_event(event)->issue);
}

TEST(ForgeCommand, IsTheFirstLineWithASlash) {
    const auto command = command_in("Hello!\r\n  /move  8/5\t6/5 \nand /resign\n/resign");
    ASSERT_TRUE(command);
    EXPECT_EQ(command->verb, "move");
    EXPECT_EQ(command->words, (std::vector<std::string>{"8/5", "6/5"}));
    for (const char* text : {"", "move e4", "> /move e4", "/", "/ \n /", "see /move"}) {
        EXPECT_FALSE(command_in(text)) << text;
    }
    EXPECT_LE(command_in("/move " + std::string(100'000, ' ') + "e4")->words.size(), 1U);
    std::string many = "/move";
    for (int i = 0; i < 1000; ++i) many += " x";
    EXPECT_LT(command_in(many)->words.size(), 32U);
}

IssueEvent event_of(const std::string& text) {
    return {.repository = "owner/club",
            .issue = 12,
            .author = "alice",
            .opening = text,
            .actor = "bob",
            .text = text,
            .at = "2025-01-22T12:00:00Z"};
}

TEST(ForgeCommand, ChallengesAPlayer) {
    const auto challenge = [](const std::string& text) {
        return read_challenge(*command_in(text), event_of(text));
    };
    const auto go = challenge("/challenge @bob go size=9 days=3 black");
    ASSERT_TRUE(go);
    EXPECT_EQ(go->table.id, "issue-12");
    EXPECT_EQ(go->table.players.black, "alice");
    EXPECT_EQ(go->table.players.white, "bob");
    EXPECT_EQ(go->table.days_per_move, 3);
    ASSERT_EQ(go->table.options.size(), 1U);
    EXPECT_EQ(go->table.options.front().name + go->table.options.front().value, "size9");
    for (const char* text :
         {"/challenge", "/challenge @bob", "/challenge bob chess", "/challenge @ chess",
          "/challenge @bob chess days=0", "/challenge @bob chess days=366",
          "/challenge @bob chess days=x", "/challenge @bob chess green"}) {
        EXPECT_FALSE(challenge(text)) << text;
    }
}

TEST(ForgeCommand, AsksATable) {
    const auto request = [](const std::string& text, bool own) {
        return read_request(*command_in(text), event_of(text), own);
    };
    const auto move = request("/move duel e4 state=0123456789abcdef", false);
    ASSERT_TRUE(move);
    EXPECT_EQ(move->table, "duel");
    EXPECT_EQ(move->moves, (std::vector<std::string>{"e4"}));
    EXPECT_EQ(move->expected_state, "0123456789abcdef");
    EXPECT_EQ(move->actor, "bob");
    EXPECT_EQ(request("/move e4", true)->table, "issue-12");
    EXPECT_EQ(request("/resign", true)->moves, (std::vector<std::string>{"resign"}));
    EXPECT_EQ(request("/resign gammon", true)->moves, (std::vector<std::string>{"resign gammon"}));
    EXPECT_FALSE(request("/resign now please", true));
    EXPECT_FALSE(request("/take now", true));
    EXPECT_EQ(request("/move mark_dead C3, agree", true)->moves,
              (std::vector<std::string>{"mark_dead C3", "agree"}));
    EXPECT_EQ(request("/roll", true)->moves, (std::vector<std::string>{"roll"}));
    EXPECT_TRUE(request("/claim duel", false)->claims_time);
    for (const char* text : {"/move", "/dance", "/accepts", "/resign now please", "/draw please"}) {
        EXPECT_FALSE(request(text, true)) << text;
    }
    for (const char* text : {"/move", "/move duel", "/move ../x e4", "/move A e4", "/resign"}) {
        EXPECT_FALSE(request(text, false)) << text;
    }
    EXPECT_EQ(issue_of_table("issue-12"), 12);
    for (const char* id : {"issue-", "issue-0", "issue-x", "issue-1x", "duel", "issue--1"}) {
        EXPECT_FALSE(issue_of_table(id)) << id;
    }
}

TEST(BoardText, MentionsOnlyNamesOfAForge) {
    EXPECT_EQ(mention("bob-2"), "@bob-2");
    EXPECT_EQ(mention("a](x)").find('@'), std::string::npos);
    EXPECT_EQ(issue_link("https://x/y", "a b", "/move d 8/5&x=\n"),
              "https://x/y/issues/new?title=a%20b&body=%2Fmove%20d%208%2F5%26x%3D%0A");
}

Table chess_table(int number) {
    const Secret key = *Secret::of("a secret that is long enough for a test");
    return *Table::create({"t" + std::to_string(number),
                           "chess",
                           {},
                           {"<alice> & co", "bob"},
                           "2025-01-21T12:00:00Z"},
                          key)
                .value;
}

TEST(BoardText, HasABadgeThatSaysWhoseTurnItIs) {
    Table table = chess_table(1);
    EXPECT_TRUE(badge(table).contains("<title>t1: &lt;alice&gt; &amp; co to move</title>"));
    table.lose_on_time("2025-01-22T12:00:00Z");
    EXPECT_TRUE(badge(table).contains("<title>t1: Black wins")) << badge(table);
}

TEST(BoardText, KeepsTheNewestTablesOfAReadme) {
    std::string readme = "# Club\n<!-- arbiter:tables -->\nold\n<!-- /arbiter:tables -->\nend\n";
    for (int i = 0; i < 10; ++i)
        readme = with_table(std::move(readme), chess_table(i), "https://x/y");
    readme = with_table(std::move(readme), chess_table(5), "https://x/y");
    EXPECT_TRUE(readme.starts_with("# Club\n<!-- arbiter:tables -->\n<!-- table t5 -->\n"));
    EXPECT_TRUE(readme.ends_with("<!-- /table -->\n<!-- /arbiter:tables -->\nend\n"));
    std::size_t count = 0;
    for (std::size_t at = readme.find("<!-- table "); at != std::string::npos;
         at = readme.find("<!-- table ", at + 1)) {
        ++count;
    }
    EXPECT_EQ(count, 8U);
    EXPECT_EQ(with_table("no marks", chess_table(1), "https://x/y"), "no marks");
    EXPECT_EQ(with_table("<!-- arbiter:tables -->\n", chess_table(1), "x"),
              "<!-- arbiter:tables -->\n");
}

}  // namespace

}  // namespace arbiter::tables
