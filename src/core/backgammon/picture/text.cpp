#include "core/backgammon/picture/text.hpp"

#include "core/backgammon/notations/steps.hpp"

namespace arbiter::backgammon {

namespace {

constexpr int rows_a_half = 5;
constexpr int points_a_quarter = 6;
constexpr std::size_t half_width = 18;  ///< three characters a point

struct Glyphs {
    PerColor<std::string_view> checker;
    std::string_view wall;
    std::string_view line;
    struct Border {
        std::string_view left, bar, right;
    } top, bottom;
};

/// GNU Backgammon's; White is its X.
constexpr Glyphs ascii_glyphs{{"X", "O"}, "|", "-", {"+", "-", "+"}, {"+", "-", "+"}};
constexpr Glyphs unicode_glyphs{{"○", "●"}, "│", "─", {"┌", "┬", "┐"}, {"└", "┴", "┘"}};

enum class TextHalf : std::uint8_t { top, bottom };

class Characters {
public:
    Characters(const Scene& scene, const RenderOptions& options)
        : scene_(scene),
          options_(options),
          glyphs_(options.text_style == TextStyle::ascii ? ascii_glyphs : unicode_glyphs) {}

    std::string drawn() const {
        std::string out = border(TextHalf::top) + beside(legend(owner(TextHalf::top)));
        for (int row = 1; row <= rows_a_half; ++row) out += line(TextHalf::top, row);
        out += " " + walled_blanks() + "BAR" + walled_blanks() + beside(middle_note());
        for (int row = rows_a_half; row >= 1; --row) out += line(TextHalf::bottom, row);
        out += border(TextHalf::bottom) + beside(legend(owner(TextHalf::bottom)));
        return out;
    }

private:
    Color owner(TextHalf half) const {
        return half == TextHalf::bottom ? options_.bottom : opponent(options_.bottom);
    }

    /// From the left; as the player at the bottom counts.
    static int number_at(TextHalf half, int column) {
        return half == TextHalf::top ? 13 + column : 12 - column;
    }

    std::string border(TextHalf half) const {
        const auto& corners = half == TextHalf::top ? glyphs_.top : glyphs_.bottom;
        std::string out = " " + std::string(corners.left);
        for (int column = 0; column < 2 * points_a_quarter; ++column) {
            if (column == points_a_quarter) out += bar_border(corners);
            out += label(number_at(half, column));
        }
        return out + std::string(corners.right);
    }

    std::string bar_border(const Glyphs::Border& corners) const {
        const std::string bar(corners.bar);
        return bar + lines(3) + bar;
    }

    std::string lines(int count) const {
        std::string out;
        for (int i = 0; i < count; ++i) out += glyphs_.line;
        return out;
    }

    std::string label(int number) const {
        if (!options_.coordinates) return lines(3);
        const std::string digits = std::to_string(number);
        return lines(number < 10 ? 1 : 0) + digits + lines(1);
    }

    std::string walled_blanks() const {
        const std::string wall(glyphs_.wall);
        return wall + std::string(half_width, ' ') + wall;
    }

    /// `row` counts from the edge towards the middle.
    std::string line(TextHalf half, int row) const {
        std::string out = " " + std::string(glyphs_.wall);
        for (int column = 0; column < 2 * points_a_quarter; ++column) {
            if (column == points_a_quarter) out += bar_cell(half, row);
            out += point_cell(number_at(half, column), row);
        }
        return out + std::string(glyphs_.wall) + beside(note(half, row));
    }

    std::string bar_cell(TextHalf half, int row) const {
        const Color color = owner(half);
        // On the bar checkers stand from the middle outwards.
        const int place = rows_a_half + 1 - row;
        return std::string(glyphs_.wall) +
               cell(color, scene_.setup.board.count(color, Spot::bar()), place) +
               std::string(glyphs_.wall);
    }

    std::string point_cell(int number, int row) const {
        const Spot point = *Spot::point(number);
        const Board& board = scene_.setup.board;
        const int own = board.count(options_.bottom, point);
        if (own > 0) return cell(options_.bottom, own, row);
        return cell(opponent(options_.bottom), board.opposing(options_.bottom, point), row);
    }

    /// If there is no room for all checkers of a stack, its last place shows their number.
    std::string cell(Color color, int count, int place) const {
        if (count < place) return "   ";
        if (place < rows_a_half || count == rows_a_half) {
            return " " + std::string(glyphs_.checker[color]) + " ";
        }
        return count < 10 ? " " + std::to_string(count) + " " : std::to_string(count) + " ";
    }

    // ---- what stands to the right of the board ----

    static std::string beside(const std::string& note) {
        return note.empty() ? "\n" : "     " + note + "\n";
    }

    std::string legend(Color color) const {
        std::string out = std::string(glyphs_.checker[color]) + ": ";
        const std::string& name = scene_.names[color];
        out +=
            name.empty() ? capitalized(color) : name + " (" + std::string(to_string(color)) + ")";
        return out + ", " + std::to_string(scene_.setup.board.pips(color)) + " pips";
    }

    std::string note(TextHalf half, int row) const {
        const Color color = owner(half);
        if (row == 1) return score(color);
        if (row == 2) return off(color);
        if (row == 3 && shows_cube() && scene_.setup.cube.owner == color) return cube();
        if (row == 4 && scene_.setup.dice && scene_.setup.turn == color) return dice();
        return {};
    }

    std::string score(Color color) const {
        if (scene_.rules.money()) return {};
        return std::to_string(scene_.setup.score[color]) + " of " +
               std::to_string(scene_.rules.match_length) + " points";
    }

    std::string off(Color color) const {
        const int count = scene_.setup.board.count(color, Spot::off());
        return count == 0 ? "" : std::to_string(count) + " off";
    }

    std::string dice() const {
        std::string out = "Rolled " + write_dice(*scene_.setup.dice);
        if (scene_.setup.dice_used.empty()) return out;
        out += ", used";
        for (const Die die : scene_.setup.dice_used) out += " " + std::to_string(die.pips());
        return out;
    }

    bool shows_cube() const { return scene_.rules.cube && !scene_.setup.crawford_game; }

    std::string cube() const { return "(Cube: " + std::to_string(scene_.setup.cube.value) + ")"; }

    std::string middle_note() const {
        if (scene_.rules.cube && scene_.setup.crawford_game) return "(Crawford game)";
        if (!shows_cube()) return {};
        if (scene_.setup.stage == Stage::response) {
            return "(Doubled to " + std::to_string(2 * scene_.setup.cube.value) + ")";
        }
        return scene_.setup.cube.owner ? "" : cube();
    }

    const Scene& scene_;
    const RenderOptions& options_;
    const Glyphs& glyphs_;
};

}  // namespace

std::string text_board(const Scene& scene, const RenderOptions& options) {
    std::string out = Characters(scene, options).drawn();
    if (scene.preview) {
        out +=
            "Tried out: " + write_turn(scene.setup.board, scene.preview->by, scene.preview->turn) +
            "\n";
    }
    if (!scene.refusal.empty()) out += "Refused: " + scene.refusal + "\n";
    if (!scene.status.empty()) out += scene.status + "\n";
    return out;
}

std::string Game::text(const RenderOptions& options) const {
    return text_board(scene_of(*this, options), options);
}

}  // namespace arbiter::backgammon
