#include "core/go/picture/kifu.hpp"

#include <algorithm>
#include <span>

#include "core/base/svg.hpp"
#include "core/go/game.hpp"
#include "core/go/picture/describe.hpp"
#include "core/go/picture/svg_board.hpp"

namespace arbiter::go {

namespace {

using Move = std::variant<Play, Pass>;

std::vector<Move> moves_of(const Game& game) {
    std::vector<Move> moves;
    for (const Event& event : game.events()) {
        if (const auto* play = std::get_if<Play>(&event)) moves.emplace_back(*play);
        if (const auto* pass = std::get_if<Pass>(&event)) moves.emplace_back(*pass);
    }
    return moves;
}

Stones stones_after(const Setup& setup, std::span<const Move> moves) {
    Stones stones(setup.size);
    for (const Stone stone : setup.stones) stones.put(stone);
    Position position = Position::of(stones, setup.turn, std::nullopt);
    for (const Move& move : moves) {
        if (const auto* play = std::get_if<Play>(&move)) position.play({play->by, play->point});
    }
    return position.stones();
}

/// Adds moves to a diagram.
class Printer {
public:
    explicit Printer(Kifu& kifu)
        : kifu_(kifu), numbers_(static_cast<std::size_t>(kifu.before.size().points())) {}

    void print(std::uint32_t number, const Move& move) {
        const auto* play = std::get_if<Play>(&move);
        if (play == nullptr) {
            kifu_.notes.push_back({number, std::nullopt, std::nullopt});
            return;
        }
        auto& shown = numbers_[static_cast<std::size_t>(index(kifu_.before.size(), play->point))];
        if (shown || kifu_.before.at(play->point)) {
            kifu_.notes.push_back({number, play->point, shown});
        } else {
            kifu_.numbered.push_back({number, {play->by, play->point}});
            shown = number;
        }
    }

private:
    Kifu& kifu_;
    std::vector<std::optional<std::uint32_t>> numbers_;  // on the stones of the diagram
};

// ---- the picture ----

/// The items, separated by commas, in lines of at most `letters` characters.
std::vector<std::string> wrapped(std::span<const std::string> items, std::size_t letters) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
        if (lines.empty() || lines.back().size() + 1 + item.size() > letters)
            lines.push_back(item);
        else
            lines.back().append(" ").append(item);
    }
    return lines;
}

std::vector<std::string> written(std::span<const KifuNote> notes) {
    std::vector<std::string> texts;
    for (const KifuNote& note : notes) texts.push_back(to_string(note));
    return texts;
}

std::string described(const Kifu& kifu) {
    std::string out = to_string(kifu.before.size()) + " board. " + title(kifu) + ".";
    for (const Color color : {Color::black, Color::white})
        out += " " + describe(kifu.before, color);
    for (const auto& [number, stone] : kifu.numbered) {
        out.append(" ").append(std::to_string(number)).append(" ");
        out.append(to_string(stone.color)).append(" ").append(to_string(stone.point)).append(".");
    }
    for (const KifuNote& note : kifu.notes) out += " " + to_string(note) + ".";
    return out;
}

/// A heading, a board and notes. On a small board the text determines the width.
class Diagram {
public:
    Diagram(const Kifu& kifu, const RenderOptions& options)
        : kifu_(kifu),
          remarks_(options.remarks),
          heading_(title(kifu)),
          description_(described(kifu)),
          art_(out_, kifu.before.size(), options, description_),
          board_(art_.box()) {
        const auto notes = written(kifu.notes);
        std::size_t longest = notes.empty() ? heading_.size() : letters_min;
        for (const std::string& note : notes) longest = std::max(longest, note.size() + 1);
        const double letter = letter_width * text_size();
        width_ = std::max(board_.width, static_cast<double>(longest) * letter + 2 * inset());
        lines_ = wrapped(notes, static_cast<std::size_t>((width_ - 2 * inset()) / letter));
    }

