#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/go/game.hpp"

/// Whole games in text: SGF with all that stands in it, and SGN.
namespace arbiter::go {

/// Where something stood in the text it was read from; no part of what it says.
struct Whence {
    TextPlace place;
    bool operator==(const Whence&) const { return true; }
};

/// A property as it is written: its values are what stands between the brackets, as UTF-8, with all
/// escapes. `sgf_text` and its like in sgf_text.hpp say what a value means.
struct SgfProperty {
    std::string name;
    std::vector<std::string> values;
    Whence whence;

    bool operator==(const SgfProperty&) const = default;
};

struct SgfMove {
    Color by;
    std::optional<Point> point;  ///< nothing: a pass

    bool operator==(const SgfMove&) const = default;
};

/// AB, AW, AE and PL: the position is changed without anybody's move.
struct SgfSetup {
    std::vector<Point> black;
    std::vector<Point> white;
    std::vector<Point> cleared;
    std::optional<Color> turn;

    bool empty() const { return black.empty() && white.empty() && cleared.empty() && !turn; }
    bool operator==(const SgfSetup&) const = default;
};

/// A node: the setup comes first, then the move. Moves need not be legal (SGF executes them all the
/// same), and the tree says nothing about whose turn it is.
///
/// `properties` are all the others in their order: markup, comments, clocks, what nobody knows. One
/// of the names above is among them only if its values make no sense on this board.
struct SgfNode {
    SgfSetup setup;
    std::optional<SgfMove> move;
    std::vector<SgfProperty> properties;
    Whence whence;

    /// Null if there is none of that name.
    const SgfProperty* find(std::string_view name) const;
    bool operator==(const SgfNode&) const = default;
};

/// A game of Go as SGF holds it: a tree of nodes. Every game has a root. A node is known by its
/// number; it is greater than its parent's, and the reader numbers them as they stand in the text.
class SgfGame {
public:
    using Number = std::uint32_t;

    explicit SgfGame(Size size = {}) : size_(size), nodes_(1), parents_(1) {}

    Size size() const { return size_; }
    std::span<const SgfNode> nodes() const { return nodes_; }
    const SgfNode& node(Number number) const { return nodes_[number]; }
    SgfNode& node(Number number) { return nodes_[number]; }
    const SgfNode& root() const { return nodes_.front(); }
    SgfNode& root() { return nodes_.front(); }

    /// Nothing for the root.
    std::optional<Number> parent(Number number) const;
    /// The root, its first child, that one's first child, and so on.
    std::vector<Number> main_line() const;

    /// Appends a child after those that the parent has.
    Number add(Number parent, SgfNode node = {});

    bool operator==(const SgfGame&) const = default;

private:
    Size size_;
    std::vector<SgfNode> nodes_;
    std::vector<Number> parents_;  // the root is its own
};

/// Reads SGF of any version piece by piece. A faulty game is reported with its number, line and
/// column, and the reader goes on with the next one. Memory is bounded by the largest game.
///
/// A game begins with `(;` and ends with the parenthesis that closes it; what stands between games
/// is passed over. Text becomes UTF-8. Faults: `unterminated_value`, `stray_character`,
/// `property_outside_node`, `property_without_value`, `value_without_property`,
/// `malformed_property`, `too_many_properties`, `variations_too_deep`, `too_many_parts`,
/// `game_too_large`, `not_go` (GM is not 1) and `bad_size`.
///
/// Read all the same, with a warning: `missing_parenthesis` at the end, `empty_variation`,
/// `node_after_variation` (it becomes the last variation), `duplicate_property` (their values become
/// one list), `unknown_charset` and `not_utf8` (taken for Latin-1), `malformed_point`,
/// `point_off_board` and `malformed_color` (the property is kept as it is written),
/// `several_moves_in_node` (the further ones get nodes of their own) and `setup_with_move`.
class SgfReader final : public Stream<SgfGame> {
public:
    static constexpr std::size_t game_size_max = std::size_t{16} << 20;
    static constexpr std::size_t variation_depth_max = 100'000;
    static constexpr std::size_t properties_in_node_max = 256;
    static constexpr std::size_t part_count_max = 1'000'000;  ///< nodes, properties and values

