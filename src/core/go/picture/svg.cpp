#include "core/go/picture/svg.hpp"

#include "core/base/svg.hpp"
#include "core/go/game.hpp"
#include "core/go/picture/describe.hpp"
#include "core/go/picture/kifu.hpp"
#include "core/go/picture/svg_board.hpp"

namespace arbiter::go {

namespace {

constexpr int cross_arm = 24;
constexpr int owner_radius = 17;
constexpr int mark_radius = 24;
constexpr int mark_radius_around_number = 41;

class Picture {
public:
    Picture(const Stones& stones, const Marks& marks, const RenderOptions& options)
        : stones_(stones),
          marks_(marks),
          remarks_(options.remarks),
          description_(describe(stones, marks)),
          art_(out_, stones.size(), options, description_),
          dead_(static_cast<std::size_t>(stones.size().points())) {
        for (const Point point : marks.dead) {
            if (stone_at(point)) dead_[slot(point)] = true;
        }
    }

    std::string drawn() {
        std::string title = "Go board";
        if (!marks_.status.empty()) title += ", " + marks_.status;
        out_.picture({.game = "go",
                      .theme = art_.theme(),
                      .id = art_.id(),
                      .title = title,
                      .description = description_,
                      .width = art_.pixels(art_.box().width),
                      .box = art_.box()},
                     [&] { draw(); });
        return out_.take();
    }

private:
    void draw() {
        art_.define();
        art_.draw_wood(art_.box());
        art_.draw_board();
        for (int i = 0; i < stones_.size().points(); ++i) draw_shadow(point_at(stones_.size(), i));
        for (int i = 0; i < stones_.size().points(); ++i) draw_point(point_at(stones_.size(), i));
        if (marks_.ko) draw_ko(*marks_.ko);
        draw_last_move();
        art_.draw_remarks(remarks_, stones_);
        if (marks_.preview) draw_preview(*marks_.preview);
        if (marks_.turn) art_.draw_turn(*marks_.turn);
    }

    std::optional<Color> stone_at(Point point) const {
        return contains(stones_.size(), point) ? stones_.at(point) : std::nullopt;
    }

    std::size_t slot(Point point) const {
        return static_cast<std::size_t>(index(stones_.size(), point));
    }

    void draw_shadow(Point point) {
        if (stones_.at(point) && !dead_[slot(point)]) art_.draw_shadow(point);
    }

    void draw_point(Point point) {
        if (const auto color = stones_.at(point))
            draw_stone({*color, point});
        else
            art_.draw_empty_point(point);
        if (!marks_.owners.empty()) draw_owner(point);
    }

    void draw_stone(Stone stone) {
        const bool dead = dead_[slot(stone.point)];
        art_.draw_stone(stone, dead ? "dead" : "");
        if (!marks_.liberties.empty())
            art_.draw_number(stone, std::to_string(marks_.liberties[slot(stone.point)]));
        else if (dead)
            draw_square(stone.point, "owner " + std::string(to_string(opponent(stone.color))),
                        owner_radius, 5);
    }

    /// A living stone shows the owner of its point: only other points are marked.
    void draw_owner(Point point) {
        const auto owner = marks_.owners[slot(point)];
        if (!owner || stones_.at(point) == owner || dead_[slot(point)]) return;
        draw_square(point, "owner " + std::string(to_string(*owner)), owner_radius, 5);
    }

    void draw_ko(Point point) {
        if (contains(stones_.size(), point)) draw_square(point, "mark ko", mark_radius);
    }

    void draw_square(Point point, std::string_view classes, int half, double corner = 0) {
        out_.leaf("rect", {{"class", classes},
                           {"x", static_cast<double>(art_.x(point) - half)},
                           {"y", static_cast<double>(art_.y(point) - half)},
                           {"width", 2.0 * half},
                           {"height", 2.0 * half},
                           {"rx", corner}});
    }

    void draw_last_move() {
        const auto* play = marks_.last_move ? std::get_if<Play>(&*marks_.last_move) : nullptr;
        if (play == nullptr) return;
        const auto color = stone_at(play->point);
        if (!color) return;
        draw_ring(play->point, "mark ring last on-" + std::string(to_string(*color)),
                  marks_.liberties.empty() ? mark_radius : mark_radius_around_number);
    }

    void draw_ring(Point point, std::string_view classes, int radius) {
        out_.leaf("circle", {{"class", classes},
                             {"cx", static_cast<double>(art_.x(point))},
                             {"cy", static_cast<double>(art_.y(point))},
                             {"r", static_cast<double>(radius)}});
    }

    void draw_preview(const Preview& preview) {
        if (!preview.stone || !contains(stones_.size(), preview.stone->point)) return;
        const Point point = preview.stone->point;
        if (preview.refusal.empty()) {
            art_.draw_ghost(*preview.stone);
            for (const Point taken : preview.taken) draw_alarm(taken, "taken");
        } else {
            draw_alarm(point, "refused");
            draw_ring(point, "mark ring alarm refused", stone_radius - 8);
        }
    }

    /// Red with a light outline: visible on wood and on stones of either colour.
    void draw_alarm(Point point, std::string_view kind) {
        const std::string path = cross_path(art_.x(point), art_.y(point), cross_arm);
        out_.leaf("path", {{"class", "mark halo"}, {"d", path}});
        out_.leaf("path", {{"class", "mark cross alarm " + std::string(kind)}, {"d", path}});
    }

    const Stones& stones_;
    const Marks& marks_;
    std::span<const Remark> remarks_;
    std::string description_;
    SvgWriter out_;
    BoardArt art_;
    std::vector<bool> dead_;
};

}  // namespace

std::string svg_board(const Stones& stones, const Marks& marks, const RenderOptions& options) {
    return Picture(stones, marks, options).drawn();
}

std::string Game::svg(const RenderOptions& options) const {
    if (options.numbered) return svg_kifu(kifu(*this, *options.numbered), options);
    return svg_board(position_.stones(), marks(*this, options), options);
}

}  // namespace arbiter::go
