#include "core/go/picture/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/go/board/handicap.hpp"
#include "core/go/game.hpp"
#include "core/go/picture/describe.hpp"

namespace arbiter::go {

namespace {

struct Glyphs {
    std::string_view line;  ///< between two points
    /// Rows from the top, columns from the left; a board that is one line wide has its own.
    std::array<std::array<std::string_view, 4>, 4> grid;
    std::string_view star;
    std::array<std::string_view, 2> stone;  ///< in the order of Color: white, black
    std::array<std::string_view, 2> dead;
    std::array<std::string_view, 2> owned;
};

constexpr Glyphs ascii_glyphs{.line = " ",
                              .grid = {{{".", ".", ".", "."},
                                        {".", ".", ".", "."},
                                        {".", ".", ".", "."},
                                        {".", ".", ".", "."}}},
                              .star = "+",
                              .stone = {"O", "X"},
                              .dead = {"o", "x"},
                              .owned = {"w", "b"}};
constexpr Glyphs unicode_glyphs{.line = "─",
                                .grid = {{{"┌", "┬", "┐", "┬"},
                                          {"├", "┼", "┤", "┼"},
                                          {"└", "┴", "┘", "┴"},
                                          {"├", "┼", "┤", "┼"}}},
                                .star = "╋",
                                .stone = {"○", "●"},
                                .dead = {"△", "▲"},
                                .owned = {"□", "■"}};

/// First, between, last, or the only one.
constexpr std::size_t place_in(int line, int lines) {
    if (lines == 1) return 3;
    if (line == 0) return 0;
    return line == lines - 1 ? 2 : 1;
}

constexpr std::size_t slot(Color color) { return static_cast<std::size_t>(color); }

/// The character of a point, and what is next to it on either side.
struct Spelling {
    std::string_view glyph;
    std::string before;
    std::string after;
};

class Characters {
public:
    Characters(const Stones& stones, const Marks& marks, const RenderOptions& options)
        : stones_(stones),
          marks_(marks),
          options_(options),
          glyphs_(options.text_style == TextStyle::ascii ? ascii_glyphs : unicode_glyphs),
          stars_(star_points(size())),
          dead_(marks.dead) {
        std::ranges::sort(dead_);
        if (marks.last_move) {
            if (const auto* play = std::get_if<Play>(&*marks.last_move)) last_ = play->point;
        }
        if (marks.preview) tried_ = marks.preview->stone;
        if (!marks.liberties.empty())
            number_width_ = std::to_string(std::ranges::max(marks.liberties)).size();
    }

    std::string drawn() const {
        std::string out;
        if (options_.coordinates && !size().empty()) out += letters();
        for (int row = size().height; row-- > 0;) out += line(row);
        if (options_.coordinates && !size().empty()) out += letters();
        return out + legend();
    }

private:
    Size size() const { return stones_.size(); }

    /// Characters from one point to the next: room for a parenthesis, two letters, or a number in
    /// parentheses.
    std::size_t pitch() const {
        const std::size_t pitch = size().width > 25 ? 3 : 2;
        return marks_.liberties.empty() ? pitch : number_width_ + 3;
    }
    std::size_t label_width() const { return size().height > 9 ? 2 : 1; }

    std::string letters() const {
        std::string out(label_width() + 1, ' ');
        for (int column = 0; column < size().width; ++column) {
            const std::string name = column_name(column);
            if (column > 0) out.append(pitch() - name.size(), ' ');
            out += name;
        }
        return out + "\n";
    }

    std::string line(int row) const {
        const std::string number = std::to_string(row + 1);
        std::string out;
        if (options_.coordinates) out.append(label_width() - number.size(), ' ').append(number);
        std::string after;
        for (int column = 0; column < size().width; ++column) {
            const Spelling spelling =
                spelled({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
            if (column == 0)
                out += spelling.before.empty() ? " " : spelling.before;
            else
                out += between(after, spelling.before);
            out += spelling.glyph;
            after = spelling.after;
        }
        out += after;
        if (options_.coordinates) out.append(margin(after), ' ').append(number);
        return out + "\n";
    }

    /// Aligns the row numbers on the right.
    std::size_t margin(const std::string& after) const {
        return number_width_ + 1 - std::min(after.size(), number_width_ + 1);
    }

    /// If there is no room for both, only what follows the left point is written.
    std::string between(std::string after, const std::string& before) const {
        const std::size_t room = pitch() - 1;
        const std::size_t used = after.size() + before.size();
        if (used > room) return after;
        for (std::size_t i = used; i < room; ++i) after += glyphs_.line;
        return after + before;
    }

    Spelling spelled(Point point) const {
        Spelling spelling{glyph(point), "", ""};
        if (!marks_.liberties.empty() && stones_.at(point)) spelling.after = liberties(point);
        if (tried_ && tried_->point == point) {
            spelling.before = "[";
            spelling.after += "]";
        } else if (last_ == point) {
            spelling.before = "(";
            spelling.after += ")";
        }
        return spelling;
    }

    std::string liberties(Point point) const {
        return std::to_string(marks_.liberties[static_cast<std::size_t>(index(size(), point))]);
    }

    std::string_view glyph(Point point) const {
        if (const auto color = stones_.at(point)) {
            const bool dead = std::ranges::binary_search(dead_, point);
            return (dead ? glyphs_.dead : glyphs_.stone)[slot(*color)];
        }
        if (tried_ && tried_->point == point && marks_.preview->refusal.empty())
            return glyphs_.stone[slot(tried_->color)];
        if (!marks_.owners.empty()) {
            const auto owner = marks_.owners[static_cast<std::size_t>(index(size(), point))];
            if (owner) return glyphs_.owned[slot(*owner)];
        }
        if (std::ranges::binary_search(stars_, point)) return glyphs_.star;
        const int from_top = size().height - 1 - point.row;
        return glyphs_
            .grid[place_in(from_top, size().height)][place_in(point.column, size().width)];
    }

    std::string legend() const {
        std::string out;
        if (!marks_.dead.empty()) out += explained("Dead", glyphs_.dead);
        if (!marks_.owners.empty()) out += explained("Owned", glyphs_.owned);
        if (marks_.preview) out += describe(*marks_.preview) + "\n";
        return out;
    }

    static std::string explained(std::string_view what,
                                 const std::array<std::string_view, 2>& glyphs) {
        std::string out(what);
        out.append(": ").append(glyphs[slot(Color::black)]).append(" black, ");
        return out.append(glyphs[slot(Color::white)]).append(" white\n");
    }

    const Stones& stones_;
    const Marks& marks_;
    const RenderOptions& options_;
    const Glyphs& glyphs_;
    std::vector<Point> stars_;
    std::vector<Point> dead_;
    std::optional<Point> last_;
    std::optional<Stone> tried_;
    std::size_t number_width_ = 0;
};

}  // namespace

std::string text_board(const Stones& stones, const Marks& marks, const RenderOptions& options) {
    return Characters(stones, marks, options).drawn();
}

std::string Game::text(const RenderOptions& options) const {
    const auto taken = [&](Color by) {
        return capitalized(by) + " " + std::to_string(prisoners(by));
    };
    const Marks shown = marks(*this, options);
    return text_board(position_.stones(), shown, options) + "Prisoners: " + taken(Color::black) +
           ", " + taken(Color::white) + "\n" + shown.status + "\n";
}

}  // namespace arbiter::go
