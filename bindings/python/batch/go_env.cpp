#include "bindings/python/batch/go_env.hpp"

#include <algorithm>
#include <cstring>

#include "bindings/python/batch/answers.hpp"
#include "core/go/game.hpp"

namespace arbiter::batch {

using go::Cell;
using go::KoRule;
using go::Point;
using go::Spot;

namespace {

bool has_simple_ko(const go::Rules& rules) {
    return rules.ko == KoRule::simple || rules.ko == KoRule::simple_and_positional;
}
bool has_superko(const go::Rules& rules) {
    return rules.ko != KoRule::none && rules.ko != KoRule::simple;
}

constexpr std::uint64_t white_to_move = 0x9e3779b97f4a7c15;

std::vector<std::uint64_t> random_keys(std::size_t count) {
    std::vector<std::uint64_t> keys;
    Random random(0);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t high = random.below(0xffffffff);
        keys.push_back(high << 32 | random.below(0xffffffff));
    }
    return keys;
}

}  // namespace

bool SeenPositions::is_among_all(std::uint64_t key) const {
    return std::ranges::find(keys_, key) != keys_.end();
}

template <class Geometry>
Reading<GoRules> GoEnv<Geometry>::rules(const Options& options) {
    Reading<Rules> reading{Rules{.rules = go::preset_named("cgos")->rules}, {}};
    for (const auto& [name, value] : options) {
        if (name == "size") {
            const auto size = go::size_named(value);
            if (!size || !size->square() || size->width < 2 || size->width > go_side_max)
                return Reading<Rules>::failure("bad_size", "the board is square, from 2 to 25");
            reading->side = size->width;
        } else if (name == "rules") {
            const auto rules = go::read_rules(value);
            if (!rules)
                return Reading<Rules>::failure("unknown_rules",
                                               "there are no rules \"" + rules.error() + "\"");
            reading->rules = *rules;
        } else if (!go::set_field(reading->rules, name, value)) {
            return unknown_setting<Rules>(name, value,
                                          "size, rules, komi, ko, suicide, scoring ...");
        }
    }
    if (reading->rules.long_cycle != go::LongCycle::goes_on) {
        return Reading<Rules>::failure(
            "long_cycle", "an environment knows long_cycle=goes_on only: choose a superko rule");
    }
    if (reading->rules.ending == go::Ending::two_passes_or_length) {
        return Reading<Rules>::failure(
            "ending", "an environment does not know two_passes_or_length: it has max_moves");
    }
    return reading;
}

template <class Geometry>
Reading<GoStart> GoEnv<Geometry>::start(std::string_view text, const Rules& rules) {
    auto reading = read_start<go::Game, Start>(text, [](const go::Game& game) {
        return Start{{game.size(), game.stones(), game.turn()}};
    });
    const go::Size size{static_cast<std::uint8_t>(rules.side),
                        static_cast<std::uint8_t>(rules.side)};
    if (reading && reading->setup.size != size)
        return Reading<Start>::failure("bad_size",
                                       "the start has another size than the environment");
    return reading;
}

template <class Geometry>
Geometry GoEnv<Geometry>::geometry(const Rules& rules) {
    if constexpr (any_size) {
        const auto side = static_cast<std::uint8_t>(rules.side);
        return go::AnyGeometry(go::Size{side, side});
    } else {
        return Geometry{};
    }
}