    SgfReader();
    ~SgfReader() override;
    void feed(std::string_view piece) override;
    void finish() override;
    std::optional<Reading<SgfGame>> next() override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// FF[4] in UTF-8. A property whose name is no SGF identifier is left out; a bracket that would end a
/// value too early is escaped.
std::string write_sgf(const SgfGame& game);

/// The longest game that `game_of` and `read_sgn` take.
inline constexpr std::size_t moves_in_game_max = 100'000;

/// The main line as a game. RU, KM and HA give the rules unless an option `rules`, `komi` or another
/// field says otherwise. The game begins after the last node that sets up stones. RE is followed
/// where the moves decide nothing: `R`, `T` and `F` become what they say; a score becomes the marks
/// of TB and TW in the last node and the agreement of both, if that gives the same result; anything
/// else a `Conclude`.
///
/// Faults: what an option, the setup or a move is refused for, `malformed_point` for a move that is
/// none, `too_many_moves`. Warnings: `unknown_rules`, `bad_komi`, `bad_handicap`, `unknown_result`,
/// `result_contradicts_board`, `moves_after_the_end`, `setup_in_mid_game`.
Reading<Game> game_of(const SgfGame& sgf, const Options& options = {});

/// The game's start, moves, result and tags. The fault is `cannot_express`: SGF has no board of 0x0,
/// and no handicap of one stone or of stones that are partly set up and partly placed.
std::expected<SgfGame, Fault> sgf_of(const Game& game);

/// What SGF loses of a game.
inline constexpr std::string_view sgf_cannot_carry =
    "who marked what when, who resumed, and whether the players agreed on a result or somebody "
    "gave it; the number of moves before the start; the order of setup stones of different "
    "colours; tags without a name in SGF, and line breaks in most of the others";

bool looks_like_sgf(std::string_view text);
/// The first game of a text.
Reading<Game> read_sgf_game(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_sgf_game(const Game& game);
std::unique_ptr<Stream<Game>> stream_sgf(const Options& options);

// ---------------------------------------------------------------------------------------------
// SGN: `9x9 C3b passw`.

/// A stone that is taken off: `A6c`.
struct Capture {
    Point point;
    bool operator==(const Capture&) const = default;
};
using SgnMove = std::variant<Play, Pass, Capture>;

/// "D4b", "passw", "D4c".
std::string write_sgn_move(const SgnMove& move);
/// Moves without a size, between blanks or commas. No board is asked whether they are possible. The
/// fault is `unreadable_move` or `too_many_moves`.
std::expected<std::vector<SgnMove>, Fault> read_sgn_moves(std::string_view text);

struct SgnStyle {
    enum class Separators : std::uint8_t { spaces, commas };
    enum class Captures : std::uint8_t { left_out, written };

    Separators separators = Separators::spaces;
    Captures captures = Captures::left_out;
};

/// What SGN loses of a game.
inline constexpr std::string_view sgn_cannot_carry =
    "the rules, komi and tags; marks, agreements and results; that handicap stones stood there "
    "from the start, and not where Black put them";

bool looks_like_sgn(std::string_view text);

/// A size and moves. Two or more black stones at the start that White or nobody answers are a free
/// handicap; any other two moves of one side in a row make turns free. Options as for `game_of`.
///
/// Faults stand at tokens: `missing_size`, `bad_size`, `unreadable_move`, `too_many_moves`,
/// `capture_does_not_happen`, or what a move or an option is refused for. Moves beyond the end are
/// left out with the warning `moves_after_the_end`.
Reading<Game> read_sgn(std::string_view text, const Options& options);

/// The fault is `cannot_express`: White begins, other stones than a handicap were set up, or the
/// handicap is not complete.
std::expected<std::string, Fault> write_sgn(const Game& game, SgnStyle style = {});

}  // namespace arbiter::go
