#include "core/chess/formats/pgn.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/text.hpp"
#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/formats/pgn_tags.hpp"
#include "core/chess/formats/pgn_text.hpp"
#include "core/chess/formats/pgn_writer.hpp"
#include "core/chess/notations/san_text.hpp"

namespace arbiter::chess {

namespace {

/// Takes a number of at most six digits from the front of the text.
std::optional<std::int64_t> take_number(std::string_view& text) {
    constexpr std::size_t digits_max = 6;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > digits_max) return std::nullopt;
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + digits, number);
    text.remove_prefix(digits);
    return number;
}

/// What follows the decimal point of the seconds; digits beyond the third are cut off.
std::int64_t milliseconds(std::string_view decimals) {
    std::int64_t ms = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        ms = ms * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
    }
    return ms;
}

/// 1:23:45.6, 23:45 or 45.
std::optional<std::int64_t> duration_ms(std::string_view text) {
    std::int64_t seconds = 0;
    for (int field = 0; field < 3; ++field) {
        const auto number = take_number(text);
        if (!number) return std::nullopt;
        seconds = seconds * 60 + *number;
        if (!text.starts_with(':')) break;
        text.remove_prefix(1);
    }
    if (text.empty()) return seconds * 1000;
    const std::string_view decimals = text.substr(1);
    const bool digits_only = decimals.find_first_not_of("0123456789") == std::string_view::npos;
    if (!text.starts_with('.') || !digits_only) return std::nullopt;
    return seconds * 1000 + milliseconds(decimals);
}

/// The reasons that a Termination tag can give. Mate and stalemate follow from the board.
constexpr std::array stated_reasons{
    reasons::dead_position,
    reasons::fivefold_repetition,
    reasons::seventy_five_move_rule,
    reasons::threefold_repetition,
    reasons::fifty_move_rule,
    reasons::agreement,
    reasons::resignation,
    reasons::time_forfeit,
    reasons::adjudication,
    reasons::abandoned,
    reasons::rules_infraction,
};

std::string_view stated_reason(std::string_view termination) {
    const std::string word = folded(termination);
    for (const std::string_view reason : stated_reasons) {
        if (folded(reason) == word) return reason;
    }
    return word == "unterminated" ? reasons::abandoned : reasons::recorded_result;
}

/// The outcome that the result and the Termination tag state.
std::optional<Outcome> stated_outcome(std::string_view result, std::string_view termination) {
    const std::string_view reason = stated_reason(termination);
    if (result == "1-0") return Outcome::win(Color::white, reason);
    if (result == "0-1") return Outcome::win(Color::black, reason);
    if (result == "1/2-1/2") {
        const bool on_time = reason == reasons::time_forfeit;
        return Outcome::draw(on_time ? reasons::time_forfeit_without_mating_material : reason);
    }
    const bool unfinished =
        reason == reasons::recorded_result || folded(termination) == "unterminated";
    if (unfinished) return std::nullopt;
    return Outcome{GameResult::no_result, std::nullopt, reason};
}

std::string_view termination_of(const Tags& tags) {
    const std::string* tag = find_tag(tags, "Termination");
    return tag == nullptr ? std::string_view() : *tag;
}

/// The events that may have led to an outcome; the last one always can.
std::vector<Event> ways_to(const Outcome& outcome, Color turn) {
    std::vector<Event> events;
    const std::string_view reason = outcome.reason;
    if (reason == reasons::resignation && outcome.winner) {
        events.emplace_back(Resign{opponent(*outcome.winner)});
    } else if (reason == reasons::threefold_repetition) {
        events.emplace_back(ClaimDraw{turn, ClaimDraw::Reason::threefold_repetition, {}});
    } else if (reason == reasons::fifty_move_rule) {
        events.emplace_back(ClaimDraw{turn, ClaimDraw::Reason::fifty_move_rule, {}});
    } else if (reason == reasons::time_forfeit && outcome.winner) {
        events.emplace_back(LoseOnTime{opponent(*outcome.winner)});
    } else if (reason == reasons::time_forfeit_without_mating_material) {
        events.emplace_back(LoseOnTime{turn});
        events.emplace_back(LoseOnTime{opponent(turn)});
    }
    events.emplace_back(Conclude{outcome});
    return events;
}

void end_with(Game& game, const Outcome& outcome) {
    for (const Event& event : ways_to(outcome, game.turn())) {
        if (!game.play(event)) continue;
        if (game.outcome() == outcome) return;
        game.undo();
    }
}

bool needs_no_history(const Outcome& outcome) {
    return outcome.reason == reasons::checkmate || outcome.reason == reasons::stalemate;
}

std::string result_of(const std::optional<Outcome>& outcome) {
    if (!outcome || outcome->result == GameResult::no_result) return "*";
    return outcome->winner ? std::string(win_of(*outcome->winner)) : "1/2-1/2";
}

