#include "core/backgammon/formats/mat.hpp"

#include <algorithm>

#include "core/backgammon/formats/mat_lines.hpp"
#include "core/backgammon/formats/mat_rules.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/backgammon/options.hpp"
#include "core/base/excerpt.hpp"
#include "core/base/utf8.hpp"

namespace arbiter::backgammon {

namespace {

using mat::Cell;
using mat::CellKind;

constexpr int match_length_max = 1000;
/// Right of this a line has no left cell.
constexpr std::size_t left_column_max = 20;

struct Header {
    Tags tags;
    Rules rules;
};

/// Reads one game after the other: a match, or each game of a session for money.
class MatReader {
public:
    MatReader(std::string_view text, const Options& options)
        : rest_(without_byte_order_mark(text)), options_(options) {
        if (text.size() > mat_size_max) {
            add("mat_too_large", "MAT of more than 16 MiB is not read", {});
        }
        Rules rules;
        read_rules(options, {}, rules, faults_);
    }

    /// Nothing at the end. After a fault that is fatal nothing more is read.
    std::optional<Reading<Game>> next() {
        while (!faults_.fatal() && ready_.empty() && take_line()) read_line();
        if (!ready_.empty()) return take_ready();
        if (std::exchange(over_, true)) return std::nullopt;
        if (!faults_.fatal() && !game_) {
            if (found_any_) return std::nullopt;
            part_ == Part::header
                ? add("missing_match_length", "no line says \"7 point match\"", place(0))
                : add("missing_names", "no game begins with the players' names", place(0));
        }
        finish_game();
        return take_ready();
    }

    /// Of the line where reading has stopped.
    TextPlace here() const { return place(0); }

private:
    enum class Part : std::uint8_t { header, heading, names, moves };

    // Lines ---------------------------------------------------------------------------------

    bool take_line() {
        if (rest_.empty()) return false;
        const auto end = rest_.find('\n');
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
        ++line_number_;
        return true;
    }

    TextPlace place(std::size_t offset) const {
        return {std::max<std::size_t>(line_number_, 1), offset + 1};
    }
    std::size_t indent() const { return line_.size() - mat::trimmed(line_).size(); }

    void add(std::string_view code, std::string sentence, Place where) {
        faults_.add(code, std::move(sentence), std::move(where));
    }

    void read_line() {
        if (mat::trimmed(line_).empty()) return;
        if (mat::is_comment(line_)) return read_comment();
        if (const auto length = mat::read_match_length(line_)) return begin_match(*length);
        if (part_ == Part::header) return;
        if (part_ == Part::names) return read_names();
        if (mat::is_game_heading(line_)) return begin_game();
        read_moves();
    }

    // The header ----------------------------------------------------------------------------

    /// What stands behind the moves belongs to the match that follows.
    void read_comment() {
        const auto tag = mat::read_tag(line_);
        if (!tag) return;
        Header& header = part_ == Part::moves ? next_header_ : header_;
        if (mat::read_rule(tag->name, tag->value, header.rules)) return;
        constexpr std::size_t tags_max = 256;
        const auto is_same = [&](const auto& known) { return known.first == tag->name; };
        if (header.tags.size() < tags_max && std::ranges::none_of(header.tags, is_same)) {
            header.tags.emplace_back(tag->name, excerpt(tag->value, tag->value.size()));
        }
    }

    void begin_match(int length) {
        if (length < 0 || length > match_length_max) {
            return add("bad_match_length",
                       "a match goes up to " + std::to_string(match_length_max) + " points",
                       place(0));
        }
        if (part_ == Part::moves) {
            finish_game();
            header_ = std::exchange(next_header_, {});
        }
        read_rules(options_, {}, header_.rules, faults_);
        header_.rules.match_length = length;
        part_ = Part::heading;
    }

    void begin_game() {
        part_ = Part::names;
        ++game_number_;
        if (!game_) return;
        if (game_->rules().money()) {
            return finish_game();
        }
        if (game_->outcome()) {
            faults_.warn("moves_after_the_end", "the match was over before this game", place(0));
        }
    }

