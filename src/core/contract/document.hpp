/// A file as people keep it: a tree of moves with what they attached to them. Any path from the root
/// is a game; the first children of all are the main line. What the referee refuses stays in the
/// tree, with the reason.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/document.hpp"
///
/// Document document(*chess::Game::create({}));
/// const auto add = [&](NodeId parent, std::string_view move) {
///     return document.add(parent, *document.game(parent).read_event(move, std::nullopt));
/// };
/// const NodeId e4 = add(0, "e4");
/// const NodeId e5 = add(e4, "e5");
/// const NodeId c5 = add(e4, "c5");  // a variation
/// document.node(c5).annotations.push_back(Comment{"the Sicilian"});
/// assert(document.last() == e5);
/// assert(document.game(c5).history("san").back() == "c5");
/// ```
#pragma once

#include <algorithm>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/contract/annotation.hpp"
#include "core/contract/game.hpp"

namespace arbiter {

/// Of a node. 0 is the root; an id is never given out twice.
using NodeId = std::uint32_t;

/// What the referee says of a node.
struct Verdict {
    enum class Kind : std::uint8_t {
        legal,
        illegal,        ///< the file has it all the same
        unreadable,     ///< what is written means nothing here
        after_the_end,  ///< the rules had ended the game before it
        below_a_fault,  ///< not judged: it follows something that cannot be played
    };
    Kind kind = Kind::legal;
    std::string text;  ///< as written, where the node holds no event
    std::optional<Rejection> rejection{};
};

std::string_view to_string(Verdict::Kind kind);

/// What a format leaves out of a document.
struct LeftOut {
    std::size_t variations = 0;  ///< lines that branch off
    std::size_t remarks = 0;     ///< comments, marks and so on
    std::size_t unplayed = 0;    ///< words of the main line that stand for no event
};

template <class G>
class Document {
public:
    using Event = typename G::Event;
    using Edit = typename G::Edit;

    struct Node {
        std::variant<std::monostate, Event, Edit> content{};
        std::vector<Annotation> annotations{};
        bool operator==(const Node&) const = default;
    };

    /// A root alone. The game has no events yet; its tags are those of the document.
    explicit Document(G start) : start_(std::move(start)), nodes_(1), links_(1) {}
    /// A game that has been played: one line.
    static Document of(const G& game);

    const G& start() const { return start_; }
    Tags& tags() { return start_.tags; }
    const Tags& tags() const { return start_.tags; }
    /// As the file states it, where its format writes it apart from tags and nodes; PGN does.
    std::string result;

    /// Removed nodes count.
    std::size_t size() const { return nodes_.size(); }
    Node& node(NodeId id) { return nodes_[id]; }
    const Node& node(NodeId id) const { return nodes_[id]; }
    bool contains(NodeId id) const { return id == 0 || (id < size() && links_[id].parent != id); }

    /// 0, which is nobody's child and nobody's sibling, stands for none.
    NodeId parent(NodeId id) const { return links_[id].parent; }
    NodeId first_child(NodeId id) const { return links_[id].first_child; }
    NodeId next_sibling(NodeId id) const { return links_[id].next_sibling; }
    /// The next node in the order of the text: parents before children; 0 after the last.
    NodeId next(NodeId id) const;
    /// The last node of the main line.
    NodeId last() const;
    /// From the first node after the root to this one.
    std::vector<NodeId> path(NodeId id) const;

    void reserve(std::size_t nodes) { nodes_.reserve(nodes), links_.reserve(nodes); }
    /// Appends a child after those that the parent has.
    NodeId add(NodeId parent, Node node);
    NodeId add(NodeId parent, Event event) { return add(parent, Node{std::move(event), {}}); }
    /// Takes a node away, with everything below it. The root stays.
    void remove(NodeId id);
    /// Makes a node the first child of its parent.
    void promote(NodeId id);

    /// Null: legal.
    const Verdict* verdict(NodeId id) const;
    void set_verdict(NodeId id, Verdict verdict);

    LeftOut left_out_by(Keeps keeps) const;

    /// The game on the way to a node, without what cannot be played.
    G game(NodeId id) const;
    /// The main line.
    G game() const { return game(last()); }

    /// The same tree, whatever the ids.
    bool operator==(const Document& other) const;

private:
    struct Links {
        NodeId parent = 0;
        NodeId first_child = 0;
        NodeId last_child = 0;
        NodeId next_sibling = 0;
    };

    void unlink(NodeId id);
    bool equals(NodeId id, const Document& other, NodeId other_id) const;

