#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/rejection.hpp"
#include "core/go/codes.hpp"
#include "core/go/position.hpp"

namespace arbiter::go {

/// What a move may not bring about.
enum class KoRule : std::uint8_t {
    none,
    simple,                 ///< to take back at once the stone that has just taken one
    positional,             ///< any earlier position: positional superko
    situational,            ///< any earlier position with the same side to move
    simple_and_positional,  ///< both; a ko is then called a ko
};

/// What becomes of a position that repeats with the same side to move, where ko does not forbid it.
enum class LongCycle : std::uint8_t { goes_on, voids_the_game };

enum class Suicide : std::uint8_t { forbidden, allowed };

enum class Scoring : std::uint8_t {
    stones,     ///< stones on the board
    area,       ///< stones, and the empty points that only they reach
    territory,  ///< surrounded points and prisoners
};

enum class Ending : std::uint8_t {
    two_passes,
    two_passes_or_full_board,
    two_passes_white_last,  ///< AGA: White passes once more if Black passed last
};

/// What happens between the last pass and the score.
enum class DeadStones : std::uint8_t {
    stay,    ///< every stone on the board counts as it stands
    agreed,  ///< the players mark what is dead, agree, or resume
};

/// AGA: a pass hands the opponent a stone, so that counting area and territory comes to the same.
enum class PassStones : std::uint8_t { none, given };

/// What White gets for handicap stones.
enum class Compensation : std::uint8_t { none, each_stone, each_stone_but_one };

/// Whether a side may move twice in a row, as in diagrams, some records, and over GTP.
enum class Turns : std::uint8_t { alternate, free };

/// Points counted in halves, so that 7.5 is exact.
struct HalfPoints {
    std::int32_t count = 0;

    constexpr double points() const { return count / 2.0; }
    auto operator<=>(const HalfPoints&) const = default;
};
constexpr HalfPoints operator+(HalfPoints a, HalfPoints b) { return {a.count + b.count}; }
constexpr HalfPoints operator-(HalfPoints a, HalfPoints b) { return {a.count - b.count}; }
constexpr HalfPoints whole_points(std::int32_t points) { return {2 * points}; }

/// "7.5", "7", "-0.5".
std::string to_string(HalfPoints points);
/// Whole and half numbers within a thousand, also "7.50"; nothing otherwise.
std::optional<HalfPoints> half_points_named(std::string_view text);
std::optional<HalfPoints> half_points_of(double points);

/// The rules of a game as data. A preset is a value of this; every field can be set by itself.
struct Rules {
    KoRule ko = KoRule::simple_and_positional;
    LongCycle long_cycle = LongCycle::goes_on;
    Suicide suicide = Suicide::forbidden;
    Scoring scoring = Scoring::area;
    Ending ending = Ending::two_passes;
    DeadStones dead_stones = DeadStones::agreed;
    PassStones pass_stones = PassStones::none;
    Compensation compensation = Compensation::each_stone;
    Turns turns = Turns::alternate;
    HalfPoints komi{15};

    bool operator==(const Rules&) const = default;
};

struct Preset {
    std::string_view name;
    Rules rules;
};

/// aga, chinese, japanese, new-zealand, simple, tromp-taylor.
std::span<const Preset> presets();
/// In any case, and by the names that SGF files use: "Japanese", "NZ", "Tromp-Taylor rules".
const Preset* preset_named(std::string_view name);

/// A field of the rules by its name: "ko", "suicide".
struct FieldInfo {
    std::string_view name;
    std::string_view values;
    std::string_view meaning;
};
inline constexpr std::array field_infos{
    FieldInfo{"ko", "none, simple, positional, situational, simple+positional",
              "what a move may not repeat"},
    FieldInfo{"long_cycle", "goes_on, void", "what a longer repetition does to the game"},
    FieldInfo{"suicide", "forbidden, allowed", "whether a group may take its own last liberty"},
    FieldInfo{"scoring", "stones, area, territory", "what counts"},
    FieldInfo{"ending", "two_passes, two_passes_or_full_board, two_passes_white_last",
              "when play ends"},
    FieldInfo{"dead_stones", "stay, agreed", "whether the players settle what is dead"},
    FieldInfo{"pass_stones", "none, given", "whether a pass hands over a stone"},
    FieldInfo{"compensation", "none, each_stone, each_stone_but_one",
              "White's points for handicap stones"},
    FieldInfo{"turns", "alternate, free", "whether a side may move twice in a row"},
    FieldInfo{"komi", "a whole or half number", "White's points for moving second"},
};
/// False if there is no such field or it has no such value. Komi is one of them.
bool set_field(Rules& rules, std::string_view name, std::string_view value);

/// All but komi, as a preset and what differs from it: "chinese", "chinese ko=none turns=free".
std::string write_rules(const Rules& rules);
/// The reverse, with the preset's komi. The error is the word that nobody understands.
std::expected<Rules, std::string> read_rules(std::string_view text);

/// The positions of a game from its start to now, for the rules that look back and for taking back.
/// A copy is cheap: a referee makes one for each move.
class History {
public:
    struct Entry {
        std::shared_ptr<const Stones> stones;
        std::uint64_t key;
        Color turn;
        std::optional<Point> ko;
        std::uint32_t moves;                       // how many had been made, passes included
        std::uint32_t last_pass;                   // the entry of the last pass, or the start
        std::optional<std::uint32_t> same_before;  // the last entry before with the same key
    };

    History(const Position& start, std::uint32_t moves);

    void push_play(const Position& after);
    void push_pass(const Position& after);
    void pop();

    const Entry& back() const { return entries_.back(); }
    std::size_t size() const { return entries_.size(); }

    /// What must be the same for a position to be repeated.
    enum class Compare : std::uint8_t { stones, stones_and_turn };

    /// How many moves had been made when the position that this stone brings about last stood
    /// there; nothing if it is new.
    std::optional<std::uint32_t> repeated_by(const Position& position, Stone stone,
                                             Compare compare) const;
    /// Whether the position after another play has stood there with the same side to move, and
    /// nobody has passed since.
    bool is_cycle(const Position& after) const;

private:
    void push(const Position& after, std::uint32_t moves, std::uint32_t last_pass);
    void make_room();
    /// Where the key stands in the table, or where it would.
    std::size_t slot(std::uint64_t key) const;
    std::optional<std::uint32_t> last_with(std::uint64_t key) const;

    std::vector<Entry> entries_;
    /// Of each key the last entry, counted from one; 0 where there is none. At least half of it is
    /// free, and whoever came last goes first: a slot that is freed lies on nobody's way.
    std::vector<std::uint32_t> table_;
};

/// Why the rules refuse a stone there; nothing if they do not. Whose turn it is does not matter.
std::optional<Rejection> refusal(const Position& position, const History& history,
                                 const Rules& rules, Stone stone);

/// Every point where a side may play, in the order of the points.
std::vector<Point> legal_points(const Position& position, const History& history,
                                const Rules& rules, Color color);

}  // namespace arbiter::go
