#include "core/go/formats/sgf_reader.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/base/excerpt.hpp"
#include "core/base/interruption.hpp"
#include "core/base/sgf_text.hpp"
#include "core/base/text.hpp"
#include "core/contract/sgf_info.hpp"
#include "core/go/formats/replay.hpp"
#include "core/go/formats/sgf_content.hpp"
#include "core/go/formats/sgf_ending.hpp"
#include "core/go/formats/sgf_quick.hpp"
#include "core/go/formats/sgf_result.hpp"
#include "core/go/formats/sgf_start.hpp"

namespace arbiter::go {

namespace {

using Kind = Verdict::Kind;

/// Of a stone or a pass.
Color side_of_move(const Event& move) {
    const auto* play = std::get_if<Play>(&move);
    return play != nullptr ? play->by : std::get<Pass>(move).by;
}

void set_property(std::vector<Annotation>& properties, std::string_view name, std::string value) {
    const auto has_name = [&](const Annotation& a) { return std::get<Property>(a).name == name; };
    const auto found = std::ranges::find_if(properties, has_name);
    if (found == properties.end()) {
        properties.emplace_back(Property{std::string(name), {std::move(value)}});
    } else {
        std::get<Property>(*found).values = {std::move(value)};
    }
}

std::string written(const Property& property, std::string_view value) {
    return property.name + '[' + std::string(value) + ']';
}

/// Reads a tree as a document of Go.
class Interpreter {
public:
    Interpreter(SgfTree tree, const Options& options)
        : tree_(std::move(tree)), options_(options), line_{0}, children_(tree_.nodes.size()) {
        for (std::uint32_t i = 1; i < tree_.nodes.size(); ++i) {
            const std::uint32_t parent = tree_.nodes[i].parent;
            ++children_[parent];
            if (parent == line_.back()) line_.push_back(i);
        }
    }

    Reading<Document<Game>> document();

private:
    using Content = decltype(Document<Game>::Node::content);

    /// Whether the nodes can be what they are under the rules assumed so far.
    enum class Attempt : std::uint8_t { done, turns_are_free, failed };

    void check_game();
    bool read_size();
    SgfOpening opening() const;

    Attempt build(const Start& start);
    void begin(const Start& start);
    void add_node(std::uint32_t number);
    void go_to(std::uint32_t number);
    void add_content(const SgfContent& content);
    void tell_problems(const SgfContent& content, NodeId id);
    void add(Content content);
    void catch_up();
    void judge(NodeId id);
    void judge_edit(NodeId id, const Edit& edit);
    void refuse(NodeId id, const Rejection& rejection);
    bool is_lost(NodeId id) const;
    void count_change();
    void add_ending();
    void add_quickly(std::span<const Event> ending);
    void annotate();

    TextPlace place() const { return tree_.nodes[present_].place; }
    bool in_main_line() const { return std::ranges::binary_search(line_, present_); }
    /// There is no document: what would stand beside it does not matter.
    void fail(std::string_view code, std::string_view sentence, TextPlace place) {
        faults_ = Faults({code, in_sgf_game(tree_.number, sentence), place});
        attempt_ = Attempt::failed;
    }
    void warn(std::string_view code, std::string_view sentence, TextPlace place) {
        faults_.warn(code, in_sgf_game(tree_.number, sentence), place);
    }
    /// What is kept nevertheless: an error in the main line, a warning in a variation.
    void tell(std::string_view code, std::string_view sentence, TextPlace place) {
        const auto severity = in_main_line() ? Severity::error : Severity::warning;
        faults_.add({code, in_sgf_game(tree_.number, sentence), place, severity});
    }

    SgfTree tree_;
    const Options& options_;
    std::vector<std::uint32_t> line_;      // the main line
    std::vector<std::uint32_t> children_;  // how many a node has
    Size size_;
    SgfInfos infos_;
    Faults faults_;

