#include "core/backgammon/formats/sgf.hpp"

#include <algorithm>
#include <ranges>

#include "core/backgammon/formats/mat.hpp"
#include "core/backgammon/formats/match_events.hpp"
#include "core/backgammon/formats/sgf_header.hpp"
#include "core/backgammon/formats/sgf_move.hpp"
#include "core/backgammon/formats/sgf_setup.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/backgammon/options.hpp"
#include "core/base/excerpt.hpp"
#include "core/base/sgf_text.hpp"
#include "core/contract/sgf_info.hpp"
#include "core/contract/sgf_tree.hpp"

namespace arbiter::backgammon {

namespace {

using Kind = Verdict::Kind;
using Node = Document<Game>::Node;

/// The text is UTF-8 now, whatever it was.
void tell_charset(std::vector<Annotation>& root) {
    const auto name = [](const Annotation& a) { return std::get<Property>(a).name; };
    std::erase_if(root, [&](const Annotation& a) { return name(a) == "CA"; });
    const auto is_first = [&](const Annotation& a) { return name(a) == "FF" || name(a) == "GM"; };
    root.insert(std::ranges::find_if_not(root, is_first), Property{"CA", {"UTF-8"}});
}

/// A match while its games are read, or one game for money.
class Match {
public:
    /// Without a document if the root has an error.
    Match(const SgfTree& tree, const Options& options);

    bool begun() const { return document_ != nullptr; }
    /// Whether a game belongs to this match.
    bool goes_on_with(const SgfTree& tree) const;
    void add(SgfTree tree, Faults faults);
    Reading<Document<Game>> take();

private:
    const Game& game() const { return cursor_->game(); }
    bool game_ended() const { return game().ends().size() > ended_before_ || game().outcome(); }

    void begin_game(const SgfTree& tree);
    void end_by_score(const SgfHeader& header);
    std::optional<Edit> read_setup(const Setup& before, const Rules& rules,
                                   std::span<const Annotation> properties, TextPlace place);
    void add_node(SgfTreeNode& node, TextPlace place);
    void read_move(const Property& property, TextPlace place);
    void read_roll(std::string_view value, Color by, TextPlace place);
    void play(const Event& event, TextPlace place);
    void add_result(const SgfTreeNode& root, TextPlace place);
    void give_up(Color winner, int points, TextPlace place);
    void go_to(NodeId id);

    /// The node that is read does not become an event.
    void refuse(Verdict verdict, std::string_view code, std::string_view sentence, TextPlace place);
    void warn(std::string_view code, std::string_view sentence, TextPlace place) {
        faults_.warn(code, in_sgf_game(number_, sentence), place);
    }

