#include "core/base/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace arbiter {

namespace {

using Word = std::uint32_t;

constexpr std::size_t block_size = 64;
constexpr std::size_t length_size = 8;

/// The fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
constexpr std::array<Word, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// The fractional parts of the square roots of the first 8 primes (5.3.3).
constexpr std::array<Word, 8> initial_hash{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

constexpr Word big_endian(std::string_view bytes) {
    Word word = 0;
    for (const char byte : bytes.substr(0, 4)) word = word << 8 | static_cast<std::uint8_t>(byte);
    return word;
}

/// The message schedule (6.2.2, step 1).
std::array<Word, 64> schedule(std::string_view block) {
    std::array<Word, 64> words{};
    for (std::size_t i = 0; i < 16; ++i) words[i] = big_endian(block.substr(4 * i));
    for (std::size_t i = 16; i < 64; ++i) {
        const Word near = words[i - 2];
        const Word far = words[i - 15];
        const Word near_mix = std::rotr(near, 17) ^ std::rotr(near, 19) ^ near >> 10;
        const Word far_mix = std::rotr(far, 7) ^ std::rotr(far, 18) ^ far >> 3;
        words[i] = words[i - 16] + far_mix + words[i - 7] + near_mix;
    }
    return words;
}

/// Steps 2 to 4 of 6.2.2, with the letters that the standard gives the working variables.
void compress(std::array<Word, 8>& hash, std::string_view block) {
    const auto words = schedule(block);
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t i = 0; i < 64; ++i) {
        const Word choice = (e & f) ^ (~e & g);
        const Word majority = (a & b) ^ (a & c) ^ (b & c);
        const Word e_mix = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const Word a_mix = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const Word first = h + e_mix + choice + round_constants[i] + words[i];
        const Word second = a_mix + majority;
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array worked{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += worked[i];
}

using Compress = void (*)(std::array<Word, 8>& hash, std::string_view block);

#if defined(__x86_64__)

/// Four words of the message or the hash.
struct Four {
    __m128i words;
};
Four four_at(const void* from) { return {_mm_loadu_si128(static_cast<const __m128i*>(from))}; }

/// The same with the processor's own instructions, which keep the eight words as ABEF and CDGH and do
/// four rounds at a time.
[[gnu::target("sha,sse4.1")]]
void compress_by_instruction(std::array<Word, 8>& hash, std::string_view block) {
    const __m128i to_big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i cdab = _mm_shuffle_epi32(four_at(hash.data()).words, 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(four_at(hash.data() + 4).words, 0x1b);
    const __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    const __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);

    __m128i low = abef;
    __m128i high = cdgh;
    std::array<Four, 4> recent;
    for (std::size_t i = 0; i < 16; ++i) {
        __m128i& next = recent[i % 4].words;
        if (i < 4) {
            next = _mm_shuffle_epi8(four_at(block.data() + 16 * i).words, to_big_endian);
        } else {
            const __m128i newest = recent[(i + 3) % 4].words;
            const __m128i older = _mm_alignr_epi8(newest, recent[(i + 2) % 4].words, 4);
            next = _mm_sha256msg1_epu32(next, recent[(i + 1) % 4].words);
            next = _mm_sha256msg2_epu32(_mm_add_epi32(next, older), newest);
        }
        const __m128i sum = _mm_add_epi32(next, four_at(&round_constants[4 * i]).words);
        high = _mm_sha256rnds2_epu32(high, low, sum);
        low = _mm_sha256rnds2_epu32(low, high, _mm_shuffle_epi32(sum, 0x0e));
    }
    low = _mm_add_epi32(low, abef);
    high = _mm_add_epi32(high, cdgh);

    const __m128i feba = _mm_shuffle_epi32(low, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(high, 0xb1);
    const std::array both{Four{_mm_blend_epi16(feba, dchg, 0xf0)},
                          Four{_mm_alignr_epi8(dchg, feba, 8)}};
    std::memcpy(hash.data(), both.data(), sizeof both);
}

Compress fastest_compress() {
    const bool has = __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
    return has ? compress_by_instruction : compress;
}

#else
Compress fastest_compress() { return compress; }
#endif

/// What does not fill a block, a one bit, zeros, and the length in bits (5.1.1): one block or two.
class Padded {
public:
    Padded(std::string_view rest, std::size_t message_size)
        : size_(rest.size() < block_size - length_size ? block_size : 2 * block_size) {
        std::ranges::copy(rest, bytes_.begin());
        bytes_[rest.size()] = '\x80';
        const std::uint64_t bits = std::uint64_t{message_size} * 8;
        for (std::size_t i = 0; i < length_size; ++i) {
            bytes_[size_ - 1 - i] = static_cast<char>(bits >> 8 * i & 0xff);
        }
    }
    std::string_view blocks() const { return {bytes_.data(), size_}; }

private:
    std::array<char, 2 * block_size> bytes_{};
    std::size_t size_;
};

std::string_view view(const Sha256Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace

Sha256Digest sha256(std::string_view message) {
    static const Compress compress_block = fastest_compress();
    auto hash = initial_hash;
    std::string_view rest = message;
    for (; rest.size() >= block_size; rest.remove_prefix(block_size)) compress_block(hash, rest);
    const Padded end(rest, message.size());
    for (std::string_view last = end.blocks(); !last.empty(); last.remove_prefix(block_size)) {
        compress_block(hash, last);
    }
    Sha256Digest digest{};
    for (std::size_t i = 0; i < digest.size(); ++i) {
        digest[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - i % 4 * 8));
    }
    return digest;
}

Sha256Digest hmac_sha256(std::string_view key, std::string_view message) {
    const Sha256Digest short_key = key.size() > block_size ? sha256(key) : Sha256Digest{};
    if (key.size() > block_size) key = view(short_key);
    const auto padded_with = [&](char pad) {
        std::string block(block_size, pad);
        for (std::size_t i = 0; i < key.size(); ++i) block[i] = static_cast<char>(pad ^ key[i]);
        return block;
    };
    const Sha256Digest inner = sha256(padded_with(0x36).append(message));
    return sha256(padded_with(0x5c).append(view(inner)));
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex(2 * bytes.size(), '\0');
    auto next = hex.begin();
    for (const std::uint8_t byte : bytes) {
        *next++ = digits[byte >> 4];
        *next++ = digits[byte & 15];
    }
    return hex;
}

}  // namespace arbiter
