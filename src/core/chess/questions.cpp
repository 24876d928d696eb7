#include "core/chess/questions.hpp"

#include <array>

#include "core/base/excerpt.hpp"
#include "core/chess/dead.hpp"
#include "core/chess/game.hpp"
#include "core/chess/notations/san.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

namespace {

std::unexpected<Fault> fault(std::string_view code, std::string sentence) {
    return std::unexpected(Fault{code, std::move(sentence), {}, Severity::error});
}

std::expected<std::string, Fault> answer_attackers(const Board& board, std::string_view argument) {
    const auto square = square_named(argument);
    if (!square) return fault("unknown_square", in_quotes(argument) + " is not a square");
    JsonWriter out;
    out.object([&] {
        out.member("square", to_string(*square));
        for (const Color color : both_colors) {
            out.key(arbiter::to_string(color));
            out.array([&] {
                for (const Square from : board.attackers(*square, color, board.occupied())) {
                    out.value(to_string(from));
                }
            });
        }
    });
    return out.take();
}

std::string answer_draw(const Game& game) {
    JsonWriter out;
    out.object([&] {
        out.member("occurrences", game.occurrences());
        out.member("halfmove_clock", game.position().halfmove_clock());
        out.key("offered_by");
        game.draw_offer() ? out.value(arbiter::to_string(*game.draw_offer())) : out.null();
        out.member("dead", is_dead(game.board()));
    });
    return out.take();
}

std::string answer_mobility(const Board& board) {
    const Mobility mobility = chess::mobility(board);
    JsonWriter out;
    out.object([&] {
        for (const PieceType type : all_piece_types) {
            out.member(name(type), mobility.targets[static_cast<std::size_t>(type)]);
        }
    });
    return out.take();
}

/// The proof and, in the notation asked for, the line to the mate.
void write_certificate(JsonWriter& out, const Game& game, const Winnability& answer,
                       std::string_view notation) {
    out.object([&] {
        out.member("kind", to_string(answer.proof));
        if (answer.proof != Proof::helpmate) return;
        out.key("line");
        out.array([&] {
            Board board = game.board();
            for (const Move move : answer.line) {
                out.value(notation == "uci" ? write_uci(move, game.start().variant)
                                            : write_san(board, move));
                board = board.after(move);
            }
        });
    });
}

std::string answer_winnable(const Game& game, std::string_view notation) {
    const std::array answers{winnability(game.board(), Color::white),
                             winnability(game.board(), Color::black)};
    JsonWriter out;
    out.object([&] {
        for (const Color color : both_colors)
            out.member(arbiter::to_string(color), answers[static_cast<std::size_t>(color)].can());
        out.key("proof");
        out.object([&] {
            for (const Color color : both_colors) {
                out.key(arbiter::to_string(color));
                write_certificate(out, game, answers[static_cast<std::size_t>(color)], notation);
            }
        });
    });
    return out.take();
}

}  // namespace

std::span<const QuestionInfo> Game::questions() { return question_infos; }

std::expected<std::string, Fault> Game::ask(std::string_view question, std::string_view argument,
                                            std::string_view notation) const {
    if (question == "attackers") return answer_attackers(board(), argument);
    if (question == "draw") return answer_draw(*this);
    if (question == "mobility") return answer_mobility(board());
    if (question == "winnable") return answer_winnable(*this, notation);
    return fault("unknown_question", "chess has no answer to " + in_quotes(question));
}

}  // namespace arbiter::chess
