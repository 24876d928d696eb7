#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "store/audit.hpp"
#include "tests/store/refereed.hpp"
#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

namespace fs = std::filesystem;
using store::Change;

std::string contents(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const std::string& file, const std::string& contents) {
    std::ofstream(file, std::ios::binary) << contents;
}

/// A file and its log as a crash leaves them: the older half of the games in the one, the newer half
/// in the other.
struct Image {
    std::string main;
    std::string log;
};

class SqliteDamageTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        for (int i = 0; i < 8; ++i) {
            auto& game = games().emplace_back(
                RefereedGame::Terms{.id = "game " + std::to_string(i), .game = "chess"});
            game.play(4, static_cast<unsigned>(i));
        }
        const TemporaryFolder folder;
        const std::string file = folder.file("games.db");
        write_all(file, 0, 4);
        auto store = opened(file);
        for (std::size_t i = 4; i < games().size(); ++i) keep(*store, games()[i]);
        image() = {contents(file), contents(file + "-wal")};
        store.reset();
        checkpointed() = {contents(file), ""};
    }
    static void TearDownTestSuite() { games().clear(); }

    static void write_all(const std::string& file, std::size_t begin, std::size_t end) {
        const auto store = opened(file);
        for (std::size_t i = begin; i < end; ++i) keep(*store, games()[i]);
    }
    static void keep(store::Store& store, const RefereedGame& game) {
        for (const Change& change : game.changes()) {
            ASSERT_EQ(write(store, change).status, store::CommitStatus::stored);
        }
    }

    /// What became of the games in a damaged file.
    enum class Found { refused, damaged, prefix, whole };
    Found open(const Image& damaged) {
        const TemporaryFolder folder;
        const std::string file = folder.file("games.db");
        put(file, damaged.main);
        if (!damaged.log.empty()) put(file + "-wal", damaged.log);
        const auto store = store::open(file);
        if (!store) {
            EXPECT_NE(store.error().sentence, "");
            return Found::refused;
        }
        const auto audited = store::audit(**store);
        if (!audited || !audited->damages.empty()) {
            expect_no_wrong_entry(**store);
            return Found::damaged;
        }
        return expect_prefix(**store);
    }

    /// Even before anybody audits the file.
    static void expect_no_wrong_entry(store::Store& store) {
        for (const RefereedGame& game : games()) {
            const auto entries = store.read(game.referee().terms().id, 0);
            if (!entries) continue;
            const auto written = game.entries();
            ASSERT_LE(entries->size(), written.size());
            EXPECT_TRUE(std::equal(entries->begin(), entries->end(), written.begin()));
        }
    }

    /// Where the audit finds nothing, each game is as it was after one of its changes; and those
    /// were lost first that were written last.
    static Found expect_prefix(store::Store& store) {
        bool is_whole = true;
        for (const RefereedGame& game : games()) {
            const auto summary = store.summary(game.referee().terms().id);
            EXPECT_TRUE(summary);
            if (!summary) return Found::damaged;
            EXPECT_TRUE(is_whole || !*summary) << "a later game is there, an earlier one is not";
            if (*summary) {
                const auto known = [&](const Change& change) { return change.summary == *summary; };
                EXPECT_TRUE(std::ranges::any_of(game.changes(), known));
            }
            is_whole = is_whole && *summary == game.changes().back().summary;
        }
        expect_no_wrong_entry(store);
        return is_whole ? Found::whole : Found::prefix;
    }

    static std::vector<RefereedGame>& games() {
        static std::vector<RefereedGame> games;
        return games;
    }
    static Image& image() {
        static Image image;
        return image;
    }
    static Image& checkpointed() {
        static Image image;
        return image;
    }
};

/// Every byte of the header, and some of each page.
std::vector<std::size_t> places_in(const std::string& bytes, std::size_t count) {
    std::mt19937 random(11);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < 100; i += 5) places.push_back(i);
    while (places.size() < count) places.push_back(random() % bytes.size());
    return places;
}

TEST_F(SqliteDamageTest, AnUndamagedImageIsWhole) {
    ASSERT_GT(image().log.size(), 10'000U);
    EXPECT_EQ(open(image()), Found::whole);
    EXPECT_EQ(open(checkpointed()), Found::whole);
}

TEST_F(SqliteDamageTest, ATruncatedFileIsRefused) {
    const std::string& main = checkpointed().main;
    for (std::size_t size = 1; size < main.size(); size += main.size() / 40) {
        EXPECT_EQ(open({main.substr(0, size), ""}), Found::refused) << size;
    }
}

TEST_F(SqliteDamageTest, AnEmptyFileIsANewStoreUnlessThereIsALog) {
    EXPECT_EQ(open({"", ""}), Found::prefix);
    EXPECT_EQ(open({"", image().log}), Found::refused);
}

TEST_F(SqliteDamageTest, ATruncatedLogLeavesAnExactPrefix) {
    const std::string& log = image().log;
    for (std::size_t size = 1; size < log.size(); size += log.size() / 40) {
        EXPECT_EQ(open({image().main, log.substr(0, size)}), Found::prefix) << size;
    }
}

TEST_F(SqliteDamageTest, AFlippedBitInTheLogLeavesAnExactPrefix) {
    const std::string& log = image().log;
    for (const std::size_t place : places_in(log, 60)) {
        Image damaged = image();
        damaged.log[place] = static_cast<char>(damaged.log[place] ^ (1 << place % 8));
        const Found found = open(damaged);
        EXPECT_TRUE(found == Found::prefix || found == Found::whole) << place;
    }
}

TEST_F(SqliteDamageTest, AFlippedBitInTheFileNeverGivesAWrongGame) {
    std::size_t noticed = 0;
    const auto places = places_in(checkpointed().main, 160);
    for (const std::size_t place : places) {
        Image damaged = checkpointed();
        damaged.main[place] = static_cast<char>(damaged.main[place] ^ (1 << place % 8));
        const Found found = open(damaged);
        EXPECT_NE(found, Found::prefix) << place;
        if (found != Found::whole) ++noticed;
    }
    EXPECT_GT(noticed, places.size() / 4) << "the rest of the file is unused space";
}

TEST_F(SqliteDamageTest, WhatWasNeverAStoreIsRefusedAndLeftAlone) {
    std::mt19937 random(3);
    std::string noise(20'000, '\0');
    std::ranges::generate(noise, [&] { return static_cast<char>(random()); });
    for (const std::string& bytes : {noise, std::string("a"), std::string(4096, '\0')}) {
        const TemporaryFolder folder;
        put(folder.file("games.db"), bytes);
        EXPECT_FALSE(store::open(folder.file("games.db")));
        EXPECT_TRUE(contents(folder.file("games.db")) == bytes) << bytes.size();
    }
}

}  // namespace
}  // namespace arbiter::test
