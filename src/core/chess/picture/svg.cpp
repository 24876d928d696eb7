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

// `b`, `d` and `e` are the classes of the piece drawings; their colours are those of the piece. The
// body's is a gradient, which the picture defines: white and black shades have three stops each.
constexpr std::array<CssRule, 10> common_rules{{
    {".square", "shape-rendering:crispEdges"},
    {".trail", "pointer-events:none"},
    {".glow", "pointer-events:none"},
    {".ring", "fill:none;stroke-width:8;pointer-events:none"},
    {".piece", "stroke-linejoin:round;stroke-linecap:round;stroke-width:2.2"},
    {".b", "stroke-width:3.4"},
    {".d", "fill:none;stroke:currentColor"},
    {".e", "fill:currentColor;stroke:none"},
    {".ground", "stroke:none"},
    {".label",
     "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Cantarell,'Liberation Sans',Arial,"
     "sans-serif;font-size:18px;font-weight:600;pointer-events:none"},
}};

constexpr std::array<CssRule, 19> themed_rules{{
    {".light", "fill:$chess-light"},
    {".dark", "fill:$chess-dark"},
    {".on-light", "fill:$chess-label-on-light"},
    {".on-dark", "fill:$chess-label-on-dark"},
    {".trail.from", "fill:$chess-trail;fill-opacity:$chess-trail-from-opacity"},
    {".trail.to", "fill:$chess-trail;fill-opacity:$chess-trail-to-opacity"},
    {".glow-heart", "stop-color:$chess-check"},
    {".glow-edge", "stop-color:$chess-check;stop-opacity:0"},
    {".ring", "stroke:$chess-check-ring;stroke-opacity:.55"},
    {".ground-heart", "stop-color:$chess-shadow;stop-opacity:.38"},
    {".ground-edge", "stop-color:$chess-shadow;stop-opacity:0"},
    {".white", "stroke:$chess-white-outline;color:$chess-white-outline"},
    {".black", "stroke:$chess-black-outline;color:$chess-black-seam"},
    {".white-lit", "stop-color:#fff"},
    {".white-body", "stop-color:$chess-white-body"},
    {".white-foot", "stop-color:$chess-white-foot"},
    {".black-lit", "stop-color:$chess-black-lit"},
    {".black-body", "stop-color:$chess-black-body"},
    {".black-foot", "stop-color:$chess-black-foot"},
}};

constexpr std::array<CssRule, 19> print_rules{{
    {".light", "fill:#fff"},
    {".dark", "fill:#ccc"},
    {".on-light", "fill:#000"},
    {".on-dark", "fill:#000"},
    {".trail.from", "fill:none;stroke:#000;stroke-width:6"},
    {".trail.to", "fill:none;stroke:#000;stroke-width:6"},
    {".glow-heart", "stop-color:#999"},
    {".glow-edge", "stop-color:#999;stop-opacity:0"},
    {".ring", "stroke:#000"},
    {".ground-heart", "stop-opacity:0"},
    {".ground-edge", "stop-opacity:0"},
    {".white", "stroke:#000;color:#000"},
    {".black", "stroke:#000;color:#fff"},
    {".white-lit", "stop-color:#fff"},
    {".white-body", "stop-color:#fff"},
    {".white-foot", "stop-color:#fff"},
    {".black-lit", "stop-color:#000"},
    {".black-body", "stop-color:#000"},
    {".black-foot", "stop-color:#000"},
}};

static_assert(have_looks(themed_rules));
constexpr StyleSheet style_sheet{common_rules, themed_rules, print_rules};

/// The side of a square is that of the box in which the pieces are drawn: they need no scaling.
constexpr double side = 100;
constexpr double board_side = 8 * side;
constexpr double corner_radius = 10;

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
            from_ = from;
        }
        if (marks.check) checked_ = kings_in_check(board);
    }

    std::string drawn() {
        const std::string title = "Chess board, " + to_move(board_);
        out_.picture({.game = "chess",
                      .theme = theme_,
                      .id = id_,
                      .title = title,
                      .description = description_,
                      .width = options_.size,
                      .box = {0, 0, board_side, board_side}},
                     [&] { draw(); });
        return out_.take();
    }

