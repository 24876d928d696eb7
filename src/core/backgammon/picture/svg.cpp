#include "core/backgammon/picture/svg.hpp"

#include <algorithm>
#include <array>

#include "core/backgammon/board/spot.hpp"
#include "core/backgammon/picture/svg_board.hpp"

namespace arbiter::backgammon {

namespace {

using art::Coordinates;
using art::Half;

constexpr double die_size = 60;
constexpr double die_pitch = 70;
constexpr double cube_size = 46;
constexpr double slab_height = 15;

/// Where pips are on a die, in units of their distance from the middle, and from which number on.
struct PipPair {
    int x, y;
    int from;
};
/// Each stands there with its mirror image; odd numbers have one in the middle too.
constexpr std::array<PipPair, 3> pip_pairs{{{-1, -1, 2}, {1, -1, 4}, {-1, 0, 6}}};

std::string path_of(std::initializer_list<Coordinates> places) {
    std::string path;
    for (const auto [x, y] : places) {
        path += path.empty() ? "M" : "L";
        path += std::to_string(static_cast<int>(x)) + " " + std::to_string(static_cast<int>(y));
    }
    return path;
}

/// Where a turn brings a checker, and how many it has brought there before.
struct Arrival {
    Spot spot;
    int rank;
};
std::vector<Arrival> arrivals(const Turn& turn) {
    std::vector<Spot> spots;
    for (const auto& [from, to] : turn.moves()) {
        if (const auto on_its_way = std::ranges::find(spots, from); on_its_way != spots.end()) {
            *on_its_way = to;
        } else {
            spots.push_back(to);
        }
    }
    std::vector<Arrival> arrivals;
    for (auto spot = spots.begin(); spot != spots.end(); ++spot) {
        const auto before = std::count(spots.begin(), spot, *spot);
        arrivals.push_back({*spot, static_cast<int>(before)});
    }
    return arrivals;
}

class Picture {
public:
    Picture(const Scene& scene, const RenderOptions& options)
        : scene_(scene),
          options_(options),
          theme_(theme_named(options.theme)),
          description_(describe(scene)),
          id_(content_id(description_ + word(options.bottom) + std::string(to_string(theme_)) +
                         std::to_string(options.size) + (options.coordinates ? "+" : "-"))) {}

    std::string drawn() {
        std::string title = "Backgammon board";
        if (!scene_.status.empty()) title += ", " + scene_.status;
        out_.picture({.game = "backgammon",
                      .theme = theme_,
                      .id = id_,
                      .title = title,
                      .description = description_,
                      .width = std::max(options_.size, 1),
                      .box = {0, 0, art::width, art::height}},
                     [&] { draw(); });
        return out_.take();
    }

private:
    const Setup& setup() const { return scene_.setup; }
    Color owner(Half half) const {
        return half == Half::bottom ? options_.bottom : opponent(options_.bottom);
    }
    Half half_of(Color color) const { return color == options_.bottom ? Half::bottom : Half::top; }
    /// As the side at the bottom counts what `color` calls `spot`.
    Spot seen(Color color, Spot spot) const {
        return color == options_.bottom || !spot.is_point() ? spot : spot.mirrored();
    }

    void draw() {
        out_.style(write_css(art::style_sheet, "backgammon", theme_));
        out_.element("defs", {}, [&] { define_shades(); });
        draw_wood();
        for (int number = 1; number <= 24; ++number) draw_point(*Spot::point(number));
        for (const Half half : {Half::top, Half::bottom}) {
            draw_bar(half);
            draw_tray(half);
            draw_notes(half);
        }
        draw_dice();
        if (has_cube()) draw_cube();
        draw_last_turn();
        if (scene_.preview) draw_preview(*scene_.preview);
    }

    // ---- shades ----

    std::string shade(std::string_view name) const {
        return "url(#" + id_ + "-" + std::string(name) + ")";
    }

    void define_shades() {
        for (const Color color : both_colors)
            define_shade("radialGradient", word(color), {"-lit", "-body", "-edge"});
        define_shade("linearGradient", "felt", {"-edge", "-middle", "-edge"});
        define_shade("linearGradient", "wood", {"-lit", "-edge", "-edge"});
    }

    /// A checker is lit from the upper left; felt and wood from above.
    void define_shade(std::string_view kind, const std::string& name,
                      std::initializer_list<std::string_view> stops) {
        const auto body = [&] {
            double offset = 0;
            for (const std::string_view stop : stops) {
                out_.leaf("stop", {{"class", name + std::string(stop)}, {"offset", offset}});
                offset += 0.5;
            }
        };
        const std::string id = id_ + "-" + name;
        if (kind == "radialGradient")
            out_.element(kind, {{"id", id}, {"cx", 0.36}, {"cy", 0.28}, {"r", 0.8}}, body);
        else
            out_.element(kind, {{"id", id}, {"x2", 0.0}, {"y2", 1.0}}, body);
    }

