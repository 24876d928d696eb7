#include "core/backgammon/formats/mat.hpp"

#include <algorithm>
#include <array>

#include "core/backgammon/formats/mat_lines.hpp"
#include "core/backgammon/formats/mat_match.hpp"
#include "core/backgammon/formats/mat_rules.hpp"
#include "core/backgammon/formats/match_events.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/backgammon/options.hpp"
#include "core/base/excerpt.hpp"
#include "core/base/utf8.hpp"

namespace arbiter::backgammon {

namespace {

using enum Verdict::Kind;
using mat::add_line;
using mat::Cell;
using mat::CellKind;
using mat::kept_text;

/// Right of this a line has no left cell.
constexpr std::size_t left_column_max = 20;

struct Header {
    Tags tags;
    Rules rules;
    std::string comment;  // of several lines
};

/// Reads one match after the other, or each game of a session for money.
class MatReader final : public Stream<Document<Game>> {
public:
    explicit MatReader(Options options) : options_(std::move(options)) {
        Rules rules;
        read_rules(options_, {}, rules, faults_);
        if (faults_.fatal()) stop();
    }

    void feed(std::string_view piece) override {
        if (!over_) text_ += piece;
    }
    void finish() override { is_whole_ = true; }
    std::optional<Reading<Document<Game>>> next() override {
        while (ready_.empty() && !over_ && take_line()) read_line();
        if (ready_.empty() && is_whole_ && !std::exchange(over_, true)) end();
        if (ready_.empty()) return std::nullopt;
        auto first = std::move(ready_.front());
        ready_.erase(ready_.begin());
        return first;
    }

    /// Of the line where reading has stopped.
    TextPlace here() const { return place(0); }

private:
    enum class Part : std::uint8_t { header, heading, names, moves };

    // Lines ---------------------------------------------------------------------------------

    /// False if more text is needed, or at the end.
    bool take_line() {
        const auto end = text_.find('\n', begin_);
        const bool is_there = end != text_.npos || (is_whole_ && begin_ < text_.size());
        const std::size_t size = std::min(end, text_.size()) - begin_;
        if (size_ + size > mat_size_max) {
            fail("mat_too_large", "a match of more than 16 MiB is not read", {});
            return false;
        }
        if (!is_there) {
            text_.erase(0, begin_);
            begin_ = 0;
            return false;
        }
        line_ = std::string_view(text_).substr(begin_, size);
        if (line_number_ == 0) line_ = without_byte_order_mark(line_);
        begin_ = std::min(begin_ + size + 1, text_.size());
        size_ += size + 1;
        ++line_number_;
        return true;
    }

    TextPlace place(std::size_t offset) const {
        return {std::max<std::size_t>(line_number_, 1), offset + 1};
    }
    std::size_t indent() const { return line_.size() - mat::trimmed(line_).size(); }

    void error(std::string_view code, std::string sentence, Place where) {
        faults_.add(code, std::move(sentence), std::move(where));
    }
    void warn(std::string_view code, std::string sentence, Place where) {
        faults_.warn(code, std::move(sentence), std::move(where));
    }
    /// There is no document, and nothing more is read.
    void fail(std::string_view code, std::string sentence, Place where) {
        error(code, std::move(sentence), std::move(where));
        stop();
    }
    void stop() {
        match_.reset();
        ready_.push_back({std::nullopt, std::exchange(faults_, {})});
        over_ = true;
    }

    /// The names are names, whatever the players are called.
    std::optional<int> begun_match_length() const {
        const bool names = part_ == Part::names && mat::read_names(line_).has_value();
        return names ? std::nullopt : mat::read_match_length(line_);
    }

    void read_line() {
        if (mat::trimmed(line_).empty()) {
            after_empty_line_ = true;
        } else if (mat::is_comment(line_)) {
            read_comment();
        } else if (const auto length = begun_match_length()) {
            begin_match(*length);
        } else if (part_ == Part::header) {
            add_line(header_.comment, kept_text(mat::trimmed(line_)));
        } else {
            read_game_line();
        }
    }

