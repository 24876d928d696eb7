#include <algorithm>
#include <array>
#include <charconv>

#include "core/chess/formats/pgn.hpp"
#include "core/chess/formats/squares.hpp"
#include "core/chess/game.hpp"
#include "core/contract/record.hpp"

/// What chess can be written in, and how a new game is asked for.
namespace arbiter::chess {

namespace {

constexpr std::array option_infos{
    OptionInfo{"variant", "standard, chess960", "how castling is written; standard unless said"},
    OptionInfo{"start", "a FEN, or 0 to 959", "where to begin; a number is a Chess960 start"},
};

constexpr std::array notation_infos{
    NotationInfo{"san", "Nf3", "standard algebraic notation"},
    NotationInfo{"uci", "g1f3", "from and to, as engines speak"},
    NotationInfo{"json", R"({"from":"g1","to":"f3","promotion":null})", "as agents answer"},
};

std::string_view first_word(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto begin = std::min(text.find_first_not_of(blanks), text.size());
    return text.substr(begin, text.find_first_of(blanks, begin) - begin);
}

/// Ranks of letters and digits; not quite eight of them is a FEN with a fault.
bool begins_with_placement(std::string_view text) {
    constexpr std::string_view strange = "{}[]()<>\":.,=\\";
    const auto word = first_word(text);
    return std::ranges::count(word, '/') >= 4 && word.find_first_of(strange) == word.npos;
}

bool looks_like_fen(std::string_view text) {
    return begins_with_placement(text) && text.find(';') == std::string_view::npos;
}

bool looks_like_epd(std::string_view text) {
    return begins_with_placement(text) && text.find(';') != std::string_view::npos;
}

bool looks_like_squares(std::string_view text) {
    return first_word(text).starts_with('{') && text.find("\"board\"") != text.npos &&
           text.find("\"castling\"") != text.npos;
}

bool looks_like_pgn(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const auto word = first_word(text);
    return word.starts_with("[") || word.starts_with("1.") || word.starts_with("%");
}

bool looks_like_uci(std::string_view text) {
    const auto word = first_word(text);
    return word == "position" || word == "startpos";
}

bool never(std::string_view) { return false; }

Variant variant_wanted(const Options& options, const Board& board) {
    for (const auto& [name, value] : options) {
        if (name == "variant") return value == "chess960" ? Variant::chess960 : Variant::standard;
    }
    return variant_of(board);
}

Reading<Game> game_at(const Reading<Position>& position, const Options& options) {
    Reading<Game> reading{std::nullopt, position.faults};
    if (position) {
        reading.value.emplace(Start{*position, variant_wanted(options, position->board()), {}});
    }
    return reading;
}

Reading<Game> read_fen_game(std::string_view text, const Options& options) {
    return game_at(read_fen(text), options);
}

Reading<Game> read_epd_game(std::string_view text, const Options& options) {
    auto epd = read_epd(text);
    Reading<Position> position{std::nullopt, std::move(epd.faults)};
    if (epd) position.value = epd->position;
    return game_at(position, options);
}

Reading<Game> read_squares_game(std::string_view text, const Options&) {
    return read_squares(text);
}

Reading<Game> first_of(Stream<Game>& games) {
    games.finish();
    if (auto game = games.next()) return std::move(*game);
    return Reading<Game>::failure("empty", "there is no game in the text");
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

std::unique_ptr<Stream<Game>> stream_pgn(const Options&) { return std::make_unique<PgnGames>(); }

Reading<Game> read_pgn_game(std::string_view text, const Options&) {
    PgnGames games;
    games.feed(text);
    return first_of(games);
}

/// `position startpos moves e2e4 e7e5`, the command that sets up an engine.
Reading<Game> read_uci_game(std::string_view text, const Options& options) {
    std::vector<std::string_view> words;
    for (auto word = first_word(text); !word.empty(); word = first_word(text)) {
        words.push_back(word);
        text.remove_prefix(static_cast<std::size_t>(word.data() + word.size() - text.data()));
    }
    const std::size_t next = !words.empty() && words[0] == "position" ? 1 : 0;
    const auto moves = std::ranges::find(words, "moves");
    const auto moves_at = static_cast<std::size_t>(moves - words.begin());
    Reading<Position> start{Position::start(), {}};
    if (next < words.size() && words[next] == "fen") {
        std::string fen;
        for (std::size_t i = next + 1; i < moves_at; ++i) fen += std::string(words[i]) + " ";
        start = read_fen(fen);
    } else if (next >= words.size() || words[next] != "startpos" || moves_at > next + 1) {
        return Reading<Game>::failure("unreadable_position",
                                      "expected `startpos` or `fen ...`, then `moves ...`",
                                      TokenPlace{next + 1});
    }
    Reading<Game> game = game_at(start, options);
    for (std::size_t i = moves_at + 1; game && i < words.size(); ++i) {
        const auto event = game->read_event(words[i]);
        const auto played =
            event ? game->play(*event) : Result<Effects>(std::unexpected(event.error()));
        if (played) continue;
        return Reading<Game>::failure(played.error().code->name, sentence(played.error()),
                                      TokenPlace{i + 1});
    }
    return game;
}

std::expected<std::string, Fault> write_uci_game(const Game& game) {
    const std::string text = game.start().position == Position::start()
                                 ? "position startpos"
                                 : "position fen " + write_fen(game.start().position);
    std::string moves;
    for (const Event& event : game.events()) {
        if (const auto* move = std::get_if<Move>(&event))
            moves += " " + write_uci(*move, game.start().variant);
    }
    return moves.empty() ? text : text + " moves" + moves;
}

constexpr std::string_view position_only =
    "the moves, the earlier positions, draw offers and the tags";

const std::array format_table{
    Format<Game>{
        {"chess-squares", "JSON for an agent: square by square, with earlier positions",
         Extent::position, "the moves, draw offers, the tags, an end by resignation or agreement"},
        looks_like_squares,
        read_squares_game,
        [](const Game& game) -> std::expected<std::string, Fault> { return write_squares(game); }},
    Format<Game>{
        {"fen", "Forsyth-Edwards notation; file letters only where KQkq would be ambiguous",
         Extent::position, position_only},
        looks_like_fen,
        read_fen_game,
        [](const Game& game) -> std::expected<std::string, Fault> {
            return write_fen(game.position());
        }},
    Format<Game>{{"x-fen", "FEN with an en passant square only where a pawn stands to take",
                  Extent::position, position_only},
                 never,
                 read_fen_game,
                 [](const Game& game) -> std::expected<std::string, Fault> {
                     return write_fen(game.position(), FenDialect::x_fen);
                 }},
    Format<Game>{{"shredder-fen", "FEN with the files of the castling rooks", Extent::position,
                  position_only},
                 never,
                 read_fen_game,
                 [](const Game& game) -> std::expected<std::string, Fault> {
                     return write_fen(game.position(), FenDialect::shredder);
                 }},
    Format<Game>{
        {"epd", "FEN's first four fields with operations", Extent::position, position_only},
        looks_like_epd,
        read_epd_game,
        [](const Game& game) -> std::expected<std::string, Fault> {
            return write_epd({game.position(), {}});
        }},
    Format<Game>{{"uci", "the command that sets up an engine: position startpos moves ...",
                  Extent::game, "draw offers, the tags, an end by resignation or agreement"},
                 looks_like_uci,
                 read_uci_game,
                 write_uci_game},
    Format<Game>{
        {"pgn", "portable game notation", Extent::game, "draw offers, positions before the start"},
        looks_like_pgn,
        read_pgn_game,
        [](const Game& game) -> std::expected<std::string, Fault> {
            return write_pgn(pgn_of(game));
        },
        stream_pgn},
    Format<Game>{
        {"record", "the neutral record: game, setup, events", Extent::game, ""},
        [](std::string_view text) { return looks_like_record(text, Game::traits.name); },
        read_record<Game>,
        [](const Game& game) -> std::expected<std::string, Fault> { return write_record(game); }},
};

Reading<Position> start_named(const std::string& value) {
    int number = 0;
    const auto end = value.data() + value.size();
    if (std::from_chars(value.data(), end, number).ptr != end) return read_fen(value);
    if (number < 0 || number > 959) {
        return Reading<Position>::failure("option_out_of_range",
                                          "a Chess960 start is a number from 0 to 959");
    }
    return Position::from(Setup::chess960(number),
                          [](Part, std::optional<Square>) { return Place{}; });
}

}  // namespace

std::span<const OptionInfo> Game::options() { return option_infos; }
std::span<const NotationInfo> Game::notations() { return notation_infos; }
std::span<const Format<Game>> Game::formats() { return format_table; }

Reading<Game> Game::create(const Options& options) {
    Reading<Position> start{Position::start(), {}};
    Faults faults;
    for (const auto& [option, value] : options) {
        if (option == "start") {
            start = start_named(value);
        } else if (option != "variant") {
            faults.add("unknown_option", "chess has no option \"" + option + "\"");
        } else if (value != "standard" && value != "chess960") {
            faults.add("option_out_of_range",
                       "the variant is standard or chess960, not \"" + value + "\"");
        }
    }
    start.faults.merge(faults);
    if (start.faults.fatal()) start.value.reset();
    return game_at(start, options);
}

}  // namespace arbiter::chess