    // ---- the board ----

    void draw_rect(std::string_view classes, const SvgHead::Box& box, double corner = 0,
                   std::string_view fill = "inherit") {
        out_.leaf("rect", {{"class", classes},
                           {"fill", fill},
                           {"x", box.x},
                           {"y", box.y},
                           {"width", box.width},
                           {"height", box.height},
                           {"rx", corner}});
    }

    void draw_wood() {
        draw_rect("frame", {0, 0, art::width, art::height}, 10, shade("wood"));
        draw_rect("bar", {art::bar_left + art::bar_width / 2 - 1, art::top, 2, art::field_height});
        for (const double left : {art::left_field, art::right_field})
            draw_rect("field", {left, art::top, art::quarter_width, art::field_height}, 2,
                      shade("felt"));
    }

    /// A place for checkers, and what a page may ask about it. Indices are those of move files.
    struct SpotInfo {
        Spot spot;  ///< as the side at the bottom counts
        int index;
        std::optional<Color> color;
        int count;
    };
    template <class Body>
    void draw_spot(const SpotInfo& info, Body body) {
        out_.element("g",
                     {{"class", "spot"},
                      {"data-point", to_string(info.spot)},
                      {"data-index", std::to_string(info.index)},
                      {"data-color", info.color ? arbiter::to_string(*info.color) : "none"},
                      {"data-count", std::to_string(info.count)}},
                     body);
    }

    void draw_point(Spot point) {
        const Color near = options_.bottom;
        const int own = setup().board.count(near, point);
        const int other = setup().board.opposing(near, point);
        std::optional<Color> color;
        if (own > 0) color = near;
        if (own <= 0 && other > 0) color = opponent(near);
        const int count = std::max({own, other, 0});
        const Half half = art::half_of(point);
        draw_spot({point, index_of(near, point), color, count}, [&] {
            draw_triangle(point, half);
            if (color)
                draw_stack(*color, count, art::column_of(point),
                           [&](int n) { return art::height_in_stack(half, n); });
            if (options_.coordinates) draw_label(point, index_of(near, point));
            draw_rect("hit", {art::column_of(point) - art::point_width / 2,
                              half == Half::top ? art::top : art::middle, art::point_width,
                              art::field_height / 2});
        });
    }

    void draw_triangle(Spot point, Half half) {
        const double x = art::column_of(point);
        const double base = half == Half::top ? art::top : art::bottom;
        const double tip =
            half == Half::top ? art::top + art::point_height : art::bottom - art::point_height;
        const double reach = art::point_width / 2 - 3;
        out_.leaf("path", {{"class", point.index() % 2 == 0 ? "even" : "odd"},
                           {"d", path_of({{x - reach, base}, {x + reach, base}, {x, tip}}) + "Z"}});
    }

    void draw_text(std::string_view classes, Coordinates middle, double size,
                   std::string_view text) {
        out_.text("text",
                  {{"class", classes},
                   {"x", middle.x},
                   {"y", middle.y + art::baseline_drop * size},
                   {"font-size", size}},
                  text);
    }

    double margin_middle(Half half) const {
        return half == Half::top ? art::margin_height / 2 : art::height - art::margin_height / 2;
    }

    /// The point's number, or its index in `gitgammon` if the picture is for one of its tables.
    void draw_label(Spot point, int index) {
        const bool by_index = options_.overlay == "index";
        draw_text("label", {art::column_of(point), margin_middle(art::half_of(point))}, 16,
                  by_index ? std::to_string(index) : to_string(point));
    }

    // ---- checkers ----

    /// If there is no room for all checkers, the innermost one shows their number.
    template <class HeightOf>
    void draw_stack(Color color, int count, double x, HeightOf height_of) {
        const int shown = std::min(count, art::stack_max);
        for (int n = 0; n < shown; ++n) draw_checker(color, {x, height_of(n)});
        if (count <= shown) return;
        const Coordinates top{x, height_of(shown - 1)};
        draw_circle("plate " + word(color), top, 15.5);
        draw_text("count " + word(color), top, 22, std::to_string(count));
    }

    void draw_circle(std::string_view classes, Coordinates middle, double radius,
                     std::string_view fill = "inherit") {
        out_.leaf("circle", {{"class", classes},
                             {"fill", fill},
                             {"cx", middle.x},
                             {"cy", middle.y},
                             {"r", radius}});
    }

    /// White has one rim, Black two.
    void draw_checker(Color color, Coordinates middle) {
        draw_circle("checker " + word(color), middle, art::checker_radius, shade(word(color)));
        draw_circle("rim " + word(color), middle, 0.7 * art::checker_radius);
        if (color == Color::black) draw_circle("rim black", middle, 0.4 * art::checker_radius);
    }

