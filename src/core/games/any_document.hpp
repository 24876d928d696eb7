/// Any document behind one interface: the tree of a file, whatever its game.
///
/// ```cpp
/// #include "core/games/any_document.hpp"
///
/// AnyDocument document = *AnyDocument::read("1. e4 {best by test} (1. d4 d5) 1... e5 *");
/// const NodeId d4 = document.children(0)[1];
/// assert(document.game(d4).history() == std::vector<std::string>{"d4"});
/// document.promote(d4);
/// assert(document.game().history() == (std::vector<std::string>{"d4", "d5"}));
/// assert(document.write("pgn")->contains("1. d4 (1. e4 {best by test} 1... e5) 1... d5 *"));
/// ```
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/document.hpp"
#include "core/games/any_game.hpp"

namespace arbiter {

class AnyDocument {
public:
    /// The first document of a text. Errors may stand beside it: it holds what could be kept.
    static Reading<AnyDocument> read(std::string_view text, const AnyGame::Source& source);
    static Reading<AnyDocument> read(std::string_view text) { return read(text, {}); }
    /// A game as one line.
    static AnyDocument of(const AnyGame& game);

    AnyDocument(const AnyDocument& other);
    AnyDocument(AnyDocument&&) noexcept;
    AnyDocument& operator=(const AnyDocument& other);
    AnyDocument& operator=(AnyDocument&&) noexcept;
    ~AnyDocument();

    const Traits& traits() const;
    /// The same game and the same tree.
    bool operator==(const AnyDocument& other) const;

    /// The main line, as far as it can be played.
    AnyGame game() const;
    /// The game on the way to a node.
    AnyGame game(NodeId id) const;

    bool contains(NodeId id) const;
    NodeId parent(NodeId id) const;
    /// The last node of the main line.
    NodeId last() const;
    std::vector<NodeId> children(NodeId id) const;
    /// The node of the main line at which its game has had that many events; nodes without an event
    /// that follow it come along.
    NodeId node_at(std::size_t ply) const;
    std::vector<Remark> remarks(NodeId id) const;

    /// A move after a node; the one that is there already, if it is the same.
    Result<NodeId> add(NodeId parent, std::string_view move);
    /// Several in a row, all of them or none: the last node.
    Result<NodeId> add(NodeId parent, std::span<const std::string> moves);
    void remove(NodeId id);
    /// Makes a node the first choice of its parent.
    void promote(NodeId id);
    /// What is said of a node, in place of what was said before.
    void annotate(NodeId id, std::span<const Remark> remarks);
    void set_tag(std::string_view name, std::string_view value);
    const Tags& tags() const;

    /// {"game", "tags", "nodes": [{"id", "parent", "move", "text", "verdict", "rejection",
    /// "annotations"}, ...]}: nodes in the order of the text, with moves in the named notation, the
    /// game's first if it is empty; members that say nothing are left out. The fault is
    /// `unknown_notation`.
    std::expected<std::string, Fault> tree(std::string_view notation = {}) const;
    /// In one of the game's formats. One that holds a single game gets the main line. The fault is
    /// `unknown_format` or `cannot_express`.
    std::expected<std::string, Fault> write(std::string_view format) const;
    /// What people attached, or what cannot be played, and a format has no place for:
    /// "2 variations, 7 annotations". Empty if it holds everything.
    std::string left_out_by(std::string_view format) const;

    struct Model;
    AnyDocument(std::unique_ptr<Model> model, std::string_view format);

private:
    std::unique_ptr<Model> model_;
    std::string_view format_;                 // what it was read from; empty: none
    const NotationInfo* notation_ = nullptr;  // of the game that it was made of
};

/// Reads one text with any number of documents, piece by piece. A format that holds a single game
/// gives that one at the end.
std::unique_ptr<Stream<AnyDocument>> open_documents(const AnyGame::Source& source);

/// What is attached to a node, as JSON, and back. Faults stand at pointers into the value.
void write_remarks(JsonWriter& out, std::span<const Remark> remarks);
std::vector<Remark> read_remarks(JsonView list, Faults& faults);

}  // namespace arbiter
