#include <array>
#include <cstdint>
#include <span>

#include "core/backgammon/formats/id_text.hpp"
#include "core/backgammon/formats/mat.hpp"
#include "core/backgammon/options.hpp"
#include "core/base/excerpt.hpp"

/// GNU Backgammon's Position ID and Match ID: strings of bits, the lowest of each byte first, in
/// base64 without padding. Both are described in its manual under "Technical Notes".
namespace arbiter::backgammon {

namespace {

constexpr std::string_view base64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int bits_a_letter = 6;

constexpr std::size_t position_bits = 80;
constexpr std::size_t match_bits = 72;

constexpr std::size_t letters_for(std::size_t bits) {
    return (bits + bits_a_letter - 1) / bits_a_letter;
}
static_assert(letters_for(position_bits) == 14 && letters_for(match_bits) == 12);

/// A string of bits that is written from the front.
template <std::size_t size>
class Key {
public:
    bool operator[](std::size_t bit) const {
        return (std::uint32_t{bytes_[bit / 8]} >> (bit % 8) & 1U) != 0;
    }
    void set(std::size_t bit) {
        bytes_[bit / 8] = static_cast<std::uint8_t>(bytes_[bit / 8] | 1U << (bit % 8));
    }

    /// In base64 the highest bit of a byte comes first.
    std::string letters() const {
        std::string text;
        for (std::size_t i = 0; i < letters_for(size); ++i) {
            unsigned value = 0;
            for (int bit = 0; bit < bits_a_letter; ++bit) {
                const std::size_t at = i * bits_a_letter + static_cast<std::size_t>(bit);
                value = value << 1 | (at < size && (*this)[mirrored(at)] ? 1U : 0U);
            }
            text += base64[value];
        }
        return text;
    }

    static std::optional<Key> from(const Word& word, std::string_view length_code, Faults& faults) {
        if (word.text.size() != letters_for(size)) {
            faults.add(length_code,
                       in_quotes(word.text) + " has " + std::to_string(word.text.size()) +
                           " characters instead of " + std::to_string(letters_for(size)),
                       word.place);
            return std::nullopt;
        }
        Key key;
        bool readable = true;
        for (std::size_t i = 0; i < word.text.size(); ++i) {
            readable &= key.take_letter(word, i, faults);
        }
        return readable ? std::optional(key) : std::nullopt;
    }

private:
    static std::size_t mirrored(std::size_t bit) { return bit / 8 * 8 + 7 - bit % 8; }

    bool take_letter(const Word& word, std::size_t i, Faults& faults) {
        const std::size_t value = base64.find(word.text[i]);
        if (value == base64.npos) {
            faults.add("bad_character",
                       in_quotes(word.text.substr(i, 1)) + " is no letter of base64", word.at(i));
            return false;
        }
        for (int bit = 0; bit < bits_a_letter; ++bit) {
            if ((value >> (bits_a_letter - 1 - bit) & 1U) == 0) continue;
            const std::size_t at = i * bits_a_letter + static_cast<std::size_t>(bit);
            if (at >= size) {
                faults.add("stray_bits", "the last letter says more than there is to say",
                           word.at(i));
                return false;
            }
            set(mirrored(at));
        }
        return true;
    }

    std::array<std::uint8_t, size / 8> bytes_{};
};

// ---------------------------------------------------------------------------------------------
// The Position ID: for the one not on roll, then for the one on roll, from the ace point to the bar,
// as many ones as checkers, and a zero.

class BoardReader {
public:
    BoardReader(const Word& word, Color on_roll, Faults& faults) : word_(word), faults_(faults) {
        const auto key = Key<position_bits>::from(word, "position_id_length", faults);
        if (!key) return;
        key_ = *key;
        readable_ = read_side(opponent(on_roll)) && read_side(on_roll) && nothing_follows();
        if (readable_) require_separate_points();
    }

