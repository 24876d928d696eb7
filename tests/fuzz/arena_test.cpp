// Faults that are planted are found in the memory of an arena, as in the address sanitizer's own.

#include "tests/fuzz/arena.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace arbiter::fuzz {
namespace {

/// What the compiler cannot see through.
template <class T>
T* hidden(T* pointer) {
    T* volatile hidden = pointer;
    return hidden;
}

TEST(Arena, EveryByteOfAPieceMayBeUsed) {
    const Arena arena;
    for (std::size_t size = 1; size < 200; ++size) {
        const auto piece = std::make_unique<char[]>(size);
        std::memset(hidden(piece.get()), 1, size);
    }
    EXPECT_EQ(Arena::held(), 0);
}

TEST(Arena, TheNextInputBeginsAtTheSamePlace) {
    const auto first_piece = [] {
        const Arena arena;
        return reinterpret_cast<std::uintptr_t>(hidden(std::make_unique<int>().get()));
    };
    EXPECT_EQ(first_piece(), first_piece());
}

TEST(Arena, NothingIsGivenOutTwice) {
    const Arena arena;
    const auto* const first = hidden(std::make_unique<int>(1).get());
    EXPECT_NE(std::make_unique<int>(2).get(), first);
}

TEST(Arena, WhatIsKeptStays) {
    std::vector<std::unique_ptr<std::string>> kept;
    for (int i = 0; i < 3; ++i) {
        const Arena arena;
        kept.push_back(std::make_unique<std::string>(100, static_cast<char>('a' + i)));
    }
    const Arena arena;
    const std::string more(1000, 'x');
    EXPECT_EQ(*kept[0] + *kept[2], std::string(100, 'a') + std::string(100, 'c'));
    kept.clear();
    EXPECT_EQ(*hidden(more.data()), 'x');
    EXPECT_EQ(Arena::held(), 1);
}

TEST(Arena, AlignmentIsKept) {
    struct alignas(256) Wide {
        std::array<char, 256> bytes{};
    };
    const Arena arena;
    for (int i = 0; i < 10; ++i) {
        const auto wide = std::make_unique<Wide>();
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(hidden(wide.get())) % alignof(Wide), 0);
    }
}

TEST(Arena, WhatIsTooLargeIsLeftToTheSanitizer) {
    const Arena arena;
    std::vector<std::unique_ptr<char[]>> pieces;
    for (int i = 0; i < 10; ++i) pieces.push_back(std::make_unique<char[]>(std::size_t{8} << 20U));
    EXPECT_LT(Arena::held(), 10U);
    EXPECT_DEATH(hidden(pieces.back().get())[std::size_t{8} << 20U] = 1, "heap-buffer-overflow");
}

TEST(ArenaDeathTest, OneByteTooFar) {
    for (const std::size_t size : {1U, 7U, 8U, 9U, 15U, 16U, 17U, 1000U}) {
        const Arena arena;
        const auto piece = std::make_unique<char[]>(size);
        const auto next = std::make_unique<char[]>(size);
        EXPECT_DEATH(hidden(piece.get())[size] = 1, "heap-buffer-overflow");
        EXPECT_DEATH(hidden(next.get())[-1] = 1, "heap-buffer-overflow");
        EXPECT_DEATH(std::fill_n(hidden(piece.get()), size + 1, '1'), "heap-buffer-overflow");
    }
}

TEST(ArenaDeathTest, CopiedOneByteTooFar) {
    std::vector<char> large(2000);
    for (const std::size_t size : {1U, 7U, 8U, 9U, 15U, 16U, 17U, 63U, 64U, 65U, 1000U}) {
        const Arena arena;
        const auto piece = std::make_unique<char[]>(size);
        char* const at = hidden(piece.get());
        for (const std::size_t begin : {std::size_t{0}, size / 2}) {
            const volatile std::size_t count = size - begin;
            std::memcpy(at + begin, large.data(), count);
            std::memmove(large.data(), at + begin, count);
            std::memset(at + begin, 1, count);
            EXPECT_DEATH(std::memcpy(at + begin, large.data(), count + 1), "heap-buffer-overflow");
            EXPECT_DEATH(std::memcpy(large.data(), at + begin, count + 1), "heap-buffer-overflow");
            EXPECT_DEATH(std::memmove(at + begin, large.data(), count + 1), "heap-buffer-overflow");
            EXPECT_DEATH(std::memset(at + begin, 1, count + 1), "heap-buffer-overflow");
        }
        EXPECT_DEATH(std::memcpy(large.data(), at - 1, size), "heap-buffer-overflow");
    }
}

TEST(ArenaDeathTest, CopiedOntoItself) {
    std::vector<char> bytes(100);
    const volatile std::size_t count = 50;
    EXPECT_DEATH(std::memcpy(bytes.data() + 10, hidden(bytes.data()), count), "param-overlap");
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i);
    std::memmove(bytes.data() + 10, hidden(bytes.data()), count);
    EXPECT_EQ(bytes[59], 49);
}

TEST(ArenaDeathTest, AfterItWasFreed) {
    const Arena arena;
    auto text = std::make_unique<std::string>("what is freed is not given out again");
    const char* const inside = hidden(text->data());
    text.reset();
    for (int i = 0; i < 1000; ++i) static_cast<void>(hidden(std::make_unique<int>(i).get()));
    EXPECT_DEATH(static_cast<void>(std::string(inside, 1)), "heap-use-after-free");
}

TEST(ArenaDeathTest, AfterItsInput) {
    const int* piece = nullptr;
    {
        const Arena arena;
        piece = hidden(std::make_unique<int>(1).get());
    }
    EXPECT_DEATH(std::exit(*piece), "heap-buffer-overflow");
}

TEST(ArenaDeathTest, FreedTwice) {
    const Arena arena;
    int* const piece = hidden(std::make_unique<int>(1).get());
    EXPECT_DEATH(delete piece, "heap-use-after-free");
}

TEST(ArenaDeathTest, FreedInTheMiddle) {
    const Arena arena;
    const auto piece = std::make_unique<char[]>(64);
    EXPECT_DEATH(delete[] hidden(piece.get() + 16), "AddressSanitizer");
}

TEST(ArenaDeathTest, FreedAsAnotherType) {
    const Arena arena;
    const auto piece = std::make_unique<std::int64_t>();
    EXPECT_DEATH(delete reinterpret_cast<std::int16_t*>(hidden(piece.get())), "AddressSanitizer");
}

TEST(Arena, KeptEachTimeIsALeak) {
    std::vector<std::unique_ptr<int>> kept;
    EXPECT_TRUE(leaks([&] { kept.push_back(std::make_unique<int>(1)); }));
}

TEST(Arena, ATableThatIsEmptiedIsNone) {
    std::vector<std::unique_ptr<int>> table(1);
    EXPECT_FALSE(leaks([&] {
        if (table.size() == 2) table.clear();
        if (table.empty() || table.front() == nullptr) table.push_back(std::make_unique<int>(1));
    }));
}

TEST(Arena, KeptOnceIsNot) {
    std::unique_ptr<int> table;
    EXPECT_FALSE(leaks([&] {
        if (!table) table = std::make_unique<int>(1);
    }));
}

}  // namespace
}  // namespace arbiter::fuzz