    // One attempt.
    Attempt attempt_ = Attempt::done;
    std::optional<Document<Game>> document_;
    NodeId at_ = 0;                    // the document's node that was added last
    std::optional<QuickBoard> quick_;  // where nothing is in doubt
    std::vector<std::pair<std::uint32_t, std::optional<QuickBoard>>> branches_;
    // Elsewhere: a cursor that may be behind, and the nodes on its way.
    std::optional<Cursor<Game>> cursor_;
    std::vector<bool> entered_;
    std::vector<NodeId> ids_;       // of the tree's nodes
    std::vector<NodeId> last_ids_;  // where a node is several, the last of them
    std::uint32_t present_ = 0;     // the tree's node that is read
    std::size_t points_ = 0;
    std::size_t changed_points_ = 0;
    bool told_of_setup_ = false;
    bool told_of_end_ = false;
    Tags tags_;
};

Reading<Document<Game>> Interpreter::document() {
    check_game();
    make_utf8(tree_, faults_);
    if (!read_size() || faults_.fatal()) return {std::nullopt, std::move(faults_)};
    for (const std::uint32_t number : line_) {
        infos_.add(tree_.nodes[number].properties, tree_.places_of(tree_.nodes[number]));
    }
    Start start = sgf_start(size_, infos_, opening(), options_, faults_);
    if (faults_.fatal()) return {std::nullopt, std::move(faults_)};
    const Faults before = faults_;
    if (build(start) == Attempt::turns_are_free) {
        start.rules.turns = Turns::free;
        faults_ = before;
        build(start);
    }
    if (attempt_ == Attempt::failed) return {std::nullopt, std::move(faults_)};
    annotate();
    return {std::move(document_), std::move(faults_)};
}

void Interpreter::check_game() {
    const auto game = find_in_root(tree_, "GM");
    if (!game) return;
    const std::string& number = game->property->values[0];
    if (sgf_number(number) == 1) return;
    fail("not_go", "GM[" + excerpt(number) + "] is not Go", game->place);
}

bool Interpreter::read_size() {
    const auto told = find_in_root(tree_, "SZ");
    if (!told) return true;
    const std::string& text = told->property->values[0];
    if (const auto size = sgf_size(text)) {
        size_ = *size;
        return true;
    }
    const auto size = size_named(sgf_trimmed(text));  // "19x19"
    if (!size || size->width == 0) {
        fail("bad_size", "SZ[" + excerpt(text) + "] is not a size from 1 to 52", told->place);
        return false;
    }
    size_ = *size;
    warn("bad_size", "SZ[" + excerpt(text) + "] is read as SZ[" + write_sgf_size(size_) + "]",
         told->place);
    return true;
}

SgfOpening Interpreter::opening() const {
    SgfOpening opening;
    std::size_t points = 0;
    for (const std::uint32_t number : line_) {
        const SgfContent content = sgf_content(tree_.nodes[number].properties, size_);
        points += content.points();
        if (points > sgf_points_max) break;
        if (!opening.first_mover && !(content.setup.black.empty() && content.setup.white.empty())) {
            opening.stones_set_up = true;
        }
        for (const Event& move : content.moves) {
            if (!opening.first_mover) opening.first_mover = side_of_move(move);
            opening.black_alone =
                std::holds_alternative<Play>(move) && side_of_move(move) == Color::black;
            if (!opening.black_alone) return opening;
            ++opening.black_run;
        }
    }
    return opening;
}

/// The setup of the root is part of the start.
void Interpreter::begin(const Start& start) {
    attempt_ = Attempt::done;
    points_ = 0;
    changed_points_ = 0;
    told_of_setup_ = false;
    told_of_end_ = false;
    ids_.assign(tree_.nodes.size(), 0);
    last_ids_.assign(tree_.nodes.size(), 0);
    present_ = 0;
    const auto nowhere = [](std::size_t, Point) { return Place{}; };
    Game game = *Game::from(start, nowhere).value;
    const Edit setup = sgf_content(tree_.nodes[0].properties, size_).setup;
    auto edited = setup.empty() ? std::nullopt : game.edited(setup);
    const bool possible = setup.empty() || edited;
    document_.emplace(edited ? *std::move(edited) : std::move(game));
    document_->reserve(tree_.nodes.size() + 4);  // a few events may end it
    at_ = 0;
    cursor_.reset();
    branches_.clear();
    quick_ = possible ? QuickBoard::at_start(document_->start()) : std::nullopt;
    if (possible) return;
    document_->set_verdict(0, {Kind::illegal, {}});
    tell("no_liberties", "a group of the setup has no liberties", place());
}

Interpreter::Attempt Interpreter::build(const Start& start) {
    begin(start);
    for (std::uint32_t i = 0; i < tree_.nodes.size() && attempt_ == Attempt::done; ++i) {
        if (Interruption::is_due()) break;
        add_node(i);
    }
    return attempt_;
}

/// Goes back to where a node of the tree belongs.
void Interpreter::go_to(std::uint32_t number) {
    const std::uint32_t parent = tree_.nodes[number].parent;
    if (number == 0 || parent + 1 == number) return;
    at_ = last_ids_[parent];
    while (branches_.back().first != parent) branches_.pop_back();
    quick_ = branches_.back().second;
}

void Interpreter::add_node(std::uint32_t number) {
    go_to(number);
    present_ = number;
    const SgfTreeNode& node = tree_.nodes[number];
    const auto move = number == 0 ? std::nullopt : sgf_only_move(node.properties, size_);
    if (move) {
        const auto id = static_cast<NodeId>(document_->size());
        add(*move);
        ids_[number] = at_ == id ? id : id + 1;  // play may have been resumed first
    } else {
        add_content(sgf_content(node.properties, size_));
    }
    if (attempt_ != Attempt::done) return;
    last_ids_[number] = at_;
    if (children_[number] > 1) branches_.emplace_back(number, quick_);
    if (number == line_.back()) add_ending();
}

/// A node with a setup and a move, or with several moves, becomes a chain of nodes.
void Interpreter::add_content(const SgfContent& content) {
    const TextPlace place = tree_.nodes[present_].place;
    const bool is_root = present_ == 0;
    points_ += content.points();
    if (points_ > sgf_points_max) {
        return fail("too_many_parts", "too many points in setup", place);
    }
    const bool sets_up = !is_root && !content.setup.empty();
    if (content.moves.size() > 1) {
        warn("several_moves_in_node", "a node with several moves is read as several nodes", place);
    }
    if (sets_up && !content.moves.empty()) {
        warn("setup_with_move", "a node with setup and a move: the setup comes first", place);
    }
    const NodeId before = is_root ? 0 : static_cast<NodeId>(document_->size());
    if (sets_up) add(content.setup);
    for (const Event& move : content.moves) add(move);
    if (!is_root && !sets_up && content.moves.empty()) add({});
    if (attempt_ != Attempt::done) return;
    const auto* first = std::get_if<Event>(&document_->node(before).content);
    ids_[present_] = first != nullptr && !is_sgf_move(*first) ? before + 1 : before;
    tell_problems(content, ids_[present_]);
}

/// The properties stay as they are.
void Interpreter::tell_problems(const SgfContent& content, NodeId id) {
    const SgfTreeNode& node = tree_.nodes[present_];
    const auto places = tree_.places_of(node);
    for (const auto& [index, value, fault] : content.problems) {
        const auto& property = std::get<Property>(node.properties[index]);
        const std::string text = written(property, excerpt(value));
        if (!fault) {
            warn("malformed_color", text + " is neither B nor W", places[index]);
        } else if (*fault == SgfPointFault::malformed) {
            tell("malformed_point", text + " names no point", places[index]);
        } else {
            tell("point_off_board", text + " is not on a board of " + to_string(size_),
                 places[index]);
        }
        if (document_->verdict(id) == nullptr) {
            document_->set_verdict(id, {Kind::unreadable, written(property, value)});
        }
    }
}

/// Adds a node below the present one and goes there. Moves after two passes resume play.
void Interpreter::add(Content content) {
    if (attempt_ != Attempt::done) return;
    const auto* event = std::get_if<Event>(&content);
    const bool is_move = event != nullptr && is_sgf_move(*event);
    const std::uint32_t moves = quick_ ? quick_->move_count() : 0;
    const bool quickly = quick_ && (is_move ? quick_->play(*event, document_->start().rules())
                                            : std::holds_alternative<std::monostate>(content));
    if (quickly && moves < moves_in_game_max) {
        at_ = document_->add(at_, {std::move(content), {}});
        return;
    }
    catch_up();
    const Game& game = cursor_->game();
    if (is_move && game.move_count() >= moves_in_game_max) {
        return fail("too_many_moves", "more than " + std::to_string(moves_in_game_max) + " moves",
                    place());
    }
    if (is_move && game.phase() == Phase::marking) {
        judge(document_->add(at_, resuming(game.rules(), side_of_move(*event))));
    }
    judge(document_->add(at_, {std::move(content), {}}));
    const bool told = document_->verdict(at_) != nullptr;
    quick_ = told ? std::nullopt : QuickBoard::at_present(cursor_->game());
}

/// Takes the cursor to the present node. Nodes are added in the order of the text, so that it enters
/// each of them once.
void Interpreter::catch_up() {
    if (!cursor_) {
        cursor_.emplace(*document_);
        entered_.assign(document_->size(), false);
        entered_[0] = true;
    }
    entered_.resize(document_->size());
    std::vector<NodeId> way;
    NodeId known = at_;
    for (; !entered_[known]; known = document_->parent(known)) way.push_back(known);
    while (cursor_->at() != known) {
        entered_[cursor_->at()] = false;
        cursor_->leave();
    }
    for (const NodeId id : way | std::views::reverse) {
        static_cast<void>(cursor_->enter(id));
        entered_[id] = true;
    }
}

bool Interpreter::is_lost(NodeId id) const {
    const Verdict* verdict = document_->verdict(id);
    if (verdict == nullptr) return false;
    const bool played = std::holds_alternative<Event>(document_->node(id).content);
    return verdict->kind == Kind::below_a_fault || (verdict->kind == Kind::illegal && !played);
}

void Interpreter::judge(NodeId id) {
    const NodeId parent = document_->parent(id);
    const Verdict* above = document_->verdict(parent);
    const bool after_the_end = above != nullptr && above->kind == Kind::after_the_end;
    const bool lost = is_lost(parent);
    if (lost) document_->set_verdict(id, {Kind::below_a_fault, {}});
    if (after_the_end) document_->set_verdict(id, {Kind::after_the_end, {}});
    const auto* edit = std::get_if<Edit>(&document_->node(id).content);
    if (edit != nullptr && !lost) judge_edit(id, *edit);
    const auto entered = cursor_->enter(id);
    entered_.resize(document_->size());
    entered_[id] = true;
    at_ = id;
    if (edit != nullptr || !entered) count_change();
    if (!entered && !lost) refuse(id, entered.error());
}

void Interpreter::judge_edit(NodeId id, const Edit& edit) {
    const Game& game = cursor_->game();
    if (game.move_count() > 0 && in_main_line() && !std::exchange(told_of_setup_, true)) {
        warn("setup_in_mid_game",
             "stones are set up in mid-game: the game begins there, without the prisoners of "
             "earlier moves",
             place());
    }
    if (game.edited(edit)) return;
    document_->set_verdict(id, {Kind::illegal, {}});
    tell("no_liberties", "a group of the setup has no liberties", place());
}

void Interpreter::refuse(NodeId id, const Rejection& rejection) {
    const bool alternate = document_->start().rules().turns == Turns::alternate;
    if (rejection.code == &codes::not_your_turn && alternate) {
        attempt_ = Attempt::turns_are_free;
    } else if (rejection.code == &codes::game_over) {
        document_->set_verdict(id, {Kind::after_the_end, {}, rejection});
        if (std::exchange(told_of_end_, true)) return;
        warn("moves_after_the_end", "moves after the end of the game: " + sentence(rejection),
             place());
    } else {
        document_->set_verdict(id, {Kind::illegal, {}, rejection});
        tell(rejection.code->name, sentence(rejection), place());
    }
}

/// Whoever walks through the document keeps the boards before these changes.
void Interpreter::count_change() {
    constexpr std::size_t points_least = 64;
    changed_points_ += points_least + static_cast<std::size_t>(size_.points());
    if (changed_points_ <= SgfReader::changed_points_max) return;
    fail("too_many_parts", "too many setups and illegal moves", place());
}

/// The end of a game that is not a score does not depend on the board.
void Interpreter::add_ending() {
    const auto* result = infos_.find("RE");
    if (result == nullptr || is_lost(at_)) return;
    const std::string text = info_text(*result->property);
    const auto& properties = tree_.nodes[present_].properties;
    const auto told = result_told(text);
    const bool on_any_board = quick_.has_value();
    if (on_any_board && quick_->is_marking() && told &&
        told->outcome.reason == reasons::recorded_result) {
        const Rules& rules = document_->start().rules();
        const auto settled =
            settlement({quick_->position(), rules, quick_->account()}, *told, properties);
        if (settled) return add_quickly(*settled);
    }
    if (!on_any_board) catch_up();
    Game game = on_any_board ? Game() : cursor_->game();
    const std::size_t before = game.events().size();
    game.tags.clear();
    follow_result(game, text, properties, result->place, faults_);
    tags_ = std::move(game.tags);
    const auto events = game.events().subspan(before);
    if (on_any_board) return add_quickly(events);
    for (const Event& event : events) add(event);
    quick_.reset();
}

void Interpreter::add_quickly(std::span<const Event> ending) {
    for (const Event& event : ending) at_ = document_->add(at_, event);
    quick_.reset();
}

void Interpreter::annotate() {
    Tags& tags = document_->tags();
    for (const auto& info : infos_) {
        const auto tag = tag_of(info.property->name);
        if (tag) tags.emplace_back(*tag, info_text(*info.property));
    }
    std::ranges::move(tags_, std::back_inserter(tags));
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        document_->node(ids_[i]).annotations = std::move(tree_.nodes[i].properties);
    }
    auto& root = document_->node(0).annotations;
    std::erase_if(root, [](const Annotation& a) { return std::get<Property>(a).name == "CA"; });
    if (!has_sgf_header(root)) root.insert(root.begin(), Property{"GM", {"1"}});
    for (const Option& option : options_) {
        const Rules& rules = document_->start().rules();
        if (option.name == "komi") set_property(root, "KM", to_string(rules.komi));
        if (option.name != "komi") set_property(root, "RU", write_rules(rules));
    }
    if (!tree_.preface.empty()) root.insert(root.begin(), Comment{std::move(tree_.preface), true});
}

}  // namespace

std::optional<Reading<Document<Game>>> SgfReader::next() {
    auto tree = trees_.next();
    if (!tree) return std::nullopt;
    if (!*tree) return Reading<Document<Game>>{std::nullopt, std::move(tree->faults)};
    auto document = Interpreter(std::move(**tree), options_).document();
    tree->faults.merge(std::move(document.faults));
    document.faults = std::move(tree->faults);
    return document;
}

}  // namespace arbiter::go
