#include "tests/chess/random_pgn.hpp"

#include <array>
#include <map>
#include <random>

#include "core/chess/notations/fen.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess::testing {

namespace {

constexpr std::array<std::string_view, 24> words{
    "a",     "better",   "1-0",    "*",      "(",      ")",
    "{",     "[",        "]",      ";",      "%",      "%clk",
    "[%clk", "0:01:02]", "[Event", "\"x\"]", "$1",     "\\",
    "\"",    "",         "--",     "½",      "Žižkov", "0123456789012345678901234567890"};

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    PgnGame game() {
        PgnGame game;
        choose_start(game.start);
        game.result = std::array{"1-0", "0-1", "1/2-1/2", "*"}[below(4)];
        game.comments = comments(2);
        game.moves = line(game.start.position, 40, 3);
        game.tags = tags(game);
        return game;
    }

private:
    std::mt19937_64 random_;

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
    bool one_in(std::size_t n) { return below(n) == 0; }

    void choose_start(Start& start) {
        if (one_in(3)) {
            start.variant = Variant::chess960;
            start.position = chess960_start(static_cast<int>(below(960)));
        }
        if (one_in(3)) start.position = random_game(random_(), start.position, 30).positions.back();
    }

    std::string text(std::size_t words_max) {
        std::string text;
        for (std::size_t n = below(words_max + 1); n > 0; --n) {
            text += words[below(words.size())];
            if (n > 1) text += ' ';
        }
        while (text.starts_with(' ')) text.erase(0, 1);
        while (text.ends_with(' ')) text.pop_back();
        return text;
    }

    std::vector<std::string> comments(std::size_t most) {
        std::vector<std::string> comments;
        if (!one_in(4)) return comments;
        for (std::size_t n = 1 + below(most); n > 0; --n) comments.push_back(text(30));
        return comments;
    }

    std::vector<PgnMove> line(const Position& start, std::size_t plies_max, int depth) {
        const RandomGame moves = random_game(random_(), start, below(plies_max + 1));
        std::vector<PgnMove> line;
        for (std::size_t i = 0; i < moves.moves.size(); ++i) {
            PgnMove move{moves.moves[i], {}, {}, comments(2), {}};
            if (one_in(4)) move.comments_before = comments(2);
            for (std::size_t n = one_in(4) ? below(3) : 0; n > 0; --n) {
                move.nags.push_back(static_cast<int>(below(256)));
            }
            for (std::size_t n = depth > 0 && one_in(6) ? below(3) : 0; n > 0; --n) {
                auto variation = this->line(moves.positions[i], 8, depth - 1);
                if (!variation.empty()) move.variations.push_back(std::move(variation));
            }
            line.push_back(std::move(move));
        }
        return line;
    }

    Tags tags(const PgnGame& game) {
        Tags tags;
        for (const char* name : {"Event", "Site", "Date", "Round", "White", "Black"}) {
            tags.emplace_back(name, text(6));
        }
        tags.emplace_back("Result", game.result);
        std::map<std::string, std::string> others;
        for (std::size_t n = below(4); n > 0; --n)
            others["Tag" + std::to_string(below(20))] = text(6);
        if (game.start.variant == Variant::chess960) others["Variant"] = "Chess960";
        if (game.start.position != Position::start()) {
            others["SetUp"] = "1";
            others["FEN"] = write_fen(game.start.position);
        }
        tags.insert(tags.end(), others.begin(), others.end());
        return tags;
    }
};

}  // namespace

PgnGame random_pgn(std::uint64_t seed) { return Generator(seed).game(); }

}  // namespace arbiter::chess::testing