std::string termination_for(const Outcome& outcome) {
    const bool on_time = outcome.reason == reasons::time_forfeit_without_mating_material;
    std::string words(on_time ? reasons::time_forfeit : outcome.reason);
    std::ranges::replace(words, '_', ' ');
    return words;
}

/// Keeps a Termination tag that is already right.
void state_outcome(PgnGame& pgn, const std::optional<Outcome>& outcome) {
    if (outcome && needs_no_history(*outcome)) return;
    if (stated_outcome(pgn.result, termination_of(pgn.tags)) == outcome) return;
    remove_tag(pgn.tags, "Termination");
    if (!outcome || outcome->reason == reasons::recorded_result) return;
    set_tag(pgn.tags, "Termination", termination_for(*outcome));
}

/// PGN as whole games.
class PgnGames final : public Stream<Game> {
public:
    void feed(std::string_view piece) override { reader_.feed(piece); }
    void finish() override { reader_.finish(); }
    std::optional<Reading<Game>> next() override {
        auto pgn = reader_.next();
        if (!pgn) return std::nullopt;
        if (!*pgn) return Reading<Game>{std::nullopt, std::move(pgn->faults)};
        Reading<Game> game = game_of(**pgn);
        pgn->faults.merge(game.faults);
        game.faults = std::move(pgn->faults);
        return game;
    }

private:
    PgnReader reader_;
};

}  // namespace

std::optional<std::string_view> comment_command(std::string_view comment,
                                                std::string_view command) {
    constexpr std::string_view opening = "[%";
    while (true) {
        const auto begin = comment.find(opening);
        if (begin == std::string_view::npos) return std::nullopt;
        comment.remove_prefix(begin + opening.size());
        if (!comment.starts_with(command)) continue;
        const std::string_view argument = comment.substr(command.size());
        if (!argument.starts_with(' ') && !argument.starts_with(']')) continue;
        const auto end = argument.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        return trimmed(argument.substr(0, end));
    }
}

std::optional<std::int64_t> clock_ms(const PgnMove& move) {
    for (const std::string& comment : move.comments) {
        if (const auto clock = comment_command(comment, "clk")) return duration_ms(*clock);
    }
    return std::nullopt;
}

Reading<Game> game_of(const PgnGame& pgn) {
    Reading<Game> reading{Game(pgn.start), {}};
    Game& game = *reading;
    game.tags = pgn.tags;
    std::size_t number = 0;
    for (const PgnMove& move : pgn.moves) {
        ++number;
        if (game.outcome()) {
            reading.faults.warn(
                "moves_after_the_end",
                "the game has ended before its last moves: " + sentence(*game.outcome()),
                TokenPlace{number});
            break;
        }
        if (const auto played = game.play(move.move); !played) {
            const Rejection& rejection = played.error();
            return Reading<Game>::failure(rejection.code->name, sentence(rejection),
                                          TokenPlace{number});
        }
    }
    if (!game.outcome()) {
        if (const auto stated = stated_outcome(pgn.result, termination_of(pgn.tags)))
            end_with(game, *stated);
    } else if (!needs_no_history(*game.outcome()) && result_of(game.outcome()) != pgn.result) {
        reading.faults.warn("result_contradicts_board",
                            "the result is " + pgn.result + ", but: " + sentence(*game.outcome()));
    }
    return reading;
}

PgnGame pgn_of(const Game& game) {
    PgnGame pgn{game.tags, game.start(), {}, {}, result_of(game.outcome())};
    pgn.start.history.clear();
    for (const Event& event : game.events()) {
        if (const auto* move = std::get_if<Move>(&event))
            pgn.moves.push_back({*move, {}, {}, {}, {}});
    }
    state_outcome(pgn, game.outcome());
    pgn.tags = export_tags(pgn);
    return pgn;
}

bool looks_like_pgn(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const auto word = first_word(text);
    return word.starts_with("[") || word.starts_with("1.") || word.starts_with("%");
}

bool resembles_pgn(std::string_view text) {
    return read_san_text(first_word(text)) || text.contains("\n1.") || text.contains("\n[Event ") ||
           text.contains("\n[White ");
}

Reading<Game> read_pgn_game(std::string_view text, const Options&) {
    PgnGames games;
    games.feed(text);
    games.finish();
    if (auto game = games.next()) return std::move(*game);
    return Reading<Game>::failure("empty", "there is no game in the text");
}

std::unique_ptr<Stream<Game>> stream_pgn_games(const Options&) {
    return std::make_unique<PgnGames>();
}

std::expected<std::string, Fault> write_pgn_game(const Game& game) {
    return write_pgn(pgn_of(game));
}

}  // namespace arbiter::chess
