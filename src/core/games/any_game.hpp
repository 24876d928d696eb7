/// Any game behind one interface: what servers, commands and pages work with. Moves, states and
/// positions are text here; a call costs one virtual call.
///
/// ```cpp
/// #include "core/games/any_game.hpp"
///
/// AnyGame game = *AnyGame::create("chess");
/// assert(game.play("e4") && game.play(R"({"from": "e7", "to": "e5"})"));
/// assert(game.legal().size() == 29);
/// if (const auto checked = game.check("O-O"); !checked) {
///     assert(sentence(checked.error()) ==
///            "castling kingside needs an empty path: f1, g1 are occupied");
/// }
/// assert(AnyGame::read(*game.write("pgn"))->event_count() == 2);
/// ```
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/game.hpp"
#include "core/contract/perft_table.hpp"

namespace arbiter {

/// A game by name, in text. See above.
class AnyGame {
public:
    /// A new game: `create("chess", {{"variant", "chess960"}})`.
    static Reading<AnyGame> create(std::string_view game, const Options& options = {});

    /// Reads a text in the named format, or in the one it looks like.
    struct Source {
        std::string_view game;    ///< empty: any
        std::string_view format;  ///< empty: detect
        Options options;
        bool strict = false;  ///< warnings are errors
    };
    static Reading<AnyGame> read(std::string_view text, const Source& source);
    static Reading<AnyGame> read(std::string_view text) { return read(text, Source{}); }

    AnyGame(const AnyGame& other);
    AnyGame(AnyGame&&) noexcept;
    AnyGame& operator=(const AnyGame& other);
    AnyGame& operator=(AnyGame&&) noexcept;
    ~AnyGame();

    const Traits& traits() const;
    std::string_view name() const { return traits().name; }
    std::string_view title() const { return traits().title; }

    Color turn() const;
    Awaits awaits() const;
    const std::optional<Outcome>& outcome() const;
    std::size_t event_count() const;
    std::uint64_t hash() const;
    bool operator==(const AnyGame& other) const;

    /// How the game writes the moves and places of its answers: as the format does that it was read
    /// from, otherwise in its first notation.
    const NotationInfo& notation() const { return *notation_; }
    /// From now on in this one, whatever the moves are written in; the fault is `unknown_notation`.
    std::expected<void, Fault> set_notation(std::string_view notation);
    /// One of the game's by name; `notation()` for an empty name.
    std::expected<const NotationInfo*, Fault> notation_named(std::string_view name) const;
    /// The one that goes with a format: its first one if there is no such format.
    const NotationInfo& notation_with(std::string_view format) const;
    /// The one in which a move is answered: what was set, otherwise that of the move itself, and if
    /// its looks do not show any that of the format, or `notation()` without one.
    const NotationInfo& notation_for(std::string_view move, std::string_view format = {}) const;

    /// The legal moves.
    std::vector<std::string> legal() const;
    /// In a notation by name, or `notation()` if that is empty; the fault is `unknown_notation`.
    std::expected<std::vector<std::string>, Fault> legal(std::string_view notation) const;
    /// What this side can do now beside moving.
    std::vector<Action> actions(Color by) const;
    /// The moves of a text that holds several, with blanks or commas between them: "e4 e5"; the
    /// text itself if it is one move, or none.
    std::vector<std::string_view> moves_in(std::string_view text,
                                           std::optional<Color> by = {}) const;
    /// The dry run: what the move, or several, would do, or why one is refused, in
    /// the notation of `notation_for`.
    Result<Effects> check(std::string_view text, std::optional<Color> by = {}) const;
    /// Plays all moves of the text, or none.
    Result<Effects> play(std::string_view text, std::optional<Color> by = {});
    bool undo();
    /// Takes events back until no more than `count` are left: much faster than one after another.
    void rewind(std::size_t count);

    /// What a text means at this point, legal or not.
    struct Meaning {
        Author author;
        std::string event;  ///< in the notation of the record
    };
    Result<Meaning> understand(std::string_view move, std::optional<Color> by = {}) const;

    /// The moves that prose names, legal or not: "Bishop to a4, not Bxc6".
    std::vector<Mention> mentions(std::string_view prose) const;

