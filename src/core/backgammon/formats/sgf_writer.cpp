#include <algorithm>
#include <ranges>

#include "core/backgammon/formats/sgf.hpp"
#include "core/backgammon/formats/sgf_header.hpp"
#include "core/backgammon/formats/sgf_move.hpp"
#include "core/backgammon/formats/sgf_setup.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/base/sgf_text.hpp"
#include "core/base/utf8.hpp"
#include "core/contract/sgf_info.hpp"
#include "core/contract/sgf_output.hpp"
#include "core/contract/sgf_remarks.hpp"
#include "core/contract/sgf_tree.hpp"

namespace arbiter::backgammon {

namespace {

/// The side that plays these dice, or none after a tie.
std::optional<std::pair<Color, Dice>> dice_of(const Event& event) {
    if (const auto* roll = std::get_if<Roll>(&event)) return std::pair{roll->by, roll->dice};
    const auto* opening = std::get_if<OpeningRoll>(&event);
    if (opening == nullptr || opening->white == opening->black) return std::nullopt;
    const Color first = opening->white > opening->black ? Color::white : Color::black;
    return std::pair{first, Dice{opening->white, opening->black}};
}

Property move_property(Color by, std::string value) {
    return {by == Color::white ? "W" : "B", {std::move(value)}};
}

/// The property of an event around the cube.
std::optional<Property> cube_property(const Event& event) {
    if (const auto* offer = std::get_if<Double>(&event)) return move_property(offer->by, "double");
    if (const auto* take = std::get_if<Take>(&event)) return move_property(take->by, "take");
    if (const auto* drop = std::get_if<Drop>(&event)) return move_property(drop->by, "drop");
    return std::nullopt;
}

/// Whether no position has to be set up.
bool is_start_of_game(const Rules& rules, const Setup& setup) {
    return setup == setup_at(rules, setup.score, setup.crawford_game);
}

class SgfWriter {
public:
    explicit SgfWriter(const Document<Game>& document) : document_(document) {}

    std::string text();

private:
    /// What remains to be written.
    struct Task {
        enum class Kind : std::uint8_t { node, node_in_parentheses, close } kind;
        NodeId node;
    };

    const Event* event(NodeId id) const { return std::get_if<Event>(&document_.node(id).content); }
    bool is_root(NodeId id) const {
        return id == 0 || (event(id) == nullptr &&
                           find_property(document_.node(id).annotations, "GM") != nullptr);
    }
    bool is_edit(NodeId id) const {
        return std::holds_alternative<Edit>(document_.node(id).content);
    }
    bool begins_game(NodeId id) const;
    bool has_move_below(NodeId id) const;
    bool is_written(NodeId id) const;
    std::vector<NodeId> written_below(NodeId id) const;
    std::optional<Property> made_of(NodeId id) const;
    std::vector<Annotation> properties_of(NodeId id) const;

    void find_games();
    void write_header(std::size_t game);
    void write_subtree(NodeId root);
    void write_node(NodeId id);
    void write_properties(std::span<const Annotation> properties) {
        for (const Annotation& property : properties) out_.write(std::get<Property>(property));
    }

    /// A game of the match on the main line.
    struct Begin {
        NodeId node;  ///< its root, or the roll that begins it
        Setup start;
        std::optional<GameEnd> end{};
    };

