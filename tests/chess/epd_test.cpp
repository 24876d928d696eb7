#include "core/chess/formats/epd.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/chess/notations/fen.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Operation = Epd::Operation;

std::vector<std::string> faults_in(std::string_view text) {
    const auto reading = read_epd(text);
    EXPECT_EQ(reading.value.has_value(), !reading.faults.fatal()) << text;
    return faults_of(reading.faults);
}

/// Two bare kings and then the operations; the first operation begins in column 29.
std::string kings_with(std::string_view operations) {
    return "4k3/8/8/8/8/8/8/4K3 w - -   " + std::string(operations);
}

TEST(Epd, ReadsPositionAndOperations) {
    // The first of the Bratko-Kopec positions.
    const auto reading =
        read_epd("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";");
    ASSERT_TRUE(reading);
    EXPECT_TRUE(reading.faults.empty());
    EXPECT_EQ(write_fen(reading->position), "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
    EXPECT_THAT(reading->operations,
                ElementsAre(Operation{"bm", {"Qd1+"}}, Operation{"id", {"BK.01"}}));
}

TEST(Epd, OperandsAreWordsOrQuotedStrings) {
    const auto reading =
        read_epd(kings_with(R"(am Ke2 Kd1; c0 "one; two"  "" x;draw_claim;ce -12 ;)"));
    ASSERT_TRUE(reading);
    EXPECT_THAT(reading->operations,
                ElementsAre(Operation{"am", {"Ke2", "Kd1"}}, Operation{"c0", {"one; two", "", "x"}},
                            Operation{"draw_claim", {}}, Operation{"ce", {"-12"}}));
}

TEST(Epd, FourFieldsAreEnough) {
    const auto reading = read_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\r\n");
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->position, Position::start());
    EXPECT_THAT(reading->operations, IsEmpty());
}

TEST(Epd, TheClocksAreOperations) {
    const auto reading = read_epd(kings_with("fmvn 40; bm Kd2; hmvc 7;"));
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->position.halfmove_clock(), 7U);
    EXPECT_EQ(reading->position.fullmove_number(), 40U);
    EXPECT_THAT(reading->operations, ElementsAre(Operation{"bm", {"Kd2"}}));
    EXPECT_EQ(write_epd(*reading), "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; hmvc 7; fmvn 40;");
}

TEST(Epd, AFenWithOperationsBehindItIsReadToo) {
    // As suites of perft counts have it.
    const auto reading = read_epd("4k3/8/8/8/8/8/8/4K2R w K - 3 9 ;D1 15 ;D2 66 ;D3 1197");
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->position.halfmove_clock(), 3U);
    EXPECT_EQ(reading->position.fullmove_number(), 9U);
    EXPECT_THAT(reading->operations, ElementsAre(Operation{"D1", {"15"}}, Operation{"D2", {"66"}},
                                                 Operation{"D3", {"1197"}}));
}

TEST(Epd, WritesStringsInQuotesWhereTheyNeedThem) {
    const Epd epd{Position::start(),
                  {{"bm", {"e4", "d4"}},
                   {"id", {"BK.01"}},
                   {"c3", {"a; b"}},
                   {"xyz", {"two words", "", "word"}},
                   {"c0", {"say \"hi\"\nagain"}},
                   {"hmvc", {"77"}}}};
    EXPECT_EQ(write_epd(epd),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id \"BK.01\"; "
              "c3 \"a; b\"; xyz \"two words\" \"\" word; c0 \"say 'hi' again\"; hmvc 0; fmvn 1;");
}

struct FaultCase {
    std::string_view operations;
    std::string_view fault;
};

constexpr FaultCase operation_faults[] = {
    {"bm Kd2", "epd_missing_semicolon 1:29"},  {"bm Kd2; id \"open;", "epd_open_string 1:40"},
    {"bm Kd2; +x 3;", "epd_bad_opcode 1:37"},  {"averyveryverylong 1;", "epd_bad_opcode 1:29"},
    {"bm K\"d2;", "epd_stray_quote 1:32"},     {"hmvc;", "epd_bad_counter 1:29"},
    {"hmvc x;", "epd_bad_counter 1:29"},       {"hmvc 1 2;", "epd_bad_counter 1:29"},
    {"hmvc 1000001;", "epd_bad_counter 1:29"}, {"hmvc 99999999999999;", "epd_bad_counter 1:29"},
    {"fmvn 0;", "epd_bad_counter 1:29"},       {"hmvc 1; hmvc 2;", "epd_repeated_counter 1:37"},
};

