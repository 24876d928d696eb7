#pragma once

#include <cstddef>
#include <cstdint>

/// The core's C ABI: the exports of build/wasm/arbiter.wasm, called by bindings/wasm/package/abi.js.
///
/// A call takes numbers and texts. The caller writes the texts of one call to the memory that `Exchange`
/// names, one after the other in UTF-8, and passes the size of each in bytes. The call returns a status;
/// its text is in `Exchange` until the next call.
///
/// Games are handles that the module assigns and frees (`arbiter_free`). No number, size or text makes
/// the module trap: invalid input is answered with a fault. Only memory can run out.
namespace arbiter::wasm {

extern "C" {

/// The kind of an answer.
enum class Status : std::int32_t {
    done = 0,     ///< what the function says
    refused = 1,  ///< a rejection: {"code", "kind", "sentence", "data"}
    faulty =
        2,  ///< every fault of what was given: [{"severity", "code", "sentence", "place"}, ...]
};

/// A game or a document, each with numbers of their own; invalid after it was freed.
using Handle = std::uint32_t;

/// A node of a document; 0 is the root.
using Node = std::uint32_t;

/// The side that makes a move, if known. Other numbers mean neither.
enum class Side : std::int32_t { nobody = -1, white = 0, black = 1 };

/// What both sides read and write, so that a call needs no others around it.
struct Exchange {
    char* request;             ///< memory for the texts of the next call
    std::size_t request_size;  ///< texts of more bytes need `arbiter_request`
    const char* answer;        ///< of the last call
    std::size_t answer_size;
    Handle held;  ///< what the last call began to hold, if it says that it answers a handle
    /// Where the caller may keep what it reads the last effects to, 1 to 4096; 0: nowhere. The last ones
    /// with the same place may have been the same: then it is there already, and the text is empty.
    std::uint32_t place;
    std::uint32_t is_there;
};
/// Always the same one.
const Exchange* arbiter_exchange();

/// Sets `Exchange::request` to that much memory; null if there is not enough.
char* arbiter_request(std::size_t size);

// Without a game -----------------------------------------------------------------------------------

/// Every game with its traits, options, notations, formats, questions and rejection codes: a JSON array.
Status arbiter_games();

/// The probable {"game", "format"} of a text, or null. `game` may be empty.
Status arbiter_detect(std::size_t text_size, std::size_t game_size);

/// What a text of another charset can be, {"named", "likely"}: the usual name of `name`, or, if that is
/// empty, of the charset that the text names itself, or null; and {"name", "single_byte"} of every charset
/// that `arbiter_plausibility` can judge.
Status arbiter_charsets(std::size_t text_size, std::size_t name_size);

/// How plausible a text is that was decoded from that charset: a number, at most 1000.
Status arbiter_plausibility(std::size_t text_size, std::size_t charset_size);

/// Starts a game; `options` is a JSON object of strings, or empty. Answers a handle; the text is an array
/// of warnings, or empty if there are none.
Status arbiter_new(std::size_t game_size, std::size_t options_size);

/// Reads a game; `source` is {"game", "format", "options", "notation"}, each of which may be absent,
/// or empty; a size of -1 means that of the call before. The notation is that of the game's answers; default:
/// the one that goes with the format.
/// Answers as `arbiter_new` does.
Status arbiter_load(std::size_t text_size, std::size_t source_size);

/// Reads every game in a text: [{"handle", "faults"}, ...], where the handle of an unreadable one is
/// null.
Status arbiter_load_all(std::size_t text_size, std::size_t source_size);

/// The number of games held.
std::size_t arbiter_held();

// With a game --------------------------------------------------------------------------------------

/// The handle of a copy of the game.
Status arbiter_copy(Handle handle);
/// An invalid handle is ignored.
void arbiter_free(Handle handle);

/// {"game", "title", "turn", "awaits", "outcome", "events", "hash"}; the hash is a decimal string.
Status arbiter_state(Handle handle);
/// The side to move, which a page asks for after every move; nobody if there is no such game.
Side arbiter_turn(Handle handle);
/// Whether two games are equal: true or false.
Status arbiter_equal(Handle handle, Handle other);

/// The legal moves, an array of strings. An empty notation is the game's own.
Status arbiter_legal(Handle handle, std::size_t notation_size);
/// The events so far, an array of strings.
Status arbiter_history(Handle handle, std::size_t notation_size);

/// The effects of a move, [{"kind", "data"}, ...], or why it is rejected. Nothing is played.
Status arbiter_check(Handle handle, std::size_t move_size, Side by);
Status arbiter_play(Handle handle, std::size_t move_size, Side by);
/// {"author", "event"}: the meaning of a text, legal or not.
Status arbiter_understand(Handle handle, std::size_t move_size, Side by);
/// true, or false if there is nothing to take back.
Status arbiter_undo(Handle handle);

/// Answers null.
Status arbiter_set_tag(Handle handle, std::size_t name_size, std::size_t value_size);

/// The answer to a question as JSON.
Status arbiter_ask(Handle handle, std::size_t question_size, std::size_t argument_size);

/// What the states for agents leave out and a player must know: lines of plain text, or nothing.
Status arbiter_beside_state(Handle handle);

/// The game in that format, as plain text.
Status arbiter_write(Handle handle, std::size_t format_size);

/// A picture, or a board of characters, as plain text. The options are a JSON object with any of bottom,
/// theme, coordinates, size, characters, overlay, preview, numbered and annotations, or empty.
Status arbiter_svg(Handle handle, std::size_t options_size);
Status arbiter_text(Handle handle, std::size_t options_size);

/// {"leaves", "moves": [{"move", "leaves"}, ...]}, 0 to 20 moves deep.
Status arbiter_perft(Handle handle, std::int32_t depth);

/// {"move"}: what the built-in bot would do, at level 1 to 8; the same seed gives the same. Before the dice
/// are rolled it is "roll" or an action.
Status arbiter_bot_move(Handle handle, std::int32_t level, std::uint32_t seed);

/// {"moves": [{"move", "value", "chance", "line"}, ...], ...}: the best moves, judged by the built-in bot. The
/// options are a JSON object with any of level, lines and nodes (of each search), or empty.
Status arbiter_analyse(Handle handle, std::size_t options_size);

/// {"ply", "by", "move", "value", "chance", "best", "loss", "cost", "grade", ...}: what one event of a game has
/// cost, or null if it cannot be judged. The options are those of `arbiter_analyse`.
Status arbiter_review_event(Handle handle, std::uint32_t ply, std::size_t options_size);

/// {"game", "by", "unit", "white", "black", "worst", "moves"}: a JSON array of what `arbiter_review_event`
/// answered, summed up.
Status arbiter_review(Handle handle, std::size_t moves_size);

// Documents ----------------------------------------------------------------------------------------

/// Reads the first document of a text, as `arbiter_load` does. Errors may stand beside the warnings: the
/// document holds what could be kept.
Status arbiter_document_load(std::size_t text_size, std::size_t source_size);

/// Begins to read every document of a text, piece by piece, and answers a handle for these functions.
/// The source names the format; without it the text is read as a whole.
Status arbiter_documents_open(std::size_t source_size);
/// These answer null. A piece ends anywhere but inside a character.
Status arbiter_documents_feed(Handle handle, std::size_t piece_size);
Status arbiter_documents_finish(Handle handle);
/// {"handle", "faults"} of the next document, where the handle of one that could not be kept is null;
/// null: the pieces so far hold no more.
Status arbiter_documents_next(Handle handle);
/// An invalid handle is ignored.
void arbiter_documents_close(Handle handle);

/// The handle of a document with the events of a game as its main line.
Status arbiter_document_of(Handle handle);
/// An invalid handle is ignored.
void arbiter_document_free(Handle handle);

/// {"game", "tags", "nodes": [{"id", "parent", "move", "text", "verdict", "rejection", "annotations"},
/// ...]}, with moves in a notation; empty: the game's first.
Status arbiter_document_tree(Handle handle, std::size_t notation_size);
/// An object of strings.
Status arbiter_document_tags(Handle handle);
/// The handle of the game on the way to a node.
Status arbiter_document_game(Handle handle, Node node);

/// The node of a move after another: a number. One that is there already is not added again.
Status arbiter_document_add(Handle handle, Node parent, std::size_t move_size);
/// These answer null.
Status arbiter_document_remove(Handle handle, Node node);
Status arbiter_document_promote(Handle handle, Node node);
/// What is said of a node: a JSON array in the form of the tree's annotations.
Status arbiter_document_annotate(Handle handle, Node node, std::size_t annotations_size);
Status arbiter_document_set_tag(Handle handle, std::size_t name_size, std::size_t value_size);

/// Writes a review into a document: evaluations, glyphs and better lines. The moves are those of
/// `arbiter_review`, for its main line. Answers null.
Status arbiter_document_review(Handle handle, std::size_t moves_size);

/// The document in a format, as plain text; in one that holds a single game, the main line.
Status arbiter_document_write(Handle handle, std::size_t format_size);

}  // extern "C"

}  // namespace arbiter::wasm
