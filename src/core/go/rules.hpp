#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/shared_list.hpp"
#include "core/contract/rejection.hpp"
#include "core/go/codes.hpp"
#include "core/go/position.hpp"

namespace arbiter::go {

/// The repetitions that are forbidden.
enum class KoRule : std::uint8_t {
    none,
    simple,                 ///< retaking at once the stone that has just captured one
    positional,             ///< any earlier position: positional superko
    situational,            ///< any earlier position with the same side to move
    simple_and_positional,  ///< both: a simple ko is then rejected as `ko`
};

/// The effect of a repetition that the ko rule does not forbid.
enum class LongCycle : std::uint8_t {
    goes_on,
    voids_the_game,  ///< the third time with the same side to move, if nobody has passed meanwhile
    draws,           ///< the second time, whoever is to move
};

enum class Suicide : std::uint8_t { forbidden, allowed };

enum class Scoring : std::uint8_t {
    stones,     ///< stones on the board
    area,       ///< stones, and the empty points that reach only one colour
    territory,  ///< surrounded points and prisoners
};

/// In territory, the points that must be filled in the end because the stones around them are not
/// connected otherwise.
enum class FalseEyes : std::uint8_t {
    counted,  ///< for who surrounds them, if they are still empty when the players agree
    filled,   ///< as if they had been filled
};

enum class Ending : std::uint8_t {
    two_passes,
    two_passes_or_full_board,
    two_passes_white_last,  ///< AGA: White passes once more if Black passed last
    two_passes_or_length,   ///< OpenSpiel: or after twice as many moves as there are points
};

/// What happens to dead stones between the last pass and the score.
enum class DeadStones : std::uint8_t {
    stay,    ///< every stone on the board counts
    agreed,  ///< the players mark what is dead, agree, or resume
};

/// AGA: a pass gives the opponent a stone, so that area and territory scoring agree.
enum class PassStones : std::uint8_t { none, given };

/// White's points for handicap stones.
enum class Compensation : std::uint8_t { none, each_stone, each_stone_but_one };

/// Whether a side may move twice in a row.
enum class Turns : std::uint8_t {
    alternate,
    free,   ///< as in diagrams, some records, and over GTP
    named,  ///< as in SGN, where each move names its colour: only a player at a seat waits its turn
};

/// Points in units of a half, so that 7.5 is exact.
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
/// Whole and half numbers from -1000 to 1000, also "7.50"; nothing otherwise.
std::optional<HalfPoints> half_points_named(std::string_view text);
std::optional<HalfPoints> half_points_of(double points);

/// The rules of a game as data. A preset is a named value; every field can also be set alone.
struct Rules {
    KoRule ko = KoRule::simple_and_positional;
    LongCycle long_cycle = LongCycle::goes_on;
    Suicide suicide = Suicide::forbidden;
    Scoring scoring = Scoring::area;
    FalseEyes false_eyes = FalseEyes::counted;
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
    Size size{};  ///< of a new game, unless it is given
};

/// aga, chinese, japanese, new-zealand, simple, tromp-taylor; then the profiles cgos, ogs and
/// openspiel.
std::span<const Preset> presets();
/// Null if there is none. Upper and lower case are equal, and the names that SGF files use are
/// known: "Japanese", "NZ", "Tromp-Taylor rules".
const Preset* preset_named(std::string_view name);

/// The preset that rules as `read_rules` takes them begin with; null if there is none.
const Preset* preset_of(std::string_view rules);

/// A field of the rules by its name: "ko", "suicide".
struct FieldInfo {
    std::string_view name;
    std::string_view values;
    std::string_view meaning;
};
inline constexpr std::array field_infos{
    FieldInfo{"ko", "none, simple, positional, situational, simple+positional",
              "forbidden repetitions"},
    FieldInfo{"long_cycle", "goes_on, void, draw", "the effect of a longer repetition"},
    FieldInfo{"suicide", "forbidden, allowed", "whether a group may take its own last liberty"},
    FieldInfo{"scoring", "stones, area, territory", "what is counted"},
    FieldInfo{"false_eyes", "counted, filled",
              "whether territory has points that must be filled in the end"},
    FieldInfo{"ending",
              "two_passes, two_passes_or_full_board, two_passes_white_last, two_passes_or_length",
              "when play ends; length: twice as many moves as points"},
    FieldInfo{"dead_stones", "stay, agreed", "whether the players agree on dead stones"},
    FieldInfo{"pass_stones", "none, given", "whether a pass gives the opponent a stone"},
    FieldInfo{"compensation", "none, each_stone, each_stone_but_one",
              "White's points for handicap stones"},
    FieldInfo{"turns", "alternate, free, named",
              "whether a side may move twice in a row; named: as each move says, as in SGN, but "
              "players at their seats wait their turn"},
    FieldInfo{"komi", "a whole or half number", "White's points for moving second"},
};
/// False if there is no such field, komi included, or it has no such value.
bool set_field(Rules& rules, std::string_view name, std::string_view value);

/// Calls `visit(name, value)` for each field except komi.
void for_each_field(const Rules& rules,
                    const std::function<void(std::string_view, std::string_view)>& visit);

/// All fields except komi, as a preset and the differences: "chinese", "chinese ko=none turns=free".
std::string write_rules(const Rules& rules);
/// The reverse, with the preset's komi; also KataGo's rules. The error is the first unknown word.
std::expected<Rules, std::string> read_rules(std::string_view text);

/// The positions of a game since its start, for superko and for taking moves back. It keeps what each
/// move changed, and now and then a whole board, so that long games take little memory and a copy is
/// cheap: a referee makes one for each move.
class History {
public:
    struct Entry {
        std::uint64_t key;
        std::uint32_t moves;                       // made before, passes included
        std::uint32_t last_pass;                   // the entry of the last pass, or the start
        std::optional<std::uint32_t> same_before;  // the previous entry with the same key
        std::uint32_t first_change;                // of those that led to it
        std::optional<Point> ko;
        Color turn;
    };

