#include "core/go/formats/sgf_export.hpp"

#include <algorithm>

#include "core/base/utf8.hpp"
#include "core/go/board/regions.hpp"
#include "core/go/formats/sgf_info.hpp"
#include "core/go/formats/sgf_result.hpp"
#include "core/go/formats/sgf_text.hpp"

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

std::optional<SgfMove> move_of(const Event& event) {
    if (const auto* play = std::get_if<Play>(&event)) return SgfMove{play->by, play->point};
    if (const auto* pass = std::get_if<Pass>(&event)) return SgfMove{pass->by, std::nullopt};
    return std::nullopt;
}

/// Whether the moves alone do not show who begins.
bool turn_must_be_told(const Game& game) {
    const Setup& setup = game.start().setup;
    if (!setup.stones.empty() || setup.turn == Color::white) return true;
    const auto first = game.events().empty() ? std::nullopt : move_of(game.events()[0]);
    return first && first->by != setup.turn;
}

SgfSetup setup_of(const Game& game) {
    SgfSetup setup;
    for (const auto& [color, point] : game.start().setup.stones) {
        (color == Color::black ? setup.black : setup.white).push_back(point);
    }
    if (turn_must_be_told(game)) setup.turn = game.start().setup.turn;
    return setup;
}

void add(SgfNode& node, std::string_view name, std::string_view text) {
    node.properties.push_back({std::string(name), {sgf_raw(to_utf8(text))}, {}});
}

void add_tags(SgfNode& root, const Tags& tags) {
    for (const auto& [tag, value] : tags) {
        const auto property = property_of(tag);
        if (property && root.find(*property) == nullptr) add(root, *property, value);
    }
}

void add_result(SgfNode& root, const Game& game) {
    std::string text = result_text(game);
    for (const auto& [tag, value] : game.tags) {
        if (tag == "RE" && says_more(value, game)) text = value;
    }
    if (!text.empty()) add(root, "RE", text);
}

void add_points(SgfNode& node, std::string_view name, const std::vector<Point>& points, Size size) {
    if (points.empty()) return;
    SgfProperty property{std::string(name), {}, {}};
    for (const Point point : points) property.values.push_back(write_sgf_point(point, size));
    node.properties.push_back(std::move(property));
}

/// What the players agreed on: dead stones are in the other side's territory, also where the score
/// gives the point to nobody.
void add_territory(SgfNode& node, const Game& game) {
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
    add_points(node, "TB", black, game.size());
    add_points(node, "TW", white, game.size());
}

bool was_settled(const Game& game) {
    return game.outcome() && game.outcome()->reason == reasons::score &&
           game.rules().dead_stones == DeadStones::agreed;
}

/// A move names its colour in every SGF file: RU does not say so.
std::string rules_told(Rules rules) {
    if (rules.turns == Turns::named) rules.turns = Turns::alternate;
    return write_rules(rules);
}

SgfNode root_of(const Game& game) {
    SgfNode root;
    root.setup = setup_of(game);
    add(root, "AP", "Arbiter");
    add(root, "RU", rules_told(game.rules()));
    add(root, "KM", to_string(game.rules().komi));
    if (game.start().handicap > 0) add(root, "HA", std::to_string(game.start().handicap));
    add_tags(root, game.tags);
    add_result(root, game);
    return root;
}

}  // namespace

std::expected<SgfGame, Fault> sgf_of(const Game& game) {
    if (auto fault = inexpressible(game.start())) return std::unexpected(std::move(*fault));
    SgfGame sgf(game.size());
    sgf.root() = root_of(game);
    SgfGame::Number last = 0;
    for (const Event& event : game.events()) {
        if (const auto move = move_of(event)) last = sgf.add(last, {{}, move, {}, {}});
    }
    if (was_settled(game)) add_territory(sgf.node(last), game);
    return sgf;
}

}  // namespace arbiter::go
