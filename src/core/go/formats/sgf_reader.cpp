#include "core/go/formats/sgf_reader.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/base/utf8.hpp"
#include "core/go/formats/sgf_text.hpp"

namespace arbiter::go {

namespace {

/// Files that call themselves Latin-1 are read as windows-1252, as on the web: where the two differ,
/// Latin-1 has nothing but control characters.
bool is_latin1(std::string_view charset) {
    constexpr std::array<std::string_view, 7> names{
        "iso88591", "latin1", "isolatin1", "windows1252", "cp1252", "usascii", "ascii"};
    return std::ranges::find(names, folded(charset)) != names.end();
}

bool is_utf8_name(std::string_view charset) { return folded(charset) == "utf8"; }

std::optional<Color> color_of_move(std::string_view name) {
    if (name == "B") return Color::black;
    if (name == "W") return Color::white;
    return std::nullopt;
}

/// PL[B], and the spellings of other programs.
std::optional<Color> color_of_player(std::string_view raw) {
    const std::string word = folded(raw);
    if (word == "b" || word == "black" || word == "1") return Color::black;
    if (word == "w" || word == "white" || word == "2") return Color::white;
    return std::nullopt;
}

std::vector<Point>* points_set_by(std::string_view name, SgfSetup& setup) {
    if (name == "AB") return &setup.black;
    if (name == "AW") return &setup.white;
    if (name == "AE") return &setup.cleared;
    return nullptr;
}

/// The values of all properties of all nodes.
auto all_values(SgfTree& tree) {
    return tree.nodes | std::views::transform(&SgfTreeNode::properties) | std::views::join |
           std::views::transform(&SgfProperty::values) | std::views::join;
}

/// Reads a tree as a game of Go.
class Interpreter {
public:
    explicit Interpreter(SgfTree tree) : tree_(std::move(tree)) {}

    Reading<SgfGame> game() {
        check_game();
        convert_charset();
        const auto size = board_size();
        if (faults_.fatal()) return {std::nullopt, std::move(faults_)};
        size_ = *size;
        SgfGame game(size_);
        add_nodes(game);
        Reading<SgfGame> reading{std::nullopt, std::move(faults_)};
        if (!reading.faults.fatal()) reading.value = std::move(game);
        return reading;
    }

private:
    /// A node, and its moves, of which there is usually one.
    struct Content {
        SgfNode node;
        std::vector<SgfMove> moves;
    };

    void check_game();
    void convert_charset();
    std::optional<Size> board_size();

    void add_nodes(SgfGame& game);
    Content content_of(SgfTreeNode& written);
    bool takes_meaning(const SgfProperty& property, Content& content);
    bool takes_moves(const SgfProperty& property, Color by, std::vector<SgfMove>& moves);
    bool takes_points(const SgfProperty& property, std::vector<Point>& points);
    bool takes_turn(const SgfProperty& property, SgfSetup& setup);
    void count_points(std::size_t points, const SgfProperty& property);

    const SgfProperty* root_property(std::string_view name) const {
        return find_property(tree_.nodes[0].properties, name);
    }
    void fail(std::string_view code, std::string_view sentence, TextPlace place) {
        faults_.add(code, in_sgf_game(tree_.number, sentence), place);
    }
    void warn(std::string_view code, std::string_view sentence, TextPlace place) {
        if (faults_.size() >= Faults::limit) return;
        faults_.warn(code, in_sgf_game(tree_.number, sentence), place);
    }
    void warn(SgfPointFault fault, const SgfProperty& property, std::string_view raw) {
        const std::string value = excerpt(property.name) + '[' + excerpt(raw) + ']';
        if (fault == SgfPointFault::malformed) {
            warn("malformed_point", value + " names no point", property.source.place);
        } else {
            warn("point_off_board", value + " is not on a board of " + to_string(size_),
                 property.source.place);
        }
    }