    void read_game_line() {
        flush_comment();
        if (part_ == Part::names) return read_names();
        if (mat::is_game_heading(line_)) return begin_game();
        read_moves();
    }

    void end() {
        if (match_) return finish_match();
        if (found_any_) return;
        part_ == Part::header
            ? fail("missing_match_length", "no line says \"7 point match\"", place(0))
            : fail("missing_names", "no game begins with the players' names", place(0));
    }

    // The header and comments ---------------------------------------------------------------

    /// Tags behind the moves belong to the match that follows, and so do comments after an empty
    /// line, unless this match goes on.
    void read_comment() {
        Header& header = match_ ? next_header_ : header_;
        const auto tag = mat::read_tag(line_);
        if (!tag) {
            const std::string text = kept_text(mat::trimmed(mat::trimmed(line_).substr(1)));
            match_ && !after_empty_line_ ? match_->add_comment(text)
                                         : add_line(header.comment, text);
            return;
        }
        // The last tag that tells a rule counts.
        if (mat::read_rule(tag->name, tag->value, header.rules)) {
            std::erase_if(header.tags, [&](const auto& earlier) {
                return mat::equal_but_for_case(earlier.first, tag->name);
            });
        }
        constexpr std::size_t tags_max = 256;
        if (header.tags.size() < tags_max && find_tag(header.tags, tag->name) == nullptr) {
            header.tags.emplace_back(kept_text(tag->name), kept_text(tag->value));
        }
    }

    /// The match goes on: what was said belongs to it.
    void flush_comment() {
        after_empty_line_ = false;
        if (!match_ || next_header_.comment.empty()) return;
        match_->add_comment(std::exchange(next_header_.comment, {}));
    }

    void begin_match(int length) {
        if (match_) {
            Header following = std::exchange(next_header_, {});
            finish_match();
            header_ = std::move(following);
        }
        if (length < 0 || length > match_length_max) {
            return fail("bad_match_length",
                        "a match goes up to " + std::to_string(match_length_max) + " points",
                        place(0));
        }
        read_rules(options_, {}, header_.rules, faults_);
        header_.rules.match_length = length;
        part_ = Part::heading;
    }

    // Games ---------------------------------------------------------------------------------

    const Game& game() const { return match_->game(); }

    void begin_game() {
        part_ = Part::names;
        ++game_number_;
        if (!match_) return;
        if (game().rules().money()) return finish_match();
        told_of_end_ = game().outcome().has_value();
        if (told_of_end_) {
            warn("moves_after_the_end", "the match was over before this game", place(0));
        }
    }

    void read_names() {
        part_ = Part::moves;
        const auto names = mat::read_names(line_);
        if (!names) return go_on_without_names();
        middle_ = std::min(left_column_max, names->right_column / 2 + 3);
        match_ ? begin_game_of(*names) : begin_with(*names);
    }

    void begin_game_of(const mat::Names& names) {
        if (!match_->game_ended() && !game().outcome() && !end_by_score(names.score)) {
            error("unfinished_game", "the game before this one has not ended", place(0));
            return begin_again_with(names);
        }
        beyond_ = game().outcome().has_value();
        const bool told_otherwise = !beyond_ && game().position().score() != names.score;
        if (told_otherwise) tell_score();
        if (told_otherwise && lost_) return begin_again_with(names);
        if (told_otherwise || beyond_) {
            match_->add_words(
                {beyond_ ? after_the_end : illegal, kept_text(mat::write_names(names))});
        }
        score_ = names.score;
        lost_ = false;
        match_->begin_game();
    }

    /// The games so far do not lead to this one: it begins another document.
    void begin_again_with(const mat::Names& names) {
        finish_match();
        begin_with(names);
    }

    void tell_score() {
        const PerColor<int> score = game().position().score();
        warn("score_disagrees",
             "after the games before this one the score is " + std::to_string(score.white) +
                 " to " + std::to_string(score.black),
             place(0));
    }

