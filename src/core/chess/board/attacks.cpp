#include "core/chess/board/attacks.hpp"

#include <bit>

namespace arbiter::chess::tables {

namespace {

struct Step {
    int file;
    int rank;
};

/// Two lines, each as a step forward and the same step backward.
using Steps = std::array<Step, 4>;

constexpr Steps rook_steps{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
constexpr Steps bishop_steps{{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};

constexpr bool on_board(int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

constexpr Bitboard ray(Square from, Step step, Bitboard occupied) {
    std::uint64_t squares = 0;
    int file = index(file_of(from)) + step.file;
    int rank = index(rank_of(from)) + step.rank;
    for (; on_board(file, rank); file += step.file, rank += step.rank) {
        const std::uint64_t bit = std::uint64_t{1} << (rank * 8 + file);
        squares |= bit;
        if ((occupied.bits() & bit) != 0) break;
    }
    return Bitboard(squares);
}

constexpr Bitboard rays(Square from, const Steps& steps, Bitboard occupied) {
    Bitboard squares;
    for (const Step step : steps) squares |= ray(from, step, occupied);
    return squares;
}

template <std::size_t N>
constexpr PerSquare leaper(const std::array<Step, N>& steps) {
    PerSquare table{};
    for (int i = 0; i < 64; ++i) {
        for (const auto [file_step, rank_step] : steps) {
            const int file = i % 8 + file_step;
            const int rank = i / 8 + rank_step;
            if (on_board(file, rank))
                table[static_cast<std::size_t>(i)] |= square_at(rank * 8 + file);
        }
    }
    return table;
}

constexpr PerSquare open_rays(const Steps& steps) {
    PerSquare table{};
    for (int i = 0; i < 64; ++i) table[static_cast<std::size_t>(i)] = rays(square_at(i), steps, {});
    return table;
}

constexpr std::array<PerSquare, 64> make_between() {
    std::array<PerSquare, 64> table{};
    for (int a = 0; a < 64; ++a) {
        for (const Steps& steps : {rook_steps, bishop_steps}) {
            for (const Step step : steps) {
                Bitboard passed;
                for (int file = a % 8 + step.file, rank = a / 8 + step.rank; on_board(file, rank);
                     file += step.file, rank += step.rank) {
                    const Square b = square_at(rank * 8 + file);
                    table[static_cast<std::size_t>(a)][at(b)] = passed;
                    passed |= b;
                }
            }
        }
    }
    return table;
}

// Multipliers that map every relevant occupancy of a square to an index of its own, or to one that
// it shares with an occupancy of the same attacks; found by random search.
// clang-format off
constexpr std::array<std::uint64_t, 64> rook_magics{
    0x4E00120041002080, 0x00C0004010002000, 0x4280100082200108, 0x0580180010000482,
    0x2080080080040002, 0x4100040002080100, 0x0380020010800100, 0x0100010010218046,
    0x2460800020400081, 0x0100400020100044, 0x0010802000881001, 0x0001002008100500,
    0x0000800800040080, 0x4102800401806200, 0x8004001004080182, 0x200200048114004A,
    0x0040068000814860, 0x0040404000201000, 0x8010808010002002, 0x0001010008201000,
    0x0088010004110008, 0x0064008080040200, 0x02800400100802C1, 0x00000200040040A1,
    0x4060400080009021, 0x8920008101004000, 0x4002004200102080, 0x0000080080100080,
    0x1000040080800800, 0x8044040080020080, 0x8240100400880201, 0x0000104A00010884,
    0x4041020082002049, 0x0220402000401003, 0x0201022003004090, 0x1628001000800880,
    0x0005000801000410, 0x4042001002000804, 0x4801800200800100, 0x0001008102002044,
    0x0040804000208000, 0x00F0004020144002, 0xC404200100110042, 0x7302000810220040,
    0x0000040008008080, 0x00C0104020280124, 0x0E0100120005000C, 0x80C0074294020013,
    0x0810402100800100, 0xA180400100802100, 0x28A0010028401100, 0x0282201001000900,
    0x5028004200040040, 0x0034800400020080, 0x0A20184210018400, 0x5000040069008200,
    0x008E01001020C282, 0x0080144200208102, 0x0240102080400A02, 0x9200050020100009,
    0x0051000290080005, 0x0409000208040001, 0x0005000A00069419, 0x008201C300940422,
};

constexpr std::array<std::uint64_t, 64> bishop_magics{
    0x0050108100440540, 0x00A0010641810C07, 0x0142040910234208, 0x000804B100000500,
    0x0001104020011200, 0x0181042046010808, 0x0441080110094020, 0x0000820042024000,
    0x0000055002480101, 0x0000040802104210, 0xD01C502100510800, 0x0004044040820010,
    0x000084042101C008, 0x1000820290448404, 0x0430020A02224000, 0x1000004208010800,
    0x0252021910390800, 0x08210402024C0102, 0x0024000800240094, 0x1002002020801024,
    0x0081000820080000, 0x4041010201010104, 0x091600004802880E, 0x0004400982280900,
    0x8808400061040100, 0x0011200044182201, 0x0004040302002404, 0x02A4040088012004,
    0x0804080414010400, 0x2801020101008084, 0x8410C20204010408, 0x0081002022021100,
    0x4890108822046800, 0x0801012090880800, 0x1000804101100408, 0x0800100820040400,
    0x0090008200022200, 0x1004008202458800, 0x0530810044020200, 0x0228010042031440,
    0x4061082004811100, 0x10C901181A106020, 0x100300804400404C, 0x0000002011005800,
    0x1040282100402408, 0x004008009020C902, 0x0288018406800418, 0x0A04083200408820,
    0x0010888820108400, 0x8880210818042020, 0x150001040104103C, 0x0000440084042080,
    0x0010000821010040, 0x02E8200202220004, 0x90482004448A0000, 0x8002101C00808840,
    0x0228158801082000, 0xA100008404020240, 0x0520004040441000, 0x0160448480420220,
    0x0380009240050100, 0x0000100902280200, 0x6022841042020412, 0x4008020082041100,
};
// clang-format on

/// The squares whose occupancy matters: the rays without their last squares at the board's edge.
constexpr Bitboard relevant(Square from, const Steps& steps) {
    const Bitboard side_files = board_of(File::a) | board_of(File::h);
    const Bitboard end_ranks = board_of(Rank::r1) | board_of(Rank::r8);
    const Bitboard edges =
        (side_files & ~board_of(file_of(from))) | (end_ranks & ~board_of(rank_of(from)));
    return rays(from, steps, {}) & ~edges;
}

constexpr std::array<SliderEntry, 64> slider_entries(const Steps& steps,
                                                     const std::array<std::uint64_t, 64>& magics,
                                                     std::uint32_t base) {
    std::array<SliderEntry, 64> entries{};
    for (int i = 0; i < 64; ++i) {
        const Bitboard mask = relevant(square_at(i), steps);
        const auto bits = static_cast<std::uint32_t>(mask.count());
        entries[static_cast<std::size_t>(i)] = {mask, magics[static_cast<std::size_t>(i)], base,
                                                64 - bits};
        base += std::uint32_t{1} << bits;
    }
    return entries;
}

/// One occupancy of a single line through a square, with its part of the table's index.
struct LineCase {
    std::uint64_t occupied;
    std::uint64_t pext;
    Bitboard attacks;
};

struct LineCases {
    std::array<LineCase, 64> cases{};
    std::size_t count = 0;
};

constexpr std::uint64_t pext(std::uint64_t bits, std::uint64_t mask) {
    std::uint64_t gathered = 0;
    for (std::uint64_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1) {
        if ((bits & mask & -mask) != 0) gathered |= bit;
    }
    return gathered;
}

constexpr LineCases line_cases(Square from, Step forward, Step backward, Bitboard mask) {
    LineCases line;
    const std::uint64_t own = ((ray(from, forward, {}) | ray(from, backward, {})) & mask).bits();
    std::uint64_t subset = 0;
    do {
        const Bitboard occupied(subset);
        line.cases[line.count++] = {subset, pext(subset, mask.bits()),
                                    ray(from, forward, occupied) | ray(from, backward, occupied)};
        subset = (subset - own) & own;
    } while (subset != 0);
    return line;
}

struct BothAttacks {
    SliderAttacks by_pext{};
    SliderAttacks by_magic{};
};

/// Every occupancy of the two lines of a slider is one of the first joined with one of the second;
/// that keeps the compiler's work at compile time to a second or two.
constexpr void fill_attacks(BothAttacks& tables, const Steps& steps,
                            const std::array<SliderEntry, 64>& entries) {
    for (int i = 0; i < 64; ++i) {
        const auto& [mask, magic, base, shift] = entries[static_cast<std::size_t>(i)];
        const LineCases first = line_cases(square_at(i), steps[0], steps[1], mask);
        const LineCases second = line_cases(square_at(i), steps[2], steps[3], mask);
        for (std::size_t a = 0; a < first.count; ++a) {
            const auto& [occupied_a, pext_a, attacks_a] = first.cases[a];
            for (std::size_t b = 0; b < second.count; ++b) {
                const auto& [occupied_b, pext_b, attacks_b] = second.cases[b];
                const Bitboard attacks = attacks_a | attacks_b;
                const std::uint64_t product = (occupied_a | occupied_b) * magic;
                tables.by_pext[base + static_cast<std::size_t>(pext_a | pext_b)] = attacks;
                tables.by_magic[base + static_cast<std::size_t>(product >> shift)] = attacks;
            }
        }
    }
}

constexpr BothAttacks both_attacks() {
    BothAttacks tables;
    fill_attacks(tables, rook_steps, slider_entries(rook_steps, rook_magics, 0));
    fill_attacks(tables, bishop_steps, slider_entries(bishop_steps, bishop_magics, 102'400));
    return tables;
}

constexpr BothAttacks computed = both_attacks();

}  // namespace

constinit const PerSquare king = leaper(
    std::array<Step, 8>{{{1, 1}, {1, 0}, {1, -1}, {0, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}}});
constinit const PerSquare knight = leaper(
    std::array<Step, 8>{{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}});
constinit const std::array<PerSquare, 2> pawn{leaper(std::array<Step, 2>{{{-1, 1}, {1, 1}}}),
                                              leaper(std::array<Step, 2>{{{-1, -1}, {1, -1}}})};
constinit const PerSquare rook_rays = open_rays(rook_steps);
constinit const PerSquare bishop_rays = open_rays(bishop_steps);
constinit const std::array<PerSquare, 64> between = make_between();
constinit const std::array<SliderEntry, 64> rook = slider_entries(rook_steps, rook_magics, 0);
constinit const std::array<SliderEntry, 64> bishop =
    slider_entries(bishop_steps, bishop_magics, 102'400);
constinit const SliderAttacks attacks_by_pext = computed.by_pext;
constinit const SliderAttacks attacks_by_magic = computed.by_magic;

}  // namespace arbiter::chess::tables