    std::optional<Board> board() const { return readable_ ? std::optional(board_) : std::nullopt; }

private:
    bool read_side(Color color) {
        int on_board = 0;
        for (int number = 1; number <= 25; ++number) {
            int count = 0;
            while (next_ < position_bits && key_[next_] && on_board + count <= checkers_each) {
                ++count;
                ++next_;
            }
            on_board += count;
            if (on_board > checkers_each || next_ == position_bits) {
                faults_.add("too_many_checkers",
                            "a side has " + std::to_string(checkers_each) + " checkers, not more",
                            here());
                return false;
            }
            ++next_;
            board_.set(color, *Spot::at(number), count);
        }
        board_.set(color, Spot::off(), checkers_each - on_board);
        return true;
    }

    bool nothing_follows() {
        for (; next_ < position_bits; ++next_) {
            if (!key_[next_]) continue;
            faults_.add("stray_bits", "the checkers on the bar are not the end", here());
            return false;
        }
        return true;
    }

    void require_separate_points() {
        for (int number = 1; number <= 24; ++number) {
            const Spot point = *Spot::point(number);
            if (board_.count(Color::white, point) == 0 ||
                board_.opposing(Color::white, point) == 0) {
                continue;
            }
            faults_.add("shared_point",
                        "both sides have checkers on White's " + std::to_string(number) + "-point",
                        word_.place);
            readable_ = false;
        }
    }

    TextPlace here() const {
        return word_.at(std::min(next_ / bits_a_letter, word_.text.size() - 1));
    }

    Word word_;
    Faults& faults_;
    Key<position_bits> key_;
    std::size_t next_ = 0;
    Board board_;
    bool readable_ = false;
};

// ---------------------------------------------------------------------------------------------
// The Match ID.

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

/// Puts what a Match ID says into a start that has a board already.
class MatchReader {
public:
    MatchReader(const MatchKey& key, const Word& word, Start& start, Faults& faults)
        : key_(key), word_(word), rules_(start.rules), state_(start.state), faults_(faults) {
        read_match();
        read_cube();
        read_dice();
        read_stage();
        read_offers();
        if (get(unused) != 0) {
            faults.warn("stray_bits", "the last bits mean nothing that is known", word.place);
        }
    }

private:
    int get(Field field) const { return backgammon::get(key_, field); }
    bool is_set(Field field) const { return get(field) != 0; }
    void add(std::string_view code, std::string sentence) {
        faults_.add(code, std::move(sentence), word_.place);
    }

    void read_match() {
        rules_.match_length = get(length_points);
        rules_.jacoby = !is_set(no_jacoby_flag);
        for (const Color color : both_colors) {
            state_.score[color] = get(score_points[color]);
        }
        state_.crawford_game = is_set(crawford_flag);
        if (state_.crawford_game) {
            const int best = std::max(state_.score.white, state_.score.black);
            if (rules_.money() || best < rules_.match_length - 1) {
                add("bad_crawford", "in the Crawford game somebody has one point to go");
            }
            rules_.crawford = true;
        }
        state_.after_crawford = is_after_crawford(rules_, state_);
    }

    void read_cube() {
        const int owner = get(cube_owner_player);
        state_.cube.value = 1 << get(cube_value_log);
        if (owner == centred) return;
        if (owner > 1) return add("bad_cube", "the cube belongs to player 0 or 1 or nobody");
        if (state_.cube.value == 1) return add("bad_cube", "a cube at 1 belongs to nobody");
        state_.cube.owner = color_of(owner);
        state_.cube.turned = true;
    }

    void read_dice() {
        const auto first = Die::showing(get(first_die));
        const auto second = Die::showing(get(second_die));
        if (first && second) {
            state_.dice = Dice(*first, *second);
        } else if (get(first_die) != 0 || get(second_die) != 0) {
            add("bad_dice", "two dice show 1 to 6, or there are none");
        }
    }