template <class Geometry>
auto GoEnv<Geometry>::tables_for(const Board& board) -> Tables {
    const int side = board.width();
    const auto cells = static_cast<std::size_t>((side + 2) * (side + 1) + 1);
    Tables tables{{}, std::vector<Action>(cells), random_keys(2 * cells), {}};
    for (int row = side - 1; row >= 0; --row) {
        for (int column = 0; column < side; ++column) {
            const Spot spot =
                board.spot({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
            tables.board.add(spot);
            tables.places[spot] = static_cast<Action>(tables.spots.size());
            tables.spots.push_back(spot);
        }
    }
    return tables;
}

template <class Geometry>
GoEnv<Geometry>::GoEnv(const Rules& rules)
    : side_(rules.side),
      rules_(rules.rules),
      board_(geometry(rules)),
      tables_(std::make_shared<const Tables>(tables_for(board_))),
      frames_{},
      actions_(points() + 1) {}

template <class Geometry>
void GoEnv<Geometry>::restart(const Start* start, Random&) {
    board_ = Board(geometry({side_, rules_}));
    frames_ = {};
    newest_ = 0;
    turn_ = start == nullptr ? Color::black : start->setup.turn;
    passes_ = 0;
    account_ = {};
    key_ = 0;
    seen_.clear();
    stones_max_ = 0;
    empty_ = tables_->board;
    vacated_ = {};
    if (start != nullptr) {
        for (const go::Stone stone : start->setup.stones) {
            const Spot spot = board_.spot(stone.point);
            board_.set_up(spot, go::stone_of(stone.color));
            set(spot, stone.color, true);
        }
    }
    remember();
    arrive();
}

template <class Geometry>
void GoEnv<Geometry>::set(Spot spot, Color color, bool there) {
    const Action place = tables_->places[spot];
    frames_[newest_][color][place / 64] ^= std::uint64_t{1} << place % 64;
    there ? empty_.remove(spot) : empty_.add(spot);
    key_ ^= key_of(spot, color);
}

template <class Geometry>
void GoEnv<Geometry>::remember() {
    const bool with_turn = rules_.ko == KoRule::situational && turn_ == Color::white;
    seen_.add(key_ ^ (with_turn ? white_to_move : 0));
    stones_max_ = std::max(stones_max_, static_cast<int>(points()) - board_.empty_count());
}

template <class Geometry>
void GoEnv<Geometry>::play(Action action) {
    const Spot spot = spot_of(action);
    const Cell stone = go::stone_of(turn_);
    const Color loser = board_.is_suicide(spot, stone) ? turn_ : opponent(turn_);
    set(spot, turn_, true);
    int taken = 0;
    board_.place(spot, stone, [&](Spot s) {
        set(s, loser, false);
        vacated_[loser].add(s);
        ++taken;
    });
    account_.prisoners[opponent(loser)] += taken;
}

template <class Geometry>
void GoEnv<Geometry>::act(Action action, Random&) {
    const auto& before = frames_[newest_];
    newest_ = (newest_ + 1) % frames_seen;
    frames_[newest_] = before;
    if (action == pass()) {
        board_.pass();
        ++passes_;
        if (rules_.pass_stones == go::PassStones::given) ++account_.pass_stones[opponent(turn_)];
    } else {
        passes_ = 0;
        play(action);
    }
    turn_ = opponent(turn_);
    remember();
    arrive();
}

template <class Geometry>
bool GoEnv<Geometry>::is_at_end() const {
    switch (rules_.ending) {
        case go::Ending::two_passes:
        case go::Ending::two_passes_or_length: return passes_ >= 2;
        case go::Ending::two_passes_or_full_board: return passes_ >= 2 || board_.empty_count() == 0;
        case go::Ending::two_passes_white_last: return passes_ >= 2 && turn_ == Color::black;
    }
    return false;
}

template <class Geometry>
void GoEnv<Geometry>::arrive() {
    rewards_.reset();
    count_ = 0;
    if (is_at_end()) {
        rewards_ = scored();
    } else {
        list_actions();
    }
}

template <class Geometry>
void GoEnv<Geometry>::list_actions() {
    const auto add = [&](Spot spot) { actions_[count_++] = tables_->places[spot]; };
    // Beside an empty spot there is neither suicide nor ko, and where no stone of this colour has ever been
    // taken off no earlier board can come back. All others are judged one by one.
    const Spots free = empty_.touching(static_cast<std::size_t>(board_.width()) + 1);
    const Spots sure = has_superko(rules_) ? free.without(vacated_[turn_]) : free;
    sure.for_each(add);
    // A stone more than on any board so far makes a new one, unless it captures.
    const int stones = static_cast<int>(points()) - board_.empty_count();
    const bool may_repeat = stones < stones_max_;
    empty_.without(sure).for_each([&](Spot spot) {
        if (is_legal(spot, turn_, may_repeat)) add(spot);
    });
    actions_[count_++] = pass();
}

template <class Geometry>
bool GoEnv<Geometry>::is_legal(Spot spot, Color us, bool may_repeat) const {
    if (spot == board_.ko() && has_simple_ko(rules_)) return false;
    const bool suicide =
        !board_.has_empty_neighbour(spot) && board_.is_suicide(spot, go::stone_of(us));
    if (suicide && rules_.suicide == go::Suicide::forbidden) return false;
    if (suicide && has_superko(rules_)) return !is_repetition(key_ ^ taken_key(spot, us));
    if (!has_superko(rules_) || !vacated_[us].contains(spot)) return true;
    const std::uint64_t taken = taken_key(spot, opponent(us));
    if (taken == 0 && !may_repeat) return true;
    return !is_repetition(key_ ^ key_of(spot, us) ^ taken);
}

template <class Geometry>
bool GoEnv<Geometry>::is_repetition(std::uint64_t key) const {
    const bool with_turn = rules_.ko == KoRule::situational && turn_ == Color::black;
    return seen_.contains(key ^ (with_turn ? white_to_move : 0));
}

template <class Geometry>
std::uint64_t GoEnv<Geometry>::taken_key(Spot spot, Color loser) const {
    const auto neighbours = board_.around(spot);
    const bool own = loser == turn_;
    std::uint64_t key = 0;
    std::array<Spot, 4> counted{};
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
        if (board_.at(neighbours[i]) != go::stone_of(loser)) continue;
        const Spot head = board_.head(neighbours[i]);
        if (std::ranges::find(counted, head) != counted.end()) continue;
        counted[i] = head;
        if (!own && !board_.only_breathes_at(head, spot)) continue;
        board_.for_each_stone(head, [&](Spot s) { key ^= key_of(s, loser); });
    }
    return key;
}

template <class Geometry>
Rewards GoEnv<Geometry>::scored() const {
    go::Setup setup{
        {static_cast<std::uint8_t>(side_), static_cast<std::uint8_t>(side_)}, {}, turn_};
    for (std::size_t i = 0; i < points(); ++i) {
        const Cell cell = board_.at(tables_->spots[i]);
        if (cell != Cell::empty)
            setup.stones.push_back({color_of(cell), board_.point(tables_->spots[i])});
    }
    const auto nowhere = [](std::size_t, Point) { return Place{}; };
    const auto position = go::Position::from(setup, nowhere, go::Position::FullBoard::accepted);
    const auto leader = score(*position, rules_, account_, {}).leader();
    return leader ? win_for(*leader) : Rewards{};
}

template <class Geometry>
void GoEnv<Geometry>::write_plane(const Plane& plane, std::uint8_t* bytes) const {
    const auto eight = [&](std::size_t i) { return &spread[plane[i / 64] >> i % 64 & 0xff]; };
    std::size_t i = 0;
    for (; i + 8 <= points(); i += 8) std::memcpy(bytes + i, eight(i), 8);
    if (i < points()) std::memcpy(bytes + i, eight(i), points() - i);
}

template <class Geometry>
void GoEnv<Geometry>::observe(std::uint8_t* planes, Color side) const {
    std::uint8_t* next = planes;
    for (std::size_t ago = 0; ago < frames_seen; ++ago) {
        const auto& frame = frames_[(newest_ + frames_seen - ago) % frames_seen];
        for (const Color color : {side, opponent(side)}) {
            write_plane(frame[color], next);
            next += points();
        }
    }
    std::memset(next, side == Color::black ? 1 : 0, points());
}

/// As SGF.
template <class Geometry>
std::string GoEnv<Geometry>::state() const {
    std::string stones[2];
    for (std::size_t i = 0; i < points(); ++i) {
        const Cell cell = board_.at(tables_->spots[i]);
        if (cell == Cell::empty) continue;
        const auto letter = [](std::size_t n) { return static_cast<char>('a' + n); };
        const auto side = static_cast<std::size_t>(side_);
        stones[cell == Cell::black ? 0 : 1] += {'[', letter(i % side), letter(i / side), ']'};
    }
    std::string text = "(;GM[1]FF[4]SZ[" + std::to_string(side_) + "]KM[" + to_string(rules_.komi) +
                       "]RU[" + write_rules(rules_) + "]";
    if (!stones[0].empty()) text += "AB" + stones[0];
    if (!stones[1].empty()) text += "AW" + stones[1];
    return text + "PL[" + (turn_ == Color::black ? "B" : "W") + "])";
}

template <class Geometry>
std::string GoEnv<Geometry>::name(Action action) const {
    const std::string_view color = turn_ == Color::black ? "b" : "w";
    return (action == pass() ? "pass" : to_string(point_of(action))).append(color);
}

template <class Geometry>
Action GoEnv<Geometry>::bot_action(BotCall call) const {
    const AnyGame after = asked(state(), call);
    const auto move = after.as<go::Game>()->last_move();
    const auto* play = move ? std::get_if<go::Play>(&*move) : nullptr;
    if (play == nullptr) return pass();
    const Action action = tables_->places[board_.spot(play->point)];
    return std::ranges::find(legal(), action) == legal().end() ? pass() : action;
}

template class GoEnv<go::FixedGeometry<9>>;
template class GoEnv<go::FixedGeometry<13>>;
template class GoEnv<go::FixedGeometry<19>>;
template class GoEnv<go::AnyGeometry>;

}  // namespace arbiter::batch