    std::unique_ptr<Document<Game>> document_;  // stays in its place: the cursor looks at it
    std::optional<Cursor<Game>> cursor_;
    Faults faults_;
    std::uint64_t number_ = 1;
    int length_ = 0;
    NodeId end_ = 0;                // of the main line
    PerColor<int> score_{};         // when the game began, as the file has it
    std::size_t ended_before_ = 0;  // games of the match, when this one began
    bool is_first_game_ = true;
    bool in_main_line_ = true;
    std::optional<Verdict> refused_;  // the node that is read
};

Match::Match(const SgfTree& tree, const Options& options) : number_(tree.number) {
    const SgfTreeNode& root = tree.nodes[0];
    const auto kind = find_in_root(tree, "GM");
    if (!kind || sgf_number(kind->property->values[0]) != 6) {
        const std::string_view told = kind ? std::string_view(kind->property->values[0]) : "";
        faults_.add("not_backgammon", in_sgf_game(number_, "GM[" + excerpt(told) + "] is not 6"),
                    kind ? kind->place : root.place);
        return;
    }
    const SgfHeader header = read_sgf_header(root.properties);
    Rules rules = rules_of(header);
    read_rules(options, {}, rules, faults_);
    if (rules.match_length > match_length_max) {
        faults_.add("bad_match_length",
                    in_sgf_game(number_, "a match goes up to " + std::to_string(match_length_max) +
                                             " points"),
                    root.place);
    }
    const Setup setup = setup_at(rules, header.score, is_crawford_game(header));
    auto position = Position::from(setup, rules, root.place);
    faults_.merge(position.faults);
    if (faults_.fatal()) return;
    length_ = rules.match_length;
    const bool is_set_up = has_sgf_setup(root.properties);
    const auto edit =
        is_set_up ? read_setup(setup, rules, root.properties, root.place) : std::nullopt;
    const Game standard(Start{rules, *std::move(position.value)});
    document_ = std::make_unique<Document<Game>>(edit ? *standard.edited(*edit) : standard);
    if (is_set_up && !edit) document_->set_verdict(0, {Kind::unreadable, {}});
    cursor_.emplace(*document_);
    SgfInfos infos;
    infos.add(root.properties);
    for (const auto& info : infos) {
        const auto tag = tag_of(info.property->name);
        if (tag) document_->tags().emplace_back(*tag, info_text(*info.property));
    }
}

bool Match::goes_on_with(const SgfTree& tree) const {
    if (!begun() || length_ == 0 || document_->verdict(end_) != nullptr) return false;
    const SgfHeader header = read_sgf_header(tree.nodes[0].properties);
    return header.match_length == length_ && header.game > 0;
}

void Match::add(SgfTree tree, Faults faults) {
    faults_.merge(faults);
    make_utf8(tree, faults_);
    number_ = tree.number;
    go_to(end_);
    begin_game(tree);
    std::vector<NodeId> ids{end_};
    std::uint32_t last_of_line = 0;  // the main line comes first in the text
    for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) {
        SgfTreeNode& node = tree.nodes[i];
        const bool was_in_line = in_main_line_;
        in_main_line_ = was_in_line && node.parent == last_of_line && last_of_line + 1 == i;
        if (was_in_line && !in_main_line_) add_result(tree.nodes[0], node.place);
        go_to(ids[node.parent]);
        const auto places = tree.places_of(node);
        add_node(node, places.empty() ? node.place : places[0]);
        ids.push_back(cursor_->at());
        if (in_main_line_) last_of_line = i, end_ = cursor_->at();
    }
    if (in_main_line_) add_result(tree.nodes[0], tree.nodes.back().place);
    auto& root = document_->node(ids[0]).annotations;
    root = std::move(tree.nodes[0].properties);
    tell_charset(root);
    if (!tree.preface.empty()) root.insert(root.begin(), Comment{std::move(tree.preface), true});
}

void Match::begin_game(const SgfTree& tree) {
    in_main_line_ = true;
    const SgfTreeNode& root = tree.nodes[0];
    const SgfHeader header = read_sgf_header(root.properties);
    const bool is_first = std::exchange(is_first_game_, false);
    if (!is_first && !game_ended()) end_by_score(header);
    score_ = header.score;
    if (!is_first && !game().outcome() && game().position().score() != score_) {
        warn("score_disagrees", "the games before this one give another score", root.place);
    }
    ended_before_ = game().ends().size();
    if (is_first) return;
    Node node;
    const bool is_set_up = has_sgf_setup(root.properties);
    if (is_set_up) {
        auto edit =
            read_setup(game().position().setup(), game().rules(), root.properties, root.place);
        if (edit) node.content = *std::move(edit), ended_before_ = 0;
    }
    const bool is_refused = is_set_up && !std::holds_alternative<Edit>(node.content);
    end_ = document_->add(cursor_->at(), std::move(node));
    if (is_refused) document_->set_verdict(end_, {Kind::unreadable, {}});
    static_cast<void>(cursor_->enter(end_));
}

std::optional<Edit> Match::read_setup(const Setup& before, const Rules& rules,
                                      std::span<const Annotation> properties, TextPlace place) {
    const auto severity = in_main_line_ ? Severity::error : Severity::warning;
    auto setup = read_sgf_setup(before, properties);
    if (!setup) {
        faults_.add({"bad_setup", in_sgf_game(number_, "a position is set up that cannot be read"),
                     place, severity});
        return std::nullopt;
    }
    const Faults found = Position::from(*setup, rules, place).faults;
    for (const Fault& fault : found) {
        faults_.add({fault.code, in_sgf_game(number_, fault.sentence), place, severity});
    }
    if (found.fatal()) return std::nullopt;
    return Edit{*std::move(setup)};
}

/// A game without a result: the next score tells who won it.
void Match::end_by_score(const SgfHeader& header) {
    const PerColor<int> before = game().position().score();
    const bool white = header.score.white > before.white;
    if (white == (header.score.black > before.black)) return;
    const Color winner = white ? Color::white : Color::black;
    warn("unfinished_game", "the game before this one ends as this score says", {});
    give_up(winner, header.score[winner] - before[winner], {});
}

/// A roll and its move are one node of the file and two of the document.
void Match::add_node(SgfTreeNode& node, TextPlace place) {
    refused_.reset();
    const NodeId parent = cursor_->at();
    const Property* move = sgf_move_of(node.properties);
    if (document_->verdict(parent) != nullptr) {
        refused_ = Verdict{Kind::below_a_fault, {}};
    } else if (has_sgf_setup(node.properties)) {
        auto edit = read_setup(game().position().setup(), game().rules(), node.properties, place);
        if (!edit) refused_ = Verdict{Kind::unreadable, {}};
        if (edit && in_main_line_) ended_before_ = 0;
        if (edit) static_cast<void>(cursor_->enter(document_->add(parent, Node{*edit, {}})));
    }
    if (!refused_ && move != nullptr) read_move(*move, place);
    if (refused_ || cursor_->at() == parent) {
        const NodeId id = document_->add(cursor_->at(), Node{});
        if (refused_) document_->set_verdict(id, *std::move(refused_));
        static_cast<void>(cursor_->enter(id));
    }
    document_->node(cursor_->at()).annotations = std::move(node.properties);
}

void Match::read_move(const Property& property, TextPlace place) {
    const Color by = property.name == "W" ? Color::white : Color::black;
    const std::string_view value = property.values.empty() ? "" : sgf_trimmed(property.values[0]);
    if (game().events().size() >= mat_events_max) {
        return refuse({Kind::unreadable, std::string(value)}, "too_many_moves",
                      "more than " + std::to_string(mat_events_max) + " rolls, moves and doubles",
                      place);
    }
    if (value == "double") return play(doubled(game(), by), place);
    if (value == "take" && was_beavered(game())) return;
    if (value == "take") return play(Take{by}, place);
    if (value == "drop") return play(Drop{by}, place);
    read_roll(value, by, place);
}

void Match::read_roll(std::string_view value, Color by, TextPlace place) {
    const auto dice = read_dice(value.substr(0, 2));
    const bool opening = game().position().stage() == Stage::opening_roll;
    if (!dice || (opening && dice->is_double())) {
        return refuse({Kind::unreadable, std::string(value)}, "bad_dice",
                      dice ? "a game does not begin with a double"
                           : in_quotes(value) + " does not begin with two dice",
                      place);
    }
    const Event roll = rolled(game(), by, *dice);
    const std::string_view letters = value.substr(2);
    const bool is_on_table = game().position().dice() == dice && game().position().turn() == by;
    if (letters.empty() || (!is_on_table && !game().check(roll))) {
        if (!is_on_table) play(roll, place);
        // Either nothing can move, or the game stops here.
        if (!refused_ && game().check(Move{by, {}})) play(Move{by, {}}, place);
        return;
    }
    const auto ways = read_sgf_ways(letters, by);
    if (!ways) {
        return refuse({Kind::unreadable, std::string(value)}, "unreadable_move",
                      in_quotes(letters) + " names no points", place);
    }
    const auto choice = read_turn(game().board(), by, Hand(*dice), *ways);
    if (!choice) {
        return refuse({Kind::illegal, write_dice(*dice) + ": " + *ways, choice.error()},
                      choice.error().code->name, sentence(choice.error()), place);
    }
    if (!is_on_table) play(roll, place);
    play(Move{by, choice->turn}, place);
}

void Match::play(const Event& event, TextPlace place) {
    if (const auto legal = game().check(event); !legal) {
        const Rejection& why = legal.error();
        return refuse({Kind::illegal, game().write_event(event), why}, why.code->name,
                      sentence(why), place);
    }
    static_cast<void>(cursor_->enter(document_->add(cursor_->at(), event)));
}

void Match::refuse(Verdict verdict, std::string_view code, std::string_view sentence,
                   TextPlace place) {
    refused_ = std::move(verdict);
    const auto severity = in_main_line_ ? Severity::error : Severity::warning;
    faults_.add({code, in_sgf_game(number_, sentence), place, severity});
}

/// The end of the main line: what the board does not say, RE does.
void Match::add_result(const SgfTreeNode& root, TextPlace place) {
    const Property* property = find_property(root.properties, "RE");
    if (property == nullptr || document_->verdict(cursor_->at()) != nullptr) return;
    const std::string text = info_text(*property);
    const auto result = read_sgf_result(text);
    if (!result) {
        if (!sgf_trimmed(text).empty()) {
            warn("unknown_result", "unknown result: " + in_quotes(text), root.place);
        }
        return;
    }
    if (!game_ended()) return give_up(result->winner, result->points, place);
    const auto end = game().last_end();
    const bool agrees = end && end->winner == result->winner &&
                        is_worth(end->points, game(), score_, result->winner, result->points);
    if (agrees) return;
    warn("result_disagrees", "the result is " + excerpt(text) + ", but not on the board", place);
}

void Match::give_up(Color winner, int points, TextPlace place) {
    const auto [events, cost] = giving_up(game(), score_, winner, points);
    if (!is_worth(cost, game(), score_, winner, points)) {
        warn("result_impossible",
             std::to_string(points) + " points are not to be won; " + std::to_string(cost) +
                 " are counted",
             place);
    }
    for (const Event& event : events) {
        if (game().check(event)) play(event, place);
    }
    end_ = cursor_->at();
}

void Match::go_to(NodeId id) {
    std::vector<NodeId> way;
    std::vector<NodeId> above;
    for (NodeId known = cursor_->at(); known != 0; known = document_->parent(known)) {
        if (known == id) break;
        above.push_back(known);
    }
    const bool is_above = id == 0 || above.empty() || document_->parent(above.back()) == id;
    if (!is_above) {
        std::ranges::sort(above);
        for (NodeId next = id; next != 0 && !std::ranges::binary_search(above, next);
             next = document_->parent(next)) {
            way.push_back(next);
        }
    }
    const NodeId meeting = way.empty() ? id : document_->parent(way.back());
    while (cursor_->at() != meeting) cursor_->leave();
    for (const NodeId next : way | std::views::reverse) static_cast<void>(cursor_->enter(next));
}

Reading<Document<Game>> Match::take() {
    cursor_.reset();
    if (!document_) return {std::nullopt, std::move(faults_)};
    return {std::move(*document_), std::move(faults_)};
}

class SgfReader final : public Stream<Document<Game>> {
public:
    explicit SgfReader(const Options& options) : options_(options) {}

