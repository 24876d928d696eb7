#include "core/go/formats/grid.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/excerpt.hpp"
#include "core/base/quick_json.hpp"
#include "core/base/text.hpp"
#include "core/go/board/regions.hpp"
#include "core/go/board/stones.hpp"
#include "core/go/formats/json_state.hpp"
#include "core/go/notations/move_text.hpp"

namespace arbiter::go {

namespace {

constexpr std::array<std::string_view, 6> grid_keys{
    "board_size",       "komi",      "current_player_to_move", "move_number",
    "previous_move_a1", "board_grid"};
/// What newer senders write beside or instead of these.
constexpr std::array<std::string_view, 11> all_keys{
    "board_size",       "komi",         "current_player_to_move",
    "move_number",      "board_grid",   "previous_move",
    "previous_move_a1", "move_history", "history",
    "ascii_board",      "scoring"};
constexpr std::int64_t move_number_max = 1'000'000;

/// Where suicide is allowed, the stones that were taken off leave a region that the other side
/// surrounds.
bool may_be_suicide(const Start& start, const Stones& stones, Point last) {
    if (start.rules.suicide != Suicide::allowed) return false;
    const auto empty = partition(stones.size(), [&](Point point) -> std::optional<bool> {
        if (stones.at(point)) return std::nullopt;
        return true;
    });
    const auto& region = empty.pieces[empty.piece_of.at(last)];
    bool surrounded = region.size() <= start.before.moves;
    for (const Point point : region) {
        for_each_neighbour(stones.size(), point, [&](Point next) {
            const auto color = stones.at(next);
            surrounded = surrounded && (!color || color == start.setup.turn);
        });
    }
    return surrounded;
}

/// Whether the last move is unknown, has left its stone, or was a suicide.
bool last_move_fits(const Start& start) {
    const auto last = start.before.last;
    if (!last) return true;
    const auto is_last = [&](const Stone& stone) { return stone.point == *last; };
    if (std::ranges::any_of(start.setup.stones, is_last)) return true;
    Stones stones(start.setup.size);
    for (const Stone stone : start.setup.stones) stones.put(stone);
    return may_be_suicide(start, stones, *last);
}

/// A game in which somebody is still to move has no limit of moves, or it is over.
void lift_limit(Start& start) {
    const auto limit = 2 * static_cast<std::uint32_t>(start.setup.size.points());
    if (start.rules.ending == Ending::two_passes_or_length && start.before.moves >= limit)
        start.rules.ending = Ending::two_passes;
}

/// A row of points, which a state consists of: [{"A19":"."},{"B19":"."}], all of them empty at first. Two
/// rows differ in their numbers alone, so the next one is written over the last.
class RowText {
public:
    RowText(Size size, JsonWriter::Style style)
        : size_(size), is_compact_(style == JsonWriter::Style::compact) {}

    /// The signs stay as they are.
    void turn_to(std::uint8_t row) {
        const std::string number = std::to_string(row + 1);
        if (number.size() != digits_) lay_out(number.size());
        char* const text = text_.data();
        for (const std::uint16_t sign : signs_) {
            const std::size_t last = sign - colon().size() - 1;
            text[last - (digits_ - 1)] = number.front();  // one digit or two
            text[last] = number.back();
        }
    }

    std::string_view text() const { return text_; }
    /// The name of a point in quotation marks.
    std::string_view name(std::uint8_t column) const {
        const std::size_t end = signs_[column] - colon().size();
        const std::size_t begin = text_.rfind('"', end - 1) + 1;
        return std::string_view(text_).substr(begin, end - begin);
    }
    /// Where the signs of the points stand.
    std::span<const std::uint16_t> signs() const { return signs_; }
    char* begin() { return text_.data(); }

private:
    std::string_view colon() const {
        return is_compact_ ? std::string_view("\":\"") : std::string_view("\": \"");
    }

