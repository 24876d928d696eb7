#include "tests/support/random_sgf.hpp"

#include <array>
#include <random>

#include "core/base/sgf_text.hpp"
#include "core/go/notations/sgf_point.hpp"

namespace arbiter::go::testing {

namespace {

constexpr std::array<std::string_view, 17> words{"a",
                                                 "better",
                                                 "]",
                                                 "\\",
                                                 "\\\\",
                                                 "[",
                                                 "(;FF[4]",
                                                 "\n",
                                                 ":",
                                                 "(",
                                                 ")",
                                                 "",
                                                 ";B[aa]",
                                                 "é",
                                                 " ",
                                                 "本因坊",
                                                 "0123456789012345678901234567890"};

/// Lines that look like the next game.
constexpr std::array<std::string_view, 3> traps{"\n(;FF[4", "\n(;GM[1]", "\n(;SZ"};

constexpr std::array<std::string_view, 14> names{"C",  "N",  "LB", "TR", "GC", "PB", "XYZZY",
                                                 "BL", "KG", "AP", "SZ", "FF", "VW", "ST"};

std::string text_from(const SgfTree& tree, std::uint32_t number) {
    std::string text = ";";
    for (const Annotation& annotation : tree.nodes[number].properties) {
        const auto& [name, values] = std::get<Property>(annotation);
        text += name;
        for (const std::string& value : values) text.append("[").append(value).append("]");
    }
    for (std::uint32_t child = number + 1; child < tree.nodes.size(); ++child) {
        if (tree.nodes[child].parent == number) text += "(" + text_from(tree, child) + ")";
    }
    return text;
}

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    SgfTree tree() {
        size_ = size();
        SgfTree tree{
            .number = 1, .nodes = std::vector<SgfTreeNode>(1), .places = {}, .preface = {}};
        tree.nodes[0].properties = {Property{"FF", {"4"}}, Property{"GM", {"1"}},
                                    Property{"CA", {"UTF-8"}},
                                    Property{"SZ", {write_sgf_size(size_)}}};
        fill(tree.nodes[0]);
        for (std::size_t n = below(60); n > 0; --n) {
            // Mostly on from the last node, so that the numbers are those of a reader.
            auto parent = static_cast<std::uint32_t>(tree.nodes.size() - 1);
            while (parent > 0 && one_in(5)) parent = tree.nodes[parent].parent;
            tree.nodes.push_back({.parent = parent});
            fill(tree.nodes.back());
        }
        return tree;
    }

    Document<Game> document() {
        Document<Game> document = Document<Game>::of(game());
        for (std::size_t n = below(12); n > 0; --n) {
            const auto parent = static_cast<NodeId>(below(document.size()));
            const Game game = document.game(parent);
            if (game.phase() != Phase::play) continue;
            const auto legal = game.legal();
            const NodeId id = document.add(parent, legal[below(legal.size())]);
            if (one_in(2))
                document.node(id).annotations = {
                    Property{"C", {sgf_closed(sgf_raw("a" + text()))}}};
        }
        return document;
    }

    Game game() {
        Game game = *Game::create(options());
        for (std::size_t n = below(60); n > 0 && game.phase() == Phase::play; --n) {
            const auto legal = game.legal();
            play(game, legal[one_in(8) ? legal.size() - 1 : below(legal.size())]);
        }
        if (one_in(2)) end(game);
        if (one_in(2)) game.tags = {{"Black", text()}, {"US", text()}, {"GC", text()}};
        return game;
    }

private:
    std::mt19937_64 random_;
    Size size_;

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    Color color() { return one_in(2) ? Color::black : Color::white; }

    Size size() {
        const auto side = [&] { return static_cast<std::uint8_t>(1 + below(one_in(2) ? 52 : 9)); };
        return {side(), side()};
    }
    Point point(Size size) {
        return point_at(size, static_cast<int>(below(static_cast<std::size_t>(size.points()))));
    }