    void read_names() {
        const auto names = mat::read_names(line_);
        if (!names) {
            return add("missing_names", "here the players' names and points are expected",
                       place(0));
        }
        part_ = Part::moves;
        middle_ = std::min(left_column_max, names->right_column / 2 + 3);
        score_ = names->score;
        if (!game_) return begin_with(*names);
        if (!game_ended() && !game_->outcome()) end_by_score();
        if (!game_->outcome() && game_->position().score() != score_) {
            const PerColor<int> score = game_->position().score();
            faults_.warn("score_disagrees",
                         "after the games before this one the score is " +
                             std::to_string(score.white) + " to " + std::to_string(score.black),
                         place(0));
        }
        ended_before_ = game_->ends().size();
    }

    /// A game without a result, as when a player leaves: the next score tells who won it.
    void end_by_score() {
        const PerColor<int> before = game_->position().score();
        const PerColor<int> won{.white = score_.white - before.white,
                                .black = score_.black - before.black};
        if ((won.white > 0) == (won.black > 0)) {
            return add("unfinished_game", "the game before this one has not ended", place(0));
        }
        faults_.warn("unfinished_game", "the game before this one ends as this score says",
                     place(0));
        const Color winner = won.white > 0 ? Color::white : Color::black;
        give_up(winner, won[winner], 0);
    }

    void begin_with(const mat::Names& names) {
        const Rules& rules = header_.rules;
        auto position = Position::from(mat::setup_of(rules, names.score), rules, place(0));
        faults_.merge(position.faults);
        if (faults_.fatal()) return;
        game_.emplace(Start{rules, *std::move(position.value)});
        const auto text = [](std::string_view name) { return excerpt(name, name.size()); };
        game_->tags = {{"White", text(names.white)}, {"Black", text(names.black)}};
        for (const auto& tag : header_.tags) {
            if (tag.first != "White" && tag.first != "Black") game_->tags.push_back(tag);
        }
        ended_before_ = 0;
    }

    // Moves ---------------------------------------------------------------------------------

    bool game_ended() const { return game_->ends().size() > ended_before_; }

    void read_moves() {
        const mat::MoveLine line = mat::read_move_line(line_);
        if (line.stray || !game_) {
            const std::size_t offset = line.stray.value_or(indent());
            return add("unexpected_text",
                       in_quotes(mat::trimmed(line_.substr(offset))) + " is not a move",
                       place(offset));
        }
        for (std::size_t i = 0; i < line.cells.size() && !faults_.fatal(); ++i) {
            const Cell& cell = line.cells[i];
            read_cell(cell, line.cells.size() == 1 ? owner_of_single(cell)
                            : i % 2 == 0           ? Color::white
                                                   : Color::black);
        }
    }

    /// Columns matter only where both sides could be meant.
    Color owner_of_single(const Cell& cell) const {
        const bool by_column = cell.kind == CellKind::wins ||
                               game_->position().stage() == Stage::opening_roll || is_shut_out();
        if (!by_column) return game_->position().turn();
        return cell.offset < middle_ ? Color::white : Color::black;
    }

    /// No roll would let the side to roll move.
    bool is_shut_out() const {
        const Position& position = game_->position();
        if (position.stage() != Stage::roll_or_double) return false;
        return std::ranges::all_of(all_dice(), [&](Dice dice) {
            return legal_turns(position.board(), position.turn(), Hand(dice)).front().turn.empty();
        });
    }

    /// A side that is shut out need not roll, but a game has a roll for each turn.
    void roll_for_shut_out(const Cell& cell) {
        const Color side = game_->position().turn();
        faults_.warn("roll_left_out",
                     std::string(arbiter::to_string(side)) +
                         " is shut out and did not roll; 6-6 stands for the roll",
                     place(cell.offset));
        constexpr Die six = *Die::showing(6);
        play(Roll{side, {six, six}}, cell);
        play(Move{side, {}}, cell);
    }