    /// Many IDs that are passed around say that no game has started, with a game in full swing.
    void read_stage() {
        state_.turn = color_of(get(on_roll_player));
        const int stage = get(game_state);
        if (stage > dropped) return add("bad_game_state", "there are five states of a game");
        if (stage >= over) return read_end();
        if (any_all_off(state_.board)) {
            return add("bad_game_state", "a side has no checkers left, and the game is not over");
        }
        const bool won = !rules_.money() &&
                         std::max(state_.score.white, state_.score.black) >= rules_.match_length;
        if (won) return add("bad_score", "a side has won the match, and the game is not over");
        if (state_.dice) {
            state_.stage = Stage::move;
            return;
        }
        const auto start = start_with(state_.board);
        if (stage == not_started && start) {
            rules_.start = *start;
            state_.stage = Stage::opening_roll;
            state_.turn = Color::white;
        } else {
            state_.stage = Stage::roll_or_double;
        }
    }

    void read_end() {
        state_.stage = Stage::over;
        state_.dice.reset();
        const auto [white, black] = state_.score;
        const bool decided = rules_.money()
                                 ? any_all_off(state_.board) || white != black
                                 : (white >= rules_.match_length) != (black >= rules_.match_length);
        if (!decided) add("bad_game_state", "the game is over, and nobody has won");
    }

    /// The player to act is the opponent of whoever doubles or offers to resign. Of a game that is
    /// over they are still told.
    void read_offers() {
        if (state_.stage == Stage::over) return;
        const Color acts = color_of(get(turn_player));
        if (const int level = get(resigned_level); level != 0) {
            state_.resignation = Resignation{opponent(acts), static_cast<Level>(level)};
        }
        if (is_set(double_flag)) return read_double();
        if (!state_.resignation && state_.stage != Stage::opening_roll && acts != state_.turn) {
            add("bad_turn", "nothing is offered, and yet the other side is to act");
        }
    }

    void read_double() {
        if (state_.stage != Stage::roll_or_double) {
            return add("bad_double", "one doubles before rolling");
        }
        if (cannot_double(rules_, state_, state_.turn)) {
            return add("bad_double", "a double is offered that is not allowed");
        }
        state_.stage = Stage::response;
        state_.turn = opponent(state_.turn);
        if (!state_.resignation && color_of(get(turn_player)) != state_.turn) {
            add("bad_turn", "the one who doubled is not the one to answer");
        }
    }

    MatchKey key_;
    Word word_;
    Rules& rules_;
    State& state_;
    Faults& faults_;
};

Color on_roll(const State& state) {
    return state.stage == Stage::response ? opponent(state.turn) : state.turn;
}

std::optional<MatchKey> match_key(const Rules& rules, const State& state) {
    MatchKey key;
    bool fits = true;
    const auto write = [&](Field field, int value) { fits &= put(key, field, value); };
    int log = 0;
    while (1 << log < state.cube.value) ++log;
    const Color acts = state.resignation ? opponent(state.resignation->by) : state.turn;

    write(cube_value_log, log);
    write(cube_owner_player, state.cube.owner ? player_of(*state.cube.owner) : centred);
    write(on_roll_player, player_of(on_roll(state)));
    write(crawford_flag, state.crawford_game ? 1 : 0);
    write(game_state, state.stage == Stage::opening_roll ? not_started
                      : state.stage == Stage::over       ? over
                                                         : playing);
    write(turn_player, player_of(acts));
    write(double_flag, state.stage == Stage::response ? 1 : 0);
    write(resigned_level, state.resignation ? static_cast<int>(state.resignation->level) : 0);
    if (state.dice) {
        write(first_die, state.dice->high().pips());
        write(second_die, state.dice->low().pips());
    }
    write(length_points, rules.match_length);
    for (const Color color : both_colors) {
        write(score_points[color], state.score[color]);
    }
    write(no_jacoby_flag, rules.jacoby ? 0 : 1);
    return fits ? std::optional(key) : std::nullopt;
}

// ---------------------------------------------------------------------------------------------
// Texts.

/// IDs are copied with what stands around them: "Position ID: 4HPwATDgc/ABMA".
class IdWords {
public:
    explicit IdWords(std::string_view text) : words_(text, " \t\r\n:=") {}

