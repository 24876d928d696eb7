#include <algorithm>
#include <ranges>

#include "core/base/sgf_text.hpp"
#include "core/base/utf8.hpp"
#include "core/contract/sgf_info.hpp"
#include "core/contract/sgf_output.hpp"
#include "core/go/formats/sgf.hpp"
#include "core/go/formats/sgf_content.hpp"
#include "core/go/formats/sgf_result.hpp"

namespace arbiter::go {

namespace {

/// Why SGF cannot express a start; nothing if it can.
std::optional<Fault> inexpressible(const Start& start) {
    if (start.setup.size.empty()) return cannot_express("SGF has no board of 0x0");
    const int stones_set_up = start.handicap - start.free_handicap;
    const bool any_stones = !start.setup.stones.empty();
    if (start.handicap == 1) return cannot_express("SGF has no handicap of one stone");
    if (start.free_handicap > 0 && (any_stones || stones_set_up > 0)) {
        return cannot_express("in SGF all handicap stones are set up or all are placed");
    }
    if (stones_set_up > 0 && !any_stones) {
        return cannot_express("SGF has no handicap without stones");
    }
    return std::nullopt;
}

/// The stones, and the turn if the first move does not show it.
Edit setup_of(const Setup& setup, const Event* first) {
    Edit edit;
    for (const auto& [color, point] : setup.stones) {
        (color == Color::black ? edit.black : edit.white).push_back(point);
    }
    const auto* play = first != nullptr ? std::get_if<Play>(first) : nullptr;
    const auto* pass = first != nullptr ? std::get_if<Pass>(first) : nullptr;
    const bool told_wrong =
        (play != nullptr && play->by != setup.turn) || (pass != nullptr && pass->by != setup.turn);
    if (!setup.stones.empty() || setup.turn == Color::white || told_wrong) edit.turn = setup.turn;
    return edit;
}

Property text_property(std::string_view name, std::string_view text) {
    return {std::string(name), {sgf_raw(to_utf8(text))}};
}

/// What the players agreed on: dead stones are in the other side's territory, also where the score
/// gives the point to nobody.
std::vector<Property> territory_of(const Game& game) {
    const Score score = game.score();
    const auto dead = game.dead();
    std::vector<Point> black;
    std::vector<Point> white;
    for_each_point(game.size(), [&](Point point) {
        auto owner = score.owners[static_cast<std::size_t>(index(game.size(), point))];
        if (const auto stone = game.position().at(point)) {
            const bool is_dead = std::ranges::binary_search(dead, point);
            owner = is_dead ? std::optional(opponent(*stone)) : std::nullopt;
        }
        if (owner) (*owner == Color::black ? black : white).push_back(point);
    });
    std::vector<Property> properties;
    add_sgf_points(properties, "TB", black, game.size());
    add_sgf_points(properties, "TW", white, game.size());
    return properties;
}

bool was_settled(const Game& game) {
    return game.outcome() && game.outcome()->reason == reasons::score &&
           game.rules().dead_stones == DeadStones::agreed;
}

std::string result_of(const Game& game) {
    for (const auto& [tag, value] : game.tags) {
        if (tag == "RE" && says_more(value, game)) return value;
    }
    return result_text(game);
}

/// A move names its colour in every SGF file: RU does not say so.
std::string rules_told(Rules rules) {
    if (rules.turns == Turns::named) rules.turns = Turns::alternate;
    return write_rules(rules);
}

/// What the root says of a start that was not read from SGF.
std::vector<Property> header_of(const Start& start, const Event* first) {
    const Size size = start.setup.size;
    std::vector<Property> header{
        {"FF", {"4"}}, {"GM", {"1"}}, {"CA", {"UTF-8"}}, {"SZ", {write_sgf_size(size)}}};
    std::ranges::move(sgf_properties(setup_of(start.setup, first), size),
                      std::back_inserter(header));
    header.push_back({"AP", {"Arbiter"}});
    header.push_back({"RU", {rules_told(start.rules)}});
    header.push_back({"KM", {to_string(start.rules.komi)}});
    if (start.handicap > 0) header.push_back({"HA", {std::to_string(start.handicap)}});
    return header;
}

/// The text before the game.
bool is_preface(NodeId id, const Annotation& annotation) {
    const auto* comment = std::get_if<Comment>(&annotation);
    return id == 0 && comment != nullptr && comment->before && !has_sgf_game(comment->text);
}

class Writer {
public:
    explicit Writer(const Document<Game>& document)
        : document_(document), size_(document.start().size()) {}