    void lay_out(std::size_t digits) {
        digits_ = digits;
        signs_.clear();
        text_ = '[';
        const std::string begin = is_compact_ ? ",{\"" : ", {\"";
        const std::string end = std::string(digits, '0') + std::string(colon()) + ".\"}";
        for (int column = 0; column < size_.width; ++column) {
            text_.append(begin, column == 0 ? begin.find('{') : 0);
            text_ += column_name(column);
            text_ += end;
            signs_.push_back(static_cast<std::uint16_t>(text_.size() - 3));
        }
        text_ += ']';
    }

    Size size_;
    bool is_compact_;
    std::size_t digits_ = 0;
    std::string text_;
    std::vector<std::uint16_t> signs_;
};

/// Reads a state in which every member is as it should be, which is what programs send. Nothing
/// otherwise: the other reader tells what is wrong, and where.
class QuickGrid : StateDraft {
public:
    explicit QuickGrid(std::string_view text) : StateDraft("openspiel"), json_(text) {}

    std::optional<Reading<Game>> read(const Options& options) {
        json_.object([&](std::string_view key) { read_member(key); });
        if (!json_.finished() || seen_ != (1U << grid_keys.size()) - 1) return std::nullopt;
        take_options(options);
        lift_limit(start);
        if (!last_move_fits(start)) return std::nullopt;
        Reading<Game> game = finish([](std::size_t, Point) { return Place{}; });
        if (!game || !game.faults.empty()) return std::nullopt;
        return game;
    }

private:
    QuickJson json_;
    unsigned seen_ = 0;  // a bit for each of `grid_keys`

    void read_member(std::string_view key) {
        const auto place = std::ranges::find(grid_keys, key) - grid_keys.begin();
        const unsigned before = std::exchange(seen_, seen_ | 1U << place);
        if (seen_ == before) return json_.give_up();
        switch (place) {
            case 0: return read_size();
            case 1: return read_komi();
            case 2: return read_turn();
            case 3: return read_move_number();
            case 4: return read_previous_move();
            case 5: return read_grid();
            default: return json_.give_up();
        }
    }

    void read_size() {
        const std::int64_t size = json_.integer();
        if (size > Size::side_max) return json_.give_up();
        start.setup.size = {static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(size)};
    }

    void read_komi() {
        komi = std::visit([](auto number) { return half_points_of(static_cast<double>(number)); },
                          json_.number());
        if (!komi) json_.give_up();
    }

    void read_turn() {
        const auto color = color_of(json_.string());
        color ? void(start.setup.turn = *color) : json_.give_up();
    }

    static std::optional<Color> color_of(std::string_view letter) {
        if (letter.size() != 1 || (letter[0] != 'B' && letter[0] != 'W')) return std::nullopt;
        return letter[0] == 'B' ? Color::black : Color::white;
    }

    void read_move_number() {
        const std::int64_t number = json_.integer();
        if (number < 1 || number > move_number_max) return json_.give_up();
        start.before.moves = static_cast<std::uint32_t>(number - 1);
    }

    bool size_known() const { return (seen_ & 1) != 0; }

    void read_previous_move() {
        if (json_.take_null()) return;
        const auto move = read_move_text(json_.string(), start.setup.size);
        const bool on_board = move && (!move->point || contains(start.setup.size, *move->point));
        if (!on_board || !size_known()) return json_.give_up();
        start.before.last = move->point;
        if (!move->point) start.before.passes = 1;
    }

    void read_grid() {
        const Size size = start.setup.size;
        RowText row(size, JsonWriter::Style::compact);
        std::uint8_t number = size.height;
        auto& stones = start.setup.stones;
        stones.resize(static_cast<std::size_t>(size.points()));
        std::size_t count = 0;
        json_.array([&] {
            if (number == 0) return json_.give_up();
            row.turn_to(--number);
            if (!take_row(row, number, count)) read_row(row, number, count);
        });
        stones.resize(count);
        if (number != 0 || !size_known()) json_.give_up();
    }

