#include "core/chess/game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <ranges>

#include "core/chess/board/perft.hpp"
#include "core/chess/dead.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

namespace {

constexpr std::string_view needed_for(ClaimDraw::Reason reason) {
    return reason == ClaimDraw::Reason::threefold_repetition ? reasons::threefold_repetition
                                                             : reasons::fifty_move_rule;
}

constexpr int threefold = 3;
constexpr int fivefold = 5;
constexpr std::uint32_t fifty_moves = 100;  // in half-moves
constexpr std::uint32_t seventy_five_moves = 150;

std::string by_name(Color color) { return std::string(to_string(color)); }

constexpr std::array<AgentFormat, 3> agent_states{
    {{"chess-squares"}, {"shredder-fen"}, {"record"}}};

}  // namespace

constexpr std::array phase_infos{
    PhaseInfo{"play",
              "a move such as Nf3, resign, offer_draw, and where the rules grant a draw "
              "{\"action\": \"claim_draw\", \"reason\": \"threefold_repetition\"}"},
    PhaseInfo{"after a draw offer", "accept_draw, decline_draw, or a move, which declines"},
};

constinit const Traits Game::traits{
    .name = "chess",
    .title = "Chess",
    .record_notation = "uci",
    .archive_format = "pgn",
    .first_mover = Color::white,
    .chance = std::nullopt,
    .can_be_drawn = true,
    .agents = {.states = agent_states,
               .compact_format = "fen",
               .move_help = "Write a move in standard algebraic notation, such as Nf3, exd5, O-O "
                            "or e8=Q."},
    .phases = phase_infos,
};

int occurrences_in(std::span<const Position> earlier, const Position& present) {
    const Board form = repetition_form(present.board());
    // A capture or pawn move cannot be taken back, so nothing before it can be the same.
    const std::size_t reach = std::min<std::size_t>(earlier.size(), present.halfmove_clock());
    return static_cast<int>(std::ranges::count_if(earlier.last(reach), [&](const Position& other) {
        const Board& board = other.board();
        return board.of(Color::white) == form.of(Color::white) &&
               board.of(Color::black) == form.of(Color::black) && repetition_form(board) == form;
    }));
}

std::optional<Outcome> draw_without_progress(const Position& position, int occurrences) {
    if (position.halfmove_clock() >= seventy_five_moves) {
        return Outcome::draw(reasons::seventy_five_move_rule);
    }
    if (occurrences >= fivefold) return Outcome::draw(reasons::fivefold_repetition);
    return std::nullopt;
}

Game::Game(Start start) : start_(std::move(start)), positions_(start_.position) {
    // Castling with another rook or king cannot be written as in chess.
    if (variant_of(board()) == Variant::chess960) start_.variant = Variant::chess960;
    outcome_ = automatic_outcome(position(), occurrences(), nullptr);
}

std::optional<Move> Game::last_move() const {
    for (const Event& event : std::views::reverse(events())) {
        if (const auto* move = std::get_if<Move>(&event)) return *move;
    }
    return std::nullopt;
}

int Game::occurrences_after(std::span<const Position> earlier, const Position& next) const {
    const int count = 1 + occurrences_in(earlier, next);
    if (start_.history.empty() || next.halfmove_clock() < earlier.size()) return count;
    const Board form = repetition_form(next.board());
    const auto same = [&](const Board& board) { return repetition_form(board) == form; };
    return count + static_cast<int>(std::ranges::count_if(start_.history, same));
}

int Game::occurrences() const {
    return occurrences_after(std::span(positions_).first(positions_.size() - 1), position());
}

/// FIDE 5.2 and 9.6: what ends the game without a claim. Mate comes first.
std::optional<Outcome> Game::automatic_outcome(const Position& next, int occurrences,
                                               const Board* before) const {
    const Board& board = next.board();
    if (!has_legal_move(board)) {
        if (board.checkers().any()) return Outcome::win(opponent(board.turn), reasons::checkmate);
        return Outcome::draw(reasons::stalemate);
    }
    if (!start_.automatic_draws) return std::nullopt;
    if (is_dead(board, before)) return Outcome::draw(reasons::dead_position);
    return draw_without_progress(next, occurrences);
}

std::vector<Event> Game::legal() const {
    if (outcome_) return {};
    const MoveList moves = legal_moves(board());
    return {moves.begin(), moves.end()};
}

/// Judges one event against the game as it stands.
class Game::Judge {
public:
    Judge(const Game& game, const Event& event)
        : game_(game), after_{{std::nullopt, game.draw_offer_}, event} {}

