#include <cstdlib>
#include <stdexcept>

#include "core/go/formats/grid.hpp"
#include "core/go/formats/sgf.hpp"
#include "core/go/playouts/playout.hpp"
#include "tests/bench/workloads.hpp"

namespace arbiter::bench {

namespace {

std::string grid_of(const go::Game& game) {
    return *go::write_grid(game, JsonWriter::Style::compact) + '\n';
}

/// Plays anywhere, but never passes.
void play_random_stones(go::Game& game, int count, Random& random) {
    for (int i = 0; i < count && !game.outcome(); ++i) {
        auto events = game.legal();
        std::erase_if(events, [](const go::Event& event) {
            return !std::holds_alternative<go::Play>(event);
        });
        if (events.empty()) return;
        (void)game.play(events[random.below(static_cast<std::uint32_t>(events.size()))]);
    }
}

/// A clock after every move, marks and a sentence here and there, and sometimes another move.
std::string annotated(std::uint64_t seed) {
    Random random(seed);
    go::Game game;
    play_random_stones(game, 240, random);
    (void)game.play(Resign{game.turn()});
    auto document = Document<go::Game>::of(game);
    int number = 0;
    for (const NodeId id : document.path(document.last())) {
        const auto* play = std::get_if<go::Play>(&std::get<go::Event>(document.node(id).content));
        if (play == nullptr) continue;
        auto& annotations = document.node(id).annotations;
        annotations = {Property{play->by == Color::black ? "BL" : "WL", {"1234.567"}}};
        if (++number % 9 == 0) {
            annotations.emplace_back(
                Comment{"White stands better, but the position is far from clear."});
        }
        if (number % 20 == 0) annotations.emplace_back(Property{"TR", {"dd", "pp", "dp"}});
        if (number % 12 == 0) document.add(document.parent(id), go::Event(go::Pass{play->by}));
    }
    return *go::write_sgf(document);
}

}  // namespace

std::string make_sgf(int games) {
    std::string text;
    for (int seed = 0; seed < games; ++seed) text += annotated(static_cast<std::uint64_t>(seed));
    return text;
}

Count playouts(int side, int count) {
    const go::Size size{static_cast<std::uint8_t>(side), static_cast<std::uint8_t>(side)};
    const std::int64_t total = go::total_margin(go::Position(size), {.count = count, .seed = 1});
    // Black, who moves first, is never ahead by the whole board in every game.
    if (std::abs(total) >= std::int64_t{count} * size.points()) {
        throw std::runtime_error("there are no playouts");
    }
    return static_cast<Count>(count);
}

Count grids(const std::vector<std::string>& lines, int rounds) {
    Count done = 0;
    for (int round = 0; round < rounds; ++round) {
        for (const std::string& line : lines) {
            const auto game = go::read_grid(line, {});
            if (!game.value || go::write_grid(*game, JsonWriter::Style::compact) != line) {
                throw std::runtime_error("refused: " + line);
            }
            ++done;
        }
    }
    return done;
}

std::string make_grids(int games) {
    std::string lines;
    Random random(1);
    for (int i = 0; i < games; ++i) {
        const bool small = i % 2 == 0;
        auto game = go::Game::create({{"size", small ? "9x9" : "19x19"}});
        play_random_stones(*game, small ? 35 : 150, random);
        lines += grid_of(*game);
    }
    return lines;
}

}  // namespace arbiter::bench