    void read_cell(const Cell& cell, Color by) {
        if (cell.kind == CellKind::wins) return read_result(cell, by);
        if (game_ended() || game_->outcome()) {
            return faults_.warn("moves_after_the_end", "the game was over before this",
                                place(cell.offset));
        }
        if (game_->events().size() >= mat_events_max) {
            return add("too_many_moves",
                       "more than " + std::to_string(mat_events_max) + " rolls, moves and doubles",
                       place(cell.offset));
        }
        const Position& position = game_->position();
        switch (cell.kind) {
            case CellKind::roll: return read_roll(cell, by);
            case CellKind::doubles: return read_double(cell, by);
            case CellKind::takes:
                // Files say that a side takes a beaver or a raccoon; it has no choice.
                if (position.stage() != Stage::response && was_redoubled()) return;
                return play(Take{by}, cell);
            case CellKind::drops: return play(Drop{by}, cell);
            case CellKind::wins:
            case CellKind::resigns: return;  // "wins" says how much it costs
        }
    }

    bool was_redoubled() const {
        if (game_->events().empty()) return false;
        const Event& last = game_->events().back();
        return std::holds_alternative<Beaver>(last) || std::holds_alternative<Raccoon>(last);
    }

    void play(const Event& event, std::size_t offset) {
        const auto effects = game_->play(event);
        if (!effects) refuse(effects.error(), offset);
    }
    void play(const Event& event, const Cell& cell) { play(event, cell.offset); }

    void refuse(const Rejection& rejection, std::size_t offset) {
        add(rejection.code->name,
            "game " + std::to_string(game_number_) + ": " + sentence(rejection), place(offset));
    }

    void read_roll(const Cell& cell, Color by) {
        const auto dice = read_dice(cell.word.substr(0, 2));
        const bool opening = game_->position().stage() == Stage::opening_roll;
        if (!dice || (opening && dice->is_double())) {
            return add("bad_dice",
                       dice ? "a game does not begin with a double" : "a die shows 1 to 6",
                       place(cell.offset));
        }
        if (opening) {
            const bool white = by == Color::white;
            play(
                OpeningRoll{white ? dice->high() : dice->low(), white ? dice->low() : dice->high()},
                cell);
        } else {
            if (by != game_->position().turn() && is_shut_out()) roll_for_shut_out(cell);
            play(Roll{by, *dice}, cell);
        }
        if (!faults_.fatal()) read_turn(cell, by);
    }

    /// After a roll without moves, or with "????", either none was possible, or the game stops here.
    void read_turn(const Cell& cell, Color by) {
        if (cell.text.find_first_not_of('?') == cell.text.npos) {
            static_cast<void>(game_->play(Move{by, {}}));
            return;
        }
        const Position& position = game_->position();
        const auto choice = backgammon::read_turn(position.board(), by, position.hand(), cell.text);
        const auto offset = static_cast<std::size_t>(cell.text.data() - line_.data());
        if (!choice) return refuse(choice.error(), offset);
        const auto effects = game_->play(Move{by, choice->turn});
        if (!effects) refuse(effects.error(), offset);
    }

    void read_double(const Cell& cell, Color by) {
        const Position& position = game_->position();
        if (position.stage() == Stage::response) return play(Beaver{by}, cell);
        if (position.beavered_by()) return play(Raccoon{by}, cell);
        play(Double{by}, cell);
    }

    // Results -------------------------------------------------------------------------------

    void read_result(const Cell& cell, Color winner) {
        const auto points = mat::number_in(cell.text);
        if (!points) {
            return add("unexpected_text", "how many points are won is missing", place(cell.offset));
        }
        if (!game_ended() && !game_->outcome()) return give_up(winner, *points, cell.offset);
        const auto end = game_->last_end();
        const bool agrees = end && end->winner == winner &&
                            (end->points == *points || end_match(winner, *points, end->points));
        if (agrees) return;
        faults_.warn("result_disagrees",
                     "on the board " +
                         std::string(arbiter::to_string(end ? end->winner : opponent(winner))) +
                         " wins " + std::to_string(end ? end->points : 0),
                     place(cell.offset));
    }

