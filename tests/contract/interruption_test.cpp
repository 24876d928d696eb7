#include "core/base/interruption.hpp"

#include <gtest/gtest.h>

#include "core/games/any_document.hpp"
#include "tests/support/long_sgf.hpp"

namespace arbiter {
namespace {

/// Work is wanted until it has asked this often.
class Patience {
public:
    explicit Patience(int steps) : steps_(steps) {}
    int asked() const { return asked_; }
    static bool is_over(const void* patience) {
        const auto& self = *static_cast<const Patience*>(patience);
        return ++self.asked_ > self.steps_;
    }

private:
    int steps_;
    mutable int asked_ = 0;
};

constexpr int steps = 100;

std::string long_pgn() {
    std::string pgn;
    for (int i = 0; i < 10 * steps; ++i) pgn += "Nf3 Nf6 Ng1 Ng8 ";
    return pgn + "*";
}

TEST(Interruption, ReadersEndWhenNobodyWaits) {
    for (const std::string& text : {long_pgn(), long_sgf()}) {
        const Patience patience(steps);
        const Interruption interruption(Patience::is_over, &patience);
        const auto reading = AnyDocument::read(text);
        EXPECT_GT(patience.asked(), steps);
        EXPECT_LT(patience.asked(), 4 * steps) << "it went on";
        if (reading) {
            EXPECT_LE(reading->game().event_count(), steps);
        }
    }
}

TEST(Interruption, ReplaysEndWhenNobodyWaits) {
    const auto record = AnyGame::read(long_pgn())->write("record");
    const Patience patience(steps);
    const Interruption interruption(Patience::is_over, &patience);
    static_cast<void>(AnyGame::read(*record));
    EXPECT_GT(patience.asked(), steps);
    EXPECT_LT(patience.asked(), 4 * steps) << "it went on";
}

TEST(Interruption, ProofsEndWhenNobodyWaits) {
    struct Proof {
        std::string_view question, state;
    };
    for (const auto& [question, state] :
         {Proof{"dead", "(;GM[1]FF[4]SZ[9]AB[ba][ab][bc]AW[ca][cc][db][bb]PL[B])"},
          Proof{"winnable", "2k2r2/8/1p1p1p2/pPpPpPp1/P1P1P1P1/1B6/K7/8 w - - 0 1"}}) {
        const AnyGame game = *AnyGame::read(state).value;
        const Patience patience(3);
        const Interruption interruption(Patience::is_over, &patience);
        static_cast<void>(game.ask(question, ""));
        EXPECT_GT(patience.asked(), 3) << question;
        EXPECT_LT(patience.asked(), 20) << question << " went on";
    }
}

TEST(Interruption, EndsWithTheWorkItIsFor) {
    EXPECT_FALSE(Interruption::is_due());
    const Patience never(0);
    {
        const Interruption outer(Patience::is_over, &never);
        {
            const Patience long_patience(1'000);
            const Interruption inner(Patience::is_over, &long_patience);
            EXPECT_FALSE(Interruption::is_due());
        }
        EXPECT_TRUE(Interruption::is_due());
    }
    EXPECT_FALSE(Interruption::is_due());
}

}  // namespace
}  // namespace arbiter