    std::string drawn() {
        out_.picture({.game = "go",
                      .theme = art_.theme(),
                      .id = art_.id(),
                      .title = "Go diagram, " + heading_,
                      .description = description_,
                      .width = art_.pixels(width_),
                      .box = box()},
                     [&] { draw(); });
        return out_.take();
    }

private:
    static constexpr std::size_t letters_min = 20;  // lines are easier to read than a column

    double text_size() const { return 1.1 * art_.label_size(); }
    double line_height() const { return 1.45 * text_size(); }
    double inset() const { return art_.label_size(); }
    double left() const { return board_.x - (width_ - board_.width) / 2; }

    SvgHead::Box box() const {
        const double below =
            lines_.empty() ? 0 : static_cast<double>(lines_.size()) * line_height() + inset() / 2;
        return {left(), board_.y - line_height(), width_, board_.height + line_height() + below};
    }

    void draw() {
        art_.define();
        art_.draw_wood(box());
        art_.draw_board();
        draw_heading();
        draw_points();
        for (const auto& [number, stone] : kifu_.numbered)
            art_.draw_number(stone, std::to_string(number));
        for (std::size_t i = 0; i < lines_.size(); ++i) draw_note(i);
    }

    void draw_points() {
        Stones stones = kifu_.before;
        for (const NumberedStone& numbered : kifu_.numbered) stones.put(numbered.stone);
        for (int i = 0; i < stones.size().points(); ++i) {
            const Point point = point_at(stones.size(), i);
            if (const auto color = stones.at(point))
                art_.draw_stone({*color, point});
            else
                art_.draw_empty_point(point);
        }
        art_.draw_remarks(remarks_, stones);
    }

    void draw_heading() {
        out_.text("text",
                  {{"class", "label heading"},
                   {"x", board_.x + board_.width / 2},
                   {"y", board_.y - line_height() / 2 + text_size() / 2},
                   {"font-size", text_size()}},
                  heading_);
    }

    void draw_note(std::size_t line) {
        const double top = board_.y + board_.height + static_cast<double>(line) * line_height();
        out_.text("text",
                  {{"class", "note"},
                   {"x", left() + inset()},
                   {"y", top + line_height() / 2 + baseline_drop * text_size()},
                   {"font-size", text_size()}},
                  lines_[line]);
    }

    const Kifu& kifu_;
    std::span<const Remark> remarks_;
    std::string heading_;
    std::string description_;
    SvgWriter out_;
    BoardArt art_;
    SvgHead::Box board_;
    double width_ = 0;
    std::vector<std::string> lines_;
};

}  // namespace

std::string to_string(const KifuNote& note) {
    const std::string number = std::to_string(note.number);
    if (!note.point) return number + " pass";
    return number + " at " +
           (note.at_number ? std::to_string(*note.at_number) : to_string(*note.point));
}

MoveRange Game::numbered_moves() const {
    const auto played_before = static_cast<std::uint32_t>(start_.before.moves);
    return {played_before + 1, played_before + static_cast<std::uint32_t>(moves_of(*this).size())};
}

Kifu kifu(const Game& game, MoveRange range) {
    const auto moves = moves_of(game);
    const std::uint64_t played_before = game.start().before.moves;
    const std::uint64_t first = std::max<std::uint64_t>(range.first, played_before + 1);
    const std::uint64_t last = std::min<std::uint64_t>(range.last, played_before + moves.size());
    const auto index = [&](std::uint64_t number) {
        return static_cast<std::size_t>(number - played_before - 1);
    };
    const auto skipped = std::min(index(first), moves.size());

    Kifu kifu{.range = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)},
              .before = stones_after(game.start().setup, std::span(moves).first(skipped))};
    Printer printer(kifu);
    for (std::uint64_t number = first; number <= last; ++number)
        printer.print(static_cast<std::uint32_t>(number), moves[index(number)]);
    return kifu;
}

std::string title(const Kifu& kifu) {
    const auto [first, last] = kifu.range;
    if (first > last) return "No moves";
    if (first == last) return "Move " + std::to_string(first);
    return "Moves " + std::to_string(first) + "-" + std::to_string(last);
}

std::string svg_kifu(const Kifu& kifu, const RenderOptions& options) {
    return Diagram(kifu, options).drawn();
}

}  // namespace arbiter::go
