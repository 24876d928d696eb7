#include "core/backgammon/formats/gnubg_id.hpp"

#include <algorithm>

#include "core/backgammon/formats/gnubg_id_key.hpp"
#include "core/backgammon/formats/pasted.hpp"
#include "core/backgammon/formats/position_id.hpp"
#include "core/backgammon/options.hpp"

namespace arbiter::backgammon {

namespace {

using namespace gnubg_id;

/// Where a number stands in the key, its lowest bit first.
struct Field {
    std::size_t begin;
    std::size_t bits;
};

constexpr Field cube_value_log{0, 4};
constexpr Field cube_owner_player{4, 2};
constexpr Field on_roll_player{6, 1};
constexpr Field crawford_flag{7, 1};
constexpr Field game_state{8, 3};
constexpr Field turn_player{11, 1};
constexpr Field double_flag{12, 1};
constexpr Field resigned_level{13, 2};
constexpr Field first_die{15, 3};
constexpr Field second_die{18, 3};
constexpr Field length_points{21, 15};
constexpr PerColor<Field> score_points{.white = {51, 15}, .black = {36, 15}};
constexpr Field no_jacoby_flag{66, 1};
constexpr Field unused{67, 5};

constexpr int centred = 3;
enum GameState : std::uint8_t { not_started = 0, playing = 1, over = 2, resigned = 3, dropped = 4 };

using MatchKey = Key<match_bits>;

int get(const MatchKey& key, Field field) {
    int value = 0;
    for (std::size_t i = field.bits; i-- > 0;) value = 2 * value + (key[field.begin + i] ? 1 : 0);
    return value;
}

/// False if the number is too large.
bool put(MatchKey& key, Field field, int value) {
    if (value < 0 || value >> field.bits != 0) return false;
    for (std::size_t i = 0; i < field.bits; ++i) {
        if ((value >> i & 1) != 0) key.set(field.begin + i);
    }
    return true;
}

constexpr Color color_of(int player) { return player == 1 ? Color::white : Color::black; }
constexpr int player_of(Color color) { return color == Color::white ? 1 : 0; }

bool any_all_off(const Board& board) {
    return board.count(Color::white, Spot::off()) == checkers_each ||
           board.count(Color::black, Spot::off()) == checkers_each;
}

std::optional<StartName> start_with(const Board& board) {
    for (const auto name : {StartName::standard, StartName::gitgammon, StartName::nackgammon}) {
        if (start_board(name) == board) return name;
    }
    return std::nullopt;
}

/// Adds what a Match ID says to a setup that has a board already.
class MatchReader {
public:
    MatchReader(const MatchKey& key, const Word& word, Setup& setup, Rules& rules, Faults& faults)
        : key_(key), word_(word), setup_(setup), rules_(rules), faults_(faults) {
        read_match();
        read_cube();
        read_dice();
        read_stage();
        read_offers();
        if (get(unused) != 0) {
            faults.warn("stray_bits", "the last bits have no known meaning", place_of(unused));
        }
    }

private:
    int get(Field field) const { return backgammon::get(key_, field); }
    bool is_set(Field field) const { return get(field) != 0; }
    void add(std::string_view code, std::string sentence, Field field) {
        faults_.add(code, std::move(sentence), place_of(field));
    }
    /// Its first letter.
    TextPlace place_of(Field field) const {
        std::size_t letter = word_.text.size();
        for (std::size_t i = 0; i < field.bits; ++i) {
            letter = std::min(letter, MatchKey::letter_of(field.begin + i));
        }
        return word_.at(letter);
    }

    void read_match() {
        rules_.match_length = get(length_points);
        rules_.jacoby = !is_set(no_jacoby_flag);
        for (const Color color : both_colors) {
            setup_.score[color] = get(score_points[color]);
        }
        setup_.crawford_game = is_set(crawford_flag);
        if (setup_.crawford_game) {
            const int best = std::max(setup_.score.white, setup_.score.black);
            if (rules_.money() || best < rules_.match_length - 1) {
                add("bad_crawford", "in the Crawford game somebody has one point to go",
                    crawford_flag);
            }
            rules_.crawford = true;
        }
        setup_.after_crawford = is_after_crawford(rules_, setup_);
    }

