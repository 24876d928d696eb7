#include "core/backgammon/formats/mat_writer.hpp"

#include <algorithm>
#include <utility>

#include "core/backgammon/formats/mat_lines.hpp"
#include "core/backgammon/formats/mat_match.hpp"
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

std::string fit_for_line(std::string_view text) {
    return std::string(mat::trimmed(mat::kept_text(text)));
}

class MatWriter {
public:
    explicit MatWriter(const Document<Game>& document)
        : document_(document), game_(document.game()) {}

    std::string write() {
        write_header();
        begin_game(names_at(game_.start().position.score()));
        for (const NodeId id : document_.path(document_.last())) {
            write_node(id);
            keep_comments(id);
            if (!waits(id)) write_comments();
        }
        write_pending_roll();
        end_line();
        return std::move(text_);
    }

private:
    const Position& before() const { return game_.positions()[at_]; }
    const Position& after() const { return game_.positions()[at_ + 1]; }

    const Event* event(NodeId id) const { return std::get_if<Event>(&document_.node(id).content); }

    void write_node(NodeId id) {
        const Verdict* verdict = document_.verdict(id);
        if (const Event* present = event(id); present != nullptr) {
            if (at_ == game_.events().size()) return;
            present_ = id;
            std::visit([&](const auto& held) { write_event(held); }, *present);
            write_end(id);
            ++at_;
        } else if (verdict != nullptr && !verdict->text.empty()) {
            write_words(id, *verdict);
        }
    }

    // Comments ------------------------------------------------------------------------------

    void keep_comments(NodeId id) {
        for (const Annotation& annotation : document_.node(id).annotations) {
            for (const Remark& remark : game_.remarks(annotation)) {
                const auto* comment = std::get_if<Comment>(&remark);
                if (comment != nullptr) comments_.push_back(comment->text);
            }
        }
    }

    /// Whether its line is written with what follows: a roll with its move, a resignation with its
    /// answer.
    bool waits(NodeId id) const {
        const NodeId child = document_.first_child(id);
        const Event* next = child == 0 ? nullptr : event(child);
        return next != nullptr && (std::holds_alternative<Move>(*next) ||
                                   std::holds_alternative<AcceptResignation>(*next));
    }

    void write_comments() {
        if (comments_.empty()) return;
        write_pending_roll();
        end_line();
        for (const std::string& comment : comments_) {
            std::string_view rest = comment;
            for (bool more = true; more;) {
                const auto end = rest.find('\n');
                write_comment_line(rest.substr(0, end));
                more = end != rest.npos;
                rest.remove_prefix(more ? end + 1 : rest.size());
            }
        }
        comments_.clear();
    }

    /// What would be read as a tag is marked as a remark.
    void write_comment_line(std::string_view line) {
        std::string text = "; " + fit_for_line(line);
        if (mat::read_tag(text)) text.insert(2, "- ");
        text_.append(mat::trimmed(text)).append("\n");
    }

    // The header ----------------------------------------------------------------------------

    /// A name that would be read as another one has dots for colons.
    std::string name(Color color) const {
        const std::string_view key = color == Color::white ? "White" : "Black";
        const std::string* tag = find_tag(document_.tags(), key);
        if (tag == nullptr) return std::string(key);
        std::string found = fit_for_line(*tag);
        const std::string line = found + " : 0  x : 0";
        const auto again = mat::read_names(line);
        if (!again || again->white != found) std::ranges::replace(found, ':', '.');
        return found;
    }

    void write_tag(std::string_view name, std::string_view value) {
        text_.append("; [").append(name).append(" \"").append(value).append("\"]\n");
    }

