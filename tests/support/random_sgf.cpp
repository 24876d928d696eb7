#include "tests/support/random_sgf.hpp"

#include <array>
#include <random>

#include "core/go/formats/sgf_text.hpp"

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

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    SgfGame tree() {
        SgfGame game(size());
        fill(game, 0);
        for (std::size_t n = below(60); n > 0; --n) {
            // Mostly on from the last node, so that the numbers are those of a reader.
            SgfGame::Number parent = static_cast<SgfGame::Number>(game.nodes().size() - 1);
            while (parent > 0 && one_in(5)) parent = *game.parent(parent);
            fill(game, game.add(parent));
        }
        return game;
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

    std::vector<Point> points(Size size) {
        std::vector<Point> points;
        for (std::size_t n = one_in(8) ? below(5) : 0; n > 0; --n) points.push_back(point(size));
        return points;
    }

    void fill(SgfGame& game, SgfGame::Number number) {
        SgfNode& node = game.node(number);
        if (!one_in(4)) {
            node.move = SgfMove{color(), std::nullopt};
            if (!one_in(4)) node.move->point = point(game.size());
        }
        node.setup = {points(game.size()), points(game.size()), points(game.size()), {}};
        if (one_in(8)) node.setup.turn = color();
        for (std::size_t n = one_in(3) ? below(5) : 0; n > 0; --n) add_property(node, number == 0);
    }

    /// SZ and FF mean something in the root.
    void add_property(SgfNode& node, bool is_root) {
        const std::string_view name = names[below(names.size())];
        if (node.find(name) != nullptr || (is_root && (name == "SZ" || name == "FF"))) return;
        SgfProperty property{std::string(name), {}, {}};
        for (std::size_t n = 1 + (one_in(3) ? below(4) : 0); n > 0; --n) {
            property.values.push_back(sgf_closed(sgf_raw(text())));
        }
        node.properties.push_back(std::move(property));
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

SgfGame random_sgf(std::uint64_t seed) { return Generator(seed).tree(); }

Game random_recorded_game(std::uint64_t seed) { return Generator(seed).game(); }

}  // namespace arbiter::go::testing