    /// The players are those of the match.
    void go_on_without_names() {
        constexpr std::string_view sentence = "here the players' names and points are expected";
        if (!match_) return fail("missing_names", std::string(sentence), place(0));
        error("missing_names", std::string(sentence), place(0));
        const Tags tags = match_->tags();
        begin_game_of({.white = *find_tag(tags, "White"),
                       .black = *find_tag(tags, "Black"),
                       .score = game().position().score(),
                       .right_column = left_column_max});
        read_moves();
    }

    /// A game without a result, as when a player leaves: the next score tells who won it.
    bool end_by_score(PerColor<int> score) {
        const PerColor<int> before = game().position().score();
        const PerColor<int> won{.white = score.white - before.white,
                                .black = score.black - before.black};
        if ((won.white > 0) == (won.black > 0)) return false;
        warn("unfinished_game", "the game before this one ends as this score says", place(0));
        const Color winner = won.white > 0 ? Color::white : Color::black;
        give_up(winner, won[winner], 0);
        return true;
    }

    void begin_with(const mat::Names& names) {
        const Rules& rules = header_.rules;
        auto position = Position::from(mat::setup_of(rules, names.score), rules, place(0));
        faults_.merge(position.faults);
        if (!position) return stop();
        Tags tags{{"White", kept_text(names.white)}, {"Black", kept_text(names.black)}};
        for (const auto& [name, value] : header_.tags) {
            if (name != "White" && name != "Black") tags.emplace_back(name, value);
        }
        match_.emplace(Start{rules, *std::move(position.value)}, std::move(tags));
        if (!header_.comment.empty()) match_->add_comment(std::exchange(header_.comment, {}));
        score_ = names.score;
        lost_ = beyond_ = told_of_end_ = false;
    }

    // Moves ---------------------------------------------------------------------------------

    void read_moves() {
        const mat::MoveLine line = mat::read_move_line(line_);
        const bool words_alone =
            !line.numbered && line.cells.size() == 1 && line.cells[0].kind == CellKind::other;
        if (!match_) {
            if (!words_alone) return fail("unexpected_text", not_a_move(line_), place(indent()));
            return add_line(header_.comment, kept_text(mat::trimmed(line_)));
        }
        if (words_alone) {
            error("unexpected_text", not_a_move(line_), place(indent()));
            return match_->add_comment(kept_text(mat::trimmed(line_)));
        }
        const std::size_t before = match_->size();
        for (std::size_t i = 0; i < line.cells.size() && match_; ++i) {
            const bool first = i == 0 || match_->size() == before;
            read_cell(line.cells[i], owner_of(line.cells, i, first));
        }
    }

    /// Of two cells the first is White's. One that is alone, apart from a result, or comes after two
    /// others, or after one that said nothing, belongs to the side to move.
    Color owner_of(std::span<const Cell> cells, std::size_t i, bool first) const {
        const bool as_written = cells[i].kind == CellKind::wins || lost_ || is_over();
        const std::size_t partner = i == 0 ? 1 : 0;
        const bool paired = i < 2 && partner < cells.size() &&
                            cells[partner].kind != CellKind::wins && (i == 0 || !first);
        if (as_written ? cells.size() == 1 : !paired) return owner_of_single(cells[i]);
        return i % 2 == 0 ? Color::white : Color::black;
    }

    bool is_over() const { return match_->game_ended() || game().outcome(); }

    static std::string not_a_move(std::string_view text) {
        return in_quotes(mat::trimmed(text)) + " is not a move";
    }

    /// Columns matter only where both sides could be meant.
    Color owner_of_single(const Cell& cell) const {
        const bool by_column =
            cell.kind == CellKind::wins || lost_ || beyond_ || match_->game_ended() ||
            game().position().stage() == Stage::opening_roll || match_->is_shut_out();
        if (!by_column) return game().position().turn();
        return cell.offset < middle_ ? Color::white : Color::black;
    }