    /// Tags that contradict the rules of the game are left out.
    void write_header() {
        const Rules& rules = game_.rules();
        for (const auto& [name, value] : document_.tags()) {
            const std::string fit = fit_for_line(name);
            Rules told = rules;
            mat::read_rule(fit, value, told);
            const bool readable = !fit.empty() && !fit.contains('"');
            if (!readable || fit == "White" || fit == "Black" || told != rules) continue;
            write_tag(fit, mat::kept_text(value));
        }
        for (const auto& [name, value] : mat::rule_tags(rules)) {
            if (!states(name)) write_tag(name, value);
        }
        if (!text_.empty()) text_ += '\n';
        keep_comments(0);
        write_comments();
        text_ += ' ' + std::to_string(rules.match_length) + " point match\n";
    }

    /// Whether a tag of the document says what this rule is.
    bool states(std::string_view rule) const {
        return std::ranges::any_of(document_.tags(), [&](const auto& tag) {
            Rules told = game_.rules();
            return mat::equal_but_for_case(tag.first, rule) &&
                   mat::read_rule(tag.first, tag.second, told) && told == game_.rules();
        });
    }

    // Games ---------------------------------------------------------------------------------

    /// A game of which nothing is written yet is not begun.
    void begin_next_game() {
        if (next_game_) begin_game(names_at(*next_game_));
    }

    struct NamesAndScore {
        std::string white;
        std::string black;
        PerColor<int> score;
    };
    NamesAndScore names_at(PerColor<int> score) const {
        return {name(Color::white), name(Color::black), score};
    }

    void begin_game(const NamesAndScore& names) {
        end_line();
        next_game_.reset();
        text_ += "\n Game " + std::to_string(game_number_++) + '\n';
        line_ = ' ' + names.white + " : " + std::to_string(names.score.white);
        pad(line_, name_width);
        line_ += ' ' + names.black + " : " + std::to_string(names.score.black);
        end_line();
        line_number_ = 1;
    }

    /// Of words that stood in a cell.
    std::optional<Color> column(NodeId id) const {
        for (const Annotation& annotation : document_.node(id).annotations) {
            const auto* property = std::get_if<Property>(&annotation);
            if (property == nullptr || property->name != mat::column_property) continue;
            return property->values == std::vector{std::string(mat::right_column)} ? Color::black
                                                                                   : Color::white;
        }
        return std::nullopt;
    }

    /// Whether these are the words of a result.
    bool is_result(NodeId id) const {
        const Verdict* verdict = document_.verdict(id);
        return verdict != nullptr && column(id) && kind_of(verdict->text) == mat::CellKind::wins;
    }
    /// Whether a drop is not written, but follows from the result: it stands after words that could not
    /// be played, or before a result that it does not give.
    bool follows_from_result() const {
        const NodeId next = document_.first_child(present_);
        return column(document_.parent(present_)) ||
               (next != 0 && is_result(next) &&
                document_.verdict(next)->kind == Verdict::Kind::illegal);
    }
    static mat::CellKind kind_of(std::string_view words) {
        const auto cells = mat::read_move_line(words).cells;
        return cells.empty() ? mat::CellKind::other : cells[0].kind;
    }