    SgfTree tree_;
    Size size_;
    std::size_t points_ = 0;
    Faults faults_;
};

void Interpreter::check_game() {
    const SgfProperty* game = root_property("GM");
    if (game == nullptr || sgf_number(game->values[0]) == 1) return;
    fail("not_go", "GM[" + excerpt(game->values[0]) + "] is not Go", game->source.place);
}

/// Text that is valid UTF-8 is taken for UTF-8 even if CA names another charset.
void Interpreter::convert_charset() {
    if (std::ranges::all_of(all_values(tree_), is_utf8)) return;
    if (const SgfProperty* charset = root_property("CA")) {
        const std::string& name = charset->values[0];
        const TextPlace place = charset->source.place;
        if (is_utf8_name(name)) {
            warn("not_utf8", "the text is not UTF-8: read as Latin-1", place);
        } else if (!is_latin1(name)) {
            warn("unknown_charset", "unknown charset, read as Latin-1: " + excerpt(name), place);
        }
    }
    for (std::string& value : all_values(tree_)) value = windows_1252_to_utf8(value);
}

std::optional<Size> Interpreter::board_size() {
    const SgfProperty* property = root_property("SZ");
    if (property == nullptr) return Size{};
    const auto size = sgf_size(property->values[0]);
    if (!size) {
        fail("bad_size", "SZ[" + excerpt(property->values[0]) + "] is not a size from 1 to 52",
             property->source.place);
    }
    return size;
}

/// A node with several moves becomes a chain of nodes; its children follow the last one.
void Interpreter::add_nodes(SgfGame& game) {
    std::vector<SgfGame::Number> numbers;
    numbers.reserve(tree_.nodes.size());
    for (SgfTreeNode& written : tree_.nodes) {
        const bool is_root = numbers.empty();
        Content content = content_of(written);
        if (!content.moves.empty()) content.node.move = content.moves[0];
        if (is_root) game.root() = std::move(content.node);
        SgfGame::Number number =
            is_root ? 0 : game.add(numbers[written.parent], std::move(content.node));
        for (std::size_t i = 1; i < content.moves.size(); ++i) {
            number = game.add(number, {{}, content.moves[i], {}, {written.place}});
        }
        numbers.push_back(number);
        if (faults_.fatal()) return;
    }
}

Interpreter::Content Interpreter::content_of(SgfTreeNode& written) {
    Content content;
    content.node.source = {written.place};
    const bool is_root = &written == &tree_.nodes.front();
    for (SgfProperty& property : written.properties) {
        const auto& name = property.name;
        const bool told_by_game =
            is_root && (name == "FF" || name == "GM" || name == "CA" || name == "SZ");
        if (told_by_game || takes_meaning(property, content)) continue;
        content.node.properties.push_back(std::move(property));
    }
    if (content.moves.size() > 1) {
        warn("several_moves_in_node", "a node with several moves is read as several nodes",
             written.place);
    }
    if (!content.moves.empty() && !content.node.setup.empty()) {
        warn("setup_with_move", "a node with setup and a move: the setup comes first",
             written.place);
    }
    return content;
}

/// False if the property must be kept as written.
bool Interpreter::takes_meaning(const SgfProperty& property, Content& content) {
    if (const auto by = color_of_move(property.name)) {
        return takes_moves(property, *by, content.moves);
    }
    if (property.name == "PL") return takes_turn(property, content.node.setup);
    std::vector<Point>* points = points_set_by(property.name, content.node.setup);
    return points != nullptr && takes_points(property, *points);
}

bool Interpreter::takes_moves(const SgfProperty& property, Color by, std::vector<SgfMove>& moves) {
    const std::size_t before = moves.size();
    for (const std::string& value : property.values) {
        const auto target = sgf_target(value, size_);
        if (!target) {
            warn(target.error(), property, value);
            moves.resize(before, SgfMove{by, {}});
            return false;
        }
        moves.push_back({by, target->point});
    }
    return true;
}

bool Interpreter::takes_points(const SgfProperty& property, std::vector<Point>& points) {
    for (const std::string& value : property.values) {
        const std::size_t before = points.size();
        if (const auto fault = read_sgf_points(value, size_, points)) {
            warn(*fault, property, value);
            points.clear();
            return false;
        }
        count_points(points.size() - before, property);
        if (faults_.fatal()) return false;
    }
    return true;
}

bool Interpreter::takes_turn(const SgfProperty& property, SgfSetup& setup) {
    setup.turn = color_of_player(property.values[0]);
    if (!setup.turn) {
        warn("malformed_color", "PL[" + excerpt(property.values[0]) + "] is neither B nor W",
             property.source.place);
    }
    return setup.turn.has_value();
}

/// A short text can name a large rectangle: limits the number of points in memory.
void Interpreter::count_points(std::size_t points, const SgfProperty& property) {
    points_ += points;
    if (points_ <= SgfTreeReader::part_count_max) return;
    fail("too_many_parts", "too many points in setup", property.source.place);
}

}  // namespace

std::optional<Reading<SgfGame>> SgfReader::next() {
    auto tree = trees_.next();
    if (!tree) return std::nullopt;
    if (!*tree) return Reading<SgfGame>{std::nullopt, std::move(tree->faults)};
    Reading<SgfGame> game = Interpreter(std::move(**tree)).game();
    tree->faults.merge(game.faults);
    game.faults = std::move(tree->faults);
    return game;
}

}  // namespace arbiter::go
