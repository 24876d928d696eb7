#include "core/go/rules.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/text.hpp"
#include "core/go/notations/katago_rules.hpp"

namespace arbiter::go {

namespace {

constexpr std::int32_t points_max = 1000;

constexpr std::array preset_table{
    Preset{"aga",
           {.ko = KoRule::situational,
            .ending = Ending::two_passes_white_last,
            .pass_stones = PassStones::given,
            .compensation = Compensation::each_stone_but_one,
            .komi = {15}}},
    Preset{"chinese", {}},
    Preset{"japanese",
           {.ko = KoRule::simple,
            .long_cycle = LongCycle::voids_the_game,
            .scoring = Scoring::territory,
            .compensation = Compensation::none,
            .komi = {13}}},
    Preset{"new-zealand",
           {.ko = KoRule::situational,
            .suicide = Suicide::allowed,
            .compensation = Compensation::none,
            .komi = {14}}},
    Preset{"simple",
           {.ko = KoRule::none,
            .scoring = Scoring::stones,
            .ending = Ending::two_passes_or_full_board,
            .dead_stones = DeadStones::stay,
            .compensation = Compensation::none,
            .komi = {0}},
           {5, 5}},
    Preset{"tromp-taylor",
           {.ko = KoRule::positional,
            .suicide = Suicide::allowed,
            .dead_stones = DeadStones::stay,
            .compensation = Compensation::none,
            .komi = {15}}},
    // Profiles: as one system plays. OGS offers several rule sets: these are the usual ones.
    Preset{"cgos",
           {.ko = KoRule::positional,
            .dead_stones = DeadStones::stay,
            .compensation = Compensation::none,
            .komi = {15}}},
    Preset{"ogs",
           {.ko = KoRule::simple,
            .scoring = Scoring::territory,
            .false_eyes = FalseEyes::filled,
            .compensation = Compensation::none,
            .komi = {13}}},
    Preset{"openspiel",
           {.ko = KoRule::simple,
            .long_cycle = LongCycle::draws,
            .ending = Ending::two_passes_or_length,
            .dead_stones = DeadStones::stay,
            .komi = {15}}},
};

/// Other names of rules in SGF files and programs, in lower case.
struct Alias {
    std::string_view name;
    std::string_view rules;  ///< a preset, perhaps with fields
};
constexpr std::string_view ing_rules = "chinese ko=simple suicide=allowed";
constexpr std::array aliases{
    Alias{"bga", "aga"},
    Alias{"cn", "chinese"},
    Alias{"goe", ing_rules},
    Alias{"ing", ing_rules},
    Alias{"ing goe", ing_rules},
    Alias{"jp", "japanese"},
    Alias{"kgs", "japanese"},  // the usual ones there
    Alias{"korean", "japanese"},
    Alias{"nz", "new-zealand"},
    Alias{"new zealand", "new-zealand"},
    Alias{"tromp taylor", "tromp-taylor"},
    Alias{"tromptaylor", "tromp-taylor"},
    Alias{"tromp/taylor", "tromp-taylor"},
};

/// The names of an enum's values, in its order.
template <class Enum>
struct Values;
template <>
struct Values<KoRule> {
    static constexpr std::array<std::string_view, 5> names{"none", "simple", "positional",
                                                           "situational", "simple+positional"};
};
template <>
struct Values<LongCycle> {
    static constexpr std::array<std::string_view, 3> names{"goes_on", "void", "draw"};
};
template <>
struct Values<Suicide> {
    static constexpr std::array<std::string_view, 2> names{"forbidden", "allowed"};
};
template <>
struct Values<Scoring> {
    static constexpr std::array<std::string_view, 3> names{"stones", "area", "territory"};
};
template <>
struct Values<FalseEyes> {
    static constexpr std::array<std::string_view, 2> names{"counted", "filled"};
};
template <>
struct Values<Ending> {
    static constexpr std::array<std::string_view, 4> names{
        "two_passes", "two_passes_or_full_board", "two_passes_white_last", "two_passes_or_length"};
};
template <>
struct Values<DeadStones> {
    static constexpr std::array<std::string_view, 2> names{"stay", "agreed"};
};
template <>
struct Values<PassStones> {
    static constexpr std::array<std::string_view, 2> names{"none", "given"};
};
template <>
struct Values<Compensation> {
    static constexpr std::array<std::string_view, 3> names{"none", "each_stone",
                                                           "each_stone_but_one"};
};
template <>
struct Values<Turns> {
    static constexpr std::array<std::string_view, 3> names{"alternate", "free", "named"};
};

/// Calls `body(name, field)` for each field that is an enum, in the order they are written.
template <class RulesType, class Body>
void for_each_choice(RulesType& rules, Body body) {
    body("ko", rules.ko);
    body("long_cycle", rules.long_cycle);
    body("suicide", rules.suicide);
    body("scoring", rules.scoring);
    body("false_eyes", rules.false_eyes);
    body("ending", rules.ending);
    body("dead_stones", rules.dead_stones);
    body("pass_stones", rules.pass_stones);
    body("compensation", rules.compensation);
    body("turns", rules.turns);
}

std::string key_of(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = c == '_' ? '-' : lower(c);
    }
    return result;
}

std::string_view without_suffix(std::string_view text, std::string_view suffix) {
    return text.ends_with(suffix) ? text.substr(0, text.size() - suffix.size()) : text;
}

/// The name of rules in lower case: "Japanese rules" is "japanese".
std::string name_in(std::string_view text) {
    return std::string(without_suffix(without_suffix(key_of(text), "rules"), " "));
}

/// What another name stands for; otherwise the name itself.
std::string_view unaliased(std::string_view name) {
    const auto alias = std::ranges::find(aliases, name, &Alias::name);
    return alias == aliases.end() ? name : alias->rules;
}

/// The length of the preset's name, before the fields.
std::size_t name_end(std::string_view rules) {
    const auto first_field = rules.find('=');
    if (first_field == rules.npos) return rules.size();
    return std::min(rules.rfind(' ', first_field), rules.size());
}

/// The number of fields that differ, komi excepted.
int distance(const Rules& a, const Rules& b) {
    int count = 0;
    std::array<int, field_infos.size()> values{};
    std::size_t i = 0;
    for_each_choice(a,
                    [&](std::string_view, auto field) { values[i++] = static_cast<int>(field); });
    i = 0;
    for_each_choice(b, [&](std::string_view, auto field) {
        count += values[i++] != static_cast<int>(field) ? 1 : 0;
    });
    return count;
}

template <class Enum>
std::string_view name_of(Enum value) {
    return Values<Enum>::names[static_cast<std::size_t>(value)];
}

/// The preset from which the fewest fields differ.
const Preset& nearest_preset(const Rules& rules) {
    return *std::ranges::min_element(
        preset_table, {}, [&](const Preset& preset) { return distance(preset.rules, rules); });
}

bool simple_ko(const Rules& rules) {
    return rules.ko == KoRule::simple || rules.ko == KoRule::simple_and_positional;
}

std::optional<History::Compare> superko(const Rules& rules) {
    switch (rules.ko) {
        case KoRule::positional:
        case KoRule::simple_and_positional: return History::Compare::stones;
        case KoRule::situational: return History::Compare::stones_and_turn;
        default: return std::nullopt;
    }
}

/// The group that the stone would be part of, itself included.
std::vector<Point> group_with(Position position, Stone stone) { return position.play(stone); }

/// The result for an empty point. It holds no text because it is computed for every point of a
/// board.
struct Verdict {
    const RejectionCode* code = nullptr;
    std::uint32_t repeated_move = 0;
};

Verdict judge(const Position& position, const History& history, const Rules& rules, Stone stone) {
    if (rules.suicide == Suicide::forbidden && position.is_suicide(stone)) {
        return {&codes::no_liberties};
    }
    if (simple_ko(rules) && stone.color == position.turn() && position.ko() == stone.point) {
        return {&codes::ko};
    }
    if (const auto compare = superko(rules)) {
        if (const auto move = history.repeated_by(position, stone, *compare)) {
            return {&codes::repeats_position, *move};
        }
    }
    return {};
}

}  // namespace