    const Document<Game>& document_;
    std::vector<Begin> begins_;
    SgfOutput out_;
};

std::string SgfWriter::text() {
    find_games();
    for (std::size_t game = 0; game < begins_.size(); ++game) {
        const NodeId root = begins_[game].node;
        const auto& annotations = document_.node(root).annotations;
        for (const Annotation& annotation : annotations) {
            const auto* preface = std::get_if<Comment>(&annotation);
            if (preface != nullptr && preface->before) out_.write_line(preface->text);
        }
        out_.begin_node(SgfOutput::Place::in_parentheses, {});
        write_header(game);
        write_subtree(root);
        out_.write_line(")");
    }
    return out_.take();
}

/// After the end of a game the next one begins with a root of the file, or with a roll.
void SgfWriter::find_games() {
    Cursor<Game> cursor(document_);
    begins_.push_back({0, cursor.game().position().setup()});
    for (const NodeId id : document_.path(document_.last())) {
        const bool can_begin = begins_.back().end.has_value() || is_edit(id);
        const bool is_roll = event(id) != nullptr && dice_of(*event(id));
        if (can_begin && (is_root(id) || is_roll)) {
            begins_.push_back({id, cursor.game().position().setup()});
        }
        const std::size_t before = cursor.game().ends().size();
        const Verdict* said = document_.verdict(id);
        if (said != nullptr && said->kind == Verdict::Kind::below_a_fault) continue;
        static_cast<void>(cursor.enter(id));
        if (cursor.game().ends().size() > before) begins_.back().end = cursor.game().last_end();
    }
}

bool SgfWriter::begins_game(NodeId id) const {
    return std::ranges::binary_search(begins_, id, {}, &Begin::node);
}

/// What the file said is kept, except for names that have changed; the rest is made.
void SgfWriter::write_header(std::size_t game) {
    const auto& [root, start, end] = begins_[game];
    const Rules& rules = document_.start().rules();
    const bool kept = is_root(root) && has_sgf_header(document_.node(root).annotations);
    std::vector<Annotation> properties;
    const auto make = [&](Property property) {
        if (find_property(properties, property.name) == nullptr) {
            properties.emplace_back(std::move(property));
        }
    };
    if (is_root(root)) properties = properties_of(root);
    if (!kept) {
        properties.insert(properties.begin(),
                          {Property{"FF", {"4"}}, Property{"GM", {"6"}}, Property{"CA", {"UTF-8"}},
                           Property{"AP", {"Arbiter"}}});
        for (Property& made : sgf_header(rules, start, static_cast<int>(game))) {
            make(std::move(made));
        }
    }
    for (const auto& [tag, value] : document_.tags()) {
        const auto name = property_of(tag);
        if (!name || (kept && game > 0)) continue;
        const Property* told = find_property(properties, *name);
        if (told != nullptr && info_text(*told) == value) continue;
        std::erase_if(properties, [&](const Annotation& other) {
            return std::get<Property>(other).name == *name;
        });
        make({std::string(*name), {sgf_raw(to_utf8(value))}});
    }
    if (end) {
        const bool resigned = end->reason == reasons::resignation;
        make({"RE", {write_sgf_result({end->winner, end->points, resigned})}});
    }
    write_properties(properties);
    // GNU Backgammon sets nothing up in a root.
    if (game > 0 || is_start_of_game(rules, start) || has_sgf_setup(properties)) return;
    const Setup usual = setup_at(rules, start.score, start.crawford_game);
    const auto nodes = sgf_setup(usual, start);
    for (const auto& node : *nodes) {
        out_.begin_node(SgfOutput::Place::in_sequence, {});
        write_properties(node);
    }
}

/// A roll is written with the moves that follow it.
bool SgfWriter::has_move_below(NodeId id) const {
    for (NodeId child = document_.first_child(id); child != 0;
         child = document_.next_sibling(child)) {
        const Event* next = event(child);
        if (next != nullptr && std::holds_alternative<Move>(*next)) return true;
    }
    return false;
}

bool SgfWriter::is_written(NodeId id) const {
    const auto& [content, annotations] = document_.node(id);
    return !annotations.empty() || (event(id) == nullptr && !is_edit(id)) || made_of(id);
}

/// The children, or what is below those that are left out; not the next game.
std::vector<NodeId> SgfWriter::written_below(NodeId id) const {
    return arbiter::written_below(
        document_, id, [&](NodeId next) { return is_written(next); },
        [&](NodeId next) { return begins_game(next); });
}

void SgfWriter::write_subtree(NodeId root) {
    using enum Task::Kind;
    std::vector<Task> tasks;
    const auto go_below = [&](NodeId id) {
        const auto below = written_below(id);
        const auto kind = below.size() == 1 ? node : node_in_parentheses;
        for (const NodeId child : below | std::views::reverse) tasks.push_back({kind, child});
    };
    const bool is_event = event(root) != nullptr && is_written(root);
    is_event ? tasks.push_back({node, root}) : go_below(root);
    while (!tasks.empty()) {
        const auto [kind, id] = tasks.back();
        tasks.pop_back();
        if (kind == close) {
            out_.end_parentheses();
            continue;
        }
        out_.begin_node(
            kind == node ? SgfOutput::Place::in_sequence : SgfOutput::Place::in_parentheses,
            document_.node(id).annotations);
        if (kind == node_in_parentheses) tasks.push_back({close, id});
        write_node(id);
        go_below(id);
    }
}

/// B or W of an event; nothing for what SGF has no property for.
std::optional<Property> SgfWriter::made_of(NodeId id) const {
    const Event* present = event(id);
    if (present == nullptr) return std::nullopt;
    if (auto cube = cube_property(*present)) return cube;
    if (const auto dice = dice_of(*present)) {
        if (has_move_below(id)) return std::nullopt;
        return move_property(dice->first, write_dice(dice->second));
    }
    const auto* move = std::get_if<Move>(present);
    if (move == nullptr) return std::nullopt;
    const Event* roll = event(document_.parent(id));
    const auto rolled = roll != nullptr ? dice_of(*roll) : std::nullopt;
    const auto dice =
        rolled ? rolled->second : document_.game(document_.parent(id)).position().dice();
    if (!dice) return std::nullopt;
    return move_property(move->by, write_dice(*dice) + write_sgf_ways(move->turn, move->by));
}

/// What is attached to a node. Words of another format that cannot be played become a comment.
std::vector<Annotation> SgfWriter::properties_of(NodeId id) const {
    std::vector<Annotation> properties;
    const Game& game = document_.start();
    const Verdict* verdict = document_.verdict(id);
    const auto& annotations = document_.node(id).annotations;
    const bool has_words = verdict != nullptr && !verdict->text.empty() && event(id) == nullptr;
    if (has_words && !is_root(id) && sgf_move_of(annotations) == nullptr) {
        properties.emplace_back(Property{"C", {sgf_raw(verdict->text)}});
    }
    for (const Annotation& annotation : annotations) {
        if (std::holds_alternative<Property>(annotation)) {
            properties.push_back(annotation);
            continue;
        }
        for (const Annotation& made : game.annotations(game.remarks(annotation))) {
            const auto* property = std::get_if<Property>(&made);
            if (property != nullptr) add_sgf_property(properties, *property);
        }
    }
    return properties;
}

void SgfWriter::write_node(NodeId id) {
    if (sgf_move_of(document_.node(id).annotations) == nullptr) {
        if (const auto made = made_of(id)) out_.write(*made);
    }
    write_properties(properties_of(id));
}

}  // namespace

std::expected<std::string, Fault> write_sgf(const Document<Game>& document) {
    const Rules& rules = document.start().rules();
    const Setup& setup = document.start().start().position.setup();
    if (rules.start == StartName::gitgammon) {
        return std::unexpected(cannot_express("SGF has no match that begins with this board"));
    }
    const Setup usual = setup_at(rules, setup.score, setup.crawford_game);
    const bool is_told =
        is_start_of_game(rules, setup) || has_sgf_setup(document.node(0).annotations);
    if (!is_told && !sgf_setup(usual, setup)) {
        return std::unexpected(cannot_express(
            "SGF has no position in which a game is over, a turn partly played or an offer made"));
    }
    if (rules.automatic_doubles > 0 || rules.beavers != Beavers::none) {
        return std::unexpected(cannot_express("SGF has neither automatic doubles nor beavers"));
    }
    return SgfWriter(document).text();
}

}  // namespace arbiter::backgammon