    /// Takes a row as we write it. It does the same for every sign, because no processor foresees which
    /// one comes next; `count` goes up by its stones.
    bool take_row(const RowText& row, std::uint8_t number, std::size_t& count) {
        const std::string_view text = json_.ahead(row.text().size());
        if (text.size() != row.text().size()) return false;
        line_ = text;
        char* const line = line_.data();
        Stone* const stones = start.setup.stones.data();
        std::size_t end = count;
        unsigned unknown = 0;
        std::uint8_t column = 0;
        for (const std::uint16_t place : row.signs()) {
            const char sign = std::exchange(line[place], '.');
            const unsigned is_stone = (sign == 'B' ? 1U : 0U) | (sign == 'W' ? 1U : 0U);
            unknown |= is_stone ^ (sign == '.' ? 0U : 1U);
            stones[end] = {sign == 'B' ? Color::black : Color::white, {column++, number}};
            end += is_stone;
        }
        if (unknown != 0 || line_ != row.text()) return false;
        json_.skip(text.size());
        count = end;
        return true;
    }

    void read_row(const RowText& row, std::uint8_t number, std::size_t& count) {
        const std::uint8_t width = start.setup.size.width;
        std::uint8_t column = 0;
        json_.array([&] {
            if (column == width) return json_.give_up();
            json_.single([&](std::string_view key) {
                // A point that stands elsewhere or twice has another name than this one.
                if (key != row.name(column)) return json_.give_up();
                const std::string_view symbol = json_.string();
                if (symbol == ".") return;
                const auto color = color_of(symbol);
                if (!color) return json_.give_up();
                start.setup.stones[count++] = {*color, {column, number}};
            });
            ++column;
        });
        if (column != width) json_.give_up();
    }

    std::string line_;
};

class GridReader : JsonStateReader {
public:
    explicit GridReader(const Reading<Json>& document) : JsonStateReader(document, "openspiel") {}

    Reading<Game> read(const Options& options) {
        if (root.object(faults) == nullptr) return {std::nullopt, std::move(faults)};
        root.refuse_unknown(all_keys, Severity::warning, faults);
        const bool size_known = read_size();
        read_komi();
        read_turn("current_player_to_move");
        read_move_number();
        if (size_known) {
            read_previous_move();
            read_grid();
        }
        take_options(options);
        lift_limit(start);
        check_previous_move();
        const int side = start.setup.size.height;
        Reading<Game> game = finish([&, side](std::size_t stone, Point point) -> Place {
            JsonPointer place;
            place.descend("board_grid");
            place.descend(
                static_cast<std::size_t>(bottom_first_ ? point.row : side - 1 - point.row));
            place.descend(std::size_t{point.column});
            place.descend(stone_keys_[stone]);
            return place;
        });
        if (game.value) follow_history(game);
        return game;
    }

private:
    /// The moves that led here give the ko and the earlier positions back.
    void follow_history(Reading<Game>& game) const {
        const bool named_long = root.json().find("move_history") != nullptr;
        const std::string_view key = named_long ? "move_history" : "history";
        const Json* value = root.json().find(key);
        const auto* moves = value == nullptr ? nullptr : value->as<Json::Array>();
        if (moves == nullptr || moves->empty()) return;
        Start fresh;
        fresh.setup.size = game.value->size();
        fresh.rules = game.value->rules();
        Reading<Game> played =
            Game::from(std::move(fresh), [](std::size_t, Point) { return Place{}; });
        const bool fits = played.value && play_all(*played.value, *moves) &&
                          played.value->position().stones() == game.value->position().stones() &&
                          played.value->turn() == game.value->turn();
        if (fits) {
            game.value = std::move(played.value);
        } else {
            game.faults.warn("history_does_not_fit", "the history does not lead to this board",
                             root.at(key, *value).pointer());
        }
    }