std::string to_string(HalfPoints points) {
    const std::int32_t size = std::abs(points.count);
    return (points.count < 0 ? "-" : "") + std::to_string(size / 2) + (size % 2 != 0 ? ".5" : "");
}

std::optional<HalfPoints> half_points_named(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    const auto point = std::min(text.find('.'), text.size());
    std::uint32_t whole = 0;
    const auto end = text.data() + point;
    const auto [stop, error] = std::from_chars(text.data(), end, whole);
    if (error != std::errc() || stop != end || whole > points_max) return std::nullopt;

    auto fraction = text.substr(std::min(point + 1, text.size()));
    const std::int32_t half = fraction.starts_with('5') ? 1 : 0;
    if (half != 0) fraction.remove_prefix(1);
    if (fraction.find_first_not_of('0') != fraction.npos) return std::nullopt;
    const std::int32_t count = 2 * static_cast<std::int32_t>(whole) + half;
    if (count > 2 * points_max) return std::nullopt;
    return HalfPoints{negative ? -count : count};
}

std::optional<HalfPoints> half_points_of(double points) {
    if (!(std::abs(points) <= points_max) || 2 * points != std::floor(2 * points)) {
        return std::nullopt;
    }
    return HalfPoints{static_cast<std::int32_t>(2 * points)};
}

