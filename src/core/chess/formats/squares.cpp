#include "core/chess/formats/squares.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/excerpt.hpp"
#include "core/base/loose_json.hpp"
#include "core/chess/formats/squares_quick.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/options.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

namespace {

/// What CheckAI's REST interface adds to a state; the moves in it are not read.
constexpr std::array<std::string_view, 9> all_keys{"board",
                                                   "turn",
                                                   "castling",
                                                   "en_passant",
                                                   "halfmove_clock",
                                                   "fullmove_number",
                                                   "position_history",
                                                   "status",
                                                   "move_history"};

constexpr std::array<std::string_view, 2> color_keys{"white", "black"};

constexpr std::string_view key_of(Part part) {
    return squares_keys[static_cast<std::size_t>(part)];
}
static_assert(key_of(Part::placement) == "board" && key_of(Part::castling) == "castling" &&
              key_of(Part::fullmove_number) == "fullmove_number");

std::string quoted(std::string_view text) { return '"' + excerpt(text, 40) + '"'; }

/// Where the state at `place` has a part of the position.
Place locate(JsonPointer place, Part part, std::optional<Square> square) {
    place.descend(key_of(part));
    if (part == Part::placement && square) place.descend(to_string(*square));
    return place;
}

/// The halfmove clock that the earlier positions show: no capture and no pawn move has been made
/// since the present one first occurred. `board_at` gives the earlier ones, oldest first.
template <class BoardAt>
std::uint32_t least_clock(std::size_t count, BoardAt board_at, const Position& present) {
    const Board form = repetition_form(present.board());
    const auto is_present = [&](std::size_t i) {
        const Board& board = board_at(i);
        return board.of(Color::white) == form.of(Color::white) &&
               board.of(Color::black) == form.of(Color::black) && repetition_form(board) == form;
    };
    for (std::size_t i = 0; i + present.halfmove_clock() < count; ++i) {
        if (is_present(i)) return static_cast<std::uint32_t>(count - i);
    }
    return present.halfmove_clock();
}

Reading<Game> game_from(SquaresState state, const JsonPointer& root, Faults faults,
                        const Options& options) {
    const auto place_of = [&root](Part part, std::optional<Square> square) {
        return locate(root, part, square);
    };
    Reading<Position> position = Position::from(state.setup, place_of);
    faults.merge(position.faults);
    if (faults.fatal()) return {std::nullopt, std::move(faults)};
    const auto board_at = [&](std::size_t i) -> const Board& { return state.history[i]; };
    const auto least = least_clock(state.history.size(), board_at, *position);
    if (least > state.setup.halfmove_clock) {
        faults.warn("halfmove_clock_too_small",
                    "the position occurred " + std::to_string(least) +
                        " half-moves ago, so the clock is read as " + std::to_string(least),
                    place_of(Part::halfmove_clock, {}));
        state.setup.halfmove_clock = least;
        position = Position::from(state.setup, place_of);
    }
    Reading<Game> reading{std::nullopt, std::move(faults)};
    reading.value.emplace(Start{.position = *position,
                                .variant = variant_of(position->board()),
                                .history = std::move(state.history),
                                .history_with_current = history_with_current(options)});
    return reading;
}

/// Reads the members of a state one by one and collects what is wrong with each.
class SquaresReader {
public:
    explicit SquaresReader(const Reading<Json>& document)
        : document_(*document), root_(state_in(document_)), faults_(document.faults) {}

    Reading<Game> read(const Options& options) {
        if (root_.object(faults_) == nullptr) return {std::nullopt, std::move(faults_)};
        root_.refuse_unknown(all_keys, Severity::warning, faults_);
        board_known_ = read_board();
        const bool turn_known = read_turn();
        read_castling();
        read_en_passant();
        setup_.halfmove_clock = read_counter(Part::halfmove_clock, 0);
        setup_.fullmove_number = read_counter(Part::fullmove_number, 1);
        read_position_history();
        // Without all the pieces and the side to move, most faults found in a position would be wrong.
        if (!board_known_ || !turn_known) return {std::nullopt, std::move(faults_)};
        return game_from({setup_, std::move(history_)}, root_.pointer(), std::move(faults_),
                         options);
    }

private:
    JsonView document_;
    JsonView root_;
    Setup setup_;
    bool board_known_ = false;
    std::vector<Board> history_;
    Faults faults_;

    static JsonView state_in(const JsonView& document) {
        const auto* members = document.json().as<Json::Object>();
        const Json* state = members == nullptr ? nullptr : document.json().find("state");
        return state == nullptr ? document : document.at("state", *state);
    }

