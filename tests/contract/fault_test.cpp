#include "core/base/fault.hpp"

#include <iterator>

#include <gtest/gtest.h>

namespace arbiter {
namespace {

Faults with_warnings(std::size_t count) {
    Faults faults;
    for (std::size_t i = 1; i <= count; ++i) faults.warn("odd", "this is odd", TextPlace{i, 1});
    return faults;
}

TEST(Faults, AreToldOnceForAPlace) {
    Faults faults = with_warnings(2);
    faults.warn("odd", "this is odd", TextPlace{2, 1});
    EXPECT_EQ(faults.size(), 2U);
    faults.warn("odd", "so is this", TextPlace{2, 1});
    EXPECT_EQ(faults.size(), 3U);
}

TEST(Faults, OfWhichThereAreTooManyIncludeTheFirstError) {
    Faults faults = with_warnings(Faults::limit + 1);
    ASSERT_EQ(faults.size(), Faults::limit);
    faults.add("bad", "this is bad", TextPlace{1, 1});
    faults.add("worse", "this is worse", TextPlace{1, 2});
    EXPECT_EQ(faults.size(), Faults::limit);
    const auto& last = *std::prev(faults.end());
    EXPECT_EQ(last.code, "bad");

    Faults copied;
    for (const Fault& fault : faults) copied.add(fault);
    EXPECT_TRUE(copied.fatal());
}

}  // namespace
}  // namespace arbiter