std::span<const Preset> presets() { return preset_table; }

const Preset* preset_named(std::string_view name) {
    const auto found = std::ranges::find(preset_table, unaliased(name_in(name)), &Preset::name);
    return found == preset_table.end() ? nullptr : &*found;
}

bool set_field(Rules& rules, std::string_view name, std::string_view value) {
    if (name == "komi") {
        const auto komi = half_points_named(value);
        if (komi) rules.komi = *komi;
        return komi.has_value();
    }
    bool set = false;
    for_each_choice(rules, [&]<class Enum>(std::string_view field, Enum& current) {
        const auto& names = Values<Enum>::names;
        const auto found = std::ranges::find(names, value);
        if (field != name || found == names.end()) return;
        current = static_cast<Enum>(found - names.begin());
        set = true;
    });
    return set;
}

void for_each_field(const Rules& rules,
                    const std::function<void(std::string_view, std::string_view)>& visit) {
    for_each_choice(rules, [&](std::string_view name, auto value) { visit(name, name_of(value)); });
}

std::string write_rules(const Rules& rules) {
    const Preset& base = nearest_preset(rules);
    std::string text(base.name);
    for_each_choice(rules, [&](std::string_view name, auto value) {
        Rules changed = base.rules;
        set_field(changed, name, name_of(value));
        if (changed != base.rules) {
            text.append(" ").append(name).append("=").append(name_of(value));
        }
    });
    return text;
}

const Preset* preset_of(std::string_view rules) {
    return preset_named(rules.substr(0, name_end(rules)));
}

std::expected<Rules, std::string> read_rules(std::string_view text) {
    if (const auto rules = read_katago_rules(text)) return *rules;
    const std::string name = name_in(text);
    const std::string_view meaning = unaliased(name);
    if (meaning != name && meaning.contains('=')) return read_rules(meaning);
    const auto end = name_end(text);
    const Preset* preset = preset_of(text);
    if (preset == nullptr) return std::unexpected(std::string(text.substr(0, end)));
    Rules rules = preset->rules;
    for (auto rest = text.substr(end); !rest.empty();) {
        rest.remove_prefix(1);
        const auto word = rest.substr(0, rest.find(' '));
        const auto equals = word.find('=');
        if (equals == word.npos ||
            !set_field(rules, word.substr(0, equals), word.substr(equals + 1))) {
            return std::unexpected(std::string(word));
        }
        rest.remove_prefix(word.size());
    }
    return rules;
}

namespace {

/// How many moves share a whole board.
constexpr std::size_t stones_every = 64;

}  // namespace

History::History(const Position& start, std::uint32_t moves) : stones_(start.stones()) {
    push(start, moves, 0);
}

void History::push(const Position& after, std::uint32_t moves, std::uint32_t last_pass) {
    if (table_.size() <= 2 * entries_.size()) make_room();
    const auto same_before = last_with(after.key());
    const auto first_change = static_cast<std::uint32_t>(changes_.size());
    stones_.add_changes(after.stones(), changes_);
    stones_ = after.stones();
    if (entries_.size() % stones_every == 0) {
        kept_.push_back(std::make_shared<const Stones>(stones_));
    }
    entries_.push_back(
        {after.key(), moves, last_pass, same_before, first_change, after.ko(), after.turn()});
    table_[slot(after.key())] = static_cast<std::uint32_t>(entries_.size());
}

void History::make_room() {
    constexpr std::size_t least = 64;
    table_.assign(std::max(least, 2 * table_.size()), 0);
    std::uint32_t number = 0;
    for (const Entry& entry : entries_) table_[slot(entry.key)] = ++number;
}

/// Keys are random numbers: the lowest bits serve as the hash.
std::size_t History::slot(std::uint64_t key) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t place = key & mask;
    while (table_[place] != 0 && entries_[table_[place] - 1].key != key) place = (place + 1) & mask;
    return place;
}

