#include "core/backgammon/formats/mat_writer.hpp"

#include <algorithm>

#include "core/backgammon/formats/mat_rules.hpp"
#include "core/backgammon/notations/steps.hpp"

/// MAT as GNU Backgammon writes it:
///
///      7 point match
///
///      Game 1
///      White : 0                      Black : 0
///       1) 31: 8/5 6/5                 42: 8/4 6/4
///       2)  Doubles => 2                Drops
///           Wins 1 point
///
///      Game 2
///      White : 1                      Black : 0
///       1) 31: 8/5 6/5                  Doubles => 2
///       2)  Drops                       Wins 1 point
namespace arbiter::backgammon {

namespace {

constexpr std::size_t number_width = 3;
constexpr std::size_t cell_width = 27;
constexpr std::size_t name_width = 31;

void pad(std::string& text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
}

std::string points_text(int points) {
    return std::to_string(points) + (points == 1 ? " point" : " points");
}

/// One die after the other, the bar as 25 and off as 0.
std::string moves_text(Board board, Color color, const Turn& turn) {
    std::string text;
    for (const CheckerMove move : turn.moves()) {
        text += ' ' + std::to_string(move.from.index()) + '/' + std::to_string(move.to.index());
        if (board.move(color, move)) text += '*';
    }
    return text;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// What stands between the quotes of a tag, or before the colon of a score, on one line.
std::string on_one_line(std::string_view text, char forbidden, char instead) {
    std::string line(text);
    for (char& c : line) {
        if (is_control(c)) c = ' ';
        if (c == forbidden) c = instead;
    }
    const auto begin = line.find_first_not_of(' ');
    if (begin == line.npos) return {};
    return line.substr(begin, line.find_last_not_of(' ') + 1 - begin);
}

class Writer {
public:
    explicit Writer(const Game& game) : game_(game) {}

    std::string write() {
        write_header();
        begin_game(game_.start().position.score());
        for (at_ = 0; at_ < game_.events().size(); ++at_) {
            std::visit([&](const auto& event) { write_event(event); }, game_.events()[at_]);
            write_end();
        }
        write_pending_roll();
        end_line();
        return std::move(text_);
    }

private:
    const Position& before() const { return game_.positions()[at_]; }
    const Position& after() const { return game_.positions()[at_ + 1]; }

    std::string name(Color color) const {
        const std::string_view key = color == Color::white ? "White" : "Black";
        const auto tag = std::ranges::find(game_.tags, key, &Tags::value_type::first);
        std::string found;
        if (tag != game_.tags.end()) found = on_one_line(tag->second, ':', '.');
        return found.empty() ? std::string(key) : found;
    }

    void write_tag(std::string_view name, std::string_view value) {
        text_.append("; [").append(name).append(" \"").append(value).append("\"]\n");
    }

    /// Names of tags that could be taken for something else are left out.
    void write_header() {
        const auto is_part_of_name = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '_';
        };
        for (const auto& [name, value] : game_.tags) {
            Rules rules;
            const bool plain = !name.empty() && std::ranges::all_of(name, is_part_of_name);
            if (!plain || name == "White" || name == "Black") continue;
            if (mat::read_rule(name, value, rules)) continue;
            write_tag(name, on_one_line(value, '"', '\''));
        }
        for (const auto& [name, value] : mat::rule_tags(game_.rules())) write_tag(name, value);
        if (!text_.empty()) text_ += '\n';
        text_ += ' ' + std::to_string(game_.rules().match_length) + " point match\n";
    }

    /// A game of which nothing is written yet is not begun.
    void begin_next_game() {
        if (next_game_) begin_game(*next_game_);
        next_game_.reset();
    }

    void begin_game(PerColor<int> score) {
        text_ += "\n Game " + std::to_string(game_number_++) + '\n';
        line_ = ' ' + name(Color::white) + " : " + std::to_string(score.white);
        pad(line_, name_width);
        line_ += ' ' + name(Color::black) + " : " + std::to_string(score.black);
        end_line();
        line_number_ = 1;
    }

    void end_line() {
        if (line_.empty()) return;
        text_ += line_ + '\n';
        line_.clear();
        right_is_free_ = false;
    }

    void write_cell(Color color, const std::string& cell) {
        begin_next_game();
        if (color == Color::white || !right_is_free_) {
            end_line();
            std::string number = std::to_string(line_number_++);
            if (number.size() < number_width) number.insert(0, number_width - number.size(), ' ');
            line_ = number + ") ";
        }
        if (color == Color::white) {
            line_ += cell;
            right_is_free_ = true;
            return;
        }
        pad(line_, number_width + 2 + cell_width);
        line_ += ' ' + cell;
        end_line();
    }

    void write_pending_roll() {
        if (!rolled_) return;
        write_cell(rolled_->by, write_dice(rolled_->dice) + ':');
        rolled_.reset();
    }

    void write_event(const OpeningRoll& roll) {
        if (roll.white == roll.black) return;
        rolled_ = Roll{after().turn(), *after().dice()};
    }
    void write_event(const Roll& roll) { rolled_ = roll; }
    void write_event(const Move& move) {
        // A game that begins with dice on the table has no roll; MAT cannot begin like that.
        write_cell(move.by, write_dice(rolled_->dice) + ':' +
                                moves_text(before().board(), move.by, move.turn));
        rolled_.reset();
    }
    void write_event(const Double& offer) { write_double(offer.by, 2 * before().cube().value); }
    void write_event(const Beaver& beaver) {
        write_double(beaver.by, after().cube().value);
        write_cell(opponent(beaver.by), " Takes");
    }
    void write_event(const Raccoon& raccoon) {
        write_double(raccoon.by, after().cube().value);
        write_cell(opponent(raccoon.by), " Takes");
    }
    void write_event(const Take& take) { write_cell(take.by, " Takes"); }
    void write_event(const Drop& drop) { write_cell(drop.by, " Drops"); }
    void write_event(const AcceptResignation&) { write_pending_roll(); }
    void write_event(const OfferResignation&) {}
    void write_event(const DeclineResignation&) {}
    void write_event(const LoseOnTime&) {}
    void write_event(const Conclude&) {}

    void write_double(Color by, int value) {
        write_cell(by, " Doubles => " + std::to_string(value));
    }

    void write_end() {
        const auto ends = game_.ends();
        if (ended_ == ends.size() || ends[ended_].first != at_ + 1) return;
        const GameEnd& end = ends[ended_++].second;
        begin_next_game();
        // GNU Backgammon reads the result on a line of its own, but not after a drop on the left.
        const bool shares_line = std::holds_alternative<Drop>(game_.events()[at_]);
        if (!shares_line) end_line();
        if (end.winner == Color::white) {
            pad(line_, number_width + 3);
        } else {
            pad(line_, number_width + 4 + cell_width);
        }
        const bool last = after().stage() == Stage::over;
        line_ += "Wins " + points_text(end.points);
        if (last && !game_.rules().money()) line_ += " and the match";
        end_line();
        if (!last) next_game_ = after().score();
    }

    const Game& game_;
    std::string text_;
    std::string line_;
    bool right_is_free_ = false;  // the line has its left cell and waits for the right one
    std::size_t at_ = 0;
    std::size_t ended_ = 0;
    std::optional<PerColor<int>> next_game_;  // the score it begins with
    int game_number_ = 1;
    int line_number_ = 1;
    std::optional<Roll> rolled_;
};

bool has_automatic_double(const Game& game) {
    const auto is_automatic = [](const Position& position) {
        return position.stage() == Stage::opening_roll && position.cube().value > 1;
    };
    return std::ranges::any_of(game.positions(), is_automatic);
}

}  // namespace

std::expected<std::string, Fault> write_mat(const Game& game) {
    const Start& start = game.start();
    const Setup& setup = start.position.setup();
    if (setup != mat::setup_of(start.rules, setup.score)) {
        return std::unexpected(
            cannot_express("MAT has no match that begins in the middle of a game"));
    }
    if (has_automatic_double(game)) {
        return std::unexpected(cannot_express("MAT has no automatic doubles"));
    }
    return Writer(game).write();
}

}  // namespace arbiter::backgammon
