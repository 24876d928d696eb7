// Rooms in virtual time, over a store that the test controls.

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/to_json.hpp"
#include "server/games/keys.hpp"
#include "server/games/rooms.hpp"
#include "store/chain.hpp"
#include "tests/server/simulation.hpp"

namespace arbiter::server {
namespace {

using namespace std::chrono_literals;
using store::CommitStatus;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Texts such as "3 played", or "3 played = 3" for the last event of an update.
class PlainRendering final : public Rendering {
public:
    Text event(const Told& told) const override {
        ++rendered;
        std::string text =
            std::to_string(told.version) + " " + std::string(type_of(told.event.content));
        if (told.after != nullptr) text += " = " + std::to_string(told.after->version());
        return std::make_shared<const std::string>(text);
    }
    Text presence(const Presence&) const override { return nullptr; }

    mutable int rendered = 0;
};

class Witness final : public Watcher {
public:
    Witness(const Rendering& rendering, std::vector<std::string>& heard)
        : Watcher(rendering, std::nullopt), heard_(heard) {}
    bool send(Text text) override {
        if (room != nullptr) static_cast<void>(room->state());  // the room's lock must be free
        heard_.push_back(*text);
        return true;
    }
    void close(std::string_view reason) override {
        heard_.push_back("closed: " + std::string(reason));
    }

    Room* room = nullptr;

private:
    std::vector<std::string>& heard_;
};

class RecordingBots final : public Bots {
public:
    void moved_on(std::string_view, std::uint64_t) override {}
    void attend(std::shared_ptr<Room>, State state, Color seat) override {
        asked.push_back(word(seat) + " at " + std::to_string(state->version()));
    }
    std::vector<std::string> asked;
};

class RoomTest : public ::testing::Test {
protected:
    RoomTest() {
        const auto game = AnyGame::create("chess", {});
        const referee::Created terms{
            .id = "game",
            .record = record_of(*game),
            .seats = {{"Ada", hash_of("white"), ""}, {"Bob", hash_of("black"), "bot"}},
            .clock = referee::Fischer{60s, 0s},
            .watch_hash = {},
            .seed = {}};
        const referee::Event created{time_.now(), terms};
        const auto referee = referee::Referee::begin(created);
        store_.entries = store::Journal::create(created, referee->due(time_.now())).entries;
    }

    std::shared_ptr<Room> room() { return *rooms_.find("game"); }

    MoveRequest request(Color by, std::string text) {
        return {.by = by,
                .text = std::move(text),
                .at = time_.now(),
                .expected = {.version = room()->version(), .ply = {}},
                .repeat = {}};
    }
    /// What came of a move once the store has finished it like this.
    template <class... Ending>
    std::string outcome_of(MoveRequest request, const Ending&... endings) {
        std::string outcome = "nothing yet";
        room()->submit(std::move(request),
                       [&](const MoveResult& result) { outcome = in_words(result); });
        (store_.finish(endings), ...);
        time_.pass();
        return outcome;
    }
    static std::string in_words(const MoveResult& result) {
        struct {
            std::string operator()(const Accepted& accepted) const {
                return "accepted " + std::to_string(accepted.first_version()) + " to " +
                       std::to_string(accepted.after->version());
            }
            std::string operator()(const Repeated& repeated) const {
                return "repeated " + repeated.answer.body;
            }
            std::string operator()(const Rejected& rejected) const {
                return "rejected " + std::string(rejected.rejection.code->name);
            }
            std::string operator()(const Conflict& late) const {
                return "conflict at " + std::to_string(late.state->version());
            }
            std::string operator()(const KeyReused&) const { return "key reused"; }
            std::string operator()(const NotStored& reason) const {
                return (reason.is_certain ? "not made: " : "unknown: ") + reason.sentence;
            }
        } words;
        return std::visit(words, result);
    }

    /// An entry that another process wrote, properly chained.
    store::Entry foreign_entry(const std::string& body) const {
        store::Entry entry{.version = store_.entries.size() + 1,
                           .at_ms = time_.now().time_since_epoch().count(),
                           .body = body,
                           .hash = {}};
        entry.hash = store::chained(store_.entries.back().hash, "game", entry);
        return entry;
    }
    store::Entry foreign_move(Color by, const std::string& move) const {
        return foreign_entry(referee::to_json({time_.now(), referee::Played{by, move}}));
    }

    VirtualTime time_;
    ManualStore store_;
    std::string logged_;
    Log log_{LogLevel::error, [this](std::string_view line) { logged_ += line; }, time_};
    RecordingBots bots_;
    Rooms rooms_{{store_, time_, time_, log_, &bots_}, {}};
    PlainRendering rendering_;
    std::vector<std::string> heard_;
    std::shared_ptr<Witness> witness_ = std::make_shared<Witness>(rendering_, heard_);