    std::string text() {
        std::string text;
        for (std::size_t n = below(6); n > 0; --n) text += words[below(words.size())];
        if (one_in(20)) text += traps[below(traps.size())];
        return text;
    }

    /// A point, or a rectangle.
    std::string points() {
        const std::string one = write_sgf_point(point(size_), size_);
        return one_in(4) ? one + ':' + write_sgf_point(point(size_), size_) : one;
    }

    void add(SgfTreeNode& node, std::string_view name, std::vector<std::string> values) {
        if (find_property(node.properties, name) != nullptr) return;
        node.properties.emplace_back(Property{std::string(name), std::move(values)});
    }

    void fill(SgfTreeNode& node) {
        if (!one_in(4)) {
            const bool passes = one_in(4);
            const std::string target = write_sgf_point(point(size_), size_);
            add(node, one_in(2) ? "B" : "W", {passes ? std::string() : target});
        }
        for (const std::string_view name : {"AB", "AW", "AE"}) {
            std::vector<std::string> values;
            for (std::size_t n = one_in(12) ? below(4) : 0; n > 0; --n) values.push_back(points());
            if (!values.empty()) add(node, name, std::move(values));
        }
        if (one_in(12)) add(node, "PL", {one_in(2) ? "B" : "W"});
        for (std::size_t n = one_in(3) ? below(5) : 0; n > 0; --n) add_property(node);
    }

    void add_property(SgfTreeNode& node) {
        std::vector<std::string> values;
        for (std::size_t n = 1 + (one_in(3) ? below(4) : 0); n > 0; --n) {
            values.push_back(sgf_closed(sgf_raw(text())));
        }
        add(node, names[below(names.size())], std::move(values));
    }

    Options options() {
        const Size size = this->size();
        Options options{{"size", to_string(size)}};
        constexpr std::array rules{"aga",         "chinese", "japanese",
                                   "new-zealand", "simple",  "tromp-taylor"};
        options.push_back({"rules", rules[below(rules.size())]});
        if (one_in(3)) options.push_back({"komi", "-3.5"});
        const bool large = size.width >= 9 && size.height >= 9;
        if (large && one_in(3)) {
            options.push_back({"handicap", std::to_string(2 + below(3))});
            if (one_in(2)) options.push_back({"placement", "free"});
        } else if (large && one_in(3)) {
            options.push_back({"stones", "C3b D4b D5b E5w"});
            options.push_back({"turn", one_in(2) ? "black" : "white"});
        } else if (one_in(4)) {
            options.push_back({"turns", "free"});
        }
        return options;
    }

    static void play(Game& game, const Event& event) { static_cast<void>(game.play(event)); }

    /// Marks are made as a reader of TB and TW makes them.
    void end(Game& game) {
        if (game.outcome()) return;
        if (one_in(3)) return play(game, Resign{color()});
        if (one_in(3)) return play(game, LoseOnTime{color()});
        if (one_in(3) && game.phase() == Phase::play) {
            return play(game, Conclude{Outcome::win(color(), reasons::recorded_result)});
        }
        while (game.phase() == Phase::play) {
            if (!game.play(Pass{game.turn()})) return;
        }
        if (game.outcome()) return;
        for (int i = 0; i < game.size().points(); ++i) {
            const Point at = point_at(game.size(), i);
            const auto group = game.position().group(at);
            if (!group.empty() && group.front() == at && one_in(4)) {
                play(game, MarkDead{Color::black, at});
            }
        }
        play(game, Agree{Color::black});
        play(game, Agree{Color::white});
    }
};

}  // namespace

SgfTree random_sgf(std::uint64_t seed) { return Generator(seed).tree(); }

std::string text_of(const SgfTree& tree) { return "(" + text_from(tree, 0) + ")"; }

Game random_recorded_game(std::uint64_t seed) { return Generator(seed).game(); }

Document<Game> random_document(std::uint64_t seed) { return Generator(seed).document(); }

}  // namespace arbiter::go::testing
