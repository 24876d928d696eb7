// The one suite that every game must pass.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "core/contract/document.hpp"
#include "core/games/any_game.hpp"
#include "tests/contract/samples_backgammon.hpp"
#include "tests/contract/samples_chess.hpp"
#include "tests/contract/samples_go.hpp"
#include "tests/contract/samples_nim.hpp"
#include "tests/toy/all_games.hpp"

namespace arbiter {
namespace {

template <class List>
struct TypesOf;
template <Game... G>
struct TypesOf<GameList<G...>> {
    using Type = ::testing::Types<G...>;
};

template <class G>
class Conformance : public ::testing::Test {
protected:
    static constexpr int plies = 60;

    /// Plays at random from every sample and shows each game on the way to `visit`.
    template <class Visit>
    static void wander(Visit visit) {
        unsigned seed = 1;
        for (G game : Samples<G>::starts()) {
            std::mt19937 dice(seed++);
            for (int ply = 0; ply < plies; ++ply) {
                visit(game);
                const auto legal = game.legal();
                if (legal.empty()) break;
                ASSERT_TRUE(game.play(legal[dice() % legal.size()]).has_value());
            }
        }
    }
};

TYPED_TEST_SUITE(Conformance, typename TypesOf<GamesWithToy>::Type);

template <class G>
void expect_catalogued(const Rejection& rejection) {
    const auto codes = G::rejections();
    EXPECT_NE(std::ranges::find(codes, rejection.code), codes.end()) << rejection.code->name;
    const std::string words = sentence(rejection);
    EXPECT_EQ(words.find('{'), std::string::npos) << words;
}

TYPED_TEST(Conformance, AnyPathOfADocumentIsAGame) {
    this->wander([](const TypeParam& game) {
        const auto document = Document<TypeParam>::of(game);
        EXPECT_TRUE(document.game() == game);
        EXPECT_EQ(document.last(), game.events().size());
        EXPECT_EQ(document.game(0).events().size(), 0U);
        Cursor<TypeParam> cursor(document);
        for (NodeId id = document.next(0); id != 0; id = document.next(id)) {
            EXPECT_TRUE(cursor.enter(id));
        }
        EXPECT_TRUE(cursor.game() == game);
        while (cursor.at() != 0) cursor.leave();
        EXPECT_TRUE(cursor.game() == document.start());
    });
}

TYPED_TEST(Conformance, LegalMovesAreUniqueAndAcceptedByCheckAndPlay) {
    this->wander([](const TypeParam& game) {
        const auto legal = game.legal();
        for (std::size_t i = 0; i < legal.size(); ++i) {
            EXPECT_EQ(std::ranges::count(legal, legal[i]), 1);
            TypeParam played = game;
            const auto checked = game.check(legal[i]);
            const auto done = played.play(legal[i]);
            ASSERT_TRUE(checked.has_value());
            ASSERT_TRUE(done.has_value());
            EXPECT_EQ(*checked, *done);
        }
    });
}

TYPED_TEST(Conformance, EverythingElseIsRefusedAndChangesNothing) {
    int visits = 0;
    this->wander([&](const TypeParam& game) {
        if (visits++ % 80 != 0) return;
        const auto legal = game.legal();
        TypeParam touched = game;
        for (const auto& event : Samples<TypeParam>::everything(game)) {
            const bool is_legal = std::ranges::find(legal, event) != legal.end();
            const auto checked = game.check(event);
            ASSERT_EQ(checked.has_value(), is_legal)
                << game.write_event(event, TypeParam::traits.record_notation);
            if (is_legal) continue;
            const auto played = touched.play(event);
            ASSERT_FALSE(played.has_value());
            expect_catalogued<TypeParam>(played.error());
        }
        EXPECT_EQ(touched, game);
        EXPECT_EQ(touched.hash(), game.hash());
    });
}

TYPED_TEST(Conformance, UndoRestoresEqualityHashAndOutcome) {
    this->wander([](const TypeParam& game) {
        for (const auto& event : game.legal()) {
            TypeParam other = game;
            ASSERT_TRUE(other.play(event).has_value());
            EXPECT_FALSE(other == game);
            ASSERT_TRUE(other.undo());
            EXPECT_EQ(other, game);
            EXPECT_EQ(other.hash(), game.hash());
            EXPECT_EQ(other.outcome(), game.outcome());
            EXPECT_EQ(other.turn(), game.turn());
        }
    });
    for (TypeParam start : Samples<TypeParam>::starts()) EXPECT_FALSE(start.undo());
}

TYPED_TEST(Conformance, RewindingIsUndoingOneByOne) {
    this->wander([](const TypeParam& game) {
        TypeParam undone = game;
        for (std::size_t count = game.events().size(); count-- > 0;) {
            ASSERT_TRUE(undone.undo());
            TypeParam rewound = game;
            rewound.rewind(count);
            EXPECT_EQ(rewound, undone);
            EXPECT_EQ(rewound.hash(), undone.hash());
            EXPECT_EQ(rewound.turn(), undone.turn());
            EXPECT_EQ(rewound.legal(), undone.legal());
        }
        TypeParam same = game;
        same.rewind(game.events().size() + 1);
        EXPECT_EQ(same, game);
    });
}

TYPED_TEST(Conformance, WhatIsAwaitedIsWhatIsLegal) {
    this->wander([](const TypeParam& game) {
        const auto legal = game.legal();
        const auto by_chance = [](const auto& event) {
            return TypeParam::author(event) == Author::chance;
        };
        EXPECT_EQ(game.awaits() == Awaits::nothing, game.outcome().has_value());
        EXPECT_EQ(game.awaits() == Awaits::chance, std::ranges::any_of(legal, by_chance));
        for (const auto& event : legal) {
            EXPECT_NE(TypeParam::author(event), Author::arbiter);
        }
    });
}

TYPED_TEST(Conformance, HashIsTheRecomputedHashAfterEveryPly) {
    this->wander([](const TypeParam& game) { EXPECT_EQ(game.hash(), game.recomputed_hash()); });
}

TYPED_TEST(Conformance, AVerdictIsTheArbiters) {
    auto game = AnyGame::create(TypeParam::traits.name);
    ASSERT_TRUE(game);
    for (const auto* verdict :
         {R"({"action":"lose_on_time","by":"white"})",
          R"({"action":"conclude","result":"draw","reason":"adjudication"})"}) {
        const auto meaning = game->understand(verdict);
        ASSERT_TRUE(meaning.has_value()) << verdict << ": " << sentence(meaning.error());
        EXPECT_EQ(meaning->author, Author::arbiter);
    }
    EXPECT_FALSE(game->understand("no such thing").has_value());
}

TYPED_TEST(Conformance, EveryNotationRoundTrips) {
    this->wander([](const TypeParam& game) {
        for (const auto& notation : TypeParam::notations()) {
            for (const auto& event : game.legal()) {
                const std::string text = game.write_event(event, notation.name);
                const auto read = game.read_event(text, game.turn());
                ASSERT_TRUE(read.has_value()) << text << ": " << sentence(read.error());
                EXPECT_EQ(*read, event) << text;
                if (notation.is_json) {
                    EXPECT_TRUE(read_json(text)) << text;
                }
                // Actions are JSON in every notation.
                const std::string_view seen = TypeParam::notation_of(text);
                EXPECT_TRUE(seen.empty() || seen == notation.name || text.starts_with('{')) << text;
            }
        }
    });
}

TYPED_TEST(Conformance, EveryFormatRoundTripsAndIsDetectedAsWhatCanReadIt) {
    int visits = 0;
    this->wander([&](const TypeParam& game) {
        if (visits++ % 5 != 0) return;
        for (const auto& format : TypeParam::formats()) {
            const auto text = format.write(game);
            if (!text) {
                EXPECT_EQ(text.error().code, "cannot_express");
                continue;
            }
            const Options options = Samples<TypeParam>::reading_options(game);
            const auto read = format.read(*text, options);
            ASSERT_TRUE(read) << format.info.name << "\n"
                              << *text << "\n"
                              << read.faults.begin()->sentence;
            EXPECT_TRUE(read.faults.empty()) << *text << "\n" << read.faults.begin()->sentence;
            EXPECT_EQ(format.write(*read).value_or("cannot be written"), *text) << format.info.name;
            if (Samples<TypeParam>::carries_events(format.info.name)) {
                EXPECT_EQ(*read, game) << format.info.name << "\n" << *text;
            }
            const auto detected =
                AnyGame::read(*text, {.game = {}, .format = {}, .options = options});
            ASSERT_TRUE(detected) << *text;
            EXPECT_EQ(detected->hash(), read->hash()) << format.info.name;
        }
    });
}

TYPED_TEST(Conformance, TheRecordReplaysToTheSameState) {
    this->wander([](const TypeParam& game) {
        TypeParam replayed = game;
        std::vector<typename TypeParam::Event> events(game.events().begin(), game.events().end());
        while (replayed.undo()) {
        }
        for (const auto& event : events) ASSERT_TRUE(replayed.play(event).has_value());
        EXPECT_EQ(replayed, game);
        EXPECT_EQ(replayed.hash(), game.hash());
        EXPECT_EQ(replayed.outcome(), game.outcome());
        EXPECT_EQ(replayed.legal(), game.legal());
    });
}

TYPED_TEST(Conformance, NothingCanBePlayedAfterTheEnd) {
    this->wander([](const TypeParam& game) {
        if (!game.outcome()) return;
        EXPECT_TRUE(game.legal().empty());
        const auto refused = game.check(game.events().back());
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().code->kind, RejectionKind::game_over);
    });
}

TYPED_TEST(Conformance, AnyGameSaysTheSame) {
    int visits = 0;
    this->wander([&](const TypeParam& game) {
        if (visits++ % 10 != 0) return;
        const auto* record = &*std::ranges::find(
            TypeParam::formats(), "record", [](const auto& format) { return format.info.name; });
        auto any =
            AnyGame::read(*record->write(game),
                          {.game = TypeParam::traits.name, .format = "record", .options = {}});
        ASSERT_TRUE(any);
        EXPECT_EQ(any->name(), TypeParam::traits.name);
        EXPECT_EQ(any->hash(), game.hash());
        EXPECT_EQ(any->outcome(), game.outcome());
        EXPECT_EQ(any->event_count(), game.events().size());
        const auto legal = game.legal();
        const auto words = any->legal();
        ASSERT_EQ(words.size(), legal.size());
        for (std::size_t i = 0; i < legal.size(); ++i) {
            const auto effects = any->check(words[i]);
            ASSERT_TRUE(effects.has_value()) << words[i];
            EXPECT_EQ(*effects, *game.check(legal[i]));
        }
    });
}

TEST(AnyGame, KnowsWhatItDoesNotKnow) {
    EXPECT_EQ(AnyGame::create("checkers").faults.begin()->code, "unknown_game");
    EXPECT_EQ(AnyGame::read("hello").faults.begin()->code, "unknown_format");
    EXPECT_EQ(AnyGame::create("chess")->write("sgf").error().code, "unknown_format");
    EXPECT_EQ(AnyGame::create("chess", {{"komi", "7"}}).faults.begin()->code, "unknown_option");
}

TEST(AnyGame, ARecordTellsWhoseItIs) {
    for (const GameInfo& info : games()) {
        const auto record = AnyGame::create(info.name)->write("record");
        const auto read = AnyGame::read(*record, {.game = {}, .format = "record", .options = {}});
        ASSERT_TRUE(read) << info.name;
        EXPECT_EQ(read->name(), info.name);
    }
}

TEST(AnyGame, PlaysSeveralMovesOrNone) {
    AnyGame game = *AnyGame::create("chess");
    const auto effects = game.check("e4 e5, Nf3");
    ASSERT_TRUE(effects);
    EXPECT_EQ(game.event_count(), 0U) << "a dry run";
    EXPECT_EQ(game.play("e4 e5, Nf3").value(), *effects);
    EXPECT_EQ(game.history(), (std::vector<std::string>{"e4", "e5", "Nf3"}));
    const auto refused = game.play("Nc6 Bb5 Ke5");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code->kind, RejectionKind::illegal);
    EXPECT_EQ(game.event_count(), 3U) << "none of them is made";
    for (const std::string_view text : {"hello world", "1. Nc6 Bb5", "Nc6 hello", ","}) {
        const auto unreadable = game.check(text);
        ASSERT_FALSE(unreadable) << text;
        EXPECT_EQ(unreadable.error().code->kind, RejectionKind::unreadable) << text;
        EXPECT_EQ(game.event_count(), 3U) << text;
    }
    EXPECT_EQ(game.check("Nc6 Bb5", Color::black).error().code, &codes::not_your_turn);
}

TEST(AnyGame, CopiesAreIndependent) {
    AnyGame game = *AnyGame::create("chess").value;
    AnyGame copy = game;
    ASSERT_TRUE(copy.play("e4").has_value());
    EXPECT_FALSE(copy == game);
    EXPECT_EQ(game.event_count(), 0U);
    game = copy;
    EXPECT_TRUE(copy == game);
}

}  // namespace
}  // namespace arbiter