TEST(Epd, EachFaultOfAnOperationNamesItsColumn) {
    for (const auto& [operations, fault] : operation_faults) {
        auto faults = faults_in(kings_with(operations));
        // An open string swallows the semicolon as well.
        if (fault.starts_with("epd_open_string")) faults.pop_back();
        EXPECT_THAT(faults, ElementsAre(fault)) << operations;
    }
}

TEST(Epd, FaultsOfTheFieldsNameThem) {
    EXPECT_THAT(faults_in("4k3/8/8/8/8/8/8/4K3 w -"), ElementsAre("epd_too_few_fields 1:24"));
    EXPECT_THAT(faults_in("4k3/8/8/8/8/8/8/4K3 w - e9 bm Kd2;"),
                ElementsAre("fen_bad_en_passant 1:25"));
    EXPECT_THAT(faults_in("4k3/8/8/8/8/8/8/8 w - - bm Kd2;"), ElementsAre("missing_king 1:1"));
    EXPECT_THAT(faults_in(""), ElementsAre("epd_too_few_fields 1:1", "fen_too_few_fields 1:1",
                                           "fen_too_few_fields 1:1"));
}

TEST(Epd, AllFaultsAreFoundAtOnce) {
    EXPECT_THAT(faults_in("4k3/8/8/8/8/8/8/4K3 x K - bm e4; 7; fmvn x;"),
                ElementsAre("fen_bad_turn 1:21", "fen_no_castling_rook 1:23", "epd_bad_opcode 1:34",
                            "epd_bad_counter 1:37"));
}

TEST(Epd, IsOneLineOfBoundedLength) {
    EXPECT_THAT(faults_in(kings_with("bm Kd2;\nbm Kd1;")), ElementsAre("epd_several_lines 1:36"));
    EXPECT_THAT(faults_in(kings_with(std::string(std::size_t{1} << 20, ';'))),
                ElementsAre("epd_too_long"));
    EXPECT_THAT(faults_in(kings_with(std::string(100'000, ';'))), IsEmpty());
}

rc::Gen<std::string> text_of(std::string alphabet) {
    return rc::gen::container<std::string>(
        rc::gen::elementOf(std::vector<char>(alphabet.begin(), alphabet.end())));
}

TEST(EpdProperty, WhatIsWrittenComesBack) {
    const auto positions = testing::random_positions(4, 4, 80);
    EXPECT_TRUE(rc::check([&] {
        Epd epd{*rc::gen::elementOf(positions), {}};
        const auto count = *rc::gen::inRange(0, 5);
        for (int i = 0; i < count; ++i) {
            epd.operations.push_back(
                {*rc::gen::element<std::string>("bm", "id", "c0", "D3", "my_code"),
                 {*text_of("ab; =+1"), *text_of("ab; =+1")}});
        }
        const std::string text = write_epd(epd);
        const auto again = read_epd(text);
        RC_ASSERT(again.value.has_value());
        RC_ASSERT(again.faults.empty());
        RC_ASSERT(again->position == epd.position);
        RC_ASSERT(again->operations == epd.operations);
        RC_ASSERT(write_epd(*again) == text);
    }));
}

TEST(EpdProperty, AnyOperationsAreReadOrHaveAFault) {
    EXPECT_TRUE(rc::check([] {
        const auto reading = read_epd(kings_with(*text_of("hmvcfn 01;\"x\t-")));
        RC_ASSERT(reading.value.has_value() != reading.faults.fatal());
        if (reading) RC_ASSERT(read_epd(write_epd(*reading))->operations == reading->operations);
    }));
}

}  // namespace
}  // namespace arbiter::chess
