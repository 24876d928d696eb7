#include "core/backgammon/formats/xgid.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/backgammon/formats/pasted.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/backgammon/options.hpp"
#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/base/words.hpp"

/// eXtreme Gammon's XGID: ten fields between colons.
///
///     -b----E-C---eE---c-e----B- : 0 : 0 : 1 : 00 : 0 : 0 : 0 : 0 : 10
///
/// 1. The board as the bottom player counts it: the top player's bar, the points 1 to 24, the bottom
///    player's bar. Capitals are the bottom player's checkers, who is our White; A is one, O fifteen.
/// 2. The cube's value as a power of two, 3. its owner: 1 bottom, -1 top, 0 nobody.
/// 4. The side on roll, or that has doubled: 1 bottom, -1 top.
/// 5. The dice; 00 before the roll, D after a double, B after a beaver, R after a raccoon.
/// 6. and 7. The scores of bottom and top.
/// 8. In a match 1 if this is the Crawford game; for money 1 Jacoby, 2 beavers, 3 both.
/// 9. The points of the match; 0 for money. 10. The highest cube as a power of two; it may be missing.
namespace arbiter::backgammon {

namespace {

constexpr std::string_view prefix = "XGID=";
constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t position_size = 26;
constexpr std::size_t fields_least = 9;
constexpr std::size_t fields_most = 10;
constexpr int cube_log_max = 15;
constexpr int cube_limit_usual = 10;
constexpr int points_max = 32767;

constexpr int jacoby_flag = 1;
constexpr int beavers_flag = 2;

constexpr Color color_of_side(int side) { return side == 1 ? Color::white : Color::black; }
constexpr int side_of(Color color) { return color == Color::white ? 1 : -1; }

std::optional<int> number_in(std::string_view text) {
    int number = 0;
    const auto end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// At most one more than there should be.
std::vector<Word> fields_of(Word word) {
    if (word.text.starts_with(prefix)) {
        word = {word.text.substr(prefix.size()), word.at(prefix.size())};
    }
    std::vector<Word> fields;
    for (bool more = true; more && fields.size() <= fields_most;) {
        const auto end = std::min(word.text.find(':'), word.text.size());
        fields.push_back({word.text.substr(0, end), word.place});
        more = end < word.text.size();
        if (more) word = {word.text.substr(end + 1), word.at(end + 1)};
    }
    return fields;
}

class XgidReader {
public:
    XgidReader(const Word& word, const Options& options) : word_(word), fields_(fields_of(word)) {
        read_rules(options, {}, rules_, faults_);
        if (fields_.size() < fields_least || fields_.size() > fields_most) {
            faults_.add(
                "xgid_fields",
                "an XGID has ten fields between colons, this one has " +
                    std::string(fields_.size() > fields_most ? "more"
                                                             : std::to_string(fields_.size())),
                word.place);
            return;
        }
        read_position();
        read_cube();
        read_score();
        read_flags();
        read_limit();
        read_turn();
        read_dice();
    }

    Reading<Game> game(Faults&& more) && {
        faults_.merge(std::move(more));
        Reading<Game> reading = game_from(setup_, rules_, std::move(faults_), word_.place);
        Faults placed;
        for (Fault fault : reading.faults) {
            fault.place = place_of(fault);
            placed.add(std::move(fault));
        }
        reading.faults = std::move(placed);
        return reading;
    }

private:
    enum FieldNumber : std::uint8_t {
        position,
        cube_log,
        cube_owner,
        turn,
        dice,
        bottom_score,
        top_score,
        flags,
        match_length,
        cube_limit
    };

    void add(std::string_view code, std::string sentence, FieldNumber field) {
        faults_.add(code, std::move(sentence), fields_[field].place);
    }

    /// What `Position::from` finds wrong is wrong in some field.
    Place place_of(const Fault& fault) const {
        if (fault.place != Place(word_.place)) return fault.place;
        if (fault.code == "game_is_over") return fields_[position].place;
        const bool white_leads = setup_.score.white >= setup_.score.black;
        if (fault.code == "match_is_over")
            return fields_[white_leads ? bottom_score : top_score].place;
        return fault.place;
    }

    /// A number within its bounds, otherwise a fault and the lower bound.
    int number(FieldNumber field, int least, int most, std::string_view code) {
        const auto value = number_in(fields_[field].text);
        if (value && *value >= least && *value <= most) return *value;
        add(code,
            in_quotes(fields_[field].text) + " is not a number from " + std::to_string(least) +
                " to " + std::to_string(most),
            field);
        return least;
    }

    void read_position() {
        const Word& field = fields_[position];
        if (field.text.size() != position_size) {
            return add(
                "xgid_position_length",
                "a board is written in 26 characters, not in " + std::to_string(field.text.size()),
                position);
        }
        Board board;
        for (std::size_t i = 0; i < position_size; ++i) {
            if (field.text[i] == '-') continue;
            if (!read_checkers(board, i)) {
                faults_.add("bad_character",
                            in_quotes(field.text.substr(i, 1)) +
                                " is neither - nor a number of checkers that can stand here",
                            field.at(i));
            }
        }
        for (const Color color : both_colors) finish_side(board, color);
        setup_.board = board;
    }

    /// Only one's own bar can hold one's checkers.
    bool read_checkers(Board& board, std::size_t i) {
        const char letter = fields_[position].text[i];
        const bool bottom = letter >= 'A' && letter <= 'O';
        if (!bottom && (letter < 'a' || letter > 'o')) return false;
        const auto index = static_cast<int>(i);
        const Spot spot = *Spot::at(bottom ? index : 25 - index);
        if (spot.is_off()) return false;
        board.set(bottom ? Color::white : Color::black, spot, 1 + letter - (bottom ? 'A' : 'a'));
        return true;
    }

    void finish_side(Board& board, Color color) {
        int on_board = 0;
        for (int i = 1; i <= 25; ++i) on_board += board.count(color, *Spot::at(i));
        if (on_board > checkers_each) {
            return add("too_many_checkers",
                       "a side has 15 checkers, not " + std::to_string(on_board), position);
        }
        board.set(color, Spot::off(), checkers_each - on_board);
    }

    void read_cube() {
        Cube& cube = setup_.cube;
        cube.value = 1 << number(cube_log, 0, cube_log_max, "bad_cube");
        const int owner = number(cube_owner, -1, 1, "bad_cube");
        // Some programs write an owner of a cube that nobody has turned.
        if (owner == 0 || cube.value == 1) return;
        cube.owner = color_of_side(owner);
        cube.turned = true;
    }

    void read_score() {
        rules_.match_length = number(match_length, 0, points_max, "bad_match_length");
        setup_.score.white = number(bottom_score, 0, points_max, "bad_score");
        setup_.score.black = number(top_score, 0, points_max, "bad_score");
    }

    void read_flags() {
        const int flag = number(flags, 0, rules_.money() ? 3 : 1, "bad_crawford");
        if (rules_.money()) {
            rules_.jacoby = (flag & jacoby_flag) != 0;
            const bool beavers = (flag & beavers_flag) != 0;
            if (!beavers) rules_.beavers = Beavers::none;
            if (beavers && rules_.beavers == Beavers::none) rules_.beavers = Beavers::beaver;
            return;
        }
        const int best = std::max(setup_.score.white, setup_.score.black);
        if (flag == 1 && best != rules_.match_length - 1) {
            add("bad_crawford", "in the Crawford game somebody has one point to go", flags);
        }
        setup_.crawford_game = flag == 1;
        if (flag == 1) rules_.crawford = true;
        setup_.after_crawford = is_after_crawford(rules_, setup_);
    }

    /// A cube that cannot be turned is none.
    void read_limit() {
        if (fields_.size() <= cube_limit) return;
        if (number(cube_limit, 0, 30, "bad_cube_limit") == 0) rules_.cube = false;
    }

    void read_turn() {
        const auto side = number_in(fields_[turn].text);
        if (side != 1 && side != -1) {
            return add("bad_turn", in_quotes(fields_[turn].text) + " is neither 1 nor -1", turn);
        }
        setup_.turn = color_of_side(*side);
    }

    void read_dice() {
        const std::string_view text = fields_[dice].text;
        setup_.stage = Stage::roll_or_double;
        if (text == "00") return;
        if (text == "D") return read_double();
        if (text == "B" || text == "R") return read_beaver(text == "R");
        const auto rolled = text.size() == 2 ? backgammon::read_dice(text) : std::nullopt;
        if (!rolled) {
            return add("bad_dice", in_quotes(text) + " is neither two dice nor 00, D, B or R",
                       dice);
        }
        setup_.dice = *rolled;
        setup_.stage = Stage::move;
    }

    void read_double() {
        if (cannot_double(rules_, setup_, setup_.turn)) {
            return add("bad_dice", "a double is offered that is not allowed", dice);
        }
        setup_.stage = Stage::response;
        setup_.turn = opponent(setup_.turn);
    }

    /// The cube is given as it was before the double.
    void read_beaver(bool raccoon) {
        if (!rules_.money() || cannot_double(rules_, setup_, setup_.turn)) {
            return add("bad_dice", "a double is answered that is not allowed", dice);
        }
        const Color owner = opponent(setup_.turn);
        if (rules_.beavers == Beavers::none) rules_.beavers = Beavers::beaver;
        if (raccoon) rules_.beavers = Beavers::raccoon;
        setup_.cube = {.value = setup_.cube.value * 4, .owner = owner, .turned = true};
        if (!raccoon) {
            setup_.beavered_by = owner;
            return;
        }
        setup_.stage = Stage::response;
        setup_.turn = owner;
    }

    Word word_;
    std::vector<Word> fields_;
    Rules rules_;
    Setup setup_;
    Faults faults_;
};

/// Where an XGID begins in a text that was copied with what eXtreme Gammon prints around it.
std::size_t find_prefix(std::string_view text, std::size_t from = 0) {
    std::size_t at = text.find(prefix, from);
    while (at != text.npos && at > 0 && is_letter(text[at - 1])) at = text.find(prefix, at + 1);
    return at;
}

std::string position_field(const Board& board) {
    std::string text;
    for (int i = 0; i <= 25; ++i) {
        const int white = i == 0 ? 0 : board.count(Color::white, *Spot::at(i));
        const int black = i == 25 ? 0 : board.count(Color::black, *Spot::at(25 - i));
        text += white > 0   ? static_cast<char>('A' + white - 1)
                : black > 0 ? static_cast<char>('a' + black - 1)
                            : '-';
    }
    return text;
}

std::string dice_field(const Position& position) {
    if (position.dice()) return write_dice(*position.dice());
    if (position.stage() == Stage::response) return position.is_raccooned() ? "R" : "D";
    return position.beavered_by() ? "B" : "00";
}

/// The field has the cube before the double that was beavered: the side that doubled owned it, or
/// nobody if it was at 1.
Cube cube_before_beaver(const Position& position) {
    if (!position.beavered_by() && !position.is_raccooned()) return position.cube();
    Cube cube{.value = position.cube().value / 4};
    if (cube.value > 1) cube.owner = position.on_roll();
    return cube;
}

int flags_field(const Rules& rules, const Position& position) {
    if (!rules.money()) return position.crawford_game() ? 1 : 0;
    return (rules.jacoby ? jacoby_flag : 0) + (rules.beavers != Beavers::none ? beavers_flag : 0);
}

}  // namespace

bool looks_like_xgid(std::string_view text) {
    const Word word = Words(text, blanks).next();
    if (word.text.starts_with(prefix)) return true;
    if (can_be_pasted(text) && find_prefix(text) != text.npos) return true;
    return word.text.find(':') == position_size &&
           std::ranges::count(word.text, ':') + 1 >= static_cast<int>(fields_least);
}

bool resembles_xgid(std::string_view text) { return folded(first_word(text)).starts_with("xgid"); }

Reading<Game> read_xgid(std::string_view text, const Options& options) {
    const std::size_t start = std::min(find_prefix(text), text.size());
    const bool pasted = start < text.size();
    Words words(text.substr(pasted ? start : 0), blanks,
                pasted ? place_in(text, start) : TextPlace{});
    const Word word = words.next();
    XgidReader reader(word, options);
    Faults faults;
    const Word more = words.next();
    // What eXtreme Gammon prints below it is the same position for people.
    if (!more.text.empty() && (!pasted || more.place.line == word.place.line)) {
        faults.add("trailing_text", "an XGID ends before " + in_quotes(more.text), more.place);
    }
    const std::size_t next = pasted ? find_prefix(text, start + word.text.size()) : text.npos;
    if (next != text.npos) {
        faults.warn("several_positions", "there are several XGIDs: the first is read",
                    place_in(text, next));
    }
    return std::move(reader).game(std::move(faults));
}

std::expected<std::string, Fault> write_xgid(const Game& game) {
    const Position& position = game.position();
    const Rules& rules = game.rules();
    if (position.stage() == Stage::over)
        return std::unexpected(cannot_express("an XGID has no game that is over"));
    if (!position.dice_used().empty()) {
        return std::unexpected(cannot_express("an XGID has no turn that is partly played"));
    }
    const Cube cube = cube_before_beaver(position);
    int log = 0;
    while (1 << log < cube.value) ++log;
    const int most_points =
        std::max({rules.match_length, position.score().white, position.score().black});
    if (log > cube_log_max || most_points > points_max) {
        return std::unexpected(
            cannot_express("an XGID has no cube above 32768, and no score above 32767"));
    }
    const int limit = rules.cube ? std::max(log, cube_limit_usual) : 0;
    std::string text = std::string(prefix) + position_field(position.board());
    const auto add = [&](const std::string& field) { text += ':' + field; };
    add(std::to_string(log));
    add(std::to_string(cube.owner ? side_of(*cube.owner) : 0));
    add(std::to_string(side_of(position.on_roll())));
    add(dice_field(position));
    add(std::to_string(position.score().white));
    add(std::to_string(position.score().black));
    add(std::to_string(flags_field(rules, position)));
    add(std::to_string(rules.match_length));
    add(std::to_string(limit));
    return text;
}

}  // namespace arbiter::backgammon
