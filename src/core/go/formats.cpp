#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/contract/record.hpp"
#include "core/go/board/handicap.hpp"
#include "core/go/formats/grid.hpp"
#include "core/go/formats/sgf_game.hpp"
#include "core/go/game.hpp"
#include "core/go/options.hpp"

/// What Go can be written in, and how a new game is asked for.
namespace arbiter::go {

namespace {

constexpr std::array notation_infos{
    NotationInfo{"vertex", "D4", "the point, or pass"},
    NotationInfo{"sgn", "D4b", "with the colour last; passb and passw"},
    NotationInfo{"gtp", "B D4", "with the colour first, as in GTP's play"},
    NotationInfo{"sgf", "B[dp]", "as in SGF, counted from the upper left"},
    NotationInfo{"rows", "[15,3]", "row and column from the upper left, as in go-rows"},
    NotationInfo{"json", R"({"point":"D4","by":"black"})", "as agents answer"},
};

/// The options that are not rules.
constexpr std::array start_infos{
    OptionInfo{"size", "19, 9x13, 0x0 to 52x52", "width and height; 19x19 unless said"},
    OptionInfo{"rules", "aga, chinese, japanese, new-zealand, simple, tromp-taylor",
               "chinese unless said; each of the following sets one of its fields"},
    OptionInfo{"handicap", "0, 2 or more", "stones that Black has ahead"},
    OptionInfo{"placement", "fixed, free",
               "handicap stones on the star points, or where Black puts them"},
    OptionInfo{"stones", "D4b Q16w ...", "stones on the board at the start, as in SGN"},
    OptionInfo{"turn", "black, white", "who moves first"},
};

bool looks_like_json_with(std::string_view text, std::string_view key, std::string_view other) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{' && text.find(key) != text.npos &&
           text.find(other) != text.npos;
}

const std::array format_table{
    Format<Game>{
        {"go-grid", "JSON for prompting a model: point by point, top row first", Extent::position,
         "the rules but komi, the moves, ko and earlier positions, prisoners, handicap, marks, "
         "whether play has ended, the tags"},
        [](std::string_view text) {
            return looks_like_json_with(text, "\"board_grid\"", "\"board_size\"");
        },
        read_grid,
        [](const Game& game) { return write_grid(game); }},
    Format<Game>{
        {"go-rows", "the compact dictionary: rows of \"B\", \"W\" and null", Extent::position,
         "the rules and komi, the moves, ko and earlier positions, prisoners, handicap, marks, the "
         "tags"},
        [](std::string_view text) {
            return looks_like_json_with(text, "\"board\"", "\"current_player\"");
        },
        read_rows,
        write_rows},
    Format<Game>{{"sgn", "Simple Go Notation: 19x19 A9b B12w C2b", Extent::game, sgn_cannot_carry},
                 looks_like_sgn,
                 read_sgn,
                 [](const Game& game) { return write_sgn(game); }},
    Format<Game>{{"sgn-url", "SGN with commas, as in a URL", Extent::game, sgn_cannot_carry},
                 [](std::string_view) { return false; },
                 read_sgn,
                 [](const Game& game) {
                     return write_sgn(game, {.separators = SgnStyle::Separators::commas});
                 }},
    Format<Game>{
        {"sgn-captures", "SGN with the captures written out", Extent::game, sgn_cannot_carry},
        [](std::string_view) { return false; },
        read_sgn,
        [](const Game& game) {
            return write_sgn(game, {.captures = SgnStyle::Captures::written});
        }},
    Format<Game>{{"sgf", "Smart Game Format, FF[4]", Extent::game, sgf_cannot_carry},
                 looks_like_sgf,
                 read_sgf_game,
                 write_sgf_game,
                 stream_sgf},
    Format<Game>{
        {"record", "the neutral record: game, setup, events", Extent::game, ""},
        [](std::string_view text) { return looks_like_record(text, Game::traits.name); },
        read_record<Game>,
        [](const Game& game) -> std::expected<std::string, Fault> { return write_record(game); }},
};

/// Reads what a new game is asked for with.
class StartReader {
public:
    Reading<Game> read(const Options& options) {
        read_rules(options, {"size", "handicap", "placement", "stones", "turn"}, start_.rules,
                   faults_);
        const std::string* handicap = nullptr;
        bool free = false;
        for (const auto& [name, value] : options) {
            if (name == "size") read_size(value);
            if (name == "turn") read_turn(value);
            if (name == "placement") free = read_placement(value);
            if (name == "handicap") handicap = &value;
            if (name == "stones") read_stones(value);
        }
        if (handicap != nullptr && !faults_.fatal()) read_handicap(*handicap, free);
        if (faults_.fatal()) return {std::nullopt, std::move(faults_)};
        return Game::from(std::move(start_), [](std::size_t, Point) { return Place{}; });
    }

private:
    void out_of_range(std::string sentence, std::string_view value) {
        faults_.add("option_out_of_range", std::move(sentence) + ", not " + in_quotes(value));
    }

