#include "tests/bench/workloads.hpp"

#include <stdexcept>

#include "core/chess/board/perft.hpp"
#include "core/chess/formats/pgn.hpp"
#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/formats/squares.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/rules.hpp"
#include "core/games/any_document.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::bench {

namespace {

/// Every input is valid: a reader that refuses one would be measured doing nothing.
void require(bool accepted, std::string_view what) {
    if (!accepted) throw std::runtime_error("refused: " + std::string(what));
}

template <class Visit>
Count for_each_game(const std::string& text, int rounds, Visit visit) {
    Count games = 0;
    for (int round = 0; round < rounds; ++round) {
        chess::PgnReader reader;
        reader.feed(text);
        reader.finish();
        while (const auto game = reader.next()) {
            require(game->value.has_value(), "a PGN game");
            visit(**game);
            ++games;
        }
    }
    return games;
}

chess::Game alone(const chess::Position& position) {
    return chess::Game({.position = position, .variant = chess::Variant::standard, .history = {}});
}

chess::Game random_game(int seed) {
    chess::Game game;
    for (const chess::Move move :
         chess::testing::random_game(static_cast<std::uint64_t>(seed), game.position(), 120)
             .moves) {
        if (game.outcome()) break;
        (void)game.play(move);
    }
    game.tags = {{"Event", "Random games"}, {"Round", std::to_string(seed)}};
    return game;
}

/// A clock after every move, a sign and a sentence here and there, and sometimes another move.
std::string annotated(const chess::Game& game) {
    auto document = Document<chess::Game>::of(game);
    chess::Game shown;
    int ply = 0;
    for (const NodeId id : document.path(document.last())) {
        const auto other = shown.legal();
        const auto* move = std::get_if<chess::Event>(&document.node(id).content);
        document.node(id).annotations = {Comment{"[%clk 0:05:00]"}};
        if (++ply % 5 == 0) document.node(id).annotations.emplace_back(Glyph{ply % 6 + 1});
        if (ply % 9 == 0) {
            document.node(id).annotations.emplace_back(
                Comment{"White stands better, but the position is far from clear."});
        }
        const NodeId parent = document.parent(id);
        (void)shown.play(*move);
        if (ply % 12 == 0 && other.size() > 1) {
            document.add(parent, other[0] == *move ? other[1] : other[0]);
        }
    }
    return *chess::write_pgn(document);
}

}  // namespace

Count perft(std::string_view fen, int depth) {
    const auto position = chess::read_fen(fen);
    require(position.value.has_value(), fen);
    return chess::perft(position->board(), depth);
}

Count read_pgn(const std::string& text, int rounds) {
    return for_each_game(text, rounds, [](const Document<chess::Game>&) {});
}

Count replay_pgn(const std::string& text, int rounds) {
    return for_each_game(text, rounds, [](const Document<chess::Game>& game) {
        require(!game.game().events().empty(), "the moves of a PGN game");
    });
}

Count rewrite(const std::string& text, std::string_view game, std::string_view format, int rounds) {
    Count documents = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto stream = open_documents({.game = game, .format = format, .options = {}});
        stream->feed(text);
        stream->finish();
        while (const auto document = stream->next()) {
            require(document->value.has_value(), format);
            require((*document)->write(format).has_value(), format);
            ++documents;
        }
    }
    return documents;
}

Count states(const std::vector<std::string>& lines, int rounds) {
    Count done = 0;
    for (int round = 0; round < rounds; ++round) {
        for (const std::string& line : lines) {
            const auto game = chess::read_squares(line);
            require(game.value.has_value(), line);
            const auto written = chess::write_squares(*game, JsonWriter::Style::compact);
            require(written == line, line);
            ++done;
        }
    }
    return done;
}

Count legal_moves(const std::vector<std::string>& lines, const Listing& listing, int rounds) {
    std::vector<AnyGame> games;
    for (const std::string& line : lines) {
        auto game = AnyGame::read(
            line, {.game = listing.game, .format = listing.format, .options = listing.options});
        require(game.value.has_value(), line);
        games.push_back(std::move(*game));
    }
    Count moves = 0;
    for (int round = 0; round < rounds; ++round) {
        for (const AnyGame& game : games) moves += game.legal(listing.notation)->size();
    }
    return moves;
}

Inputs make_inputs(int games) {
    Inputs inputs;
    const auto state = [](const chess::Game& game) {
        return *chess::write_squares(game, JsonWriter::Style::compact) + '\n';
    };
    for (int seed = 0; seed < games; ++seed) {
        const chess::Game game = random_game(seed);
        inputs.annotated += annotated(game) + '\n';
        inputs.pgn += *chess::write_pgn(Document<chess::Game>::of(game)) + '\n';
        chess::Game shown;
        for (const chess::Event& event : game.events()) {
            if (shown.events().size() % 10 == 0) {
                inputs.states += state(alone(shown.position()));
                inputs.histories += state(shown);
                inputs.positions += chess::write_fen(shown.position()) + '\n';
            }
            (void)shown.play(event);
        }
    }
    return inputs;
}

}  // namespace arbiter::bench
