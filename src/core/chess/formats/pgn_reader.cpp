#include "core/chess/formats/pgn_reader.hpp"

#include <algorithm>
#include <iterator>

#include "core/base/excerpt.hpp"
#include "core/chess/formats/pgn_lexer.hpp"
#include "core/chess/formats/pgn_tags.hpp"
#include "core/chess/formats/pgn_text.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/san.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

namespace {

/// The result that the laws give a position without legal moves.
std::optional<std::string_view> result_on_board(const Board& board) {
    if (has_legal_move(board)) return std::nullopt;
    return board.checkers().any() ? win_of(opponent(board.turn)) : "1/2-1/2";
}

/// The main line or a variation, as far as it has been read.
struct Line {
    std::vector<PgnMove>* moves;  ///< null inside a variation that is not kept
    Board now;
    Board before_last_move;
    TextPlace place;  ///< where the variation begins
    std::vector<std::string> comments_before;
    bool numbered = false;  ///< a move number stands after the last move
    bool cut = false;       ///< nothing more of it is kept: a null move has been passed
};

/// Builds a game from its tokens as they arrive.
class Assembly {
public:
    /// Whether this token belongs to the game after the one in hand.
    bool ends_before(const PgnToken& token) const;
    void add(const PgnToken& token);
    /// Checks the size of the game while its next token is incomplete.
    void measure(const TextSpan& token);

    /// Whether there is a game in hand, and whether it has ended.
    bool begun() const { return stage_ != Stage::between_games; }
    bool complete() const { return complete_; }

    /// The game in hand. The next token begins another.
    Reading<PgnGame> take();

private:
    enum class Stage : std::uint8_t { between_games, tags, movetext };

    void build(const PgnToken& token);
    void follow(const PgnToken& token);
    void enter_movetext();
    void set_start();
    void conclude();

    void add_tag(const PgnToken& token);
    void add_comment(const PgnToken& token);
    void add_word(const PgnToken& token);
    void add_result(std::string_view result, const TextPlace& place);
    void add_move(const PgnToken& token);
    Result<Move> move_of_engine(const Board& board, const WrittenMove& written,
                                const TextPlace& place);
    void add_null_move(const PgnToken& token);
    void add_annotation(const PgnToken& token);
    void open_variation(const PgnToken& token);
    void close_variation(const PgnToken& token);
    std::vector<std::string>& comments_at_end(const Line& line);

    void fail(std::string_view code, std::string_view sentence, const TextPlace& place);
    void warn(std::string_view code, std::string_view sentence, const TextPlace& place);
    std::string in_this_game(std::string_view sentence) const;
    bool count_part(const TextPlace& place);

    std::uint64_t number_ = 1;

    Stage stage_ = Stage::between_games;
    bool complete_ = false;
    bool failed_ = false;  // the rest of the game is skipped
    bool has_event_ = false;
    bool told_of_uci_ = false;
    TextSpan begin_;  // its first token
    std::size_t depth_ = 0;
    std::size_t parts_ = 0;
    TextPlace fen_place_;
    TextPlace last_place_;
    std::optional<std::string_view> result_;

    PgnGame game_;
    Faults faults_;
    std::vector<Line> lines_;  // the main line and the variations that are open
};

std::string Assembly::in_this_game(std::string_view sentence) const {
    return "game " + std::to_string(number_) + ": " + std::string(sentence);
}

void Assembly::fail(std::string_view code, std::string_view sentence, const TextPlace& place) {
    if (failed_) return;
    faults_.add(code, in_this_game(sentence), place);
    failed_ = true;
    lines_.clear();
    game_ = {};
    if (stage_ == Stage::between_games) stage_ = Stage::movetext;
}

void Assembly::warn(std::string_view code, std::string_view sentence, const TextPlace& place) {
    faults_.warn(code, in_this_game(sentence), place);
}

bool Assembly::count_part(const TextPlace& place) {
    if (++parts_ <= PgnReader::move_count_max) return true;
    fail("too_many_moves", "too many moves, comments and variations", place);
    return false;
}

/// Tags after moves begin a game, and so does an Event tag that follows another after an empty line.
bool Assembly::ends_before(const PgnToken& token) const {
    if (token.kind != PgnToken::Kind::tag) return false;
    if (stage_ == Stage::movetext) return true;
    return has_event_ && token.text.starts_with("[Event ") &&
           token.place.line >= last_place_.line + 2;
}

void Assembly::add(const PgnToken& token) {
    using enum PgnToken::Kind;
    if (stage_ == Stage::between_games && token.kind == tag) {
        game_.comments.clear();  // comments before a game's tags are not about the game
        parts_ = 0;
    }
    measure(token);
    if (token.kind != tag && token.kind != comment) enter_movetext();
    if (!failed_) build(token);
    follow(token);
}

void Assembly::measure(const TextSpan& token) {
    if (stage_ == Stage::between_games && game_.comments.empty()) begin_ = token;
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
        case unterminated_comment:
            return fail("unterminated_comment", "a comment has no closing brace", token.place);
        case number: lines_.back().numbered = true; return;
        case word: return add_word(token);
        case annotation: return add_annotation(token);
        case variation_begin: return open_variation(token);
        case variation_end: return close_variation(token);
        case stray:
            return fail("stray_character",
                        "nothing begins with \"" + std::string(token.text) + "\"", token.place);
    }
}

