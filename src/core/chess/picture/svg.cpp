#include "core/chess/picture/svg.hpp"

#include <array>
#include <string_view>

#include "core/base/svg.hpp"
#include "core/chess/game.hpp"
#include "core/chess/picture/svg_pieces.hpp"
#include "core/contract/remark_svg.hpp"

namespace arbiter::chess {

namespace {

// Seen from Black's side the board is turned round; doing it twice changes nothing, so that the same
// functions tell the place of a file or rank and what stands at a place.
constexpr int column(int file, Color bottom) { return bottom == Color::white ? file : 7 - file; }
constexpr int row(int rank, Color bottom) { return bottom == Color::white ? 7 - rank : rank; }

// `b`, `d` and `e` are the classes of the piece drawings; their colours are those of the piece.
constexpr std::array<CssRule, 9> common_rules{{
    {".square", "shape-rendering:crispEdges"},
    {".trail", "fill:none;stroke-width:6;pointer-events:none"},
    {".ring", "fill:none;stroke-width:8;pointer-events:none"},
    {".piece", "stroke-linejoin:round;stroke-linecap:round;stroke-width:3.5"},
    {".piece.black", "stroke-width:2.2"},
    {".b", "stroke-width:3.5"},
    {".d", "fill:none;stroke:currentColor"},
    {".e", "fill:currentColor;stroke:none"},
    {".label", "font-family:system-ui,sans-serif;font-size:29px;text-anchor:middle"},
}};

constexpr std::array<CssRule, 13> light_rules{{
    {".frame", "fill:#f9f4ea"},
    {".edge", "fill:#7a5a3e"},
    {".light", "fill:#f0e4cd"},
    {".dark", "fill:#b58a64"},
    {".light.last", "fill:#ebd46a"},
    {".dark.last", "fill:#cda337"},
    {".square.check", "fill:#f2b09c"},
    {".trail", "stroke:#8f6a12"},
    {".ring", "stroke:#b3130f"},
    {".white", "fill:#fffdf8;stroke:#2b2622;color:#2b2622"},
    {".black", "fill:#3a3430;stroke:#1a1613;color:#f0e4cd"},
    {".label", "fill:#6b5140"},
    {".turn", "stroke:#2b2622;stroke-width:3"},
}};

constexpr std::array<CssRule, 13> dark_rules{{
    {".frame", "fill:#1d2124"},
    {".edge", "fill:#0b0d0e"},
    {".light", "fill:#a2a9ae"},
    {".dark", "fill:#6f7982"},
    {".light.last", "fill:#bcb665"},
    {".dark.last", "fill:#979145"},
    {".square.check", "fill:#b9503f"},
    {".trail", "stroke:#ded68c"},
    {".ring", "stroke:#ffc2b5"},
    {".white", "fill:#f6f4ee;stroke:#15181a;color:#15181a"},
    {".black", "fill:#1f2327;stroke:#0b0d0e;color:#c9cfd4"},
    {".label", "fill:#aab2b8"},
    {".turn", "stroke:#aab2b8;stroke-width:3"},
}};

constexpr std::array<CssRule, 13> print_rules{{
    {".frame", "fill:#fff"},
    {".edge", "fill:#000"},
    {".light", "fill:#fff"},
    {".dark", "fill:#ccc"},
    {".light.last", "fill:#eee"},
    {".dark.last", "fill:#aaa"},
    {".square.check", "fill:#999"},
    {".trail", "stroke:#000"},
    {".ring", "stroke:#000"},
    {".white", "fill:#fff;stroke:#000;color:#000"},
    {".black", "fill:#000;stroke:#000;color:#fff"},
    {".label", "fill:#000"},
    {".turn", "stroke:#000;stroke-width:3"},
}};

constexpr StyleSheet style_sheet{common_rules, light_rules, dark_rules, print_rules};

/// The side of a square is that of the box in which the pieces are drawn: they need no scaling.
constexpr double side = 100;
constexpr double board_side = 8 * side;
constexpr double edge_width = 3;
constexpr double baseline_drop = 10;  // from the middle of a letter of 29 units

class Picture {
public:
    Picture(const Board& board, const Marks& marks, const RenderOptions& options)
        : board_(board),
          options_(options),
          theme_(theme_named(options.theme)),
          description_(describe(board, marks)),
          id_(content_id(description_ + options_text())) {
        if (marks.last_move) {
            const auto [from, to] = trail(board, *marks.last_move);
            last_ = Bitboard(from) | to;
        }
        if (marks.check) checked_ = kings_in_check(board);
    }

    std::string drawn() {
        const double outer = board_side + 2 * margin();
        const std::string title = "Chess board, " + to_move(board_);
        out_.picture({.game = "chess",
                      .theme = theme_,
                      .id = id_,
                      .title = title,
                      .description = description_,
                      .width = options_.size,
                      .box = {-margin(), -margin(), outer, outer}},
                     [&] { draw(); });
        return out_.take();
    }

private:
    double margin() const { return options_.coordinates ? 44 : 26; }
    double x(File file) const { return side * column(index(file), options_.bottom); }
    double y(Rank rank) const { return side * row(index(rank), options_.bottom); }