std::optional<std::uint32_t> History::last_with(std::uint64_t key) const {
    const std::uint32_t number = table_[slot(key)];
    if (number == 0) return std::nullopt;
    return number - 1;
}

void History::push_play(const Position& after) { push(after, back().moves + 1, back().last_pass); }

void History::push_pass(const Position& after) {
    push(after, back().moves + 1, static_cast<std::uint32_t>(entries_.size()));
}

void History::pop() {
    const Entry& entry = entries_.back();
    table_[slot(entry.key)] = entry.same_before ? *entry.same_before + 1 : 0;
    while (changes_.size() > entry.first_change) {
        stones_.revert(changes_.back());
        changes_.pop_back();
    }
    entries_.pop_back();
    kept_.resize((entries_.size() + stones_every - 1) / stones_every);
}

Stones History::stones_at(std::size_t entry) const {
    const std::size_t nearest = entry / stones_every;
    Stones stones = *kept_[nearest];
    const bool is_last = entry + 1 == entries_.size();
    const std::size_t first = nearest * stones_every + 1;
    const std::size_t begin =
        first < entries_.size() ? entries_[first].first_change : changes_.size();
    const std::size_t end = is_last ? changes_.size() : entries_[entry + 1].first_change;
    for (std::size_t i = begin; i < end; ++i) stones.apply(changes_[i]);
    return stones;
}

std::optional<std::uint32_t> History::repeated_by(const Position& position, Stone stone,
                                                  Compare compare) const {
    const auto latest = last_with(position.key_after(stone));
    if (!latest) return std::nullopt;
    Position after = position;
    after.play(stone);
    const Stones stones = after.stones();
    for (auto i = latest; i; i = entries_[*i].same_before) {
        const Entry& entry = entries_[*i];
        const bool turn_matters = compare == Compare::stones_and_turn;
        if ((!turn_matters || entry.turn == after.turn()) && stones_at(*i) == stones) {
            return entry.moves;
        }
    }
    return std::nullopt;
}

bool History::is_cycle(const Position& after) const {
    constexpr int earlier_needed = 2;
    const Stones& stones = after.stones();
    int earlier = 0;
    for (auto i = last_with(after.key()); i && *i >= back().last_pass; i = entries_[*i].same_before)
        earlier += entries_[*i].turn == after.turn() && stones_at(*i) == stones ? 1 : 0;
    return earlier >= earlier_needed;
}

bool History::is_repeated(const Position& after) const {
    const Stones& stones = after.stones();
    for (auto i = last_with(after.key()); i; i = entries_[*i].same_before) {
        if (stones_at(*i) == stones) return true;
    }
    return false;
}

bool History::was_passed_from() const {
    const Entry& now = back();
    for (auto i = now.same_before; i; i = entries_[*i].same_before) {
        const Entry& then = entries_[*i];
        const bool passed = entries_[*i + 1].last_pass == *i + 1;
        if (passed && then.turn == now.turn && stones_at(*i) == stones_) return true;
    }
    return false;
}

std::optional<Rejection> refusal(const Position& position, const History& history,
                                 const Rules& rules, Stone stone) {
    const auto point = [&] { return to_string(stone.point); };
    if (!contains(position.size(), stone.point)) {
        return Rejection{&codes::point_off_board,
                         {{"point", point()}, {"size", to_string(position.size())}}};
    }
    if (const auto occupant = position.at(stone.point)) {
        return Rejection{&codes::point_occupied,
                         {{"point", point()}, {"occupant", word(*occupant)}}};
    }
    const auto [code, repeated_move] = judge(position, history, rules, stone);
    if (code == nullptr) return std::nullopt;
    Rejection rejection{code, {{"point", point()}, {"color", word(stone.color)}}};
    if (code == &codes::no_liberties) {
        rejection.data.push_back({"group", names(group_with(position, stone))});
    } else if (code == &codes::repeats_position) {
        rejection.data.push_back({"move_number", std::int64_t{repeated_move}});
    } else {
        // A move elsewhere, and the opponent's answer.
        rejection.data.push_back({"retake_after", std::int64_t{history.back().moves} + 2});
    }
    return rejection;
}

std::vector<Point> legal_points(const Position& position, const History& history,
                                const Rules& rules, Color color) {
    std::vector<Point> points;
    for (int i = 0; i < position.size().points(); ++i) {
        const Stone stone{color, point_at(position.size(), i)};
        if (!position.is_empty(stone.point)) continue;
        if (judge(position, history, rules, stone).code == nullptr) points.push_back(stone.point);
    }
    return points;
}

}  // namespace arbiter::go