    void feed(std::string_view piece) override { trees_.feed(piece); }
    void finish() override {
        trees_.finish();
        finished_ = true;
    }
    std::optional<Reading<Document<Game>>> next() override {
        while (ready_.empty()) {
            auto tree = trees_.next();
            if (tree) {
                add(*std::move(tree));
            } else if (finished_ && match_) {
                end_match();
            } else {
                return std::nullopt;
            }
        }
        auto first = std::move(ready_.front());
        ready_.erase(ready_.begin());
        return first;
    }

private:
    /// A match is complete when the next one begins.
    void add(Reading<SgfTree> tree) {
        const bool goes_on = tree && match_ && match_->goes_on_with(*tree);
        if (!goes_on && match_) end_match();
        if (!tree) {
            ready_.push_back({std::nullopt, std::move(tree.faults)});
            return;
        }
        if (!match_) match_ = std::make_unique<Match>(*tree, options_);
        if (match_->begun()) match_->add(*std::move(tree.value), std::move(tree.faults));
    }

    void end_match() {
        ready_.push_back(match_->take());
        match_.reset();
    }

    Options options_;
    SgfTreeReader trees_;
    std::unique_ptr<Match> match_;
    std::vector<Reading<Document<Game>>> ready_;
    bool finished_ = false;
};

}  // namespace

Likeness sgf_likeness(const Glance& glance) {
    const bool is_match = has_sgf_game(glance.text) && sgf_game_number(glance.text) == 6;
    return is_match ? Likeness::certain : Likeness::none;
}

std::unique_ptr<Stream<Document<Game>>> stream_sgf(const Options& options) {
    return std::make_unique<SgfReader>(options);
}

}  // namespace arbiter::backgammon