void Assembly::add_tag(const PgnToken& token) {
    auto tag = read_tag(token.text);
    if (!tag) return fail("malformed_tag", "a tag is written [Name \"value\"]", token.place);
    const std::string name = excerpt(tag->name);
    if (find_tag(game_.tags, tag->name) != nullptr) {
        return warn("duplicate_tag", "the tag " + name + " is there twice", token.place);
    }
    if (game_.tags.size() == PgnReader::tag_count_max) {
        const std::string limit = std::to_string(PgnReader::tag_count_max);
        return fail("too_many_tags", "more than " + limit + " tags", token.place);
    }
    if (tag->has_bare_quote) {
        warn("unescaped_quote", "a quotation mark in the tag " + name + " lacks its \\",
             token.place);
    }
    if (tag->name == "FEN") fen_place_ = token.place;
    game_.tags.emplace_back(std::move(tag->name), std::move(tag->value));
}

void Assembly::enter_movetext() {
    if (stage_ == Stage::movetext) return;
    stage_ = Stage::movetext;
    if (!failed_) set_start();
    if (failed_) return;
    const Board& board = game_.start.position.board();
    lines_.push_back({&game_.moves, board, board, {}, {}});
}

void Assembly::set_start() {
    const std::string* fen = find_tag(game_.tags, "FEN");
    const std::string* setup = find_tag(game_.tags, "SetUp");
    const std::string* variant = find_tag(game_.tags, "Variant");
    const bool announced = setup != nullptr && *setup == "1";
    if (announced && fen == nullptr) {
        warn("missing_fen", "SetUp is 1, but there is no FEN", last_place_);
    }
    if (fen != nullptr) {
        if (!announced) warn("missing_setup", "a FEN without SetUp \"1\"", fen_place_);
        const auto position = read_fen(*fen);
        for (Fault fault : position.faults) {
            fault.sentence = in_this_game("FEN: " + fault.sentence);
            fault.place = fen_place_;
            faults_.add(std::move(fault));
        }
        failed_ = !position;
        if (failed_) return;
        game_.start.position = *position;
    }
    const auto stated =
        variant != nullptr ? variant_named(*variant) : variant_of(game_.start.position.board());
    if (!stated) return fail("unknown_variant", "no rules for " + excerpt(*variant), last_place_);
    game_.start.variant = *stated;
}

/// After a number it is about the move to come, as it is at the start of a variation.
void Assembly::add_comment(const PgnToken& token) {
    if (!count_part(token.place)) return;
    if (stage_ != Stage::movetext) {
        game_.comments.push_back(comment_text(token.text));
        return;
    }
    Line& line = lines_.back();
    if (line.cut) return;
    const bool variation_start = depth_ > 0 && line.moves->empty();
    auto& comments =
        line.numbered || variation_start ? line.comments_before : comments_at_end(line);
    comments.push_back(comment_text(token.text));
}

void Assembly::add_word(const PgnToken& token) {
    if (is_clearly_a_move(token.text)) return add_move(token);
    if (const auto result = result_named(token.text)) return add_result(*result, token.place);
    if (is_null_move(token.text)) return add_null_move(token);
    if (nag_of(token.text)) return add_annotation(token);
    if (!is_surplus(token.text)) add_move(token);
}

void Assembly::add_result(std::string_view result, const TextPlace& place) {
    if (depth_ > 0) return warn("result_in_variation", "a result in a variation", place);
    result_ = result;
}

void Assembly::add_move(const PgnToken& token) {
    Line& line = lines_.back();
    if (line.cut || !count_part(token.place)) return;
    auto move = read_san(line.now, token.text);
    if (const auto written = move ? std::nullopt : read_uci(token.text)) {
        move = move_of_engine(line.now, *written, token.place);
    }
    if (!move) {
        const std::string reason = excerpt(token.text) + ": " + sentence(move.error());
        return fail(move.error().code->name, reason, token.place);
    }
    line.moves->push_back({*move, {}, std::move(line.comments_before), {}, {}});
    line.comments_before.clear();
    line.numbered = false;
    line.before_last_move = line.now;
    line.now = line.now.after(*move);
}