    static constexpr ManualStore::Ending stored{};
    static constexpr ManualStore::Ending lost_but_stored{CommitStatus::unknown, true};
    static constexpr ManualStore::Ending lost{CommitStatus::unknown, false};
    static constexpr ManualStore::Ending unavailable{CommitStatus::unavailable, false};
    static constexpr ManualStore::Ending conflict{CommitStatus::conflict, false};
};

TEST_F(RoomTest, AMoveIsSeenOnceItIsStored) {
    const auto held = room();
    std::string outcome;
    held->submit(request(Color::white, "e4"),
                 [&](const MoveResult& result) { outcome = in_words(result); });
    EXPECT_EQ(held->version(), 1U);
    EXPECT_EQ(outcome, "");
    store_.finish();
    EXPECT_EQ(held->version(), 2U);
    EXPECT_EQ(outcome, "accepted 2 to 2");
    EXPECT_THAT(bots_.asked, ElementsAre("black at 2"));
    EXPECT_EQ(outcome_of(request(Color::white, "d4")), "rejected not_your_turn");
    auto late = request(Color::black, "e5");
    late.expected.version = 1;
    EXPECT_EQ(outcome_of(std::move(late)), "conflict at 2");
}

TEST_F(RoomTest, AFlagFallsWhenItsTimeHasPassed) {
    const auto held = room();
    ASSERT_EQ(outcome_of(request(Color::white, "e4"), stored), "accepted 2 to 2");
    time_.pass(60s);
    EXPECT_FALSE(store_.is_waiting()) << "a move may still be on its way";
    time_.pass(200ms);
    ASSERT_TRUE(store_.is_waiting());
    store_.finish(unavailable);
    time_.pass(2s);
    ASSERT_TRUE(store_.is_waiting()) << "it is tried again";
    store_.finish();
    EXPECT_EQ(held->state()->game().outcome()->reason, "time_forfeit");
    EXPECT_EQ(held->state()->updated_at(), time_.now() - 2200ms) << "when the flag fell";
}

TEST_F(RoomTest, AMoveThatArrivedBeforeTheFlagCounts) {
    ASSERT_EQ(outcome_of(request(Color::white, "e4"), stored), "accepted 2 to 2");
    time_.pass(59'999ms);
    auto in_time = request(Color::black, "e5");
    time_.pass(50ms);
    EXPECT_EQ(outcome_of(std::move(in_time), stored), "accepted 3 to 3");
}

TEST_F(RoomTest, AnUnknownCommitIsLookedUpBeforeItIsAnswered) {
    EXPECT_EQ(outcome_of(request(Color::white, "e4"), lost_but_stored), "accepted 2 to 2");
    EXPECT_EQ(outcome_of(request(Color::black, "e5"), lost), "unknown: the cable was cut");
    EXPECT_EQ(outcome_of(request(Color::black, "e5"), stored), "accepted 3 to 3");
}

TEST_F(RoomTest, AnUnknownCommitThatSomebodyElsePreemptedIsAConflict) {
    std::string outcome;
    room()->submit(request(Color::white, "e4"),
                   [&](const MoveResult& result) { outcome = in_words(result); });
    store_.entries.push_back(foreign_move(Color::white, "d2d4"));
    store_.finish(lost);
    time_.pass();
    EXPECT_EQ(outcome, "conflict at 2");
}

TEST_F(RoomTest, AnUnknownCommitStaysUnknownWhileTheStoreIsAway) {
    store_.can_be_read = true;
    const auto held = room();
    std::string outcome;
    held->submit(request(Color::white, "e4"),
                 [&](const MoveResult& result) { outcome = in_words(result); });
    store_.can_be_read = false;
    store_.finish(lost_but_stored);
    time_.pass();
    EXPECT_EQ(outcome, "unknown: the cable was cut");
    EXPECT_EQ(held->version(), 1U);
    store_.can_be_read = true;
    time_.pass(2s);
    EXPECT_EQ(held->version(), 2U) << "the room finds out by itself";
}

TEST_F(RoomTest, AServersOwnPlayerIsAskedAgainWhenTheRoomIsTold) {
    ASSERT_EQ(outcome_of(request(Color::white, "e4"), stored), "accepted 2 to 2");
    EXPECT_EQ(outcome_of(request(Color::black, "e5"), unavailable), "not made: the cable was cut");
    room()->ask_again();
    EXPECT_THAT(bots_.asked, ElementsAre("black at 2", "black at 2"));
}

TEST_F(RoomTest, ARepetitionGetsTheTextThatTheRequesterMade) {
    const auto repeatable = [&](std::string digest) {
        auto move = request(Color::white, "e4");
        move.repeat = Repeat{.answer = {.key = "key", .request = std::move(digest)},
                             .complete = [](store::Answer& answer, const Accepted& accepted) {
                                 answer.body = "at " + std::to_string(accepted.after->version());
                             }};
        return move;
    };
    EXPECT_EQ(outcome_of(repeatable("e4"), stored), "accepted 2 to 2");
    EXPECT_EQ(outcome_of(repeatable("e4")), "repeated at 2");
    EXPECT_EQ(outcome_of(repeatable("another")), "key reused");
}

TEST_F(RoomTest, WatchersAreToldAfterTheMoverAndWithoutTheLock) {
    const auto held = room();
    witness_->room = held.get();
    ASSERT_TRUE(held->watch(witness_, 0, {}));
    EXPECT_THAT(heard_, ElementsAre("1 created"));
    held->submit(request(Color::white, "e4"),
                 [&](const MoveResult& result) { heard_.push_back(in_words(result)); });
    store_.finish();
    EXPECT_THAT(heard_, ElementsAre("1 created", "accepted 2 to 2"));
    time_.pass();
    EXPECT_THAT(heard_, ElementsAre("1 created", "accepted 2 to 2", "2 played = 2"));
    held->leave(witness_);
    ASSERT_EQ(outcome_of(request(Color::black, "e5"), stored), "accepted 3 to 3");
    EXPECT_EQ(heard_.size(), 3U);
}

TEST_F(RoomTest, AChangeIsRenderedOnceForAllWhoReadTheSameForm) {
    const auto held = room();
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(held->watch(std::make_shared<Witness>(rendering_, heard_), 1, {}));
    }
    ASSERT_EQ(outcome_of(request(Color::white, "e4"), stored), "accepted 2 to 2");
    EXPECT_THAT(heard_, ElementsAre("2 played = 2", "2 played = 2", "2 played = 2"));
    EXPECT_EQ(rendering_.rendered, 1);
}

class LongRendering final : public Rendering {
public:
    Text event(const Told&) const override {
        return std::make_shared<const std::string>(std::size_t{1} << 20, ' ');
    }
    Text presence(const Presence&) const override { return nullptr; }
};

TEST_F(RoomTest, WhoIsTooFarBehindIsToldSo) {
    const auto held = room();
    const std::array<std::string_view, 4> moves{"e4", "e5", "Nf3", "Nc6"};
    Color by = Color::white;
    for (const std::string_view move : moves) {
        ASSERT_THAT(outcome_of(request(by, std::string(move)), stored), HasSubstr("accepted"));
        by = opponent(by);
    }
    const LongRendering rendering;
    const auto witness = std::make_shared<Witness>(rendering, heard_);
    const auto refused = held->watch(witness, 0, {});
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().is_too_much);
    EXPECT_THAT(refused.error().sentence, HasSubstr("after version 0"));
    EXPECT_TRUE(heard_.empty());
    EXPECT_TRUE(held->watch(witness, 3, {}));
    EXPECT_EQ(heard_.size(), 2U);
}

/// A watcher who joins while something waits to be told gets it once, and in order.
TEST_F(RoomTest, WhoJoinsMissesNothingAndHearsNothingTwice) {
    const auto held = room();
    ASSERT_TRUE(held->watch(witness_, 1, {}));
    held->submit(request(Color::white, "e4"), [](const MoveResult&) {});
    store_.finish();
    std::vector<std::string> late;
    ASSERT_TRUE(held->watch(std::make_shared<Witness>(rendering_, late), 1, {}));
    ASSERT_EQ(outcome_of(request(Color::black, "e5"), stored), "accepted 3 to 3");
    EXPECT_THAT(heard_, ElementsAre("2 played = 2", "3 played = 3"));
    EXPECT_THAT(late, ElementsAre("2 played", "3 played = 3"));
}

TEST_F(RoomTest, NewsOfAnotherProcessIsFollowed) {
    const auto held = room();
    ASSERT_TRUE(held->watch(witness_, 1, {}));
    store_.entries.push_back(foreign_move(Color::white, "e2e4"));
    store_.entries.push_back(foreign_move(Color::black, "e7e5"));
    held->catch_up();
    time_.pass();
    EXPECT_EQ(held->version(), 3U);
    EXPECT_THAT(heard_, ElementsAre("2 played", "3 played = 3"));
}

/// It has heard at another server of what this one could not read yet.
TEST_F(RoomTest, WhoHasHeardMoreThanTheRoomKnowsHearsNothingTwice) {
    const auto held = room();
    store_.entries.push_back(foreign_move(Color::white, "e2e4"));
    store_.can_be_read = false;
    EXPECT_FALSE(held->watch(witness_, 2, {}));
    store_.can_be_read = true;
    ASSERT_TRUE(held->watch(witness_, 2, {}));
    time_.pass(2s);
    EXPECT_EQ(held->version(), 2U);
    EXPECT_TRUE(heard_.empty());
}

TEST_F(RoomTest, NewsThatCannotBeReadIsReadLater) {
    const auto held = room();
    store_.entries.push_back(foreign_move(Color::white, "e2e4"));
    store_.can_be_read = false;
    held->catch_up();
    EXPECT_EQ(held->version(), 1U);
    store_.can_be_read = true;
    time_.pass(2s);
    EXPECT_EQ(held->version(), 2U);
}

TEST_F(RoomTest, ManyWhoAskWhileTheStoreIsAwayMakeTheRoomTryNoMoreOften) {
    const auto held = room();
    store_.can_be_read = false;
    for (int i = 0; i < 100; ++i) held->catch_up();
    store_.reads = 0;
    time_.pass(10s);
    EXPECT_LE(store_.reads, 20) << "about once a second";
}

/// The room is not shown as if it were current: watchers are sent away, moves are refused, and the
/// next who asks for the game reads the journal anew.
TEST_F(RoomTest, AnEntryThatDoesNotFitEndsTheRoom) {
    const auto held = room();
    ASSERT_TRUE(held->watch(witness_, 1, {}));
    store_.entries.push_back(foreign_move(Color::black, "e7e5"));
    held->catch_up();
    time_.pass();
    EXPECT_TRUE(held->is_damaged());
    EXPECT_THAT(heard_, ElementsAre("closed: journal_damaged"));
    EXPECT_THAT(logged_, HasSubstr("cannot be replayed at version 2: played cannot follow here"));

    std::string outcome;
    held->submit({Color::white, "e4", time_.now(), {.version = 1, .ply = {}}, {}},
                 [&](const MoveResult& result) { outcome = in_words(result); });
    EXPECT_THAT(outcome, HasSubstr("not made: the journal of game game cannot be replayed"));

    const auto anew = rooms_.find("game");
    ASSERT_FALSE(anew);
    EXPECT_THAT(anew.error().sentence, HasSubstr("played cannot follow here"));
    store_.entries.pop_back();
    const auto repaired = rooms_.find("game");
    ASSERT_TRUE(repaired);
    EXPECT_NE(*repaired, held);
}

TEST_F(RoomTest, AJournalIsCheckedWhenItIsLoaded) {
    const auto sound = store_.entries;
    const auto error_of = [&](auto spoil) {
        store_.entries = sound;
        store_.entries.push_back(foreign_move(Color::white, "e2e4"));
        spoil(store_.entries.back());
        const auto loaded = rooms_.find("game");
        return loaded ? std::string() : loaded.error().sentence;
    };
    EXPECT_THAT(error_of([](store::Entry& entry) { entry.version = 3; }),
                HasSubstr("entry 2 is missing"));
    EXPECT_THAT(error_of([](store::Entry& entry) { entry.hash[0] ^= 1; }),
                HasSubstr("breaks the hash chain"));
    EXPECT_THAT(error_of([&](store::Entry& entry) {
                    ++entry.at_ms;
                    entry.hash = store::chained(sound.back().hash, "game", entry);
                }),
                HasSubstr("another moment"));
    EXPECT_EQ(error_of([](store::Entry&) {}), "");
}

TEST_F(RoomTest, ANewGameWhoseCommitIsUnknownIsLookedUp) {
    const auto create = [&](const ManualStore::Ending& ending) {
        store_.entries.clear();
        CountingEntropy entropy;
        const auto game = AnyGame::create("chess", {});
        referee::Event created{time_.now(), referee::Created{.id = new_id(entropy),
                                                             .record = record_of(*game),
                                                             .seats = {},
                                                             .clock = referee::Unlimited{},
                                                             .watch_hash = {},
                                                             .seed = {}}};
        const auto referee = referee::Referee::begin(created);
        std::string outcome;
        rooms_.create({created, referee->due(time_.now()), {}}, [&](const CreationResult& result) {
            const auto* reason = std::get_if<NotStored>(&result);
            outcome = std::holds_alternative<State>(result) ? "created"
                      : reason == nullptr                   ? "taken"
                      : reason->is_certain                  ? "not made"
                                                            : "unknown";
        });
        store_.finish(ending);
        time_.pass();
        return outcome;
    };
    EXPECT_EQ(create(lost), "unknown");
    EXPECT_EQ(create(unavailable), "not made");
    EXPECT_EQ(create(conflict), "taken");
    EXPECT_EQ(create(lost_but_stored), "created");
}

}  // namespace
}  // namespace arbiter::server