    Result<Consequence> operator()(Move move) {
        if (!is_legal(game_.board(), move)) return std::unexpected(refusal(game_.board(), move));
        const Position next = game_.position().after(move);
        after_.effects = effects(game_.board(), move, next.board());
        // A file may go on for thousands of moves after a draw that nobody declared.
        const int occurrences = game_.start_.automatic_draws ? game_.occurrences_after(next) : 1;
        after_.outcome = game_.automatic_outcome(next, occurrences, &game_.board());
        if (after_.outcome && after_.outcome->reason == reasons::dead_position) {
            for (const Color color : both_colors)
                after_.effects.push_back(certificate(color, winnability(next.board(), color)));
        }
        after_.next.position = next;
        // FIDE 9.1.1: an offer stands until the opponent moves.
        if (after_.next.draw_offer && *after_.next.draw_offer != game_.turn())
            after_.next.draw_offer.reset();
        return std::move(after_);
    }

    Result<Consequence> operator()(Resign resign) {
        return ended(Outcome::win(opponent(resign.by), reasons::resignation));
    }

    Result<Consequence> operator()(OfferDraw offer) {
        if (after_.next.draw_offer == offer.by)
            return refuse(codes::draw_already_offered, offer.by);
        if (after_.next.draw_offer) return ended(Outcome::draw(reasons::agreement));
        after_.next.draw_offer = offer.by;
        after_.effects.push_back({"draw_offered", {{"by", by_name(offer.by)}}});
        return std::move(after_);
    }

    Result<Consequence> operator()(AcceptDraw answer) {
        if (const auto rejection = cannot_answer(answer.by)) return std::unexpected(*rejection);
        return ended(Outcome::draw(reasons::agreement));
    }

    Result<Consequence> operator()(DeclineDraw answer) {
        if (const auto rejection = cannot_answer(answer.by)) return std::unexpected(*rejection);
        after_.next.draw_offer.reset();
        after_.effects.push_back({"draw_declined", {{"by", by_name(answer.by)}}});
        return std::move(after_);
    }

    /// FIDE 9.2 and 9.3: only the player to move may claim, with or without an intended move.
    Result<Consequence> operator()(const ClaimDraw& claim) {
        if (claim.by != game_.turn()) return std::unexpected(out_of_turn(game_.turn()));
        Position judged = game_.position();
        int occurrences = game_.occurrences();
        if (claim.move) {
            if (!is_legal(game_.board(), *claim.move)) {
                return std::unexpected(refusal(game_.board(), *claim.move));
            }
            judged = judged.after(*claim.move);
            occurrences = game_.occurrences_after(judged);
        }
        const bool repetition = claim.reason == ClaimDraw::Reason::threefold_repetition;
        const std::int64_t count = repetition ? occurrences : std::int64_t{judged.halfmove_clock()};
        const std::int64_t needed = repetition ? threefold : std::int64_t{fifty_moves};
        const std::string_view reason = needed_for(claim.reason);
        if (count >= needed) return ended(Outcome::draw(reason));
        return std::unexpected(
            Rejection{&codes::claim_not_justified,
                      {{"reason", std::string(reason)}, {"count", count}, {"needed", needed}}});
    }

    /// FIDE 6.9: the side that runs out of time loses, unless the opponent can never checkmate.
    Result<Consequence> operator()(LoseOnTime flag) {
        const Color winner = opponent(flag.by);
        const Winnability answer = winnability(game_.board(), winner);
        after_.effects.push_back(certificate(winner, answer));
        if (!answer.can()) {
            return ended(Outcome::draw(reasons::time_forfeit_without_mating_material));
        }
        return ended(Outcome::win(winner, reasons::time_forfeit));
    }

    Result<Consequence> operator()(const Conclude& conclude) { return ended(conclude.outcome); }

private:
    Result<Consequence> ended(const Outcome& outcome) {
        after_.outcome = outcome;
        after_.next.draw_offer.reset();
        return std::move(after_);
    }

    /// Why a side can or cannot checkmate, for whoever loses or draws by it.
    Effect certificate(Color by, const Winnability& answer) const {
        Effect effect{answer.can() ? "mate_possible" : "mate_impossible",
                      {{"by", by_name(by)}, {"proof", std::string(to_string(answer.proof))}}};
        std::vector<std::string> line;
        for (const Move move : answer.line) line.push_back(write_uci(move, game_.start_.variant));
        if (!line.empty()) effect.data.push_back({"line", std::move(line)});
        return effect;
    }

