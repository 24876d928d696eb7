/// The contract of a game. Whoever has read one game's folder finds the same names in the others:
/// a `Position` is the compact value that the rules and search programs work on; a `Game` is its
/// start plus its events, and everything else is derived from those.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/game.hpp"
/// #include "core/go/game.hpp"
///
/// const auto number_of_moves = []<Game G>(const G& game) { return game.legal().size(); };
/// assert(number_of_moves(*chess::Game::create({})) == 20);
/// assert(number_of_moves(*go::Game::create({{"size", "9"}})) == 82);  // 81 points, and a pass
/// ```
#pragma once

#include <concepts>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fault.hpp"
#include "core/base/json.hpp"
#include "core/contract/annotation.hpp"
#include "core/contract/color.hpp"
#include "core/contract/effect.hpp"
#include "core/contract/likeness.hpp"
#include "core/contract/mention.hpp"
#include "core/contract/outcome.hpp"
#include "core/contract/rejection.hpp"
#include "core/contract/tags.hpp"
#include "core/contract/traits.hpp"

namespace arbiter {

/// Settings for a new game or for reading one: `variant=chess960`, `komi=7.5`.
struct Option {
    std::string name;
    std::string value;
};
using Options = std::vector<Option>;

/// What a setting means, for help texts.
struct OptionInfo {
    std::string_view name;
    std::string_view values;
    std::string_view meaning;
};

/// A text form of moves: "san", "uci".
struct NotationInfo {
    std::string_view name;
    std::string_view example;
    std::string_view meaning;
    bool is_json = false;  ///< every event in it is a JSON document
};

/// Something that only this game can tell, asked by name and answered in JSON: "liberties".
struct QuestionInfo {
    std::string_view name;
    std::string_view argument;  ///< what to ask it about; empty if nothing
    std::string_view meaning;
};

enum class Extent : std::uint8_t {
    position,  ///< one moment of a game
    game,      ///< from the start to now
};

/// What a format holds of a document beside the events of its main line.
enum class Keeps : std::uint8_t {
    nothing,
    line,  ///< the comments of the main line, and what cannot be played in it
    tree,  ///< everything
};

/// A text form of a position or a whole game.
struct FormatInfo {
    std::string_view name;
    std::string_view meaning;
    Extent extent;
    std::string_view cannot_carry;  ///< what is lost when a game is written in it; empty if nothing
    /// Of the moves that are made in such a state; empty: the game's first.
    std::string_view notation{};
    Keeps keeps = Keeps::nothing;
};

/// Reads many games or documents from one text that arrives piece by piece. Memory is bounded by one
/// of them.
template <class G>
class Stream {
public:
    virtual ~Stream() = default;
    virtual void feed(std::string_view piece) = 0;
    virtual void finish() = 0;
    /// The next one that is complete, readable or not; nothing if more text is needed. A document
    /// may stand beside errors: it holds what could be kept.
    virtual std::optional<Reading<G>> next() = 0;
};

template <class G>
class Document;

template <class G>
struct Format {
    FormatInfo info;
    /// How much a text looks like this format. A guess: `read` has the last word.
    Likeness (*likeness)(const Glance& glance);
    Reading<G> (*read)(std::string_view text, const Options& options);
    /// The fault is `cannot_express`.
    std::expected<std::string, Fault> (*write)(const G& game);
    /// For formats of documents, any number of them in one text; otherwise null.
    std::unique_ptr<Stream<Document<G>>> (*stream)(const Options& options) = nullptr;
    /// For formats that keep more than the main line; otherwise null.
    std::expected<std::string, Fault> (*write_document)(const Document<G>& document) = nullptr;
};

/// What a board in text is made of: a UTF-8 terminal shows pieces and lines, a plain one letters.
enum class TextStyle : std::uint8_t { ascii, unicode };

/// From one move to another, both included and counted from 1.
struct MoveRange {
    std::uint32_t first = 1;
    std::uint32_t last = 1;
};

/// Settings of a drawing. A game ignores what does not concern it.
struct RenderOptions {
    Color bottom = Color::white;  ///< whose side is at the bottom
    std::string_view theme = "light";
    bool coordinates = true;
    int size = 400;  ///< width of the picture in pixels; height, if a board is higher than wide
    TextStyle text_style = TextStyle::unicode;
    /// What else to show: Go knows "ownership" and "liberties", backgammon "index".
    std::string_view overlay{};
    std::string_view preview{};  ///< a move that is tried out on the board
    /// A diagram with these moves as numbers, as in Go's books.
    std::optional<MoveRange> numbered{};
    /// Marks, labels and arrows to draw over the board.
    std::span<const Remark> remarks{};
};

/// One row of a perft: a move as text and the number of leaves below it.
struct PerftRow {
    std::string move;
    std::uint64_t leaves;
};

/// Who brings an event about.
enum class Author : std::uint8_t {
    player,
    chance,   ///< dice
    arbiter,  ///< a fallen flag, a result from outside the board
};

/// What a game waits for.
enum class Awaits : std::uint8_t {
    move,       ///< of the side whose turn it is, or its answer to an offer
    chance,     ///< a roll; the side whose turn it is may be allowed to double first
    agreement,  ///< of both sides, on what is dead
    nothing,    ///< it is over
};

/// What every game must offer; tests/contract checks that it also behaves.
template <class G>
concept Game =
    std::copyable<G> && std::equality_comparable<typename G::Event> &&
    requires(G game, const G& view, const typename G::Event& event, std::string_view text,
             std::optional<Color> by, const Options& options, const RenderOptions& drawing,
             const Json& json, JsonWriter& out, std::span<const std::uint8_t> rolled,
             const Effects& effects, const typename G::Edit& edit, const Annotation& annotation,
             std::span<const Remark> remarks) {
        // What it is.
        { G::traits } -> std::same_as<const Traits&>;
        { G::options() } -> std::same_as<std::span<const OptionInfo>>;
        { G::notations() } -> std::same_as<std::span<const NotationInfo>>;
        { G::formats() } -> std::same_as<std::span<const Format<G>>>;
        { G::rejections() } -> std::same_as<std::span<const RejectionCode* const>>;
        { G::questions() } -> std::same_as<std::span<const QuestionInfo>>;
        { G::create(options) } -> std::same_as<Reading<G>>;

        // Where it stands.
        { view.turn() } -> std::same_as<Color>;
        { view.awaits() } -> std::same_as<Awaits>;
        { view.outcome() } -> std::same_as<const std::optional<Outcome>&>;
        { view.events() } -> std::same_as<std::span<const typename G::Event>>;
        { view.hash() } -> std::same_as<std::uint64_t>;
        { view.recomputed_hash() } -> std::same_as<std::uint64_t>;
        { view == view } -> std::same_as<bool>;

        // What can happen next. `legal` lists the moves, not resignations and offers.
        { view.legal() } -> std::same_as<std::vector<typename G::Event>>;
        { view.check(event) } -> std::same_as<Result<Effects>>;
        { game.play(event) } -> std::same_as<Result<Effects>>;
        { game.undo() } -> std::same_as<bool>;
        { game.rewind(std::size_t{}) } -> std::same_as<void>;
        { view.actions(Color::white) } -> std::same_as<std::vector<Action>>;
        { view.chance_event(rolled) } -> std::same_as<std::string>;
        { view.provisional() } -> std::same_as<std::optional<Provisional>>;
        { view.forced() } -> std::same_as<std::optional<typename G::Event>>;
        { view.beside_state() } -> std::same_as<std::string>;
        { game.tags } -> std::same_as<Tags&>;
        { G::author(event) } -> std::same_as<Author>;

        // Text. Reading takes every notation; a colour says who is speaking.
        { view.read_event(text, by) } -> std::same_as<Result<typename G::Event>>;
        { view.write_event(event, text) } -> std::same_as<std::string>;
        { view.history(text) } -> std::same_as<std::vector<std::string>>;
        // The moves that prose names, in notations or in words, in their order.
        { view.mentions(text) } -> std::same_as<std::vector<Mention>>;

        // The notation in which a move is written, by its looks; empty if they do not show it.
        { G::notation_of(text) } -> std::same_as<std::string_view>;
        // A word of an effect or a rejection, by its key, in a notation; nothing if it is the same
        // in all of them.
        { view.spelled(text, text, text) } -> std::same_as<std::optional<std::string>>;

        // What an event brings about beside itself, in a notation that has words for it: captures.
        { view.implied(effects, text) } -> std::same_as<std::vector<std::string>>;

        // A question, its argument, and the notation of places and moves in the answer; the fault is
        // `unknown_question` or says what is wrong with the argument.
        { view.ask(text, text, text) } -> std::same_as<std::expected<std::string, Fault>>;

        // Documents. A change of the position that is not a move begins another game; so
        // does an event that the rules refuse and files mean all the same. Nothing if it
        // leads nowhere.
        { view.edited(edit) } -> std::same_as<std::optional<G>>;
        { view.as_played(event) } -> std::same_as<std::optional<G>>;
        // What an annotation says, and how the game's files write it.
        { view.remarks(annotation) } -> std::same_as<std::vector<Remark>>;
        { view.annotations(remarks) } -> std::same_as<std::vector<Annotation>>;

        // The record: the start of the game, under its key `setup`.
        { view.write_start(out) } -> std::same_as<void>;
        { G::read_start(JsonView(json)) } -> std::same_as<Reading<G>>;

        // Pictures and counts.
        { view.svg(drawing) } -> std::same_as<std::string>;
        { view.text(drawing) } -> std::same_as<std::string>;
        { view.perft(1) } -> std::same_as<std::vector<PerftRow>>;
    };

/// A move that an effect or a rejection quotes, in another notation; nothing if it is not a whole
/// move here.
template <Game G>
std::optional<std::string> spelled_move(const G& game, std::string_view move,
                                        std::string_view notation) {
    const auto event = game.read_event(move, std::nullopt);
    if (!event) return std::nullopt;
    return game.write_event(*event, notation);
}

}  // namespace arbiter