    std::optional<RemarkSpot> spot(std::string_view place) const {
        const auto square = square_named(place);
        if (!square) return std::nullopt;
        return RemarkSpot{x(file_of(*square)) + side / 2, y(rank_of(*square)) + side / 2};
    }

    std::string options_text() const {
        return std::string(to_string(theme_)) + std::string(to_string(options_.bottom)) +
               std::to_string(options_.size) + (options_.coordinates ? "+" : "-");
    }

    void draw() {
        out_.style(write_css(style_sheet, "chess", theme_));
        out_.element("defs", {}, [&] { define_pieces(); });
        draw_frame();
        for (const Square square : Bitboard::all()) draw_square(square);
        for (const Square square : last_) draw_trail(square);
        for (const Square king : checked_) draw_ring(king);
        for (const Square square : board_.occupied()) draw_piece(square);
        draw_remarks(out_, options_.remarks, [&](std::string_view place) { return spot(place); });
        if (options_.coordinates) draw_coordinates();
        draw_turn();
    }

    std::string piece_id(PieceType type) const { return id_ + "-" + letter(type); }

    void define_pieces() {
        for (const PieceType type : all_piece_types) {
            if (board_.of(type).empty()) continue;
            out_.element("g", {{"id", piece_id(type)}, {"class", scope_classes("chess", theme_)}},
                         [&] { out_.verbatim(piece_art[static_cast<std::size_t>(type)]); });
        }
    }

    void draw_frame() {
        const double outer = board_side + 2 * margin();
        out_.leaf("rect", {{"class", "frame"},
                           {"x", -margin()},
                           {"y", -margin()},
                           {"width", outer},
                           {"height", outer},
                           {"rx", 14}});
        out_.leaf("rect", {{"class", "edge"},
                           {"x", -edge_width},
                           {"y", -edge_width},
                           {"width", board_side + 2 * edge_width},
                           {"height", board_side + 2 * edge_width}});
    }

    void draw_square(Square square) {
        std::string classes = is_light(square) ? "square light" : "square dark";
        if (last_.contains(square)) classes += " last";
        if (checked_.contains(square)) classes += " check";
        out_.leaf("rect", {{"class", classes},
                           {"x", x(file_of(square))},
                           {"y", y(rank_of(square))},
                           {"width", side},
                           {"height", side},
                           {"data-square", to_string(square)}});
    }

    void draw_trail(Square square) {
        constexpr double inset = 3;
        out_.leaf("rect", {{"class", "trail"},
                           {"x", x(file_of(square)) + inset},
                           {"y", y(rank_of(square)) + inset},
                           {"width", side - 2 * inset},
                           {"height", side - 2 * inset}});
    }

    void draw_ring(Square king) {
        out_.leaf("circle", {{"class", "ring"},
                             {"cx", x(file_of(king)) + side / 2},
                             {"cy", y(rank_of(king)) + side / 2},
                             {"r", 45}});
    }

    void draw_piece(Square square) {
        const auto piece = board_.at(square);
        if (!piece) return;
        const std::string classes = "piece " + std::string(to_string(piece->color));
        const char fen = letter(*piece);
        out_.leaf("use", {{"class", classes},
                          {"href", "#" + piece_id(piece->type)},
                          {"x", x(file_of(square))},
                          {"y", y(rank_of(square))},
                          {"data-piece", std::string_view(&fen, 1)},
                          {"data-square", to_string(square)}});
    }

    void draw_coordinates() {
        for (int i = 0; i < 8; ++i) {
            const auto file = static_cast<File>(i);
            const auto rank = static_cast<Rank>(i);
            draw_label(x(file) + side / 2, board_side + margin() / 2, letter(file));
            draw_label(-margin() / 2, y(rank) + side / 2, digit(rank));
        }
    }

    void draw_label(double x, double y, char text) {
        out_.text("text", {{"class", "label"}, {"x", x}, {"y", y + baseline_drop}}, {&text, 1});
    }

    void draw_turn() {
        const std::string classes = "turn " + std::string(to_string(board_.turn));
        const Rank home = relative(Rank::r1, board_.turn);
        out_.leaf("circle", {{"class", classes},
                             {"cx", board_side + margin() / 2},
                             {"cy", y(home) + side / 2},
                             {"r", margin() / 4}});
    }

    const Board& board_;
    const RenderOptions& options_;
    Theme theme_;
    std::string description_;
    std::string id_;
    Bitboard last_;
    Bitboard checked_;
    SvgWriter out_;
};

}  // namespace

std::string svg_board(const Board& board, const Marks& marks, const RenderOptions& options) {
    return Picture(board, marks, options).drawn();
}

std::string Game::svg(const RenderOptions& options) const {
    return svg_board(board(), {.last_move = last_move()}, options);
}

}  // namespace arbiter::chess