    /// Programs differ in how they count points that the match no longer needed.
    bool end_match(Color winner, int written, int won) const {
        const Rules& rules = game_->rules();
        return !rules.money() && score_[winner] + std::min(written, won) >= rules.match_length;
    }

    /// The loser has dropped or resigned, whichever costs this many points.
    void give_up(Color winner, int points, std::size_t offset) {
        const Position& position = game_->position();
        const Color loser = opponent(winner);
        const auto costs = [&](int cost) {
            return cost == points || end_match(winner, points, cost);
        };
        if (position.stage() == Stage::response && position.turn() == loser &&
            costs(position.cube().value)) {
            return play(Drop{loser}, offset);
        }
        Level lost = Level::backgammon;
        for (const Level level : {Level::gammon, Level::single}) {
            if (points_for(game_->rules(), position.cube(), level) >= points) lost = level;
        }
        if (const int cost = points_for(game_->rules(), position.cube(), lost); !costs(cost)) {
            faults_.warn("result_impossible",
                         std::to_string(points) + " points are not to be won with the cube at " +
                             std::to_string(position.cube().value) + "; " + std::to_string(cost) +
                             " are counted",
                         place(offset));
        }
        play(OfferResignation{loser, lost}, offset);
        if (!faults_.fatal()) play(AcceptResignation{winner}, offset);
    }

    // The games that are read ---------------------------------------------------------------

    void finish_game() {
        if (faults_.fatal()) game_.reset();
        if (!game_ && !faults_.fatal()) return;
        ready_.push_back({std::exchange(game_, std::nullopt), std::exchange(faults_, {})});
        if (ready_.back().faults.fatal()) rest_ = {};
        found_any_ = true;
    }

    std::optional<Reading<Game>> take_ready() {
        if (ready_.empty()) return std::nullopt;
        Reading<Game> first = std::move(ready_.front());
        ready_.erase(ready_.begin());
        return first;
    }

    std::string_view rest_;
    const Options& options_;
    std::string_view line_;
    std::size_t line_number_ = 0;
    Part part_ = Part::header;
    Header header_;
    Header next_header_;
    std::optional<Game> game_;
    PerColor<int> score_{};         // when this game began, as the file has it
    std::size_t ended_before_ = 0;  // games of the match, when this one began
    int game_number_ = 0;
    std::size_t middle_ = left_column_max;
    Faults faults_;
    std::vector<Reading<Game>> ready_;
    bool found_any_ = false;
    bool over_ = false;
};

/// Collects the text, since a match is as long as its file.
class MatStream final : public Stream<Game> {
public:
    explicit MatStream(const Options& options) : options_(options) {}

    void feed(std::string_view piece) override {
        if (text_.size() <= mat_size_max) text_ += piece;
    }
    void finish() override { reader_.emplace(text_, options_); }
    std::optional<Reading<Game>> next() override {
        return reader_ ? reader_->next() : std::nullopt;
    }

private:
    Options options_;
    std::string text_;
    std::optional<MatReader> reader_;
};

}  // namespace

bool looks_like_mat(std::string_view text) {
    text = without_byte_order_mark(text);
    constexpr int lines_max = 64;
    for (int i = 0; i < lines_max && !text.empty(); ++i) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (mat::read_match_length(line)) return true;
        if (!mat::is_comment(line) && !mat::trimmed(line).empty()) return false;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

bool resembles_mat(std::string_view text) {
    return text.contains(" point match") || text.contains("\n Game ") || text.starts_with(" Game ");
}

Reading<Game> read_mat(std::string_view text, const Options& options) {
    MatReader reader(text, options);
    Reading<Game> first = std::move(*reader.next());
    const TextPlace stopped = reader.here();
    if (first && reader.next()) {
        first.faults.warn("several_games", "only the first of several games or matches is read",
                          stopped);
    }
    return first;
}

std::unique_ptr<Stream<Document<Game>>> stream_mat(const Options& options) {
    return std::make_unique<LineStream<Game>>(std::make_unique<MatStream>(options));
}

}  // namespace arbiter::backgammon
