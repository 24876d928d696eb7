#include "core/chess/formats/pgn_reader.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/excerpt.hpp"
#include "core/base/interruption.hpp"
#include "core/base/utf8.hpp"
#include "core/chess/dead.hpp"
#include "core/chess/formats/pgn_lexer.hpp"
#include "core/chess/formats/pgn_result.hpp"
#include "core/chess/formats/pgn_tags.hpp"
#include "core/chess/formats/pgn_text.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/san.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

namespace {

using enum Verdict::Kind;

/// The result that the laws give a position without legal moves.
std::optional<std::string_view> result_on_board(const Board& board) {
    if (has_legal_move(board)) return std::nullopt;
    return board.checkers().any() ? win_of(opponent(board.turn)) : "1/2-1/2";
}

std::string_view law_of(const Outcome& draw) {
    if (draw.reason == reasons::dead_position) return "FIDE 5.2.2";
    return draw.reason == reasons::fivefold_repetition ? "FIDE 9.6.1" : "FIDE 9.6.2";
}

/// Where a line stands.
struct Standing {
    Position position;
    bool in_doubt = false;  ///< the last word was none: the next one shows whether the line goes on
    bool lost = false;      ///< a fault has been passed: what follows cannot be judged
};

/// The main line or a variation, as far as it has been read.
struct Line {
    NodeId last;  ///< its last node; before the first, where it branches off
    Standing now;
    Standing before_last;
    TextPlace place{};  ///< where the variation begins
    std::vector<Annotation> before{};
    bool empty = true;
    bool numbered = false;  ///< a move number stands after the last move
};

/// Builds a document from its tokens as they arrive.
class Assembly {
public:
    /// Whether this token belongs to the game after the one in hand.
    bool ends_before(const PgnToken& token) const;
    void add(const PgnToken& token);
    /// Checks the size of the game while its next token is incomplete.
    void measure(const TextSpan& token);

    /// Whether there is a game in hand.
    bool begun() const { return stage_ != Stage::between_games; }

    /// The game in hand. The next token begins another.
    Reading<Document<Game>> take();
    /// The same at the end of the text.
    Reading<Document<Game>> take_last();

private:
    enum class Stage : std::uint8_t { between_games, tags, movetext };

    void build(const PgnToken& token);
    void follow(const PgnToken& token);
    void enter_movetext();
    void set_start();
    std::optional<Position> position_of(const std::string& fen);
    void conclude();
    void check_result(const Line& main_line);
    void add_ending(const Line& main_line);

    void add_tag(const PgnToken& token);
    void add_comment(const PgnToken& token);
    void add_kept_line(const PgnToken& token);
    void add_after_result(const PgnToken& token);
    void add_word(const PgnToken& written);
    void add_result(std::string_view result, const PgnToken& token);
    void add_move(const PgnToken& token);
    void add_refused(const PgnToken& token, const Rejection& rejection);
    Result<Move> read_move(const Position& position, const PgnToken& token);
    void add_null_move(const PgnToken& token);
    void add_text(const PgnToken& token, Verdict verdict);
    NodeId append(Line& line, Document<Game>::Node node);
    void follow_draws(NodeId id, const Position& next);
    void find_dead_position(const Line& main_line);
    void judge_after_draw();
    void add_annotation(const PgnToken& token);
    void add_kept_word(std::string_view word);
    void open_variation(const PgnToken& token);
    void close_variation(const PgnToken& token);
    std::vector<Annotation>& annotations_at_end(const Line& line) {
        return document_.node(line.last).annotations;
    }
    void append_comments(std::vector<Annotation>& comments, const Line& line);
    bool in_variation() const { return lines_.size() > 1; }

    void fail(std::string_view code, std::string_view sentence, const TextPlace& place);
    /// What is kept nevertheless: an error in the main line, a warning in a variation.
    void tell(std::string_view code, std::string_view sentence, const TextPlace& place);
    void error(std::string_view code, std::string_view sentence, const TextPlace& place) {
        faults_.add(code, in_this_game(sentence), place);
    }
    void warn(std::string_view code, std::string_view sentence, const TextPlace& place) {
        faults_.warn(code, in_this_game(sentence), place);
    }
    std::string in_this_game(std::string_view sentence) const;
    bool count_part(const TextPlace& place);

    std::uint64_t number_ = 1;