    void read_cube() {
        const int owner = get(cube_owner_player);
        setup_.cube.value = 1 << get(cube_value_log);
        if (owner == centred) return;
        if (owner > 1)
            return add("bad_cube", "the cube belongs to player 0 or 1 or nobody",
                       cube_owner_player);
        if (setup_.cube.value == 1)
            return add("bad_cube", "a cube at 1 belongs to nobody", cube_owner_player);
        setup_.cube.owner = color_of(owner);
        setup_.cube.turned = true;
    }

    void read_dice() {
        const auto first = Die::showing(get(first_die));
        const auto second = Die::showing(get(second_die));
        if (first && second) {
            setup_.dice = Dice(*first, *second);
        } else if (get(first_die) != 0 || get(second_die) != 0) {
            add("bad_dice", "two dice show 1 to 6, or there are none", first_die);
        }
    }

    /// Many IDs that are passed around say that no game has started, with a game in full swing.
    void read_stage() {
        setup_.turn = color_of(get(on_roll_player));
        const int stage = get(game_state);
        if (stage > dropped)
            return add("bad_game_state", "there are five states of a game", game_state);
        if (stage >= over) return read_end();
        if (any_all_off(setup_.board)) {
            return add("bad_game_state", "a side has no checkers left, and the game is not over",
                       game_state);
        }
        for (const Color color : both_colors) {
            if (rules_.money() || setup_.score[color] < rules_.match_length) continue;
            return add("bad_score", "a side has won the match, and the game is not over",
                       score_points[color]);
        }
        if (setup_.dice) {
            setup_.stage = Stage::move;
            return;
        }
        const auto start = start_with(setup_.board);
        if (stage == not_started && start) {
            rules_.start = *start;
            setup_.stage = Stage::opening_roll;
            setup_.turn = Color::white;
        } else {
            setup_.stage = Stage::roll_or_double;
        }
    }

    void read_end() {
        setup_.dice.reset();
        const auto [white, black] = setup_.score;
        if (!rules_.money() && std::max(white, black) < rules_.match_length)
            return read_next_game();
        setup_.stage = Stage::over;
        const bool decided = rules_.money()
                                 ? any_all_off(setup_.board) || white != black
                                 : (white >= rules_.match_length) != (black >= rules_.match_length);
        if (!decided) add("bad_game_state", "the game is over, and nobody has won", game_state);
    }

    /// The score has the points of the game that is over already.
    void read_next_game() {
        faults_.warn("next_game",
                     "the game is over and the match is not: read as the start of the next game",
                     place_of(game_state));
        Setup next = Position(rules_.start).next_game(rules_, setup_.score).setup();
        if (setup_.crawford_game) {
            next.crawford_game = false;
            next.after_crawford = is_after_crawford(rules_, next);
        }
        setup_ = next;
    }

    /// The player to act is the opponent of the side that doubles or offers to resign. IDs of games
    /// that are over still have them.
    void read_offers() {
        if (get(game_state) >= over) return;
        const Color acts = color_of(get(turn_player));
        if (const int level = get(resigned_level); level != 0) {
            setup_.resignation = Resignation{opponent(acts), static_cast<Level>(level)};
        }
        if (is_set(double_flag)) return read_double();
        if (!setup_.resignation && setup_.stage != Stage::opening_roll && acts != setup_.turn) {
            add("bad_turn", "nothing is offered, and yet the other side is to act", turn_player);
        }
    }

