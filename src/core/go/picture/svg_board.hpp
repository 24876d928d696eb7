#pragma once

#include <string>
#include <string_view>

#include "core/base/svg.hpp"
#include "core/contract/game.hpp"
#include "core/go/board/move.hpp"
#include "core/go/board/stones.hpp"

/// The parts of every picture of a Go board: wood, lines, star points, coordinates, stones. Lines are
/// 100 units apart; the upper left point is at 0, 0.
namespace arbiter::go {

inline constexpr int spacing = 100;
inline constexpr int stone_radius = 48;

/// An upper bound of a letter's width, as a fraction of the font size.
inline constexpr double letter_width = 0.62;
/// From the middle of capitals or digits down to the baseline, as a fraction of the font size.
inline constexpr double baseline_drop = 0.355;

class BoardArt {
public:
    /// The description makes the ids of this picture different from those of other pictures.
    BoardArt(SvgWriter& out, Size size, const RenderOptions& options, std::string_view description);

    int x(Point point) const { return spacing * point.column; }
    int y(Point point) const { return spacing * (size_.height - 1 - point.row); }

    /// The board with its margins. It fits into a square of `RenderOptions::size` pixels.
    SvgHead::Box box() const;
    /// The width in pixels of a picture that contains the board at this scale.
    int pixels(double width) const;
    double label_size() const { return label_size_; }
    Theme theme() const { return theme_; }
    const std::string& id() const { return id_; }

    /// The style and the shades of the stones.
    void define() const;
    void draw_wood(const SvgHead::Box& area) const;
    /// Lines, star points, letters and numbers.
    void draw_board() const;
    /// Of a stone; drawn before all stones.
    void draw_shadow(Point point) const;
    void draw_stone(Stone stone, std::string_view more_classes = {}) const;
    /// An invisible area that receives clicks.
    void draw_empty_point(Point point) const;
    /// A small stone in the corner of the margin.
    void draw_turn(Color turn) const;
    /// A stone that is tried but not played.
    void draw_ghost(Stone stone) const;
    /// What people marked, over the stones that lie there.
    void draw_remarks(std::span<const Remark> remarks, const Stones& stones) const;
    /// A number in the middle of a stone, as large as fits.
    void draw_number(Stone stone, std::string_view number) const;

private:
    int columns_length() const;
    int rows_length() const;
    double margin() const;
    double label_distance() const;
    double line_width() const;
    void define_shade(Color color) const;
    void draw_grain(const SvgHead::Box& area) const;
    void draw_lines() const;
    void draw_star_points() const;
    void draw_coordinates() const;
    struct Place {
        double x, y;
    };
    void draw_label(Place middle, std::string_view text) const;

    std::string shade_id(Color color) const;
    std::string shade(Color color) const { return "url(#" + shade_id(color) + ")"; }

    SvgWriter& out_;
    Size size_;
    int size_in_pixels_;
    Theme theme_;
    bool coordinates_;
    double label_size_;
    std::string id_;
};

/// The arms of a cross through a point, for the `d` of a path.
std::string cross_path(int x, int y, int arm);

}  // namespace arbiter::go