    void read_cell(const Cell& cell, Color by) {
        if (match_->size() > mat_events_max) {
            return fail("too_many_moves",
                        "more than " + std::to_string(mat_events_max) + " rolls, moves and doubles",
                        place(cell.offset));
        }
        if (cell.kind == CellKind::wins && !beyond_) return read_result(cell, by);
        if (is_over()) {
            if (!std::exchange(told_of_end_, true)) {
                warn("moves_after_the_end", "the game was over before this", place(cell.offset));
            }
            return add_cell({after_the_end, {}}, cell, by);
        }
        if (lost_) return add_cell({below_a_fault, {}}, cell, by);
        switch (cell.kind) {
            case CellKind::roll: return read_roll(cell, by);
            case CellKind::doubles: return play(doubled(game(), by), cell, by);
            case CellKind::takes:
                if (!was_beavered(game())) play(Take{by}, cell, by);
                return;
            case CellKind::drops: return play(Drop{by}, cell, by);
            case CellKind::other: return refuse(cell, by, "unexpected_text", not_a_move(cell.text));
            case CellKind::wins:
            case CellKind::resigns: return;  // "wins" says how much it costs
        }
    }

    void play(const Event& event, const Cell& cell, Color by) {
        const auto played = match_->play({&event, 1});
        if (!played) refuse(cell, by, played.error(), cell.offset);
    }

    void read_roll(const Cell& cell, Color by) {
        const char pips[] = {cell.word.front(), cell.word[cell.word.size() - 2]};
        const auto dice = read_dice({pips, std::size(pips)});
        const bool opening = game().position().stage() == Stage::opening_roll;
        if (!dice || (opening && dice->is_double())) {
            return refuse(cell, by, "bad_dice",
                          dice ? "a game does not begin with a double" : "a die shows 1 to 6");
        }
        if (!opening && by != game().position().turn() && match_->is_shut_out()) {
            roll_for_shut_out(cell);
        }
        const Event roll = rolled(game(), by, *dice);
        const auto allowed = game().check(roll);
        if (!allowed) return refuse(cell, by, allowed.error(), cell.offset);
        if (cell.text.find_first_not_of('?') == cell.text.npos) return leave_open(roll, by);
        const auto offset = static_cast<std::size_t>(cell.text.data() - line_.data());
        const bool is_words = cell.text.find_first_of("0123456789") == cell.text.npos;
        if (is_words && match_->play(std::array{roll, Event(Move{by, {}})})) return;  // "Dance"
        // Judged as it will be written: with blanks for carriage returns.
        const auto choice = read_turn(game().board(), by, Hand(*dice), kept_text(cell.text));
        if (!choice) return refuse(cell, by, choice.error(), offset);
        const auto played = match_->play(std::array{roll, Event(Move{by, choice->turn})});
        if (!played) refuse(cell, by, played.error(), offset);
    }

    /// After a roll without moves, or with "????", either none was possible, or the game stops here.
    void leave_open(const Event& roll, Color by) {
        static_cast<void>(match_->play({&roll, 1}));
        const Event none = Move{by, {}};
        static_cast<void>(match_->play({&none, 1}));
    }

    /// A side that is shut out need not roll, but a game has a roll for each turn.
    void roll_for_shut_out(const Cell& cell) {
        const Color side = game().position().turn();
        warn("roll_left_out",
             std::string(arbiter::to_string(side)) +
                 " is shut out and did not roll; 6-6 stands for the roll",
             place(cell.offset));
        constexpr Die six = *Die::showing(6);
        static_cast<void>(
            match_->play(std::array{Event(Roll{side, {six, six}}), Event(Move{side, {}})}));
    }

    // What cannot be played -----------------------------------------------------------------

    void add_cell(Verdict verdict, const Cell& cell, Color by) {
        const std::string_view last = cell.text.empty() ? cell.word : cell.text;
        const auto end = static_cast<std::size_t>(last.data() + last.size() - line_.data());
        verdict.text = kept_text(line_.substr(cell.offset, end - cell.offset));
        match_->add_cell(std::move(verdict), by);
    }