    /// A cell, or the names and the score that a game begins with.
    void write_words(NodeId id, const Verdict& verdict) {
        write_pending_roll();
        const auto names = column(id) ? std::nullopt : mat::read_names(verdict.text);
        if (names) {
            return begin_game({std::string(names->white), std::string(names->black), names->score});
        }
        const Color color = column(id).value_or(Color::white);
        const std::string words = fit_for_line(verdict.text);
        const mat::CellKind kind = kind_of(words);
        const bool in_last_game =
            verdict.kind == Verdict::Kind::after_the_end ||
            (kind == mat::CellKind::wins && verdict.kind == Verdict::Kind::illegal);
        const auto next = in_last_game ? std::exchange(next_game_, std::nullopt) : std::nullopt;
        begin_next_game();
        if (kind == mat::CellKind::wins || kind == mat::CellKind::other) end_line();
        kind == mat::CellKind::wins ? write_result(color, words) : write_cell(color, words);
        if (in_last_game) next_game_ = next;
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
    void write_event(const Raccoon& raccoon) {
        write_double(raccoon.by, 2 * before().cube().value);
    }
    /// Files say that a beaver is taken; not where other words stand there.
    void write_event(const Beaver& beaver) {
        write_double(beaver.by, after().cube().value);
        if (column(document_.first_child(present_)) != opponent(beaver.by)) {
            write_cell(opponent(beaver.by), " Takes");
        }
    }
    void write_event(const Take& take) { write_cell(take.by, " Takes"); }
    void write_event(const Drop& drop) {
        if (!follows_from_result()) write_cell(drop.by, " Drops");
    }
    void write_event(const AcceptResignation&) { write_pending_roll(); }
    void write_event(const OfferResignation&) {}
    void write_event(const DeclineResignation&) {}
    void write_event(const LoseOnTime&) {}
    void write_event(const Conclude&) {}

    void write_double(Color by, int value) {
        write_cell(by, " Doubles => " + std::to_string(value));
    }

    void write_end(NodeId id) {
        const auto ends = game_.ends();
        if (ended_ == ends.size() || ends[ended_].first != at_ + 1) return;
        const GameEnd& end = ends[ended_++].second;
        begin_next_game();
        const bool last = after().stage() == Stage::over;
        if (!last) next_game_ = after().score();
        if (told_otherwise(id)) return;
        // GNU Backgammon reads the result on a line of its own, but not after a drop on the left.
        const bool shares_line =
            std::holds_alternative<Drop>(game_.events()[at_]) && !follows_from_result();
        if (!shares_line) end_line();
        const bool ends_match = last && !game_.rules().money();
        write_result(end.winner,
                     "Wins " + points_text(end.points) + (ends_match ? " and the match" : ""));
    }

    /// Whether the file gives another result for a game that ends with this node.
    bool told_otherwise(NodeId id) const {
        const NodeId next = document_.first_child(id);
        if (next == 0 || !is_result(next)) return false;
        const bool is_needed =
            std::holds_alternative<AcceptResignation>(*event(id)) || follows_from_result();
        return !is_needed || document_.verdict(next)->kind == Verdict::Kind::illegal;
    }

    void write_result(Color winner, std::string_view text) {
        pad(line_, winner == Color::white ? number_width + 3 : number_width + 4 + cell_width);
        line_ += text;
        end_line();
    }

    const Document<Game>& document_;
    Game game_;  // its main line
    std::string text_;
    std::string line_;
    bool right_is_free_ = false;  // the line has its left cell and waits for the right one
    NodeId present_ = 0;
    std::size_t at_ = 0;
    std::size_t ended_ = 0;
    std::optional<PerColor<int>> next_game_;  // the score it begins with
    int game_number_ = 1;
    int line_number_ = 1;
    std::optional<Roll> rolled_;
    std::vector<std::string> comments_;  // to be written behind the line
};

bool has_automatic_double(const Game& game) {
    const auto is_automatic = [](const Position& position) {
        return position.stage() == Stage::opening_roll && position.cube().value > 1;
    };
    return std::ranges::any_of(game.positions(), is_automatic);
}

}  // namespace

std::expected<std::string, Fault> write_mat(const Document<Game>& document) {
    const Start& start = document.start().start();
    const Setup& setup = start.position.setup();
    const auto is_set_up = [&](NodeId id) {
        return std::holds_alternative<Edit>(document.node(id).content);
    };
    if (setup != mat::setup_of(start.rules, setup.score) ||
        std::ranges::any_of(document.path(document.last()), is_set_up)) {
        return std::unexpected(
            cannot_express("MAT has no match that begins in the middle of a game"));
    }
    if (has_automatic_double(document.game())) {
        return std::unexpected(cannot_express("MAT has no automatic doubles"));
    }
    return MatWriter(document).write();
}

}  // namespace arbiter::backgammon