    std::optional<JsonView> member(Part part) {
        const Json* value = root_.require(key_of(part), faults_);
        if (value == nullptr) return std::nullopt;
        return root_.at(key_of(part), *value);
    }

    bool read_board() {
        const auto view = member(Part::placement);
        const Json::Object* squares = view ? view->object(faults_) : nullptr;
        if (squares == nullptr) return false;
        bool readable = true;
        for (const auto& [name, symbol] : *squares) {
            readable = read_square(name, view->at(name, symbol)) && readable;
        }
        return readable;
    }

    bool read_square(std::string_view name, JsonView symbol) {
        const auto square = square_named(name);
        if (!square)
            faults_.add("unknown_square", quoted(name) + " is not a square", symbol.pointer());
        const std::string* text = symbol.string(faults_);
        if (text == nullptr) return false;
        const auto piece = text->size() == 1 ? piece_named(text->front()) : std::nullopt;
        if (!piece) {
            faults_.add("unknown_piece", quoted(*text) + " is not one of PNBRQK and pnbrqk",
                        symbol.pointer());
        }
        if (!square || !piece) return false;
        setup_.board.put(*square, *piece);
        return true;
    }

    bool read_turn() {
        const auto view = member(Part::turn);
        const std::string* name = view ? view->string(faults_) : nullptr;
        if (name == nullptr) return false;
        const auto color = color_named(*name);
        if (color) {
            setup_.board.turn = *color;
        } else {
            faults_.add("unknown_color", quoted(*name) + " is neither white nor black",
                        view->pointer());
        }
        return color.has_value();
    }

    void read_castling() {
        const auto view = member(Part::castling);
        if (!view || view->object(faults_) == nullptr) return;
        view->refuse_unknown(color_keys, Severity::warning, faults_);
        for (const Color color : both_colors) {
            const Json* rights = view->require(to_string(color), faults_);
            if (rights != nullptr) read_rights(view->at(to_string(color), *rights), color);
        }
    }

    void read_rights(JsonView rights, Color color) {
        if (rights.object(faults_) == nullptr) return;
        rights.refuse_unknown(wing_keys, Severity::warning, faults_);
        for (const Wing wing : both_wings) {
            const Json* right = rights.require(key_of(wing), faults_);
            if (right == nullptr) continue;
            const JsonView view = rights.at(key_of(wing), *right);
            const bool* held = view.boolean(faults_);
            if (held != nullptr && *held && board_known_) grant(color, wing, view);
        }
    }

    void grant(Color color, Wing wing, JsonView right) {
        // A side without exactly one king has that fault already.
        if (!setup_.board.of(color, PieceType::king).single()) return;
        if (const auto rook = outermost_rook(setup_.board, color, wing)) {
            setup_.board.castling_rooks |= *rook;
            return;
        }
        std::string sentence = "no king and rook stand on the back rank to castle ";
        sentence += key_of(wing);
        faults_.add("castling_right_impossible", std::move(sentence), right.pointer());
    }

    void read_en_passant() {
        const auto view = member(Part::en_passant);
        if (!view || view->json().is_null()) return;
        const std::string* name = view->string(faults_);
        if (name == nullptr) return;
        if (const auto square = square_named(*name)) {
            setup_.board.en_passant = *square;
        } else {
            faults_.add("unknown_square", quoted(*name) + " is not a square", view->pointer());
        }
    }

    /// The smallest number stands in for one that cannot be read.
    std::uint32_t read_counter(Part part, std::uint32_t min) {
        const auto view = member(part);
        const auto number = view ? view->integer(faults_) : std::nullopt;
        if (!number) return min;
        if (*number >= min && *number <= Position::counter_max) {
            return static_cast<std::uint32_t>(*number);
        }
        faults_.add(part == Part::halfmove_clock ? "halfmove_clock_out_of_range"
                                                 : "fullmove_number_out_of_range",
                    "this number goes from " + std::to_string(min) + " to " +
                        std::to_string(Position::counter_max),
                    view->pointer());
        return min;
    }