    History(const Position& start, std::uint32_t moves);

    void push_play(const Position& after);
    void push_pass(const Position& after);
    void pop();

    const Entry& back() const { return entries_.back(); }
    /// Of the last entry.
    const Stones& stones() const { return stones_; }
    std::size_t size() const { return entries_.size(); }

    /// What must be equal for a position to be repeated.
    enum class Compare : std::uint8_t { stones, stones_and_turn };

    /// The number of moves made when the position after this stone last occurred; nothing if the
    /// position is new.
    std::optional<std::uint32_t> repeated_by(const Position& position, Stone stone,
                                             Compare compare) const;
    /// Whether the position after another play has occurred twice before with the same side to move,
    /// and nobody has passed since.
    bool is_cycle(const Position& after) const;
    /// Whether the position after another play has occurred before.
    bool is_repeated(const Position& after) const;
    /// Whether the side to move has passed before in this same position.
    bool was_passed_from() const;

private:
    void push(const Position& after, std::uint32_t moves, std::uint32_t last_pass);
    void make_room();
    /// The slot of the key in the table, or the free slot where it belongs.
    std::size_t slot(std::uint64_t key) const;
    std::optional<std::uint32_t> last_with(std::uint64_t key) const;
    Stones stones_at(std::size_t entry) const;

    SharedList<Entry> entries_;
    std::vector<Stones::Change> changes_;
    /// Of every entry whose number is a multiple of `stones_every`.
    std::vector<std::shared_ptr<const Stones>> kept_;
    Stones stones_;
    /// A hash table with open addressing: the last entry of each key, counted from 1; 0 in a free
    /// slot. At least half of the slots are free. Entries are removed last-in, first-out, so a freed
    /// slot never breaks a probe chain.
    std::vector<std::uint32_t> table_;
};

/// Why the rules reject a stone there; nothing if it is legal. The turn does not matter.
std::optional<Rejection> refusal(const Position& position, const History& history,
                                 const Rules& rules, Stone stone);

/// The points where a side may play, in order.
std::vector<Point> legal_points(const Position& position, const History& history,
                                const Rules& rules, Color color);

}  // namespace arbiter::go