    void draw_bar(Half half) {
        const Color color = owner(half);
        const int count = setup().board.count(color, Spot::bar());
        draw_spot({Spot::bar(), bar_index, color, count}, [&] {
            draw_stack(color, count, art::bar_left + art::bar_width / 2,
                       [&](int n) { return art::height_on_bar(half, n); });
            draw_rect("hit", {art::bar_left, half == Half::top ? art::top : art::middle,
                              art::bar_width, art::field_height / 2});
        });
    }

    void draw_tray(Half half) {
        const Color color = owner(half);
        const int count = setup().board.count(color, Spot::off());
        const SvgHead::Box tray{art::tray_left,
                                half == Half::top ? art::top : art::middle + art::gap / 2,
                                art::tray_width, (art::field_height - art::gap) / 2};
        draw_spot({Spot::off(), off_index, color, count}, [&] {
            draw_rect("tray", tray, 6);
            for (int n = 0; n < std::min(count, checkers_each); ++n) {
                const double inward = 6 + n * (slab_height + 1.5);
                const double y = half == Half::top ? tray.y + inward
                                                   : tray.y + tray.height - inward - slab_height;
                draw_rect("slab " + word(color), {tray.x + 10, y, tray.width - 20, slab_height}, 4);
            }
            if (count > 0) {
                const double y = half == Half::top ? tray.y + tray.height - 26 : tray.y + 26;
                draw_text("note", {tray.x + tray.width / 2, y}, 24, std::to_string(count) + " off");
            }
            draw_rect("hit", tray);
        });
    }

    // ---- beside the board ----

    void draw_notes(Half half) {
        const Color color = owner(half);
        const double y = margin_middle(half);
        draw_note("note pipcount", {art::tray_left + art::tray_width / 2, y}, art::tray_width,
                  std::to_string(setup().board.pips(color)) + " pips");
        if (!scene_.rules.money()) {
            draw_note("note score", {rail_middle, y}, art::rail_width,
                      std::to_string(setup().score[color]) + " of " +
                          std::to_string(scene_.rules.match_length));
        }
        if (scene_.turn == color) draw_turn(color, y);
    }

    /// In a corner of the margin, as large as fits.
    void draw_note(std::string_view classes, Coordinates middle, double room,
                   const std::string& text) {
        constexpr double size_max = 16;
        constexpr double letter_width = 0.64;
        const double fitting = room / (letter_width * static_cast<double>(text.size()));
        draw_text(classes, middle, std::min(size_max, fitting), text);
    }

    /// A wedge in the margin of the bar that points at the side whose turn it is.
    void draw_turn(Color color, double y) {
        const double x = art::bar_left + art::bar_width / 2;
        const double away = half_of(color) == Half::top ? 1 : -1;
        out_.leaf(
            "path",
            {{"class", "turn"},
             {"data-turn", word(color)},
             {"d", path_of({{x - 14, y + 9 * away}, {x + 14, y + 9 * away}, {x, y - 11 * away}}) +
                       "Z"}});
    }

    // ---- dice and cube ----

    /// The dice lie to the right of the bar for the side at the bottom, to the left for the other.
    /// What the other side rolled last stays on its half, pale.
    void draw_dice() {
        draw_roll(shown_dice(setup()), setup().turn);
        if (!scene_.last_roll) return;
        const auto [by, dice] = *scene_.last_roll;
        draw_roll({{dice.high(), true}, {dice.low(), true}}, by, " past");
    }

    void draw_roll(const std::vector<ShownDie>& dice, Color color, std::string_view more = {}) {
        const double field = half_of(color) == Half::bottom ? art::right_field : art::left_field;
        const auto count = static_cast<double>(dice.size());
        double x = field + art::quarter_width / 2 - (count - 1) / 2 * die_pitch;
        bool turned = false;
        for (const ShownDie& shown : dice) {
            std::string classes = word(color);
            classes += more.empty() ? (shown.used ? " used" : "") : more;
            draw_die(shown.die.pips(), classes, {x, art::middle}, turned ? 5 : -7);
            turned = !turned;
            x += die_pitch;
        }
    }

    /// As thrown, a little askew. A die that was used is pale.
    void draw_die(int pips, const std::string& classes, Coordinates middle, int angle) {
        const std::string turn = "rotate(" + std::to_string(angle) + " " +
                                 std::to_string(static_cast<int>(middle.x)) + " " +
                                 std::to_string(static_cast<int>(middle.y)) + ")";
        const double corner = die_size / 2;
        out_.element(
            "g", {{"class", "roll"}, {"data-die", std::to_string(pips)}, {"transform", turn}}, [&] {
                draw_rect("ground " + classes,
                          {middle.x - corner + 2, middle.y - corner + 4, die_size, die_size}, 13);
                draw_rect("die " + classes,
                          {middle.x - corner, middle.y - corner, die_size, die_size}, 13);
                draw_pips(pips, "pips " + classes, middle);
            });
    }

