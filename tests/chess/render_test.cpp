#include <array>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/chess/notations/fen.hpp"
#include "core/chess/picture/svg.hpp"
#include "core/chess/picture/text.hpp"
#include "tests/support/random_chess.hpp"
#include "tests/support/xml.hpp"

namespace arbiter::chess {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::string_view scholars_mate =
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";

constexpr std::array both_sides{Color::white, Color::black};

Board board_of(std::string_view fen) {
    const auto position = read_fen(fen);
    EXPECT_TRUE(position) << fen;
    return position->board();
}

/// A picture as a page sees it.
class Picture {
public:
    explicit Picture(const Board& board, const Marks& marks = {}, const RenderOptions& options = {})
        : svg_(svg_board(board, marks, options)) {
        auto parsed = xml::parse(svg_);
        EXPECT_TRUE(parsed) << parsed.error();
        if (parsed) elements_ = *std::move(parsed);
        EXPECT_THAT(xml::dangling_references(elements_), ::testing::IsEmpty());
    }

    const std::string& svg() const { return svg_; }
    const xml::Element& root() const { return elements_.at(0); }

    xml::Elements with_class(std::string_view name) const {
        xml::Elements found;
        for (const xml::Element& element : elements_) {
            if (element.has_class(name)) found.push_back(element);
        }
        return found;
    }
    std::set<std::string> squares_with_class(std::string_view name) const {
        std::set<std::string> squares;
        for (const xml::Element& square : with_class("square")) {
            if (square.has_class(name)) squares.insert(square.attribute("data-square"));
        }
        return squares;
    }
    std::string text_of(std::string_view tag) const {
        for (const xml::Element& element : elements_) {
            if (element.name == tag) return element.text;
        }
        return {};
    }
    std::set<std::string> ids() const {
        std::set<std::string> ids;
        for (const xml::Element& element : elements_) {
            if (!element.attribute("id").empty()) ids.insert(element.attribute("id"));
        }
        return ids;
    }

private:
    std::string svg_;
    xml::Elements elements_;
};

using Names = std::set<std::string>;

/// The upper left corner of a square 100 units wide, counted on one's fingers.
struct Corner {
    int x;
    int y;
};

Corner corner(Square square, Color bottom) {
    const int file = index(square) % 8;
    const int rank = index(square) / 8;
    if (bottom == Color::white) return {100 * file, 700 - 100 * rank};
    return {700 - 100 * file, 100 * rank};
}

void expect_at(const xml::Element& element, Corner corner) {
    EXPECT_EQ(element.attribute("x"), std::to_string(corner.x)) << element.attribute("data-square");
    EXPECT_EQ(element.attribute("y"), std::to_string(corner.y)) << element.attribute("data-square");
}

TEST(SvgBoard, EverySquareStandsInItsPlace) {
    for (const Color bottom : both_sides) {
        const Picture picture(board_of(start), {}, {.bottom = bottom});
        const auto squares = picture.with_class("square");
        ASSERT_EQ(squares.size(), 64);
        for (int i = 0; i < 64; ++i) {
            const Square square = square_at(i);
            const xml::Element& element = squares[static_cast<std::size_t>(i)];
            EXPECT_EQ(element.name, "rect");
            EXPECT_EQ(element.attribute("data-square"), to_string(square));
            EXPECT_EQ(element.has_class("light"), is_light(square));
            EXPECT_EQ(element.has_class("dark"), !is_light(square));
            expect_at(element, corner(square, bottom));
        }
    }
}

TEST(SvgBoard, EveryPieceStandsOnItsSquare) {
    const Board board = board_of(kiwipete);
    for (const Color bottom : both_sides) {
        const Picture picture(board, {}, {.bottom = bottom});
        const auto pieces = picture.with_class("piece");
        ASSERT_EQ(pieces.size(), 32);
        for (const xml::Element& element : pieces) {
            const auto square = square_named(element.attribute("data-square"));
            ASSERT_TRUE(square);
            const auto piece = board.at(*square);
            ASSERT_TRUE(piece);
            EXPECT_EQ(element.name, "use");
            EXPECT_EQ(element.attribute("data-piece"), std::string(1, letter(*piece)));
            EXPECT_TRUE(element.has_class(to_string(piece->color)));
            EXPECT_FALSE(element.has_class(to_string(opponent(piece->color))));
            EXPECT_THAT(element.attribute("href"),
                        EndsWith(std::string("-") + letter(piece->type)));
            expect_at(element, corner(*square, bottom));
        }
    }
}

TEST(SvgBoard, DefinesOnlyThePiecesThatOccur) {
    const Picture picture(board_of("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"));
    std::string defined;
    for (const std::string& id : picture.ids()) defined += id.substr(id.find('-')) + " ";
    EXPECT_EQ(defined, "-K -P -black -corners -desc -ground -title -white ");
}

TEST(SvgBoard, SizeScalesTheSameDrawing) {
    for (const int size : {120, 900}) {
        const Picture picture(board_of(start), {}, {.size = size});
        EXPECT_EQ(picture.root().attribute("width"), std::to_string(size));
        EXPECT_EQ(picture.root().attribute("height"), std::to_string(size));
        EXPECT_EQ(picture.root().attribute("viewBox"), "0 0 800 800");
    }
    EXPECT_EQ(Picture(board_of(start), {}, {.size = -7}).root().attribute("width"), "1");
}

TEST(SvgBoard, CoordinatesTurnWithTheBoard) {
    const auto labels = [](const RenderOptions& options) {
        std::map<int, std::string> files;
        std::map<int, std::string> ranks;
        for (const xml::Element& label :
             Picture(board_of(start), {}, options).with_class("label")) {
            const int x = std::stoi(label.attribute("x"));
            if (label.attribute("text-anchor") == "end")
                files[x] = label.text;
            else
                ranks[std::stoi(label.attribute("y"))] = label.text;
        }
        std::string text;
        for (const auto& [x, file] : files) text += file;
        for (const auto& [y, rank] : ranks) text += rank;
        return text;
    };
    EXPECT_EQ(labels({}), "abcdefgh87654321");
    EXPECT_EQ(labels({.bottom = Color::black}), "hgfedcba12345678");
    EXPECT_EQ(labels({.coordinates = false}), "");
}

TEST(SvgBoard, MarksTheLastMove) {
    const Board board = board_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    const Picture picture(board, {.last_move = Move::normal(Square::e2, Square::e4)});
    EXPECT_EQ(picture.squares_with_class("last"), (Names{"e2", "e4"}));
    EXPECT_EQ(picture.with_class("trail").size(), 2);  // so that colour is not the only sign
    EXPECT_TRUE(Picture(board).squares_with_class("last").empty());
}

TEST(SvgBoard, CastlingShowsWhereTheKingWentFromAndTo) {
    const Board white = board_of("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 0 1");
    const Picture kingside(white, {.last_move = Move::castling(Square::e1, Square::h1)});
    EXPECT_EQ(kingside.squares_with_class("last"), (Names{"e1", "g1"}));

    const Board black = board_of("2kr3r/8/8/8/8/8/8/R4RK1 w - - 0 1");
    const Picture queenside(black, {.last_move = Move::castling(Square::e8, Square::a8)});
    EXPECT_EQ(queenside.squares_with_class("last"), (Names{"c8", "e8"}));

    const Board unmoved = board_of("4k3/8/8/8/8/8/8/5RK1 b - - 0 1");
    const Picture chess960(unmoved, {.last_move = Move::castling(Square::g1, Square::h1)});
    EXPECT_EQ(chess960.squares_with_class("last"), (Names{"g1"}));
}

TEST(SvgBoard, MarksTheKingInCheckByColourAndRing) {
    const Board board = board_of(scholars_mate);
    const Picture picture(board, {}, {.bottom = Color::black});
    EXPECT_EQ(picture.squares_with_class("check"), (Names{"e8"}));
    const auto rings = picture.with_class("ring");
    ASSERT_EQ(rings.size(), 1);
    EXPECT_EQ(rings[0].attribute("cx"), "350");
    EXPECT_EQ(rings[0].attribute("cy"), "750");

    const Picture unmarked(board, {.last_move = {}, .check = false});
    EXPECT_TRUE(unmarked.squares_with_class("check").empty());
    EXPECT_TRUE(unmarked.with_class("ring").empty());
    EXPECT_TRUE(Picture(board_of(start)).with_class("ring").empty());
}

TEST(SvgBoard, CoordinatesStandOutFromTheirSquares) {
    for (const Color bottom : both_sides) {
        const Picture picture(board_of(start), {}, {.bottom = bottom});
        for (const xml::Element& label : picture.with_class("label")) {
            const bool is_file = label.attribute("text-anchor") == "end";
            const double x = std::stod(label.attribute("x"));
            const double y = std::stod(label.attribute("y"));
            // The square in the upper left is light; so is every second one from there.
            const int column = is_file ? static_cast<int>(x) / 100 : 0;
            const int row = is_file ? 7 : static_cast<int>(y) / 100;
            EXPECT_EQ(label.has_class("on-light"), (column + row) % 2 == 0) << label.text;
        }
    }
}

TEST(SvgBoard, AnUnknownThemeIsTheLightOne) {
    const auto style_of = [](std::string_view theme) {
        return Picture(board_of(start), {}, {.theme = theme}).text_of("style");
    };
    EXPECT_THAT(style_of("light"), HasSubstr(" .dark{fill:#b3855c}"));
    EXPECT_THAT(style_of("dark"), HasSubstr(" .dark{fill:#a27f5b}"));
    EXPECT_THAT(style_of("auto"), HasSubstr("@media (prefers-color-scheme:dark)"));
    EXPECT_EQ(svg_board(board_of(start), {}, {.theme = "no \"such\" <theme>"}),
              svg_board(board_of(start), {}, {.theme = "light"}));
}

TEST(SvgBoard, EveryRuleIsConfinedToThePicture) {
    const Picture picture(board_of(start), {}, {.theme = "auto"});
    EXPECT_EQ(picture.root().attribute("class"), "arbiter-chess arbiter-auto");
    std::istringstream style(picture.text_of("style"));
    int confined = 0;
    for (std::string line; std::getline(style, line);) {
        if (line.empty() || line == "}" || line.starts_with("@media")) continue;
        EXPECT_TRUE(line.starts_with(".arbiter-chess.arbiter-auto .")) << line;
        ++confined;
    }
    EXPECT_GT(confined, 20);
}

TEST(SvgBoard, DifferentPicturesShareNoId) {
    const Board board = board_of(start);
    const std::array pictures{
        Picture(board),
        Picture(board_of(kiwipete)),
        Picture(board, {}, {.bottom = Color::black}),
        Picture(board, {}, {.theme = "dark"}),
        Picture(board, {}, {.coordinates = false}),
        Picture(board, {}, {.size = 120}),
        Picture(board, {.last_move = Move::normal(Square::g8, Square::f6)}),
    };
    Names seen;
    std::size_t count = 0;
    for (const Picture& picture : pictures) {
        count += picture.ids().size();
        seen.merge(picture.ids());
    }
    EXPECT_EQ(seen.size(), count);
    EXPECT_EQ(svg_board(board, {}, {}), svg_board(board, {}, {}));
}

TEST(SvgBoard, TitleAndDescriptionSpeak) {
    const Marks marks{.last_move = Move::normal(Square::h5, Square::f7)};
    const Picture picture(board_of(scholars_mate), marks);
    EXPECT_EQ(picture.text_of("title"), "Chess board, Black to move");
    EXPECT_EQ(picture.text_of("desc"), describe(board_of(scholars_mate), marks));
    EXPECT_EQ(picture.root().attribute("role"), "img");
}

TEST(SvgBoard, DrawsNonsenseToo) {
    EXPECT_EQ(Picture(Board{}).with_class("square").size(), 64);

    Board three_kings;
    three_kings.put(Square::a1, {Color::white, PieceType::king});
    three_kings.put(Square::h1, {Color::white, PieceType::king});
    three_kings.put(Square::h2, {Color::black, PieceType::king});
    EXPECT_EQ(Picture(three_kings).squares_with_class("check"), (Names{"h1", "h2"}));

    const Picture ghost(Board{}, {.last_move = Move::castling(Square::a4, Square::b7)});
    EXPECT_THAT(ghost.text_of("desc"), HasSubstr("Last move: a4 to g8, castling kingside."));
}

TEST(SvgBoard, RandomGamesAreWellFormed) {
    const auto game = testing::random_game(1);
    for (std::size_t i = 1; i < game.positions.size(); i += 7) {
        const Position& position = game.positions[i];
        const Picture picture(position.board(), {.last_move = game.moves[i - 1]});
        EXPECT_EQ(picture.with_class("piece").size(), position.board().occupied().count());
        EXPECT_EQ(picture.with_class("ring").size(), position.in_check() ? 1 : 0);
    }
}

TEST(Describe, ListsThePiecesOfEachSideFileByFile) {
    EXPECT_EQ(describe(board_of(kiwipete), {}),
              "White to move. "
              "White: king e1, queen f3, rooks a1 and h1, bishops d2 and e2, knights c3 and e5, "
              "pawns a2, b2, c2, d5, e4, f2, g2 and h2. "
              "Black: king e8, queen e7, rooks a8 and h8, bishops a6 and g7, knights b6 and f6, "
              "pawns a7, b4, c7, d7, e6, f7, g6 and h3.");
    EXPECT_EQ(describe(Board{}, {}), "White to move. White: no pieces. Black: no pieces.");
}

TEST(Describe, SpeaksOfTheLastMoveAndOfCheck) {
    const auto spoken = [](std::string_view fen, Move move) {
        const std::string text = describe(board_of(fen), {.last_move = move});
        return text.substr(text.find("Last move: "));
    };
    EXPECT_EQ(spoken(scholars_mate, Move::normal(Square::h5, Square::f7)),
              "Last move: queen h5 to f7. The black king on e8 is in check.");
    EXPECT_EQ(spoken("4k3/8/8/8/8/8/8/5RK1 b - - 0 1", Move::castling(Square::e1, Square::h1)),
              "Last move: king e1 to g1, castling kingside.");
    EXPECT_EQ(spoken("2kr4/8/8/8/8/8/8/4K3 w - - 0 1", Move::castling(Square::e8, Square::a8)),
              "Last move: king e8 to c8, castling queenside.");
    EXPECT_EQ(spoken("N3k3/8/8/8/8/8/8/4K3 b - - 0 1",
                     Move::promotion(Square::a7, Square::a8, PieceType::knight)),
              "Last move: pawn a7 to a8, promoted to knight.");
    EXPECT_EQ(spoken("4k3/8/3P4/8/8/8/8/4K3 b - - 0 1", Move::en_passant(Square::e5, Square::d6)),
              "Last move: pawn e5 to d6, taking en passant.");
    EXPECT_THAT(describe(board_of(scholars_mate), {.last_move = {}, .check = false}),
                Not(HasSubstr("check")));
}

TEST(TextBoard, Ascii) {
    EXPECT_EQ(text_board(board_of(kiwipete), {.text_style = TextStyle::ascii}),
              "  +-----------------+\n"
              "8 | r . . . k . . r |\n"
              "7 | p . p p q p b . |\n"
              "6 | b n . . p n p . |\n"
              "5 | . . . P N . . . |\n"
              "4 | . p . . P . . . |\n"
              "3 | . . N . . Q . p |\n"
              "2 | P P P B B P P P |\n"
              "1 | R . . . K . . R |\n"
              "  +-----------------+\n"
              "    a b c d e f g h\n");
}

TEST(TextBoard, UnicodeFromBlacksSide) {
    EXPECT_EQ(text_board(board_of(scholars_mate),
                         {.bottom = Color::black, .text_style = TextStyle::unicode}),
              "  ┌─────────────────┐\n"
              "1 │ ♖ ♘ · ♔ · ♗ ♘ ♖ │\n"
              "2 │ ♙ ♙ ♙ · ♙ ♙ ♙ ♙ │\n"
              "3 │ · · · · · · · · │\n"
              "4 │ · · · ♙ · ♗ · · │\n"
              "5 │ · · · ♟ · · · · │\n"
              "6 │ · · ♞ · · ♞ · · │\n"
              "7 │ ♟ ♟ ♕ · ♟ ♟ ♟ ♟ │\n"
              "8 │ ♜ · ♝ ♚ ♛ ♝ · ♜ │\n"
              "  └─────────────────┘\n"
              "    h g f e d c b a\n");
}

TEST(TextBoard, WithoutCoordinates) {
    EXPECT_EQ(text_board(board_of("7k/8/8/8/8/8/P7/K7 b - - 0 1"),
                         {.coordinates = false, .text_style = TextStyle::ascii}),
              "+-----------------+\n"
              "| . . . . . . . k |\n"
              "| . . . . . . . . |\n"
              "| . . . . . . . . |\n"
              "| . . . . . . . . |\n"
              "| . . . . . . . . |\n"
              "| . . . . . . . . |\n"
              "| P . . . . . . . |\n"
              "| K . . . . . . . |\n"
              "+-----------------+\n");
}

}  // namespace
}  // namespace arbiter::chess
