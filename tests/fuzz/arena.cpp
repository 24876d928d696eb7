// Compiled without sanitizers: it writes their shadow.

#include "tests/fuzz/arena.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
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

/// What the sanitizer keeps of the eight bytes around an address: 0 if all may be used, the number of the first ones that
/// may, or why none may. The mapping is that of x86-64.
char* shadow_of(const void* at) {
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(at) >> 3U) + 0x7fff8000);
}

void paint(const void* at, std::size_t size, int color) {
    char* const from = shadow_of(at);
    for (std::size_t i = 0; i < size / 8; ++i) from[i] = static_cast<char>(color);
    if (size % 8 != 0)
        from[size / 8] = static_cast<char>(color == 0 ? static_cast<int>(size % 8) : color);
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
    if (piece == nullptr)
        piece = multiple > unit ? std::aligned_alloc(multiple, size) : std::malloc(size);
    if (piece == nullptr) std::abort();
    return piece;
}

void release(void* piece, std::size_t size = 0) {
    if (piece != nullptr && !give_back(piece, size)) std::free(piece);
}

std::uint64_t eight_at(const char* shadow) {
    std::uint64_t eight = 0;
    __builtin_memcpy_inline(&eight, shadow, sizeof eight);
    return eight;
}

/// Whether the shadow of all bytes is 0; the last ones may share theirs with what may not be used.
bool may_be_used(const void* at, std::size_t size) {
    if (size == 0) return true;
    const char* const end = static_cast<const char*>(at) + size - 1;
    const char* shadow = shadow_of(at);
    const char* const last = shadow_of(end);
    for (; last - shadow >= 8; shadow += 8) {
        if (eight_at(shadow) != 0) return false;
    }
    const auto before_last = (std::uint64_t{1} << static_cast<unsigned>(8 * (last - shadow))) - 1;
    if ((eight_at(shadow) & before_last) != 0) return false;
    return *last == 0 || static_cast<int>(reinterpret_cast<std::uintptr_t>(end) % 8) < *last;
}

bool overlap(const void* a, const void* b, std::size_t size) {
    const auto apart = static_cast<const char*>(a) - static_cast<const char*>(b);
    return static_cast<std::size_t>(apart < 0 ? -apart : apart) < size;
}

/// By a function of the C library that the sanitizer leaves alone.
void* copied(void* to, const void* from, std::size_t size) {
    ::mempcpy(to, from, size);
    return to;
}

}  // namespace
}  // namespace arbiter::fuzz

using arbiter::fuzz::allocate;
using arbiter::fuzz::copied;
using arbiter::fuzz::may_be_used;
using arbiter::fuzz::overlap;
using arbiter::fuzz::release;
using std::align_val_t;
using std::nothrow_t;
using std::size_t;

// The linker has these called instead of the sanitizer's, which take a tenth of the time: they are asked only about what
// may be a fault.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
void* __real___asan_memcpy(void* to, const void* from, size_t size);
void* __real___asan_memmove(void* to, const void* from, size_t size);
void* __real___asan_memset(void* to, int value, size_t size);
void* __memset_chk(void* to, int value, size_t size, size_t room);  // the C library's, left alone

void* __wrap___asan_memcpy(void* to, const void* from, size_t size) {
    const bool usable =
        may_be_used(to, size) && may_be_used(from, size) && !overlap(to, from, size);
    return usable ? copied(to, from, size) : __real___asan_memcpy(to, from, size);
}
void* __wrap___asan_memmove(void* to, const void* from, size_t size) {
    const bool usable =
        may_be_used(to, size) && may_be_used(from, size) && !overlap(to, from, size);
    return usable ? copied(to, from, size) : __real___asan_memmove(to, from, size);
}
void* __wrap___asan_memset(void* to, int value, size_t size) {
    return may_be_used(to, size) ? __memset_chk(to, value, size, size)
                                 : __real___asan_memset(to, value, size);
}
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

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