    void read_position_history() {
        constexpr std::string_view key = "position_history";
        if (const Json* list = root_.json().find(key)) {
            history_ = read_history(root_.at(key, *list), setup_.board, faults_);
        } else if (root_.json().find("move_history") == nullptr) {
            faults_.warn("missing_key", "without \"position_history\" no repetition can be seen",
                         root_.pointer());
        }
    }
};

/// Pieces that share a line are one text, which is much of a state: the writer is not asked piece by piece.
void write_board(JsonWriter& out, const Board& board, JsonWriter::Style style) {
    const bool compact = style == JsonWriter::Style::compact;
    // Copied at its whole size, which the compiler knows; the next one is written over the rest.
    constexpr std::array<char, 12> compact_cell{R"("a1":"P",)"};
    constexpr std::array<char, 12> spaced_cell{R"("a1": "P", )"};
    const auto& cell = compact ? compact_cell : spaced_cell;
    const std::size_t separator = compact ? 1 : 2;
    const std::size_t symbol = compact ? 6 : 7;
    const auto letters = letters_on(board);
    std::array<char, 64 * compact_cell.size()> text;
    out.key("board");
    out.object([&] {
        for (Bitboard rest = board.occupied(); rest.any();) {
            const Bitboard line = compact ? rest : rest & board_of(rank_of(rest.first()));
            rest &= ~line;
            char* end = text.data();
            for (const Square square : line) {
                std::ranges::copy(cell, end);
                end[1] = letter(file_of(square));
                end[2] = digit(rank_of(square));
                end[symbol] = letters[static_cast<std::size_t>(square)];
                end += symbol + 2 + separator;
            }
            out.on_one_line([&] { out.raw({text.data(), end - separator}); });
        }
    });
}

void write_castling(JsonWriter& out, const Board& board) {
    out.key("castling");
    out.object([&] {
        for (const Color color : both_colors) {
            out.key(to_string(color));
            out.on_one_line([&] {
                out.object([&] {
                    for (const Wing wing : both_wings) {
                        out.member(key_of(wing), board.castling_rook(color, wing).has_value());
                    }
                });
            });
        }
    });
}

void write_en_passant(JsonWriter& out, const Board& board) {
    out.key("en_passant");
    if (board.en_passant.empty()) return out.null();
    out.value(to_string(board.en_passant.first()));
}

/// The newest `history_max` positions before the present one: older ones cannot occur again.
class EarlierPositions {
public:
    explicit EarlierPositions(const Game& game)
        : before_start_(game.start().history),
          since_start_(game.positions().first(game.positions().size() - 1)),
          all_(before_start_.size() + since_start_.size()) {}

    std::size_t size() const { return std::min(all_, history_max); }
    const Board& operator()(std::size_t i) const {
        const std::size_t at = all_ - size() + i;
        return at < before_start_.size() ? before_start_[at]
                                         : since_start_[at - before_start_.size()].board();
    }

private:
    std::span<const Board> before_start_;
    std::span<const Position> since_start_;
    std::size_t all_;
};

void write_position_history(JsonWriter& out, const EarlierPositions& earlier, const Game& game) {
    out.key("position_history");
    out.array([&] {
        for (std::size_t i = 0; i < earlier.size(); ++i) out.value(write_short_fen(earlier(i)));
        if (game.start().history_with_current) out.value(write_short_fen(game.position().board()));
    });
}

/// The right that `true` would give to another rook than the one that has it.
std::optional<Square> inexpressible_rook(const Board& board) {
    for (const Color color : both_colors) {
        for (const Wing wing : both_wings) {
            const auto rook = board.castling_rook(color, wing);
            if (rook && rook != outermost_rook(board, color, wing)) return rook;
        }
    }
    return std::nullopt;
}

}  // namespace

Likeness squares_likeness(const Glance& glance) {
    const auto state = std::ranges::find(glance.members, "state", &OutlineMember::key);
    const bool is_wrapped = state != glance.members.end();
    return likeness_of(is_wrapped ? Glance(state->value) : glance, squares_keys,
                       {{"board", "{"}, {"turn", "\""}});
}

Reading<Game> read_squares(std::string_view text, const Options& options) {
    if (auto state = read_squares_quickly(text)) {
        Reading<Game> game = game_from(std::move(*state), {}, {}, options);
        if (game && game.faults.empty()) return game;
    }
    const Reading<Json> document = read_loose_json(text);
    if (!document) return {std::nullopt, document.faults};
    return SquaresReader(document).read(options);
}

std::expected<std::string, Fault> write_squares(const Game& game, JsonWriter::Style style) {
    const Position& position = game.position();
    if (const auto rook = inexpressible_rook(position.board())) {
        return std::unexpected(Fault{"cannot_express",
                                     "chess-squares cannot say that the right to castle belongs to "
                                     "the inner rook on " +
                                         to_string(*rook),
                                     {}});
    }
    const EarlierPositions earlier(game);
    JsonWriter out(style, 640 + 80 * earlier.size());
    out.object([&] {
        write_board(out, position.board(), style);
        out.member("turn", to_string(position.turn()));
        write_castling(out, position.board());
        write_en_passant(out, position.board());
        out.member("halfmove_clock", least_clock(earlier.size(), earlier, position));
        out.member("fullmove_number", position.fullmove_number());
        write_position_history(out, earlier, game);
    });
    return out.take();
}

}  // namespace arbiter::chess