    void refuse(const Cell& cell, Color by, std::string_view code, std::string sentence) {
        error(code, std::move(sentence), place(cell.offset));
        add_cell({unreadable, {}}, cell, by);
        lost_ = true;
    }
    void refuse(const Cell& cell, Color by, const Rejection& rejection, std::size_t offset) {
        error(rejection.code->name,
              "game " + std::to_string(game_number_) + ": " + sentence(rejection), place(offset));
        add_cell({illegal, {}, rejection}, cell, by);
        lost_ = true;
    }

    // Results -------------------------------------------------------------------------------

    void read_result(const Cell& cell, Color winner) {
        const auto points = mat::number_in(cell.text);
        if (!points) {
            constexpr std::string_view missing = "how many points are won is missing";
            if (!match_->game_ended()) {
                return refuse(cell, winner, "unexpected_text", std::string(missing));
            }
            error("unexpected_text", std::string(missing), place(cell.offset));
            return add_cell({after_the_end, {}}, cell, winner);
        }
        if (!match_->game_ended()) {
            if (!give_up(winner, *points, cell.offset)) add_cell({illegal, {}}, cell, winner);
            return;
        }
        const auto end = game().last_end();
        if (end && end->winner == winner && end->points == *points) return;
        warn("result_disagrees",
             "on the board " +
                 std::string(arbiter::to_string(end ? end->winner : opponent(winner))) + " wins " +
                 std::to_string(end ? end->points : 0),
             place(cell.offset));
        add_cell({after_the_end, {}}, cell, winner);
    }

    /// The loser has dropped or resigned, whichever costs this many points. False if nothing does.
    bool give_up(Color winner, int points, std::size_t offset) {
        const auto [events, cost] = giving_up(game(), score_, winner, points);
        if (cost != points) {
            warn("result_impossible",
                 std::to_string(points) + " points are not to be won with the cube at " +
                     std::to_string(game().position().cube().value) + "; " + std::to_string(cost) +
                     " are counted",
                 place(offset));
        }
        static_cast<void>(match_->play(events));
        return cost == points;
    }

    // The documents that are read -----------------------------------------------------------

    void finish_match() {
        flush_comment();
        for (const auto& [name, value] : next_header_.tags) {
            if (find_tag(match_->tags(), name) != nullptr) continue;
            Rules told = game().rules();
            mat::read_rule(name, value, told);
            if (told == game().rules()) {
                match_->tags().emplace_back(name, value);
            } else {  // too late for a rule
                match_->add_comment("- [" + name + " \"" + value + "\"]");
            }
        }
        next_header_ = {};
        ready_.push_back({match_->take(), std::exchange(faults_, {})});
        match_.reset();
        found_any_ = true;
        size_ = 0;
    }

    Options options_;
    std::string text_;  // what is still to be read, from `begin_` on
    std::size_t begin_ = 0;
    bool is_whole_ = false;
    std::size_t size_ = 0;  // of what has been read of this document
    std::string_view line_;
    std::size_t line_number_ = 0;
    bool after_empty_line_ = false;
    Part part_ = Part::header;
    Header header_;
    Header next_header_;
    std::optional<mat::Match> match_;
    PerColor<int> score_{};  // when this game began, as the file has it
    bool lost_ = false;      // something in this game cannot be played
    bool beyond_ = false;    // the match was over before this game
    bool told_of_end_ = false;
    int game_number_ = 0;
    std::size_t middle_ = left_column_max;
    Faults faults_;
    std::vector<Reading<Document<Game>>> ready_;
    bool found_any_ = false;
    bool over_ = false;
};

}  // namespace

bool looks_like_mat(std::string_view text) {
    text = without_byte_order_mark(text);
    while (!text.empty()) {
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
    MatReader reader(options);
    reader.feed(text);
    reader.finish();
    Reading<Game> first = main_line(std::move(*reader.next()));
    const TextPlace stopped = reader.here();
    if (first && reader.next()) {
        first.faults.warn("several_games", "only the first of several games or matches is read",
                          stopped);
    }
    return first;
}

std::unique_ptr<Stream<Document<Game>>> stream_mat(const Options& options) {
    return std::make_unique<MatReader>(options);
}

}  // namespace arbiter::backgammon
