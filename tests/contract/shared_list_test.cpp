#include "core/base/shared_list.hpp"

#include <memory>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace arbiter {
namespace {

template <class T>
std::vector<T> elements(const SharedList<T>& list) {
    return {list.begin(), list.end()};
}

TEST(SharedList, CopiesShareWhatTheyHaveInCommon) {
    SharedList<int> now(1);
    SharedList<int> next = now;
    next.push_back(2);
    EXPECT_EQ(now.data(), next.data());
    EXPECT_EQ(elements(now), std::vector{1});
    EXPECT_EQ(elements(next), (std::vector{1, 2}));
}

TEST(SharedList, ASecondContinuationHasElementsOfItsOwn) {
    const SharedList<int> now(1);
    SharedList<int> one = now;
    SharedList<int> other = now;
    one.push_back(2);
    other.push_back(3);
    EXPECT_EQ(elements(one), (std::vector{1, 2}));
    EXPECT_EQ(elements(other), (std::vector{1, 3}));
}

TEST(SharedList, WhatIsTakenBackStaysWithTheCopies) {
    SharedList<int> list(1);
    list.push_back(2);
    const SharedList<int> before = list;
    list.pop_back();
    list.push_back(3);
    EXPECT_EQ(elements(before), (std::vector{1, 2}));
    EXPECT_EQ(elements(list), (std::vector{1, 3}));
}

TEST(SharedList, DestroysEveryElementOnce) {
    const auto element = std::make_shared<int>(1);
    {
        SharedList<std::shared_ptr<int>> list(element);
        for (int i = 0; i < 10; ++i) list.push_back(element);
        SharedList<std::shared_ptr<int>> longer = list;
        longer.push_back(element);
        list.pop_back();
        list.pop_back();
        list = longer;
        longer = {};
        list.pop_back();
        list.pop_back();
        EXPECT_EQ(element.use_count(), 11);
    }
    EXPECT_EQ(element.use_count(), 1);
}

TEST(SharedList, BehavesAsAVectorThatIsCopied) {
    std::mt19937 random(1);
    std::vector<std::pair<SharedList<unsigned>, std::vector<unsigned>>> pairs(4);
    for (int i = 0; i < 20'000; ++i) {
        auto& [list, vector] = pairs[random() % pairs.size()];
        const unsigned kind = random() % 8;
        if (kind == 0) {
            pairs[random() % pairs.size()] = {list, vector};
        } else if (kind < 3 && !list.empty()) {
            list.pop_back();
            vector.pop_back();
        } else {
            list.push_back(random() % 100);
            vector.push_back(list.back());
        }
        for (const auto& [shared, own] : pairs) ASSERT_EQ(elements(shared), own);
    }
}

TEST(SharedList, ThreadsContinueTheSameList) {
    SharedList<int> start(0);
    const auto go_on = [&start](int number) {
        for (int round = 0; round < 1000; ++round) {
            SharedList<int> own = start;
            for (int i = 0; i < 10; ++i) own.push_back(number);
            for (int i = 1; i <= 10; ++i) ASSERT_EQ(own[static_cast<std::size_t>(i)], number);
        }
    };
    std::jthread one([&] { go_on(1); });
    std::jthread other([&] { go_on(2); });
}

}  // namespace
}  // namespace arbiter