    void read_size(const std::string& value) {
        if (const auto size = size_named(value)) {
            start_.setup.size = *size;
        } else {
            out_of_range("a size is 19, 9x13 or the like, at most 52x52", value);
        }
    }

    void read_turn(const std::string& value) {
        if (const auto color = color_named(value)) {
            start_.setup.turn = *color;
        } else {
            out_of_range("the turn is black or white", value);
        }
    }

    bool read_placement(const std::string& value) {
        if (value != "fixed" && value != "free") out_of_range("placement is fixed or free", value);
        return value == "free";
    }

    void read_stones(const std::string& value) {
        const auto moves = read_sgn_moves(value);
        if (!moves) return out_of_range("stones are written as D4b Q16w", value);
        for (const SgnMove& move : *moves) {
            const auto* play = std::get_if<Play>(&move);
            if (play == nullptr) return out_of_range("stones are written as D4b Q16w", value);
            start_.setup.stones.push_back({play->by, play->point});
        }
    }

    void read_handicap(const std::string& value, bool free) {
        int stones = 0;
        const auto end = value.data() + value.size();
        const auto [stop, error] = std::from_chars(value.data(), end, stones);
        const Size size = start_.setup.size;
        if (error != std::errc() || stop != end || stones < 0 || stones == 1) {
            return out_of_range("a handicap is 0, or at least 2 stones", value);
        }
        if (stones == 0) return;
        start_.handicap = stones;
        if (free) {
            if (stones >= size.points()) return out_of_range("that many stones do not fit", value);
            start_.free_handicap = stones;
            return;
        }
        const auto points = fixed_handicap(size, stones);
        if (points.empty()) {
            return out_of_range("a board of " + to_string(size) + " has fixed places for " +
                                    (fixed_handicap_max(size) == 0
                                         ? std::string("none")
                                         : "2 to " + std::to_string(fixed_handicap_max(size))) +
                                    " (placement=free has no such limit)",
                                value);
        }
        for (const Point point : points) start_.setup.stones.push_back({Color::black, point});
        start_.setup.turn = Color::white;
    }

    Start start_;
    Faults faults_;
};

}  // namespace

std::span<const OptionInfo> Game::options() {
    static constexpr auto all = [] {
        std::array<OptionInfo, start_infos.size() + field_infos.size()> infos{};
        auto next = infos.begin();
        for (const OptionInfo& info : start_infos) *next++ = info;
        for (const FieldInfo& field : field_infos) {
            *next++ = {field.name, field.values, field.meaning};
        }
        return infos;
    }();
    return all;
}

std::span<const NotationInfo> Game::notations() { return notation_infos; }
std::span<const Format<Game>> Game::formats() { return format_table; }

Reading<Game> Game::create(const Options& options) { return StartReader().read(options); }

}  // namespace arbiter::go