    /// The event with these dice, as `play` takes it: "roll 31". Only where chance is awaited.
    std::string chance_event(std::span<const std::uint8_t> rolled) const;
    /// The only event there is, in the notation of the record, where nobody has anything to decide.
    std::optional<std::string> forced() const;

    /// The outcome that both sides are asked to agree on; nothing where they are not.
    std::optional<Provisional> provisional() const;

    /// A legal move and what it implies, as the notation writes them: "B1w", "A1c". Empty if the
    /// move is refused.
    std::vector<std::string> events_of(std::string_view move, std::optional<Color> by,
                                       const NotationInfo& notation) const;

    /// What was answered about a move, in another notation.
    Rejection spelled(Rejection rejection, const NotationInfo& notation) const;
    Effects spelled(Effects effects, const NotationInfo& notation) const;

    /// The events so far.
    std::vector<std::string> history() const;
    /// In a notation by name, as with `legal`.
    std::expected<std::vector<std::string>, Fault> history(std::string_view notation) const;

    /// Names that accompany the game, as PGN has them: `set_tag("White", "Ada")`.
    void set_tag(std::string_view name, std::string_view value);
    const Tags& tags() const;

    /// One of the questions of the game, answered as JSON: `ask("liberties", "D4")`, in the notation
    /// of `notation_for`. The fault is `unknown_question` or says what is wrong with the argument.
    std::expected<std::string, Fault> ask(std::string_view question,
                                          std::string_view argument = {}) const;

    /// `format` must be one of the game's; the fault is `unknown_format` or `cannot_express`.
    std::expected<std::string, Fault> write(std::string_view format) const;
    /// What a player must know and the formats for agents leave out, in lines.
    std::string beside_state() const;
    /// The moves that a diagram can number; `first` is after `last` if there are none, or if no diagrams
    /// of this game have numbers.
    MoveRange numbered_moves() const;
    std::string svg(const RenderOptions& options = {}) const;
    std::string text(const RenderOptions& options = {}) const;
    /// A game in which the past does not matter takes counts from the table and keeps others there.
    std::vector<PerftRow> perft(int depth, PerftTable* table = nullptr) const;

    /// The game itself if it is of this type, otherwise null: for players that search.
    template <class G>
    const G* as() const {
        return static_cast<const G*>(held(G::traits));
    }

    struct Model;
    /// `format` is what it was read from; empty: a new game.
    AnyGame(std::unique_ptr<Model> model, std::string_view format);

private:
    friend class AnyDocument;
    Result<Effects> play_all(std::span<const std::string_view> moves, std::optional<Color> by);
    static Reading<AnyGame> read_tolerantly(std::string_view text, const Source& source);
    const void* held(const Traits& traits) const;
    Details spelled(Details details, const NotationInfo& notation) const;

    std::unique_ptr<Model> model_;
    const NotationInfo* notation_;  // never null
    bool is_set_ = false;           // by `set_notation`
};

/// What there is to know about a game without having one.
struct GameInfo : Traits {
    std::span<const OptionInfo> options;
    std::span<const NotationInfo> notations;
    std::vector<FormatInfo> formats;
    std::span<const RejectionCode* const> rejections;
    std::vector<QuestionInfo> questions;  ///< the game's own, then those that every game answers
};

/// Every game, in the order of the alphabet.
std::vector<GameInfo> games();

/// Null if there is no such game.
const Traits* traits_named(std::string_view game);

/// The format a text looks like most, with its game; among the formats of one game if that is named.
/// With a format, the game that has it: of several, as all have the record, the one whose format the
/// text looks like most.
struct Detected {
    std::string_view game;
    std::string_view format;  ///< `address_format` for an address
};
std::optional<Detected> detect(std::string_view text, std::string_view game = {},
                               std::string_view format = {});
/// What to say of a text that `detect` finds nothing in.
Fault unrecognised(std::string_view text, std::string_view game = {});

/// Whether a text in that format may hold any number of games. `game` may be empty.
bool holds_many(std::string_view game, std::string_view format);

/// Reads the main lines of one text with any number of games, piece by piece. A format that holds a
/// single game gives that one at the end.
std::unique_ptr<Stream<AnyGame>> open_stream(const AnyGame::Source& source);

}  // namespace arbiter
