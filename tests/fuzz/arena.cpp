// Compiled without sanitizers: it writes their shadow.

#include "tests/fuzz/arena.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

#include <sanitizer/asan_interface.h>

namespace arbiter::fuzz {
namespace {

constexpr std::size_t block_size = std::size_t{32} << 20U;
constexpr std::size_t unit = 16;
// As for the address sanitizer's own memory, so that its report has the right name.
constexpr int beside_a_piece = 0xfa;
constexpr int freed = 0xfd;

struct alignas(unit) Header {
    std::size_t size;
    const void* piece;  // its own address, so that no other is taken for a piece
};

// Static, so that the search for leaks looks for pointers in it.
alignas(4096) constinit char block[block_size];
constinit char* begin = block;  // of what the present input may take
constinit char* next = block;
constinit std::size_t count = 0;
constinit thread_local bool is_open = false;

void paint(const void* at, std::size_t size, int color) {
    // The mapping of x86-64, for which `__asan_get_shadow_mapping` would be asked.
    constexpr std::uintptr_t shadow = 0x7fff8000;
    auto* const from = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(at) >> 3U) + shadow);
    for (std::size_t i = 0; i < size / 8; ++i) from[i] = static_cast<char>(color);
    if (size % 8 != 0) from[size / 8] = static_cast<char>(color == 0 ? static_cast<int>(size % 8) : color);
}

char* rounded_up(char* at, std::size_t alignment) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    return at + (-address & (alignment - 1));
}

void* take(std::size_t size, std::size_t alignment) {
    if (!is_open) return nullptr;
    size = size == 0 ? 1 : size;
    char* const piece = rounded_up(next + sizeof(Header), alignment);
    const auto room = static_cast<std::size_t>(block + block_size - piece);
    if (piece > block + block_size || size > room / 2) return nullptr;
    new (piece - sizeof(Header)) Header{size, piece};
    paint(piece, size, 0);
    next = rounded_up(piece + size + size / 8, unit);
    ++count;
    return piece;
}

[[noreturn]] void report(void* piece) {
    __asan_report_error(__builtin_return_address(0), __builtin_frame_address(0),
                        __builtin_frame_address(0), piece, 1, 1);
    std::abort();
}

bool give_back(void* piece, std::size_t size) {
    auto* const at = static_cast<char*>(piece);
    if (at < block || at >= block + block_size) return false;
    const auto* header = reinterpret_cast<const Header*>(at) - 1;
    const bool is_held = __asan_address_is_poisoned(at) == 0;
    const bool is_whole = header->piece == at && (size == 0 || size == header->size);
    if (!is_held || !is_whole) report(piece);
    paint(at, header->size, freed);
    if (at >= begin) --count;
    return true;
}

}  // namespace

Arena::Arena() {
    begin = next;
    count = 0;
    is_open = true;
}

/// The next input begins at the same place, unless something is kept.
Arena::~Arena() {
    is_open = false;
    if (count != 0) return;
    paint(begin, static_cast<std::size_t>(next - begin), beside_a_piece);
    next = begin;
}

std::size_t Arena::held() { return count; }

namespace {

/// Before anything is taken, nothing of the block may be used.
[[maybe_unused]] const bool is_painted = (paint(block, block_size, beside_a_piece), true);

void* allocate(std::size_t size, std::align_val_t alignment = std::align_val_t{unit}) {
    const auto multiple = static_cast<std::size_t>(alignment);
    void* piece = take(size, multiple);
    if (piece == nullptr) piece = multiple > unit ? std::aligned_alloc(multiple, size) : std::malloc(size);
    if (piece == nullptr) std::abort();
    return piece;
}

void release(void* piece, std::size_t size = 0) {
    if (piece != nullptr && !give_back(piece, size)) std::free(piece);
}

}  // namespace
}  // namespace arbiter::fuzz

using arbiter::fuzz::allocate;
using arbiter::fuzz::release;
using std::align_val_t;
using std::nothrow_t;
using std::size_t;

// All of them: those that are missing would be the sanitizer's own.
void* operator new(size_t size) { return allocate(size); }
void* operator new[](size_t size) { return allocate(size); }
void* operator new(size_t size, const nothrow_t&) noexcept { return allocate(size); }
void* operator new[](size_t size, const nothrow_t&) noexcept { return allocate(size); }
void* operator new(size_t size, align_val_t alignment) { return allocate(size, alignment); }
void* operator new[](size_t size, align_val_t alignment) { return allocate(size, alignment); }
void operator delete(void* piece) noexcept { release(piece); }
void operator delete[](void* piece) noexcept { release(piece); }
void operator delete(void* piece, size_t size) noexcept { release(piece, size); }
void operator delete[](void* piece, size_t size) noexcept { release(piece, size); }
void operator delete(void* piece, align_val_t) noexcept { release(piece); }
void operator delete[](void* piece, align_val_t) noexcept { release(piece); }
void operator delete(void* piece, size_t size, align_val_t) noexcept { release(piece, size); }
void operator delete[](void* piece, size_t size, align_val_t) noexcept { release(piece, size); }