    void draw_pips(int pips, std::string_view classes, Coordinates middle) {
        constexpr double distance = 16;
        constexpr double radius = 5.6;
        if (pips % 2 == 1) draw_circle(classes, middle, radius);
        for (const auto [x, y, from] : pip_pairs) {
            if (pips < from) continue;
            for (const double sign : {1.0, -1.0})
                draw_circle(classes,
                            {middle.x + sign * x * distance, middle.y + sign * y * distance},
                            radius);
        }
    }

    /// In a match to one point nobody can double.
    bool has_cube() const {
        return scene_.rules.cube && !setup().crawford_game && scene_.rules.match_length != 1;
    }

    static constexpr double rail_middle = (art::rail_width + art::gap) / 2;

    /// In the middle of its margin, before its owner, or on the board before who is to take it.
    Coordinates place_of_cube() const {
        const double x = rail_middle;
        if (setup().stage == Stage::response) {
            const Half half = half_of(setup().turn);
            const double field = half == Half::bottom ? art::right_field : art::left_field;
            return {field + art::quarter_width / 2, art::middle};
        }
        if (!setup().cube.owner) return {x, art::middle};
        const double inward = cube_size / 2 + 12;
        return {x, half_of(*setup().cube.owner) == Half::top ? art::top + inward
                                                             : art::bottom - inward};
    }

    /// A cube that nobody has turned lies with its 64 up.
    void draw_cube() {
        const Cube& cube = setup().cube;
        const bool offered = setup().stage == Stage::response;
        const int value = offered ? 2 * cube.value : cube.value;
        const std::string face = std::to_string(value == 1 ? 64 : value);
        const Coordinates place = place_of_cube();
        const std::string whose = cube.owner ? word(*cube.owner) : "none";
        out_.element(
            "g",
            {{"class", offered ? "doubling offered" : "doubling"},
             {"data-value", std::to_string(value)},
             {"data-owner", whose}},
            [&] {
                draw_rect("cube",
                          {place.x - cube_size / 2, place.y - cube_size / 2, cube_size, cube_size},
                          9);
                draw_text("value", place,
                          face.size() < 4 ? 22 : 66.0 / static_cast<double>(face.size()), face);
            });
    }

    // ---- turns ----

    /// The middle of the checker that lies on top, or of where one would come to lie.
    Coordinates top_of(Color color, Spot spot, int more) const {
        const Half half = half_of(color);
        const int count = setup().board.count(color, spot);
        const int n = std::clamp(count - 1 + more, 0, art::stack_max - 1);
        if (spot.is_bar()) return {art::bar_left + art::bar_width / 2, art::height_on_bar(half, n)};
        if (spot.is_off()) {
            const double inward = art::field_height / 4;
            return {art::tray_left + art::tray_width / 2,
                    half == Half::top ? art::top + inward : art::bottom - inward};
        }
        const Spot point = seen(color, spot);
        return {art::column_of(point), art::height_in_stack(art::half_of(point), n)};
    }

    /// A ring on each checker that came to where it is by the last turn.
    void draw_last_turn() {
        if (!scene_.last_turn || scene_.preview) return;
        const auto& [by, turn] = *scene_.last_turn;
        for (const auto& [spot, rank] : arrivals(turn)) {
            if (!spot.is_point() || setup().board.count(by, spot) <= rank) continue;
            const Coordinates place = top_of(by, spot, -rank);
            draw_circle("halo", place, art::checker_radius - 2.5);
            draw_circle("mark last", place, art::checker_radius - 2.5);
        }
    }

    void draw_preview(const ShownTurn& preview) {
        for (const auto& [from, to] : preview.turn.moves()) {
            const std::string path =
                path_of({top_of(preview.by, from, 0), top_of(preview.by, to, 1)});
            out_.leaf("path", {{"class", "arrow preview"}, {"d", path}});
        }
        for (const auto& [spot, rank] : arrivals(preview.turn)) {
            draw_circle("mark preview", top_of(preview.by, spot, 1 + rank),
                        art::checker_radius - 4);
        }
    }

    const Scene& scene_;
    const RenderOptions& options_;
    Theme theme_;
    std::string description_;
    std::string id_;
    SvgWriter out_;
};

}  // namespace

std::string svg_board(const Scene& scene, const RenderOptions& options) {
    return Picture(scene, options).drawn();
}

std::string Game::svg(const RenderOptions& options) const {
    return svg_board(scene_of(*this, options), options);
}

}  // namespace arbiter::backgammon
