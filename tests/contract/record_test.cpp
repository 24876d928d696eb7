#include "core/contract/record.hpp"

#include <charconv>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/chess/game.hpp"
#include "tests/support/faults.hpp"

namespace arbiter {

namespace {

using testing::ElementsAre;

constexpr RejectionCode too_many{"too_many", RejectionKind::illegal, "only {heap} are left"};
constexpr RejectionCode not_a_number{"not_a_number", RejectionKind::unreadable,
                                     "\"{text}\" is no number"};
constexpr std::array nim_codes{&too_many, &not_a_number};

/// A game so small that a record of it can be written by hand: each takes some of a heap, and
/// whoever takes the last wins. `[3]` is its other notation for taking three.
class Nim {
public:
    using Event = int;

    static constexpr Traits traits{.name = "nim",
                                   .title = "Nim",
                                   .record_notation = "number",
                                   .archive_format = "record",
                                   .first_mover = Color::white,
                                   .chance = std::nullopt,
                                   .can_be_drawn = false,
                                   .agents = {}};
    static std::span<const OptionInfo> options() { return {}; }
    static std::span<const NotationInfo> notations() { return {}; }
    static std::span<const Format<Nim>> formats() { return {}; }
    static std::span<const RejectionCode* const> rejections() { return nim_codes; }
    static std::span<const QuestionInfo> questions() { return {}; }
    std::expected<std::string, Fault> ask(std::string_view, std::string_view) const { return "{}"; }

    static Reading<Nim> create(const Options& options) {
        Nim game;
        if (!options.empty()) game.start_ = game.heap_ = std::stoi(options.front().value);
        return {game, {}};
    }

    Color turn() const { return events_.size() % 2 == 0 ? Color::white : Color::black; }
    Awaits awaits() const { return Awaits::move; }
    const std::optional<Outcome>& outcome() const { return outcome_; }
    std::span<const int> events() const { return events_; }
    std::uint64_t hash() const { return static_cast<std::uint64_t>(heap_); }
    std::uint64_t recomputed_hash() const { return hash(); }
    std::vector<int> legal() const { return {}; }

    Result<Effects> check(int taken) const {
        if (taken <= heap_) return Effects{};
        return std::unexpected(Rejection{&too_many, {{"heap", std::int64_t{heap_}}}});
    }
    Result<Effects> play(int taken) {
        auto effects = check(taken);
        if (effects) {
            heap_ -= taken;
            events_.push_back(taken);
        }
        return effects;
    }
    bool undo() { return false; }
    std::vector<Action> actions(Color) const { return {}; }
    std::string chance_event(std::span<const std::uint8_t>) const { return {}; }
    std::optional<int> forced() const { return std::nullopt; }
    std::string beside_state() const { return {}; }
    static Author author(int) { return Author::player; }

    Result<int> read_event(std::string_view text, std::optional<Color>) const {
        int taken = 0;
        const char* const end = text.data() + text.size();
        if (std::from_chars(text.data(), end, taken).ptr == end && !text.empty()) return taken;
        return std::unexpected(Rejection{&not_a_number, {{"text", std::string(text)}}});
    }
    std::string write_event(int taken, std::string_view notation) const {
        return notation == "number" ? std::to_string(taken) : "[" + std::to_string(taken) + "]";
    }
    std::vector<std::string> history(std::string_view notation) const {
        std::vector<std::string> words;
        for (const int taken : events_) words.push_back(write_event(taken, notation));
        return words;
    }

    void write_setup(JsonWriter& out) const {
        out.object([&] { out.member("heap", start_); });
    }
    static Reading<Nim> read_setup(JsonView setup) {
        Reading<Nim> reading;
        const Json* heap = setup.require("heap", reading.faults);
        if (heap == nullptr) return reading;
        const auto size = setup.at("heap", *heap).integer(reading.faults);
        if (size) reading = create({{"heap", std::to_string(*size)}});
        return reading;
    }

    std::string svg(const RenderOptions&) const { return {}; }
    std::string text(const RenderOptions&) const { return {}; }
    std::vector<PerftRow> perft(int) const { return {}; }

    Tags tags;