private:
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
        out_.element("defs", {}, [&] { define(); });
        out_.element("g", {{"clip-path", reference("corners")}}, [&] { draw_board(); });
    }

    void draw_board() {
        const RemarkSpots spots = [&](std::string_view place) { return spot(place); };
        for (const Square square : Bitboard::all()) draw_square(square);
        draw_colored_places(out_, options_.remarks, spots);
        for (const Square square : last_) draw_trail(square);
        for (const Square king : checked_) draw_check(king);
        if (options_.coordinates) draw_coordinates();
        for (const Square square : board_.occupied()) draw_piece(square);
        draw_remarks(out_, options_.remarks, spots);
    }

    std::string piece_id(PieceType type) const { return id_ + "-" + letter(type); }
    std::string reference(std::string_view name) const {
        return "url(#" + id_ + "-" + std::string(name) + ")";
    }

    void define() {
        out_.element("clipPath", {{"id", id_ + "-corners"}}, [&] {
            out_.leaf("rect",
                      {{"width", board_side}, {"height", board_side}, {"rx", corner_radius}});
        });
        for (const char* color : {"white", "black"}) define_shade(color);
        define_fading("ground");
        if (!checked_.empty()) define_fading("glow");
        for (const PieceType type : all_piece_types) {
            if (!board_.of(type).empty()) define_piece(type);
        }
    }

    /// Light from the upper left, in the units of a square.
    void define_shade(const std::string& color) {
        out_.element("linearGradient",
                     {{"id", id_ + "-" + color},
                      {"gradientUnits", "userSpaceOnUse"},
                      {"x1", 25.0},
                      {"y1", 10.0},
                      {"x2", 75.0},
                      {"y2", 92.0}},
                     [&] {
                         double offset = 0;
                         for (const char* stop : {"-lit", "-body", "-foot"}) {
                             out_.leaf("stop", {{"class", color + stop}, {"offset", offset}});
                             offset += 0.5;
                         }
                     });
    }

    void define_fading(const std::string& name) {
        out_.element("radialGradient", {{"id", id_ + "-" + name}}, [&] {
            out_.leaf("stop", {{"class", name + "-heart"}, {"offset", 0.2}});
            out_.leaf("stop", {{"class", name + "-edge"}, {"offset", 1.0}});
        });
    }

    /// A little larger than drawn, with its shadow on the ground.
    void define_piece(PieceType type) {
        out_.element("g", {{"id", piece_id(type)}, {"class", scope_classes("chess", theme_)}}, [&] {
            out_.leaf("ellipse", {{"class", "ground"},
                                  {"fill", reference("ground")},
                                  {"cx", 52.0},
                                  {"cy", 90.0},
                                  {"rx", 36.0},
                                  {"ry", 8.0}});
            out_.element("g", {{"transform", "translate(-2.25 -2.2) scale(1.045)"}},
                         [&] { out_.verbatim(piece_art[static_cast<std::size_t>(type)]); });
        });
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
        out_.leaf("rect", {{"class", square == from_ ? "trail from" : "trail to"},
                           {"x", x(file_of(square))},
                           {"y", y(rank_of(square))},
                           {"width", side},
                           {"height", side}});
    }

    /// A glow, and a ring for those who do not see its colour.
    void draw_check(Square king) {
        const double middle_x = x(file_of(king)) + side / 2;
        const double middle_y = y(rank_of(king)) + side / 2;
        out_.leaf("circle", {{"class", "glow"},
                             {"fill", reference("glow")},
                             {"cx", middle_x},
                             {"cy", middle_y},
                             {"r", 66.0}});
        out_.leaf("circle", {{"class", "ring"}, {"cx", middle_x}, {"cy", middle_y}, {"r", 46.0}});
    }

    void draw_piece(Square square) {
        const auto piece = board_.at(square);
        if (!piece) return;
        const std::string color(to_string(piece->color));
        const char fen = letter(*piece);
        out_.leaf("use", {{"class", "piece " + color},
                          {"fill", reference(color)},
                          {"href", "#" + piece_id(piece->type)},
                          {"x", x(file_of(square))},
                          {"y", y(rank_of(square))},
                          {"data-piece", std::string_view(&fen, 1)},
                          {"data-square", to_string(square)}});
    }

    /// Ranks in the left file, files in the lowest rank, inside the squares.
    void draw_coordinates() {
        for (int i = 0; i < 8; ++i) {
            const int left = column(0, options_.bottom);
            const int low = row(7, options_.bottom);
            const auto file = static_cast<File>(i);
            const auto rank = static_cast<Rank>(i);
            draw_label({5, y(rank) + 21, "start"}, (left + i) % 2 != 0, digit(rank));
            draw_label({x(file) + 95, board_side - 7, "end"}, (low + i) % 2 != 0, letter(file));
        }
    }

    struct LabelPlace {
        double x, y;
        std::string_view anchor;
    };
    void draw_label(const LabelPlace& place, bool on_light, char text) {
        out_.text("text",
                  {{"class", on_light ? "label on-light" : "label on-dark"},
                   {"x", place.x},
                   {"y", place.y},
                   {"text-anchor", place.anchor}},
                  {&text, 1});
    }

    const Board& board_;
    const RenderOptions& options_;
    Theme theme_;
    std::string description_;
    std::string id_;
    Bitboard last_;
    std::optional<Square> from_;
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