    Stage stage_ = Stage::between_games;
    bool complete_ = false;  // its result has been read; what stands beside it may follow
    bool failed_ = false;    // there will be no document
    bool has_event_ = false;
    bool told_of_uci_ = false;
    TextSpan begin_;  // its first token
    std::size_t depth_ = 0;
    std::size_t parts_ = 0;
    TextPlace fen_place_;
    std::string fen_text_;  // as written
    TextPlace last_place_;
    std::optional<std::string_view> result_;

    Tags tags_;
    std::vector<Annotation> remarks_;  // before the moves
    std::vector<Annotation> after_;    // below the result
    TextSpan after_begin_;             // the first of them
    Document<Game> document_{Game{}};
    Faults faults_;
    std::vector<Line> lines_;          // the main line and the variations that are open
    std::vector<Position> positions_;  // of the main line
    std::optional<Outcome> draw_;      // an automatic one, in the main line
    NodeId drawn_at_ = 0;
};

std::string Assembly::in_this_game(std::string_view sentence) const {
    return "game " + std::to_string(number_) + ": " + std::string(sentence);
}

void Assembly::fail(std::string_view code, std::string_view sentence, const TextPlace& place) {
    if (failed_) return;
    error(code, sentence, place);
    failed_ = true;
    lines_.clear();
    document_ = Document(Game{});
    if (stage_ == Stage::between_games) stage_ = Stage::movetext;
}

void Assembly::tell(std::string_view code, std::string_view sentence, const TextPlace& place) {
    in_variation() ? warn(code, sentence, place) : error(code, sentence, place);
}

bool Assembly::count_part(const TextPlace& place) {
    if (++parts_ <= PgnReader::move_count_max) return true;
    fail("too_many_moves", "too many moves, comments and variations", place);
    return false;
}

/// Neither a part of the moves nor of the tags.
bool is_beside(const PgnToken& token) {
    return token.kind == PgnToken::Kind::comment || token.kind == PgnToken::Kind::kept_line;
}

Annotation remark_of(const PgnToken& token) {
    if (token.kind == PgnToken::Kind::comment) return Comment{comment_text(token.text)};
    return Property{std::string(kept_line_name), {comment_text(token.text)}};
}

/// Tags after moves begin a game, and so does an Event tag that follows another after an empty line.
bool Assembly::ends_before(const PgnToken& token) const {
    if (complete_) {
        return !is_beside(token) || token.end - begin_.begin > PgnReader::game_size_max;
    }
    if (token.kind != PgnToken::Kind::tag) return false;
    if (stage_ == Stage::movetext) return true;
    return has_event_ && token.text.starts_with("[Event ") &&
           token.place.line >= last_place_.line + 2;
}

void Assembly::add(const PgnToken& token) {
    if (complete_) return add_after_result(token);
    measure(token);
    if (token.kind != PgnToken::Kind::tag && !is_beside(token)) enter_movetext();
    if (!failed_) build(token);
    follow(token);
}

void Assembly::measure(const TextSpan& token) {
    if (complete_) return;
    if (stage_ == Stage::between_games && remarks_.empty()) begin_ = token;
    if (token.end - begin_.begin <= PgnReader::game_size_max) return;
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    const std::string limit = std::to_string(PgnReader::game_size_max / mebibyte);
    fail("game_too_large", "larger than " + limit + " MiB", begin_.place);
}

/// Follows the structure of a game, whether or not it can be read.
void Assembly::follow(const PgnToken& token) {
    using enum PgnToken::Kind;
    last_place_ = token.place;
    switch (token.kind) {
        case tag:
            if (stage_ == Stage::between_games) stage_ = Stage::tags;
            has_event_ = has_event_ || token.text.starts_with("[Event ");
            break;
        case unterminated_comment: complete_ = true; break;
        case word: complete_ = depth_ == 0 && result_named(token.text); break;
        case variation_begin: ++depth_; break;
        case variation_end: depth_ -= depth_ > 0 ? 1 : 0; break;
        case comment:
        case kept_line:
        case number:
        case annotation:
        case stray: break;
    }
}

void Assembly::build(const PgnToken& token) {
    using enum PgnToken::Kind;
    switch (token.kind) {
        case tag: return add_tag(token);
        case comment: return add_comment(token);
        case kept_line: return add_kept_line(token);
        case unterminated_comment:
            error("unterminated_comment", "a comment has no closing brace", token.place);
            return add_comment(token);
        case number: lines_.back().numbered = true; return;
        case word: return add_word(token);
        case annotation: return add_annotation(token);
        case variation_begin: return open_variation(token);
        case variation_end: return close_variation(token);
        case stray:
            return warn("stray_character",
                        "nothing begins with \"" + std::string(token.text) + "\"", token.place);
    }
}

void Assembly::add_tag(const PgnToken& token) {
    auto tag = read_tag(token.text);
    if (!tag) {
        error("malformed_tag", "a tag is written [Name \"value\"]", token.place);
        return add_comment(token);
    }
    const std::string name = excerpt(tag->name);
    if (const std::string* known = find_tag(tags_, tag->name)) {
        warn("duplicate_tag", "the tag " + name + " is there twice", token.place);
        if (*known != tag->value) add_comment(token);
        return;
    }
    if (tags_.size() == PgnReader::tag_count_max) {
        const std::string limit = std::to_string(PgnReader::tag_count_max);
        return fail("too_many_tags", "more than " + limit + " tags", token.place);
    }
    if (tag->quotes == PgnTag::Quotes::missing) {
        warn("unquoted_tag", "the value of the tag " + name + " is not in quotation marks",
             token.place);
    } else if (tag->quotes == PgnTag::Quotes::bare_inside) {
        warn("unescaped_quote", "a quotation mark in the tag " + name + " lacks its \\",
             token.place);
    }
    if (tag->name == "FEN") {
        const std::size_t value = token.text.find('"') + 1;
        fen_place_ = {token.place.line, token.place.column + value};
        fen_text_ = token.text.substr(value);
    }
    tags_.emplace_back(std::move(tag->name), std::move(tag->value));
}

void Assembly::enter_movetext() {
    if (stage_ == Stage::movetext) return;
    stage_ = Stage::movetext;
    if (failed_) return;
    set_start();
    document_.tags() = std::move(tags_);
    document_.node(0).annotations = std::move(remarks_);
    const Position& position = document_.start().position();
    const Standing standing{.position = position, .lost = document_.verdict(0) != nullptr};
    lines_.push_back({.last = 0, .now = standing, .before_last = standing});
    positions_.assign(1, position);
    const auto& outcome = document_.start().outcome();
    if (outcome && !outcome->winner && has_legal_move(position.board())) draw_ = outcome;
}

void Assembly::set_start() {
    const std::string* fen = find_tag(tags_, "FEN");
    const std::string* setup = find_tag(tags_, "SetUp");
    const std::string* variant = find_tag(tags_, "Variant");
    const bool announced = setup != nullptr && *setup == "1";
    if (announced && fen == nullptr) {
        warn("missing_fen", "SetUp is 1, but there is no FEN", last_place_);
    }
    Start start;
    bool known = true;
    if (fen != nullptr) {
        if (!announced) {
            warn("missing_setup", "a FEN without SetUp \"1\"", {fen_place_.line, 1});
        }
        const auto position = position_of(*fen);
        known = position.has_value();
        if (known) start.position = *position;
    }
    const auto stated =
        variant != nullptr ? variant_named(*variant) : variant_of(start.position.board());
    if (!stated) error("unknown_variant", "no rules for " + excerpt(*variant), last_place_);
    start.variant = stated.value_or(Variant::standard);
    if (fen != nullptr || stated == Variant::chess960) document_ = Document(Game(start));
    if (!known || !stated) document_.set_verdict(0, {below_a_fault, {}});
}

/// The faults of a FEN stand at its own characters.
std::optional<Position> Assembly::position_of(const std::string& fen) {
    auto position = read_fen(fen, FenReading::tolerant);
    for (Fault fault : position.faults) {
        fault.sentence = in_this_game("FEN: " + fault.sentence);
        const auto* place = std::get_if<TextPlace>(&fault.place);
        const std::size_t offset = place == nullptr ? 0 : place->column - 1;
        // The value has one line and is UTF-8, whatever was written.
        fault.place = within(fen_place_, place_in(fen_text_, std::min(offset, fen_text_.size())));
        faults_.add(std::move(fault));
    }
    return position.value;
}

/// After a number it is about the move to come, as it is at the start of a variation.
void Assembly::add_comment(const PgnToken& token) {
    if (!count_part(token.place)) return;
    if (stage_ != Stage::movetext) {
        remarks_.emplace_back(Comment{comment_text(token.text)});
        return;
    }
    Line& line = lines_.back();
    if (line.numbered || (in_variation() && line.empty)) {
        line.before.emplace_back(Comment{comment_text(token.text), true});
    } else {
        annotations_at_end(line).emplace_back(Comment{comment_text(token.text), false});
    }
}

void Assembly::add_kept_line(const PgnToken& token) {
    if (!count_part(token.place)) return;
    auto& beside = stage_ == Stage::movetext ? annotations_at_end(lines_.back()) : remarks_;
    beside.push_back(remark_of(token));
}

/// On the line of the result it is about this game, and below it about the next one, if there is one.
void Assembly::add_after_result(const PgnToken& token) {
    if (!failed_ && after_.empty() && token.place.line == last_place_.line) {
        append_comments(lines_.back().before, lines_.back());
        annotations_at_end(lines_.back()).push_back(remark_of(token));
        return;
    }
    if (after_.empty()) after_begin_ = static_cast<const TextSpan&>(token);
    after_.push_back(remark_of(token));
}

void Assembly::add_word(const PgnToken& written) {
    if (const auto result = result_named(written.text)) return add_result(*result, written);
    PgnToken token = written;
    std::string converted;  // a word of another charset is judged as it will be written
    if (!is_utf8(token.text)) token.text = converted = word_text(token.text);
    if (is_clearly_a_move(token.text)) return add_move(token);
    if (is_null_move(token.text)) return add_null_move(token);
    if (nag_of(token.text)) return add_annotation(token);
    if (!is_surplus(token.text)) add_move(token);
}

void Assembly::add_result(std::string_view result, const PgnToken& token) {
    if (result != token.text) {
        warn("unusual_result",
             excerpt(word_text(token.text)) + " is read as " + std::string(result), token.place);
    }
    if (!in_variation()) {
        result_ = result;
        return;
    }
    warn("result_in_variation", "a result in a variation", token.place);
    if (!lines_.back().empty) add_kept_word(result);
}

void Assembly::add_kept_word(std::string_view word) {
    annotations_at_end(lines_.back())
        .emplace_back(Property{std::string(kept_word), {std::string(word)}});
}

NodeId Assembly::append(Line& line, Document<Game>::Node node) {
    node.annotations = std::move(line.before);
    line.before.clear();
    line.last = document_.add(line.last, std::move(node));
    if (line.empty && !in_variation()) document_.promote(line.last);
    line.before_last = line.now;
    line.empty = false;
    line.numbered = false;
    return line.last;
}

void Assembly::add_move(const PgnToken& token) {
    if (!count_part(token.place)) return;
    Line& line = lines_.back();
    if (line.now.lost) return add_text(token, {below_a_fault, {}});
    const auto move = read_move(line.now.position, token);
    if (!move) return add_refused(token, move.error());
    const NodeId id = append(line, {*move, {}});
    line.now = {line.now.position.after(*move)};
    if (!in_variation()) follow_draws(id, line.now.position);
}

/// The line may go on after a word that is not a move; a second one in a row ends it.
void Assembly::add_refused(const PgnToken& token, const Rejection& rejection) {
    Line& line = lines_.back();
    if (line.now.in_doubt) {
        add_text(token, {below_a_fault, {}});
        line.now.lost = true;
        return;
    }
    tell(rejection.code->name, excerpt(token.text) + ": " + sentence(rejection), token.place);
    const bool is_a_word = rejection.code->kind == RejectionKind::unreadable;
    add_text(token, {is_a_word ? unreadable : illegal, {}, rejection});
    line.now.in_doubt = is_a_word;
    line.now.lost = !is_a_word;
}

/// Some programs write PGN with the moves of UCI.
Result<Move> Assembly::read_move(const Position& position, const PgnToken& token) {
    const Board& board = position.board();
    auto move = read_san(board, token.text);
    const auto written = move ? std::nullopt : read_uci(token.text);
    if (!written) return move;
    const Move meant = interpret(board, *written);
    if (!is_legal(board, meant)) return std::unexpected(refusal(board, meant));
    if (!std::exchange(told_of_uci_, true)) {
        warn("uci_moves", "moves are written as in UCI, not in SAN", token.place);
    }
    return meant;
}

/// A word that cannot be played is kept as it is.
void Assembly::add_text(const PgnToken& token, Verdict verdict) {
    verdict.text = word_text(token.text);
    document_.set_verdict(append(lines_.back(), {}), std::move(verdict));
}

void Assembly::add_null_move(const PgnToken& token) {
    if (!count_part(token.place)) return;
    Line& line = lines_.back();
    if (line.now.lost) return add_text(token, {below_a_fault, {}});
    tell("null_move", "--: passing is not a move in chess", token.place);
    const NodeId id = append(line, {Edit{}, {}});
    document_.set_verdict(id, {illegal, std::string(token.text)});
    const Position& position = line.now.position;
    line.now.lost = position.in_check();
    if (!line.now.lost) line.now = {position.after_pass()};
    if (!in_variation()) positions_.assign(1, line.now.position);
}

/// Notices what would have ended the game: a fifth repetition takes sixteen half-moves at least.
void Assembly::follow_draws(NodeId id, const Position& next) {
    constexpr std::uint32_t fivefold_min = 16;
    if (draw_) return;
    const bool may_repeat = next.halfmove_clock() >= fivefold_min;
    draw_ = draw_without_progress(next, may_repeat ? 1 + occurrences_in(positions_, next) : 1);
    if (draw_) drawn_at_ = id;
    positions_.push_back(next);
}

/// A dead position stays dead, so that one look at the last position is enough for most games.
void Assembly::find_dead_position(const Line& main_line) {
    const auto is_over = [](const Board& board) { return has_legal_move(board) && is_dead(board); };
    const bool ends = !has_legal_move(main_line.now.position.board());
    const Standing& last = ends ? main_line.before_last : main_line.now;
    if (!is_over(last.position.board())) return;
    std::vector<std::pair<NodeId, Position>> line;
    Position position = document_.start().position();
    for (const NodeId id : document_.path(main_line.last)) {
        const auto& content = document_.node(id).content;
        if (const auto* event = std::get_if<Event>(&content)) {
            position = position.after(std::get<Move>(*event));
        } else if (std::holds_alternative<Edit>(content) && !position.in_check()) {
            position = position.after_pass();
        }
        line.emplace_back(id, position);
    }
    if (ends && !line.empty()) line.pop_back();
    // What follows another draw may be long, and changes nothing.
    while (draw_ && !line.empty() && line.back().first > drawn_at_) line.pop_back();
    for (; !line.empty() && is_over(line.back().second.board()); line.pop_back()) {
        draw_ = Outcome::draw(reasons::dead_position);
        drawn_at_ = line.back().first;
    }
}

/// What follows an automatic draw, in the main line and beside it.
void Assembly::judge_after_draw() {
    if (!draw_) return;
    const NodeId parent = document_.parent(drawn_at_);
    for (NodeId id = document_.next(drawn_at_); id != 0; id = document_.next(id)) {
        if (drawn_at_ != 0 && document_.parent(id) == parent) return;
        if (document_.verdict(id) == nullptr) document_.set_verdict(id, {after_the_end, {}});
    }
}

void Assembly::add_annotation(const PgnToken& token) {
    if (!count_part(token.place)) return;
    if (const auto nag = nag_of(token.text)) {
        annotations_at_end(lines_.back()).emplace_back(Glyph{*nag});
    } else {
        warn("unknown_annotation", "no annotation: " + excerpt(token.text), token.place);
        add_kept_word(token.text);
    }
}

void Assembly::open_variation(const PgnToken& token) {
    if (depth_ == PgnReader::variation_depth_max) {
        const std::string limit = std::to_string(PgnReader::variation_depth_max);
        return fail("variations_too_deep", "variations deeper than " + limit, token.place);
    }
    if (!count_part(token.place)) return;
    const Line& line = lines_.back();
    if (line.empty) {
        tell("variation_without_move", "a variation before any move", token.place);
    }
    const NodeId branch = line.empty ? line.last : document_.parent(line.last);
    lines_.push_back({.last = branch,
                      .now = line.before_last,
                      .before_last = line.before_last,
                      .place = token.place});
}

void Assembly::close_variation(const PgnToken& token) {
    if (!in_variation()) {
        return warn("variation_not_open", "a variation ends that has not begun", token.place);
    }
    Line line = std::move(lines_.back());
    lines_.pop_back();
    lines_.back().numbered = false;
    if (line.empty) warn("empty_variation", "a variation without moves", line.place);
    append_comments(line.before, line.empty ? lines_.back() : line);
}

/// Those that were meant for a move which never came.
void Assembly::append_comments(std::vector<Annotation>& comments, const Line& line) {
    for (Annotation& comment : comments) {
        std::get<Comment>(comment).before = false;
        annotations_at_end(line).push_back(std::move(comment));
    }
    comments.clear();
}

/// Checks that need the whole game.
void Assembly::conclude() {
    enter_movetext();
    if (failed_) return;
    if (in_variation()) {
        error("unterminated_variation", "a variation has no closing parenthesis",
              lines_.back().place);
    }
    while (in_variation()) close_variation({});
    Line& main_line = lines_.front();
    if (main_line.empty && document_.first_child(0) != 0) {
        return fail("no_main_line", "variations, and no move that they replace", last_place_);
    }
    append_comments(main_line.before, main_line);
    if (document_.verdict(0) == nullptr) find_dead_position(main_line);
    judge_after_draw();
    check_result(main_line);
    if (!main_line.now.lost) add_ending(main_line);
}

void Assembly::check_result(const Line& main_line) {
    const std::string* tag = find_tag(document_.tags(), "Result");
    const auto stated = result_named(tag != nullptr ? *tag : "");
    if (!result_ && !faults_.fatal()) {
        warn("missing_result", "there is no result after the moves", last_place_);
    } else if (result_ && tag != nullptr && stated != result_) {
        warn("result_disagrees",
             "the result is " + std::string(*result_) + ", its tag says " + excerpt(*tag),
             last_place_);
    }
    document_.result = result_.value_or(stated.value_or("*"));
    if (main_line.now.lost) return;
    const bool drawn = draw_ && drawn_at_ == main_line.last;
    const auto on_board = drawn ? std::optional<std::string_view>("1/2-1/2")
                                : result_on_board(main_line.now.position.board());
    if (on_board && *on_board != document_.result) {
        const std::string law = drawn ? " (" + std::string(law_of(*draw_)) + ")" : "";
        warn("result_contradicts_board",
             "the result is " + document_.result + ", the board says " + std::string(*on_board) +
                 law,
             last_place_);
    }
    if (draw_ && !drawn) {
        warn("moves_after_the_end",
             "moves follow after a draw by the laws of today (" + std::string(law_of(*draw_)) +
                 "): " + sentence(*draw_),
             last_place_);
    }
}

/// The event that the result stands for, unless the board has decided.
void Assembly::add_ending(const Line& main_line) {
    const Board& board = main_line.now.position.board();
    if (!has_legal_move(board)) return;
    const std::string* termination = find_tag(document_.tags(), "Termination");
    const auto stated = stated_outcome(document_.result,
                                       termination == nullptr ? std::string_view() : *termination);
    const bool drawn = draw_ && drawn_at_ == main_line.last;
    if (!stated || (drawn && !stated->winner)) return;
    auto ending = ending_on(board, *stated);
    if (!ending) ending = ending_of(document_.game(main_line.last), *stated);
    const NodeId id = document_.add(main_line.last, *ending);
    if (draw_) document_.set_verdict(id, {after_the_end, {}});
}

Reading<Document<Game>> Assembly::take() {
    conclude();
    Reading<Document<Game>> reading{std::nullopt, std::move(faults_)};
    if (!failed_) reading.value = std::move(document_);
    Assembly next;
    next.number_ = number_ + 1;
    next.remarks_ = std::move(after_);
    next.begin_ = after_begin_;
    *this = std::move(next);
    return reading;
}

Reading<Document<Game>> Assembly::take_last() {
    if (!failed_ && !after_.empty()) {
        append_comments(lines_.back().before, lines_.back());
        std::ranges::move(after_, std::back_inserter(annotations_at_end(lines_.back())));
    }
    after_.clear();
    return take();
}

}  // namespace

struct PgnReader::State {
    PgnLexer lexer{game_size_max};
    Assembly assembly;
    std::optional<Reading<Document<Game>>> ready;

    /// Reads until a game is ready or the text is used up.
    void run() {
        while (!ready && !Interruption::is_due()) {
            const auto token = lexer.next();
            if (!token) return pause();
            if (assembly.ends_before(*token)) ready = assembly.take();
            assembly.add(*token);
        }
    }

    void pause() {
        assembly.measure(lexer.incomplete());
        if (lexer.finished() && assembly.begun()) ready = assembly.take_last();
    }
};

PgnReader::PgnReader() : state_(std::make_unique<State>()) {}
PgnReader::~PgnReader() = default;

void PgnReader::feed(std::string_view piece) {
    state_->lexer.feed(piece);
    state_->run();
}

void PgnReader::finish() {
    state_->lexer.finish();
    state_->run();
}

std::optional<Reading<Document<Game>>> PgnReader::next() {
    auto game = std::move(state_->ready);
    state_->ready.reset();
    if (game) state_->run();
    return game;
}

}  // namespace arbiter::chess