    bool operator==(const Nim&) const = default;

private:
    int start_ = 10;
    int heap_ = 10;
    std::vector<int> events_;
    std::optional<Outcome> outcome_;
};
static_assert(Game<Nim>);

template <Game G>
std::vector<std::string> faults_in(std::string_view text) {
    return faults_and_warnings_of(read_record<G>(text, {}).faults);
}

chess::Game chess_game(std::initializer_list<std::string_view> events) {
    chess::Game game;
    for (const auto text : events) {
        const auto event = game.read_event(text);
        EXPECT_TRUE(event && game.play(*event)) << text;
    }
    return game;
}

TEST(Record, HoldsTheSetupAndTheEvents) {
    auto game = Nim::create({{"heap", "7"}});
    ASSERT_TRUE(game->play(3) && game->play(2));
    const std::string text = write_record(*game);
    EXPECT_EQ(text, R"({
  "game": "nim",
  "setup": {
    "heap": 7
  },
  "events": [
    "3",
    "2"
  ]
})");
    const auto again = read_record<Nim>(text, {});
    ASSERT_TRUE(again);
    EXPECT_TRUE(again.faults.empty());
    EXPECT_EQ(*again, *game);
}

TEST(Record, BeginsAsTheOptionsSayIfItHasNoSetup) {
    const auto game = read_record<Nim>(R"({"game": "nim", "events": ["4"]})", {{"heap", "5"}});
    ASSERT_TRUE(game);
    EXPECT_EQ(game->hash(), 1);
}

TEST(Record, HoldsMovesAsUciAndActionsAsObjects) {
    chess::Game game = chess_game({"e4", "e5", "offer_draw", "Nf3"});
    game.tags = {{"White", "Anna"}, {"Black", "Bo \"B\" é"}};
    ASSERT_TRUE(game.play(Resign{Color::black}));
    const std::string text = write_record(game);
    EXPECT_EQ(text, R"({
  "game": "chess",
  "setup": {
    "variant": "standard",
    "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  },
  "tags": {
    "White": "Anna",
    "Black": "Bo \"B\" é"
  },
  "events": [
    "e2e4",
    "e7e5",
    {"action":"offer_draw","by":"white"},
    "g1f3",
    {"action":"resign","by":"black"}
  ]
})");
    const auto again = read_record<chess::Game>(text, {});
    ASSERT_TRUE(again);
    EXPECT_TRUE(again.faults.empty());
    EXPECT_EQ(*again, game);
    EXPECT_EQ(again->tags, game.tags);
    EXPECT_EQ(again->outcome(), game.outcome());
}

TEST(Record, WritesATagOnce) {
    chess::Game game;
    game.tags = {{"Event", "first"}, {"Event", "second"}};
    const auto again = read_record<chess::Game>(write_record(game), {});
    ASSERT_TRUE(again);
    EXPECT_THAT(again->tags, ElementsAre(std::pair<std::string, std::string>("Event", "first")));
}

TEST(Record, NamesEachFaultAndItsPlace) {
    struct Case {
        std::string_view text;
        std::vector<std::string> faults;
    };
    const Case cases[]{
        {"", {"json_syntax 1:1"}},
        {"[]", {"wrong_type at the document"}},
        {"{}", {"missing_key at the document", "missing_key at the document"}},
        {R"({"game": "go", "events": []})", {"unknown_game at /game"}},
        {R"({"game": 1, "events": []})", {"wrong_type at /game"}},
        {R"({"game": "nim", "events": {}})", {"wrong_type at /events"}},
        {R"({"game": "nim", "events": ["1", 2, null, ["3"]]})",
         {"wrong_type at /events/1", "wrong_type at /events/2", "wrong_type at /events/3"}},
        {R"({"game": "nim", "events": ["1", "x", "y"]})", {"event_refused at /events/1"}},
        {R"({"game": "nim", "events": ["9", "2", "x"]})", {"event_refused at /events/1"}},
        {R"({"game": "nim", "events": [{"take": 3}]})", {"event_refused at /events/0"}},
        {R"({"game": "nim", "setup": {}, "events": []})", {"missing_key at /setup"}},
        {R"({"game": "nim", "setup": {"heap": "7"}, "events": []})", {"wrong_type at /setup/heap"}},
    };
    for (const auto& [text, faults] : cases) {
        EXPECT_FALSE(read_record<Nim>(text, {})) << text;
        EXPECT_EQ(faults_in<Nim>(text), faults) << text;
    }
}

TEST(Record, NamesFaultsOfTags) {
    EXPECT_THAT(faults_in<chess::Game>(R"({"game": "chess", "tags": [], "events": []})"),
                ElementsAre("wrong_type at /tags"));
    EXPECT_THAT(
        faults_in<chess::Game>(R"({"game": "chess", "tags": {"A": "", "B": 3}, "events": []})"),
        ElementsAre("wrong_type at /tags/B"));
}

TEST(Record, OnlyWarnsOfKeysThatMeanNothing) {
    const std::string_view text = R"({"game": "nim", "events": [], "tags": {}, "version": 2})";
    EXPECT_TRUE(read_record<Nim>(text, {}));
    EXPECT_THAT(faults_in<Nim>(text), ElementsAre("warning unknown_key at /version"));
}

TEST(Record, SaysWhyAnEventIsRefused) {
    const auto reading = read_record<Nim>(R"({"game": "nim", "events": ["9", "2"]})", {});
    ASSERT_EQ(reading.faults.size(), 1);
    EXPECT_EQ(reading.faults.begin()->sentence, "only 1 are left");
}

TEST(Record, LooksLikeOne) {
    EXPECT_TRUE(looks_like_record(R"({"game": "nim", "events": []})", "nim"));
    EXPECT_TRUE(looks_like_record("\n {\"events\": [], \"game\"\n:\t\"nim\"}", "nim"));
    EXPECT_FALSE(looks_like_record(R"({"game": "chess", "events": []})", "nim"));
    EXPECT_FALSE(looks_like_record(R"({"name": "nim", "game": 1})", "nim"));
    EXPECT_FALSE(looks_like_record(R"(["game", "nim"])", "nim"));
    EXPECT_FALSE(looks_like_record(R"({"game")", "nim"));
    EXPECT_FALSE(looks_like_record("", "nim"));
}

TEST(Record, CanBeVeryLong) {
    auto game = Nim::create({{"heap", "100000"}});
    for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(game->play(1));
    const auto again = read_record<Nim>(write_record(*game), {});
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *game);
}

}  // namespace

}  // namespace arbiter