    std::expected<std::string, Fault> text();

private:
    /// What remains to be written.
    struct Task {
        enum class Kind : std::uint8_t { node, node_in_parentheses, close } kind;
        NodeId node;
    };
    /// A property that is made, in place of one of the same name.
    struct Made {
        NodeId node;
        Property property;
    };

    void make_tags(const SgfInfos& infos, const std::vector<NodeId>& line);
    void make_result(const Game& game, const std::vector<NodeId>& line);

    bool is_written(NodeId id) const;
    std::vector<NodeId> written_below(NodeId id) const;
    std::optional<NodeId> last_told_by(NodeId id) const;
    std::optional<NodeId> only_written_child(NodeId id) const;

    void write_subtree(const Task& task);
    NodeId write_node(NodeId id);
    std::vector<Property> made_of_content(NodeId id) const;
    void write_kept(NodeId id, const Property& property);
    void write_made(NodeId id);
    void write(const Property& property) { out_.write(property); }

    const Document<Game>& document_;
    Size size_;
    std::vector<Made> made_;
    std::vector<Task> tasks_;  // a stack: a tree may be deeper than the call stack
    SgfOutput out_;
    bool has_header_ = false;
};

/// Made are a header where there is none, tags that have changed, and the result of what was played
/// here.
std::expected<std::string, Fault> Writer::text() {
    std::vector<NodeId> line = document_.path(document_.last());
    line.insert(line.begin(), 0);
    SgfInfos infos;
    for (const NodeId id : line) infos.add(document_.node(id).annotations);
    has_header_ = has_sgf_header(document_.node(0).annotations);
    const auto* last = std::get_if<Event>(&document_.node(line.back()).content);
    const bool ended_here = last != nullptr && !is_sgf_move(*last) && infos.find("RE") == nullptr;
    std::optional<Game> game;
    if (!has_header_ || ended_here) game = document_.game();
    if (!has_header_) {
        auto fault = inexpressible(document_.start().start());
        if (fault) return std::unexpected(std::move(*fault));
    }
    make_tags(infos, line);
    if (game) make_result(*game, line);

    for (const Annotation& annotation : document_.node(0).annotations) {
        if (is_preface(0, annotation)) out_.write_line(std::get<Comment>(annotation).text);
    }
    tasks_.push_back({Task::Kind::node_in_parentheses, 0});
    while (!tasks_.empty()) {
        const Task task = tasks_.back();
        tasks_.pop_back();
        if (task.kind == Task::Kind::close) {
            out_.end_parentheses();
        } else {
            write_subtree(task);
        }
    }
    out_.write_line({});
    return out_.take();
}

void Writer::make_tags(const SgfInfos& infos, const std::vector<NodeId>& line) {
    for (const auto& [tag, value] : document_.tags()) {
        const auto name = property_of(tag);
        const auto* info = name ? infos.find(*name) : nullptr;
        if (!name || (info != nullptr && info_text(*info->property) == value)) continue;
        const NodeId id = info != nullptr ? line[info->node] : 0;
        const bool told = std::ranges::any_of(
            made_, [&](const Made& made) { return made.property.name == *name; });
        if (!told) made_.push_back({id, text_property(*name, value)});
    }
}

void Writer::make_result(const Game& game, const std::vector<NodeId>& line) {
    const std::string result = result_of(game);
    if (!result.empty()) made_.push_back({0, text_property("RE", result)});
    if (!was_settled(game)) return;
    const auto at =
        std::ranges::find_if(line | std::views::reverse, [&](NodeId id) { return is_written(id); });
    for (Property& property : territory_of(game)) made_.push_back({*at, std::move(property)});
}

/// Events that SGF has no property for are left out.
bool Writer::is_written(NodeId id) const {
    const auto& [content, annotations] = document_.node(id);
    const auto* event = std::get_if<Event>(&content);
    return event == nullptr || is_sgf_move(*event) || !annotations.empty();
}

/// The children, or what is below those that are left out.
std::vector<NodeId> Writer::written_below(NodeId id) const {
    return arbiter::written_below(
        document_, id, [&](NodeId next) { return is_written(next); }, [](NodeId) { return false; });
}

std::optional<NodeId> Writer::only_written_child(NodeId id) const {
    const auto below = written_below(id);
    return below.size() == 1 ? std::optional(below[0]) : std::nullopt;
}

/// A node's properties may tell the moves of the next nodes too. Returns the last of those; nothing if
/// the properties do not tell what the node does.
std::optional<NodeId> Writer::last_told_by(NodeId id) const {
    const auto& [content, annotations] = document_.node(id);
    const auto* present = std::get_if<Event>(&content);
    if (id != 0 && present != nullptr) {
        if (annotations.empty()) return std::nullopt;
        if (sgf_only_move(annotations, size_) == *present) return id;
    }
    const SgfContent told = sgf_content(annotations, size_);
    std::size_t moves = 0;
    const bool sets_up = !told.setup.empty();
    if (id == 0) {
        if (!has_header_) return std::nullopt;
    } else if (const auto* edit = std::get_if<Edit>(&content)) {
        if (*edit != told.setup) return std::nullopt;
    } else if (const auto* event = std::get_if<Event>(&content)) {
        if (sets_up || told.moves.empty() || told.moves[0] != *event) return std::nullopt;
        moves = 1;
    } else if (sets_up || !told.moves.empty()) {
        return std::nullopt;
    }
    for (; moves < told.moves.size(); ++moves) {
        const auto next = only_written_child(id);
        if (!next || !document_.node(*next).annotations.empty()) return std::nullopt;
        const auto* event = std::get_if<Event>(&document_.node(*next).content);
        if (event == nullptr || *event != told.moves[moves]) return std::nullopt;
        id = *next;
    }
    return id;
}

void Writer::write_subtree(const Task& task) {
    using enum Task::Kind;
    const bool alone = task.kind == node;
    out_.begin_node(alone ? SgfOutput::Place::in_sequence : SgfOutput::Place::in_parentheses,
                    document_.node(task.node).annotations);
    if (!alone) tasks_.push_back({close, task.node});
    const NodeId last = write_node(task.node);
    const NodeId first = document_.first_child(last);
    if (first != 0 && document_.next_sibling(first) == 0 && is_written(first)) {
        tasks_.push_back({node, first});
        return;
    }
    const auto below = written_below(last);
    const auto kind = below.size() == 1 ? node : node_in_parentheses;
    for (const NodeId child : below | std::views::reverse) tasks_.push_back({kind, child});
}

std::vector<Property> Writer::made_of_content(NodeId id) const {
    const auto& content = document_.node(id).content;
    if (const auto* edit = std::get_if<Edit>(&content)) return sgf_properties(*edit, size_);
    if (const auto* event = std::get_if<Event>(&content)) return sgf_properties(*event, size_);
    if (id != 0 || has_header_) return {};
    const auto& next = document_.node(document_.first_child(0)).content;
    return header_of(document_.start().start(), std::get_if<Event>(&next));
}

/// Returns the last node that the properties tell.
NodeId Writer::write_node(NodeId id) {
    const auto& annotations = document_.node(id).annotations;
    const auto last_told = last_told_by(id);
    std::vector<Property> front;
    if (!last_told) front = made_of_content(id);
    for (const Property& property : front) write(property);
    if (id == 0 && !has_header_) write_made(id);
    bool charset_told = id != 0 || !has_header_;
    const auto keep = [&](const Property& property) {
        if (!charset_told && property.name != "FF" && property.name != "GM") {
            write({"CA", {"UTF-8"}});
            charset_told = true;
        }
        const bool is_content = id == 0 && has_header_
                                    ? property.name == "B" || property.name == "W"
                                    : is_sgf_content(property.name);
        const bool outdated =
            (!last_told && is_content) ||
            std::ranges::find(front, property.name, &Property::name) != front.end();
        if (!outdated) write_kept(id, property);
    };
    for (const Annotation& annotation : annotations) {
        if (const auto* property = std::get_if<Property>(&annotation)) {
            keep(*property);
            continue;
        }
        if (is_preface(id, annotation)) continue;
        if (const auto* comment = std::get_if<Comment>(&annotation)) {
            keep({"C", {sgf_raw(comment->text)}});
            continue;
        }
        const Game& game = document_.start();
        for (const Annotation& made : game.annotations(game.remarks(annotation))) {
            keep(std::get<Property>(made));
        }
    }
    if (!charset_told) write({"CA", {"UTF-8"}});
    write_made(id);
    return last_told.value_or(id);
}

/// What is made in place of a property stands where that one stood.
void Writer::write_kept(NodeId id, const Property& property) {
    const auto made = std::ranges::find_if(made_, [&](const Made& other) {
        return other.node == id && other.property.name == property.name;
    });
    if (made == made_.end()) return write(property);
    write(made->property);
    made_.erase(made);
}

void Writer::write_made(NodeId id) {
    for (const Made& made : made_) {
        if (made.node == id) write(made.property);
    }
    std::erase_if(made_, [&](const Made& made) { return made.node == id; });
}

}  // namespace

std::expected<std::string, Fault> write_sgf(const Document<Game>& document) {
    return Writer(document).text();
}

}  // namespace arbiter::go