    Word next() {
        Word word = words_.next();
        while (is_label(word.text)) word = words_.next();
        return word;
    }

private:
    static bool is_label(std::string_view word) {
        constexpr std::array<std::string_view, 7> labels{"GNU", "Backgammon", "Position", "Match",
                                                         "ID",  "GNUID",      "GNUBGID"};
        return std::ranges::find(labels, word) != labels.end();
    }

    Words words_;
};

void require_end(IdWords& words, Faults& faults) {
    if (const Word more = words.next(); !more.text.empty()) {
        faults.add("trailing_text", "an ID ends before " + in_quotes(more.text), more.place);
    }
}

bool looks_like_key(std::string_view word, std::size_t bits) {
    return word.size() == letters_for(bits) && word.find_first_not_of(base64) == word.npos;
}

}  // namespace

std::string position_id(const Board& board, Color on_roll) {
    Key<position_bits> key;
    std::size_t next = 0;
    for (const Color color : {opponent(on_roll), on_roll}) {
        for (int number = 1; number <= 25; ++number, ++next) {
            for (int i = board.count(color, *Spot::at(number)); i > 0 && next < position_bits;
                 --i) {
                key.set(next++);
            }
        }
    }
    return key.letters();
}

Reading<Board> board_of_position_id(std::string_view id, Color on_roll) {
    Reading<Board> reading;
    reading.value = BoardReader({id}, on_roll, reading.faults).board();
    return reading;
}

bool looks_like_position_id(std::string_view text) {
    IdWords words(text);
    return looks_like_key(words.next().text, position_bits) && words.next().text.empty();
}

Reading<Game> read_position_id(std::string_view text, const Options& options) {
    IdWords words(text);
    Start start;
    Faults faults;
    read_rules(options, {}, start.rules, faults);
    const Word word = words.next();
    if (const auto board = BoardReader(word, Color::white, faults).board()) {
        start.state.board = *board;
    }
    start.state.stage = Stage::roll_or_double;
    require_end(words, faults);
    return game_from(std::move(start), std::move(faults), word.place);
}

std::expected<std::string, Fault> write_position_id(const Game& game) {
    return position_id(game.board(), on_roll(game.state()));
}

bool looks_like_gnubg_id(std::string_view text) {
    IdWords words(text);
    return looks_like_key(words.next().text, position_bits) &&
           looks_like_key(words.next().text, match_bits) && words.next().text.empty();
}

Reading<Game> read_gnubg_id(std::string_view text, const Options& options) {
    IdWords words(text);
    const Word position = words.next();
    const Word match = words.next();
    Start start;
    Faults faults;
    read_rules(options, {}, start.rules, faults);
    if (!position.text.empty() && match.text.empty()) {
        faults.add("missing_match_id", "after the Position ID comes the Match ID", match.place);
    }
    const auto key =
        match.text.empty() ? std::nullopt : MatchKey::from(match, "match_id_length", faults);
    const Color roller = key ? color_of(get(*key, on_roll_player)) : Color::white;
    const auto board = BoardReader(position, roller, faults).board();
    if (board) start.state.board = *board;
    if (board && key) MatchReader(*key, match, start, faults);
    require_end(words, faults);
    return game_from(std::move(start), std::move(faults), position.place);
}

std::expected<std::string, Fault> write_gnubg_id(const Game& game) {
    const State& state = game.state();
    if (!state.dice_used.empty()) {
        return std::unexpected(cannot_express("a Match ID has no turn that is partly played"));
    }
    const auto key = match_key(game.rules(), state);
    if (!key) {
        return std::unexpected(cannot_express(
            "a Match ID has no cube above 32768, and no match or score above 32767"));
    }
    return position_id(state.board, on_roll(state)) + ':' + key->letters();
}

}  // namespace arbiter::backgammon