    void read_double() {
        if (setup_.stage != Stage::roll_or_double) {
            return add("bad_double", "one doubles before rolling", double_flag);
        }
        const auto refused = cannot_double(rules_, setup_, setup_.turn);
        const bool raccoon =
            refused == NoDouble::not_owner && rules_.money() && setup_.cube.value >= 4;
        if (raccoon) rules_.beavers = Beavers::raccoon;
        if (refused && !raccoon) {
            return add("bad_double", "a double is offered that is not allowed", double_flag);
        }
        setup_.stage = Stage::response;
        setup_.turn = opponent(setup_.turn);
        if (!setup_.resignation && color_of(get(turn_player)) != setup_.turn) {
            add("bad_turn", "the one who doubled is not the one to answer", turn_player);
        }
    }

    MatchKey key_;
    Word word_;
    Setup& setup_;
    Rules& rules_;
    Faults& faults_;
};

std::optional<MatchKey> match_key(const Rules& rules, const Position& position) {
    MatchKey key;
    bool fits = true;
    const auto write = [&](Field field, int value) { fits &= put(key, field, value); };
    int log = 0;
    while (1 << log < position.cube().value) ++log;
    const Color acts =
        position.resignation() ? opponent(position.resignation()->by) : position.turn();

    write(cube_value_log, log);
    write(cube_owner_player, position.cube().owner ? player_of(*position.cube().owner) : centred);
    write(on_roll_player, player_of(position.on_roll()));
    write(crawford_flag, position.crawford_game() ? 1 : 0);
    write(game_state, position.stage() == Stage::opening_roll ? not_started
                      : position.stage() == Stage::over       ? over
                                                              : playing);
    write(turn_player, player_of(acts));
    write(double_flag, position.stage() == Stage::response ? 1 : 0);
    write(resigned_level,
          position.resignation() ? static_cast<int>(position.resignation()->level) : 0);
    if (position.dice()) {
        write(first_die, position.dice()->high().pips());
        write(second_die, position.dice()->low().pips());
    }
    write(length_points, rules.match_length);
    for (const Color color : both_colors) {
        write(score_points[color], position.score()[color]);
    }
    write(no_jacoby_flag, rules.jacoby ? 0 : 1);
    return fits ? std::optional(key) : std::nullopt;
}

}  // namespace

bool looks_like_gnubg_id(std::string_view text) {
    const Ids ids = ids_in(text);
    return can_be_pasted(text) && looks_like_key(ids.position.text, position_bits) &&
           looks_like_key(ids.match.text, match_bits) && ids.more.text.empty();
}

bool resembles_gnubg_id(std::string_view text) {
    IdWords words(text);
    return resembles_key(words.next().text, position_bits) && !words.next().text.empty() &&
           words.next().text.empty();
}

Reading<Game> read_gnubg_id(std::string_view text, const Options& options) {
    const auto [position, match, more] = ids_in(text);
    Rules rules;
    Faults faults;
    read_rules(options, {}, rules, faults);
    if (!position.text.empty() && match.text.empty()) {
        faults.add("missing_match_id", "after the Position ID comes the Match ID", match.place);
    }
    const auto key =
        match.text.empty() ? std::nullopt : MatchKey::from(match, "match_id_length", faults);
    const Color roller = key ? color_of(get(*key, on_roll_player)) : Color::white;
    const auto board = board_of_position_id(position, roller);
    faults.merge(board.faults);
    Setup setup;
    if (board) setup.board = *board;
    if (board && key) MatchReader(*key, match, setup, rules, faults);
    require_no_more(more, faults);
    return game_from(setup, rules, std::move(faults), position.place);
}

std::expected<std::string, Fault> write_gnubg_id(const Game& game) {
    const Position& position = game.position();
    if (!position.dice_used().empty()) {
        return std::unexpected(cannot_express("a Match ID has no turn that is partly played"));
    }
    const auto key = match_key(game.rules(), position);
    if (!key) {
        return std::unexpected(cannot_express(
            "a Match ID has no cube above 32768, and no match or score above 32767"));
    }
    return position_id(position.board(), position.on_roll()) + ':' + key->letters();
}

}  // namespace arbiter::backgammon