    G start_;
    std::vector<Node> nodes_;
    std::vector<Links> links_;                          // a removed node is its own parent
    std::vector<std::pair<NodeId, Verdict>> verdicts_;  // in the order of the ids
};

/// What to say of a text that holds none.
inline Fault no_game_in_text() { return {"empty", "the text holds no game", {}}; }

/// The main line of what was read, unless it holds an error.
template <class G>
Reading<G> main_line(Reading<Document<G>> reading) {
    Reading<G> line{std::nullopt, std::move(reading.faults)};
    if (reading && !line.faults.fatal()) line.value = reading->game();
    return line;
}

/// `Format::read` and `Format::write` of a format of documents: the first main line of a text, and a
/// game as a line.
template <class G, std::unique_ptr<Stream<Document<G>>> (*open)(const Options&)>
Reading<G> read_main_line(std::string_view text, const Options& options) {
    const auto stream = open(options);
    stream->feed(text);
    stream->finish();
    if (auto document = stream->next()) return main_line(*std::move(document));
    return {std::nullopt, Faults(no_game_in_text())};
}
template <class G, std::expected<std::string, Fault> (*write)(const Document<G>&)>
std::expected<std::string, Fault> write_game(const G& game) {
    return write(Document<G>::of(game));
}

/// Documents of a format that has no tree: each game is a line.
template <class G>
class LineStream final : public Stream<Document<G>> {
public:
    explicit LineStream(std::unique_ptr<Stream<G>> games) : games_(std::move(games)) {}
    void feed(std::string_view piece) override { games_->feed(piece); }
    void finish() override { games_->finish(); }
    std::optional<Reading<Document<G>>> next() override {
        auto game = games_->next();
        if (!game) return std::nullopt;
        Reading<Document<G>> reading{std::nullopt, std::move(game->faults)};
        if (*game) reading.value = Document<G>::of(**game);
        return reading;
    }

private:
    std::unique_ptr<Stream<G>> games_;
};

/// Walks through a document by playing and taking back.
template <class G>
class Cursor {
public:
    explicit Cursor(const Document<G>& document) : document_(document), game_(document.start()) {}

    const G& game() const { return game_; }
    NodeId at() const { return at_; }

    /// Goes down to a child. A rejection says why the rules refuse it; the board shows it
    /// nevertheless where the game's files mean it so (`as_played`).
    Result<void> enter(NodeId child);
    /// Goes back to the parent.
    void leave();

private:
    enum class Step : std::uint8_t { stayed, played, replaced };

    void replace(G game) {
        saved_.push_back(std::exchange(game_, std::move(game)));
        steps_.back() = Step::replaced;
    }