    static bool play_all(Game& game, const Json::Array& moves) {
        return std::ranges::all_of(moves, [&](const Json& word) {
            const auto* text = word.as<std::string>();
            const auto move = text == nullptr ? std::nullopt : read_move_text(*text, game.size());
            if (!move) return false;
            const Color by = move->by.value_or(game.turn());
            const Event event = move->point ? Event(Play{by, *move->point}) : Event(Pass{by});
            return game.play(event).has_value();
        });
    }

    bool read_size() {
        const auto view = member("board_size");
        const auto size = view ? view->integer(faults) : std::nullopt;
        if (!size) return false;
        if (*size < 0 || *size > Size::side_max) {
            faults.add("bad_size", "a board is 0 to 52 lines wide", view->pointer());
            return false;
        }
        const auto side = static_cast<std::uint8_t>(*size);
        start.setup.size = {side, side};
        return true;
    }

    void read_komi() {
        const auto view = member("komi");
        if (!view) return;
        if (const auto* text = view->json().as<std::string>()) komi = half_points_named(*text);
        if (komi) {
            return faults.warn("number_in_quotes", "a number is written without quotation marks",
                               view->pointer());
        }
        const auto number = view->number(faults);
        if (!number) return;
        komi = half_points_of(*number);
        if (!komi) faults.add("bad_komi", "komi is a whole or half number", view->pointer());
    }

    void read_move_number() {
        const auto view = member("move_number");
        const auto number = view ? view->integer(faults) : std::nullopt;
        if (!number) return;
        if (*number < 1 || *number > move_number_max) {
            faults.add("counter_out_of_range", "the first move is number 1", view->pointer());
        } else {
            start.before.moves = static_cast<std::uint32_t>(*number - 1);
        }
    }

    void read_previous_move() {
        const Json* value = root.json().find(previous_move_key());
        if (value == nullptr || value->is_null()) return;
        const JsonView view = root.at(previous_move_key(), *value);
        const std::string* text = view.string(faults);
        if (text == nullptr || text->empty()) return;
        const auto move = read_move_text(*text, start.setup.size);
        if (!move) {
            faults.add("unreadable_move", in_quotes(*text) + " is not a move", view.pointer());
        } else if (!move->point) {
            start.before.passes = std::max<std::uint8_t>(start.before.passes, 1);
        } else if (!contains(start.setup.size, *move->point)) {
            faults.add("point_off_board", in_quotes(*text) + " is not on the board",
                       view.pointer());
        } else {
            start.before.last = *move->point;
        }
    }

    std::string_view previous_move_key() const {
        return root.json().find("previous_move") != nullptr ? "previous_move" : "previous_move_a1";
    }

    /// Without its stone the last move is forgotten, unless it was a suicide.
    void check_previous_move() {
        if (faults.fatal() || last_move_fits(start)) return;
        faults.warn("previous_move_without_stone",
                    "there is no stone on " + to_string(*start.before.last),
                    root.at(previous_move_key(), *root.json().find(previous_move_key())).pointer());
        start.before.last.reset();
    }

    void read_grid() {
        const auto view = member("board_grid");
        const Json::Array* rows = view ? view->array(faults) : nullptr;
        if (rows == nullptr) return;
        const std::size_t side = start.setup.size.height;
        if (rows->size() != side) {
            faults.add("wrong_length",
                       "there are " + std::to_string(rows->size()) + " rows and not " +
                           std::to_string(side),
                       view->pointer());
            return;
        }
        bottom_first_ = begins_at_the_bottom(*rows);
        for (std::size_t i = 0; i < side; ++i) {
            const auto row = static_cast<std::uint8_t>(bottom_first_ ? i : side - 1 - i);
            read_row(view->at(i, (*rows)[i]), row);
        }
    }

    static bool begins_at_the_bottom(const Json::Array& rows) {
        const auto* row = rows.empty() ? nullptr : rows[0].as<Json::Array>();
        const auto* cell = row == nullptr || row->empty() ? nullptr : (*row)[0].as<Json::Object>();
        if (cell == nullptr || cell->empty() || rows.size() == 1) return false;
        const auto point = point_named(cell->front().key);
        return point && point->row == 0;
    }