    static Result<Consequence> refuse(const RejectionCode& code, Color by) {
        return std::unexpected(Rejection{&code, {{"by", by_name(by)}}});
    }

    std::optional<Rejection> cannot_answer(Color by) const {
        if (!after_.next.draw_offer) return Rejection{&codes::no_draw_offer, {}};
        if (*after_.next.draw_offer == by)
            return Rejection{&codes::own_draw_offer, {{"by", by_name(by)}}};
        return std::nullopt;
    }

    const Game& game_;
    Consequence after_;
};

Result<Game::Consequence> Game::judge(const Event& event) const {
    return std::visit(Judge(*this, event), event);
}

void Game::adopt(Next&& next, const Event&) {
    if (next.position) positions_.push_back(*next.position);
    offers_before_.push_back(draw_offer_);
    draw_offer_ = next.draw_offer;
}

void Game::revert(const Event& event) {
    if (std::holds_alternative<Move>(event)) positions_.pop_back();
    draw_offer_ = offers_before_.back();
    offers_before_.pop_back();
}

std::optional<Game> Game::edited(const Edit&) const {
    if (position().in_check()) return std::nullopt;
    return Game(Start{.position = position().after_pass(),
                      .variant = start_.variant,
                      .automatic_draws = start_.automatic_draws});
}

std::optional<Game> Game::as_played(const Event& event) const {
    if (!outcome_ || !start_.automatic_draws) return std::nullopt;
    Start start = start_;
    start.automatic_draws = false;
    Game open(std::move(start));
    const auto is_played = [&](const Event& next) { return open.play(next).has_value(); };
    if (!std::ranges::all_of(events(), is_played) || !is_played(event)) return std::nullopt;
    return open;
}

/// Asked before every move of an arena: judged here without a word to read or a refusal to write.
std::vector<Action> Game::actions(Color by) const {
    using enum Action::Kind;
    if (outcome_) return {};
    std::vector<Action> found{{"resign", resign}};
    if (draw_offer_ != by) found.push_back({"offer_draw", offer});
    if (draw_offer_ && draw_offer_ != by) {
        found.push_back({"accept_draw", closing_answer});
        found.push_back({"decline_draw", answer});
    }
    if (by != turn()) return found;
    if (occurrences() >= threefold) {
        found.push_back({R"({"action":"claim_draw","reason":"threefold_repetition"})", claim});
    }
    if (position().halfmove_clock() >= fifty_moves) {
        found.push_back({R"({"action":"claim_draw","reason":"fifty_move_rule"})", claim});
    }
    return found;
}

Author Game::author(const Event& event) {
    const bool verdict =
        std::holds_alternative<LoseOnTime>(event) || std::holds_alternative<Conclude>(event);
    return verdict ? Author::arbiter : Author::player;
}

namespace {

PerftTable::Key table_key(const Board& board, int depth) {
    PerftTable::Key key{.place = static_cast<std::uint64_t>(depth),
                        .check = static_cast<std::uint64_t>(board.turn)};
    const auto add = [&](Bitboard part) {
        key.place = std::rotl((key.place ^ part.bits()) * 0x9e3779b97f4a7c15, 29);
        key.check = std::rotl((key.check + part.bits()) * 0xc2b2ae3d27d4eb4f, 31) ^ key.place;
    };
    for (const PieceType type : all_piece_types) add(board.of(type));
    for (const Color color : both_colors) add(board.of(color));
    add(board.castling_rooks);
    add(board.en_passant);
    return key;
}

std::uint64_t leaves_below(const Board& board, int depth, PerftTable* table) {
    // Below that, counting takes no longer than looking up.
    constexpr int depth_kept_min = 4;
    if (table == nullptr || depth < depth_kept_min) return perft(board, depth);
    const PerftTable::Key key = table_key(board, depth);
    if (const auto known = table->find(key)) return *known;
    std::uint64_t count = 0;
    for (const Move move : legal_moves(board)) {
        count += leaves_below(board.after(move), depth - 1, table);
    }
    table->keep(key, count);
    return count;
}

}  // namespace

std::vector<PerftRow> Game::perft(int depth, PerftTable* table) const {
    std::vector<PerftRow> rows;
    if (depth < 1) return rows;
    for (const Move move : legal_moves(board())) {
        rows.push_back(
            {write_uci(move, start_.variant), leaves_below(board().after(move), depth - 1, table)});
    }
    return rows;
}

}  // namespace arbiter::chess