    const Document<G>& document_;
    G game_;
    NodeId at_ = 0;
    std::vector<Step> steps_;
    std::vector<G> saved_;  // the games before those that were replaced
};

template <class G>
Result<void> Cursor<G>::enter(NodeId child) {
    using Event = typename G::Event;
    using Edit = typename G::Edit;
    at_ = child;
    steps_.push_back(Step::stayed);
    const auto& content = document_.node(child).content;
    if (const auto* edit = std::get_if<Edit>(&content)) {
        if (auto edited = game_.edited(*edit)) replace(*std::move(edited));
        return {};
    }
    const auto* event = std::get_if<Event>(&content);
    if (event == nullptr) return {};
    auto effects = game_.play(*event);
    if (effects) {
        steps_.back() = Step::played;
        return {};
    }
    if (auto shown = game_.as_played(*event)) replace(*std::move(shown));
    return std::unexpected(std::move(effects.error()));
}

template <class G>
void Cursor<G>::leave() {
    at_ = document_.parent(at_);
    const Step step = steps_.back();
    steps_.pop_back();
    if (step == Step::played) game_.undo();
    if (step != Step::replaced) return;
    game_ = std::move(saved_.back());
    saved_.pop_back();
}

template <class G>
Document<G> Document<G>::of(const G& game) {
    G start = game;
    start.rewind(0);
    Document document(std::move(start));
    NodeId last = 0;
    for (const Event& event : game.events()) last = document.add(last, event);
    return document;
}

template <class G>
NodeId Document<G>::next(NodeId id) const {
    if (const NodeId child = first_child(id); child != 0) return child;
    while (id != 0 && next_sibling(id) == 0) id = parent(id);
    return id == 0 ? 0 : next_sibling(id);
}

template <class G>
NodeId Document<G>::last() const {
    NodeId id = 0;
    while (const NodeId child = first_child(id)) id = child;
    return id;
}

template <class G>
std::vector<NodeId> Document<G>::path(NodeId id) const {
    std::vector<NodeId> path;
    for (; id != 0; id = parent(id)) path.push_back(id);
    std::ranges::reverse(path);
    return path;
}

template <class G>
NodeId Document<G>::add(NodeId parent, Node node) {
    const auto id = static_cast<NodeId>(nodes_.size());
    nodes_.push_back(std::move(node));
    links_.push_back({.parent = parent});
    Links& above = links_[parent];
    if (above.first_child == 0) {
        above.first_child = id;
    } else {
        links_[above.last_child].next_sibling = id;
    }
    above.last_child = id;
    return id;
}

template <class G>
void Document<G>::unlink(NodeId id) {
    Links& above = links_[parent(id)];
    NodeId before = 0;
    for (NodeId child = above.first_child; child != id; child = next_sibling(child)) before = child;
    if (before == 0) {
        above.first_child = next_sibling(id);
    } else {
        links_[before].next_sibling = next_sibling(id);
    }
    if (above.last_child == id) above.last_child = before;
    links_[id].next_sibling = 0;
}

template <class G>
void Document<G>::remove(NodeId id) {
    if (id == 0 || !contains(id)) return;
    unlink(id);
    std::vector<NodeId> below{id};
    while (!below.empty()) {
        const NodeId gone = below.back();
        below.pop_back();
        for (NodeId child = first_child(gone); child != 0; child = next_sibling(child)) {
            below.push_back(child);
        }
        nodes_[gone] = {};
        links_[gone] = {.parent = gone};
    }
}

template <class G>
void Document<G>::promote(NodeId id) {
    if (id == 0 || !contains(id) || first_child(parent(id)) == id) return;
    unlink(id);
    Links& above = links_[parent(id)];
    links_[id].next_sibling = above.first_child;
    above.first_child = id;
}

template <class G>
const Verdict* Document<G>::verdict(NodeId id) const {
    const auto found =
        std::ranges::lower_bound(verdicts_, id, {}, [](const auto& v) { return v.first; });
    return found == verdicts_.end() || found->first != id ? nullptr : &found->second;
}

template <class G>
void Document<G>::set_verdict(NodeId id, Verdict verdict) {
    const auto at =
        std::ranges::lower_bound(verdicts_, id, {}, [](const auto& v) { return v.first; });
    if (at != verdicts_.end() && at->first == id) {
        at->second = std::move(verdict);
    } else {
        verdicts_.emplace(at, id, std::move(verdict));
    }
}

template <class G>
LeftOut Document<G>::left_out_by(Keeps keeps) const {
    LeftOut left;
    if (keeps == Keeps::tree) return left;
    const std::vector<NodeId> line = path(last());
    std::vector<bool> in_line(size());
    in_line[0] = true;
    for (const NodeId step : line) in_line[step] = true;
    const auto is_kept = [&](NodeId id, const Remark& remark) {
        return keeps == Keeps::line && in_line[id] && std::holds_alternative<Comment>(remark);
    };
    NodeId id = 0;
    do {
        for (const Annotation& annotation : nodes_[id].annotations) {
            for (const Remark& remark : start_.remarks(annotation)) {
                if (std::holds_alternative<Property>(remark)) continue;
                left.remarks += is_kept(id, remark) ? 0U : 1U;
            }
        }
        left.variations += id == 0 || first_child(parent(id)) == id ? 0U : 1U;
        id = next(id);
    } while (id != 0);
    for (const NodeId step : line) {
        const Verdict* said = verdict(step);
        if (said == nullptr || !std::holds_alternative<std::monostate>(nodes_[step].content))
            continue;
        left.unplayed += keeps == Keeps::line && !said->text.empty() ? 0U : 1U;
    }
    return left;
}

template <class G>
G Document<G>::game(NodeId id) const {
    Cursor<G> cursor(*this);
    for (const NodeId step : path(id)) {
        const Verdict* said = verdict(step);
        if (said != nullptr && said->kind == Verdict::Kind::below_a_fault) continue;
        static_cast<void>(cursor.enter(step));
    }
    G game = cursor.game();
    game.tags = tags();  // a game that begins anew has none
    return game;
}

template <class G>
bool Document<G>::equals(NodeId id, const Document& other, NodeId other_id) const {
    const Verdict* said = verdict(id);
    const Verdict* other_said = other.verdict(other_id);
    return nodes_[id] == other.nodes_[other_id] &&
           (first_child(id) == 0) == (other.first_child(other_id) == 0) &&
           (next_sibling(id) == 0) == (other.next_sibling(other_id) == 0) &&
           (said == nullptr) == (other_said == nullptr) &&
           (said == nullptr || (said->kind == other_said->kind && said->text == other_said->text));
}

template <class G>
bool Document<G>::operator==(const Document& other) const {
    if (start_ != other.start_ || tags() != other.tags() || result != other.result) return false;
    NodeId mine = 0;
    NodeId theirs = 0;
    do {
        if (!equals(mine, other, theirs)) return false;
        mine = next(mine);
        theirs = other.next(theirs);
    } while (mine != 0 && theirs != 0);
    return mine == theirs;
}

}  // namespace arbiter