/// Some programs write PGN with the moves of UCI.
Result<Move> Assembly::move_of_engine(const Board& board, const WrittenMove& written,
                                      const TextPlace& place) {
    const Move move = interpret(board, written);
    if (!is_legal(board, move)) return std::unexpected(refusal(board, move));
    if (!std::exchange(told_of_uci_, true)) {
        warn("uci_moves", "moves are written as in UCI, not in SAN", place);
    }
    return move;
}

void Assembly::add_null_move(const PgnToken& token) {
    constexpr std::string_view sentence = "--: passing is not a move in chess";
    if (depth_ == 0) return fail("null_move", sentence, token.place);
    if (!lines_.back().cut) warn("null_move", sentence, token.place);
    lines_.back().cut = true;
}

void Assembly::add_annotation(const PgnToken& token) {
    Line& line = lines_.back();
    if (line.cut) return;
    const auto nag = nag_of(token.text);
    if (!nag) {
        warn("unknown_annotation", "no annotation: " + excerpt(token.text), token.place);
    } else if (line.moves->empty()) {
        warn("annotation_without_move", "an annotation before any move", token.place);
    } else {
        line.moves->back().nags.push_back(*nag);
    }
}

void Assembly::open_variation(const PgnToken& token) {
    if (depth_ == PgnReader::variation_depth_max) {
        const std::string limit = std::to_string(PgnReader::variation_depth_max);
        return fail("variations_too_deep", "variations deeper than " + limit, token.place);
    }
    Line& line = lines_.back();
    if (line.cut) {
        lines_.push_back({.moves = nullptr, .place = token.place, .cut = true});
        return;
    }
    if (line.moves->empty()) {
        return fail("variation_without_move", "a variation before any move", token.place);
    }
    if (!count_part(token.place)) return;
    auto& variations = line.moves->back().variations;
    variations.emplace_back();
    const Board before = line.before_last_move;
    lines_.push_back({&variations.back(), before, before, token.place, {}});
}

void Assembly::close_variation(const PgnToken& token) {
    if (depth_ == 0) {
        return fail("variation_not_open", "a variation ends that has not begun", token.place);
    }
    Line line = std::move(lines_.back());
    lines_.pop_back();
    Line& parent = lines_.back();
    parent.numbered = false;
    if (line.moves == nullptr) return;
    if (!line.moves->empty()) {
        std::ranges::move(line.comments_before, std::back_inserter(comments_at_end(line)));
        return;
    }
    if (!line.cut) warn("empty_variation", "a variation without moves", line.place);
    parent.moves->back().variations.pop_back();
}

/// After the last move; a variation must have one.
std::vector<std::string>& Assembly::comments_at_end(const Line& line) {
    return line.moves->empty() ? game_.comments : line.moves->back().comments;
}

/// Checks that need the whole game.
void Assembly::conclude() {
    enter_movetext();
    if (depth_ > 0 && !failed_) {
        const TextPlace place = lines_.back().place;
        fail("unterminated_variation", "a variation has no closing parenthesis", place);
    }
    if (failed_) return;
    Line& main_line = lines_.front();
    std::ranges::move(main_line.comments_before, std::back_inserter(comments_at_end(main_line)));
    const std::string* tag = find_tag(game_.tags, "Result");
    const auto stated = result_named(tag != nullptr ? *tag : "");
    if (!result_) {
        warn("missing_result", "there is no result after the moves", last_place_);
    } else if (tag != nullptr && stated != result_) {
        warn("result_disagrees",
             "the result is " + std::string(*result_) + ", its tag says " + excerpt(*tag),
             last_place_);
    }
    game_.result = result_.value_or(stated.value_or("*"));
    const auto on_board = result_on_board(main_line.now);
    if (on_board && *on_board != game_.result) {
        warn("result_contradicts_board",
             "the result is " + game_.result + ", the board says " + std::string(*on_board),
             last_place_);
    }
}

Reading<PgnGame> Assembly::take() {
    conclude();
    Reading<PgnGame> reading{std::nullopt, std::move(faults_)};
    if (!failed_) reading.value = std::move(game_);
    const std::uint64_t next = number_ + 1;
    *this = {};
    number_ = next;
    return reading;
}

}  // namespace

struct PgnReader::State {
    PgnLexer lexer{game_size_max};
    Assembly assembly;
    std::optional<Reading<PgnGame>> ready;

    /// Reads until a game is ready or the text is used up.
    void run() {
        while (!ready) {
            const auto token = lexer.next();
            if (!token) return pause();
            if (assembly.ends_before(*token)) ready = assembly.take();
            assembly.add(*token);
            if (assembly.complete()) ready = assembly.take();
        }
    }

    void pause() {
        assembly.measure(lexer.incomplete());
        if (lexer.finished() && assembly.begun()) ready = assembly.take();
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

std::optional<Reading<PgnGame>> PgnReader::next() {
    auto game = std::move(state_->ready);
    state_->ready.reset();
    if (game) state_->run();
    return game;
}

}  // namespace arbiter::chess