    void read_row(JsonView view, std::uint8_t row) {
        const Json::Array* cells = view.array(faults);
        if (cells == nullptr) return;
        if (cells->size() != start.setup.size.width) {
            faults.add("wrong_length",
                       "there are " + std::to_string(cells->size()) + " points and not " +
                           std::to_string(start.setup.size.width),
                       view.pointer());
            return;
        }
        for (std::size_t i = 0; i < cells->size(); ++i) {
            read_cell(view.at(i, (*cells)[i]), {static_cast<std::uint8_t>(i), row});
        }
    }

    void read_cell(JsonView view, Point point) {
        const Json::Object* cell = view.object(faults);
        if (cell == nullptr) return;
        if (cell->size() != 1) {
            faults.add("wrong_length", "each point is an object with one key", view.pointer());
            return;
        }
        const auto& [key, value] = cell->front();
        const JsonView content = view.at(key, value);
        if (point_named(key) != point) {
            faults.add("misplaced_point",
                       in_quotes(key) + " stands where " + to_string(point) + " belongs",
                       content.pointer());
        }
        const std::string* symbol = content.string(faults);
        if (symbol == nullptr || *symbol == "." || *symbol == "EMPTY") return;
        if (const auto color = color_of_letter(*symbol, content)) {
            start.setup.stones.push_back({*color, point});
            stone_keys_.push_back(key);
        } else {
            faults.add("unknown_stone", in_quotes(*symbol) + " is none of B, W and .",
                       content.pointer());
        }
    }

    bool bottom_first_ = false;
    std::vector<std::string_view> stone_keys_;  // as written
};

/// The last move: a point, "PASS", or null if it is unknown.
void write_previous_move(JsonWriter& out, const Game& game) {
    out.key("previous_move_a1");
    std::optional<Point> point = game.start().before.last;
    bool pass = !point && game.start().before.passes > 0;
    if (const auto last = game.last_move()) {
        const auto* play = std::get_if<Play>(&*last);
        pass = play == nullptr;
        if (play != nullptr) point = play->point;
    }
    if (pass) return out.value("PASS");
    point ? out.value(to_string(*point)) : out.null();
}

/// The writer is given whole rows.
void write_board(JsonWriter& out, const Position& position, JsonWriter::Style style) {
    constexpr std::array<char, 3> signs{'.', 'B', 'W'};  // of `Cell`
    const auto& board = position.board();
    RowText text(position.size(), style);
    out.key("board_grid");
    out.array([&] {
        for (std::uint8_t row = position.size().height; row-- > 0;) {
            text.turn_to(row);
            char* const line = text.begin();
            Spot spot = board.spot({0, row});
            for (const std::uint16_t place : text.signs()) {
                line[place] = signs[static_cast<std::size_t>(board.at(spot++))];
            }
            out.on_one_line([&] { out.raw(text.text()); });
        }
    });
}

}  // namespace

Likeness grid_likeness(const Glance& glance) { return likeness_of(glance, grid_keys); }

Reading<Game> read_grid(std::string_view text, const Options& options) {
    if (auto game = QuickGrid(text).read(options)) return std::move(*game);
    return read_json_state<GridReader>(text, options);
}

std::expected<std::string, Fault> write_grid(const Game& game, JsonWriter::Style style) {
    const Size size = game.size();
    if (!size.square()) {
        return std::unexpected(Fault{"cannot_express",
                                     "go-grid has square boards only, not " + to_string(size),
                                     {},
                                     Severity::error});
    }
    JsonWriter out(style, 160 + 12 * static_cast<std::size_t>(size.points()));
    out.object([&] {
        out.member("board_size", size.width);
        out.member("komi", game.rules().komi.points());
        out.member("current_player_to_move", state_letter(game.turn()));
        out.member("move_number", game.move_count() + 1);
        write_previous_move(out, game);
        write_board(out, game.position(), style);
    });
    return out.take();
}

}  // namespace arbiter::go
