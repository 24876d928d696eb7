#include <algorithm>

#include <fmt/format.h>

#include "arena/plots.hpp"
#include "arena/report_page.hpp"
#include "core/base/svg.hpp"

namespace arbiter::arena {

namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #1d2126; --soft: #5b6570; --line: #d9dde1;
  --mark: #1f6fb4; --bar: #4b8fca; --win: 36, 138, 76; --loss: 190, 62, 54; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181c; --ink: #e7eaed; --soft: #9aa5b0; --line: #333a42; --mark: #72b5f0;
    --bar: #4a86bd; --win: 70, 170, 110; --loss: 220, 95, 85; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 64rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.8rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.2rem; }
p.about { margin: .5rem 0; color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th { color: var(--soft); font-weight: 600; }
td.name, th.name { text-align: left; min-width: 12rem; max-width: 24rem; white-space: normal; overflow-wrap: anywhere; }
th[scope] { color: var(--ink); font-weight: 400; }
td.own { background: var(--line); }
.plot { display: block; width: 100%; max-width: 50rem; font-size: 13px; }
.plot text { fill: var(--ink); }
.plot .tick { fill: var(--soft); text-anchor: middle; font-size: 11px; }
.plot .name { text-anchor: end; }
.plot .grid { stroke: var(--line); }
.plot .zero { stroke: var(--soft); }
.plot .error { stroke: var(--mark); stroke-width: 2; }
.plot .point { fill: var(--mark); }
.plot .bar { fill: var(--bar); }
.viewer { display: grid; grid-template-columns: minmax(0, 28rem) minmax(0, 1fr); gap: 1.5rem; }
@media (max-width: 50rem) { .viewer { grid-template-columns: minmax(0, 1fr); } }
#board svg { display: block; width: 100%; height: auto; }
#moves a { color: inherit; text-decoration: none; }
#moves a.now { background: var(--mark); color: var(--paper); }
#moves { max-height: 12rem; overflow-y: auto; }
.steps button { font-size: 1.2rem; min-width: 3rem; }
#turn pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; }
#turn .refused { color: rgb(var(--loss)); }
select { max-width: 100%; }
)";

std::string cell(std::string_view text, std::string_view tag = "td",
                 std::string_view attributes = {}) {
    return fmt::format("<{}{}{}>{}</{}>", tag, attributes.empty() ? "" : " ", attributes,
                       escape_xml(text), tag);
}

/// The head of a row.
std::string name_cell(std::string_view name) {
    return cell(name, "th", R"(class="name" scope="row")");
}

class Page {
public:
    explicit Page(const Results& results) : results_(results) {}

    std::string text(const std::string& games) {
        const Terms& terms = results_.tournament.terms();
        text_ = fmt::format(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n"
            "<p class=\"about\">{2}, {3}, {4}, {5}</p>\n",
            escape_xml(terms.name), style, escape_xml(terms.game), to_string(terms.schedule.format),
            games_text(results_), to_string(results_.stage));
        add_test();
        add_ratings();
        add_judgement();
        add_crosstable();
        add_endings();
        add_behaviour();
        return text_ + games + "</main>\n</body>\n</html>\n";
    }

private:
    void heading(std::string_view title) { text_ += fmt::format("<h2>{}</h2>\n", title); }

    template <class Value>
    std::vector<PlotValue> values(Value value) const {
        std::vector<PlotValue> list;
        list.reserve(results_.ranking.size());
        for (const std::size_t player : results_.ranking) list.push_back(value(player));
        return list;
    }

    void add_test() {
        if (!results_.tournament.sprt()) return;
        heading("Is it better?");
        std::string text = escape_xml(sprt_text(results_));
        for (auto end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
            text.replace(end, 1, end + 1 == text.size() ? "" : "<br>");
        }
        text_ += fmt::format("<p>{}</p>\n", text);
    }

    void add_ratings() {
        heading("Ratings");
        text_ +=
            point_plot("Ratings in Elo with intervals of 95 %", values([&](std::size_t player) {
                           const Rating& rating = results_.ratings.players[player];
                           return PlotValue{
                               results_.name(player), rating.elo, rating.low, rating.high,
                               fmt::format("{} ({})", elo_text(rating.elo), interval_text(rating))};
                       }));
        const bool is_anchored = !results_.tournament.terms().anchors.empty();
        text_ += fmt::format("<p class=\"about\">Elo, relative to {}, with intervals of 95 %.",
                             is_anchored ? "the anchors" : "the average of all");
        if (const auto& first = results_.ratings.first_move) {
            text_ += fmt::format(" To move first is worth {} ({}).", elo_text(first->elo),
                                 interval_text(*first));
        }
        if (results_.tournament.counts_points()) {
            text_ += " Points a game are those of pairs with the same dice and the sides swapped.";
        }
        text_ += "</p>\n<div class=\"wide\"><table>\n<tr>";
        for (const std::string_view title :
             {"", "player", "Elo", "95 %", "points a game", "games", "points", "score", "won",
              "drawn", "lost", "void", "legal", "second chances"}) {
            if (title == "points a game" && !results_.tournament.counts_points()) continue;
            text_ += cell(title, "th", title == "player" ? R"(class="name")" : "");
        }
        text_ += "</tr>\n";
        std::size_t rank = 0;
        for (const std::size_t player : results_.ranking) add_rating(++rank, player);
        text_ += "</table></div>\n";
    }

    void add_rating(std::size_t rank, std::size_t player) {
        const Standing& standing = results_.standing(player);
        const Score& score = standing.score;
        const Rating& rating = results_.ratings.players[player];
        const auto games = static_cast<double>(std::max<std::size_t>(score.games(), 1));
        text_ += "<tr>" + cell(std::to_string(rank)) + name_cell(results_.name(player));
        text_ += cell(elo_text(rating.elo));
        text_ += cell(results_.is_anchor(player) ? "anchor" : interval_text(rating));
        if (results_.tournament.counts_points()) text_ += cell(points_text(standing.points));
        for (const std::string& text :
             {std::to_string(score.games()), fmt::format("{:.1f}", score.points()),
              fmt::format("{:.1f} %", 100 * score.points() / games), std::to_string(score.wins),
              std::to_string(score.draws), std::to_string(score.losses),
              std::to_string(standing.voids),
              fmt::format("{:.2f} %", 100 * results_.legal_rate(player)),
              std::to_string(standing.behaviour.refusals)}) {
            text_ += cell(text);
        }
        text_ += "</tr>\n";
    }

    void add_judgement() {
        if (!results_.is_judged()) return;
        const bool has_luck = results_.tournament.counts_points();
        heading("How well they played");
        text_ += fmt::format("<p class=\"about\">Judged by {}.{}</p>\n",
                             escape_xml(results_.tournament.terms().analyst),
                             has_luck ? " Points less luck are points a game without what the dice "
                                        "gave, with intervals of 95 %."
                                      : "");
        text_ +=
            "<div class=\"wide\"><table>\n<tr><th class=\"name\">player</th><th>decisions</th>"
            "<th>lost a move</th><th>blunders</th>";
        if (has_luck) text_ += "<th>points a game</th><th>points less luck</th>";
        text_ += "</tr>\n";
        for (const std::size_t player : results_.ranking) {
            const Standing& standing = results_.standing(player);
            text_ += "<tr>" + name_cell(results_.name(player)) +
                     cell(std::to_string(standing.behaviour.decisions)) +
                     cell(loss_text(results_, player)) +
                     cell(std::to_string(standing.behaviour.blunders));
            if (has_luck) {
                text_ += cell(points_text(standing.points)) +
                         cell(points_text(standing.points_less_luck));
            }
            text_ += "</tr>\n";
        }
        text_ += "</table></div>\n";
    }

    /// With more columns a page cannot be read.
    static constexpr std::size_t crosstable_max = 60;

    void add_crosstable() {
        if (results_.ranking.size() > crosstable_max) return;
        heading("Crosstable");
        text_ += "<div class=\"wide\"><table>\n<tr><th></th><th class=\"name\">player</th>";
        for (std::size_t rank = 1; rank <= results_.ranking.size(); ++rank) {
            text_ += cell(std::to_string(rank), "th");
        }
        text_ += "</tr>\n";
        std::size_t rank = 0;
        for (const std::size_t row : results_.ranking) {
            text_ += "<tr>" + cell(std::to_string(++rank)) + name_cell(results_.name(row));
            for (const std::size_t column : results_.ranking) add_meetings(row, column);
            text_ += "</tr>\n";
        }
        text_ +=
            "</table></div>\n<p class=\"about\">Points of the row's player against the "
            "column's, of the games they had.</p>\n";
    }

    void add_meetings(std::size_t row, std::size_t column) {
        const Score& score = results_.standing(row).against[column];
        if (row == column) return void(text_ += cell("", "td", R"(class="own")"));
        if (score.games() == 0) return void(text_ += cell(""));
        const double share = score.points() / static_cast<double>(score.games());
        const std::string look =
            fmt::format("style=\"background:rgba(var(--{}),{:.2f})\"",
                        share >= 0.5 ? "win" : "loss", std::abs(share - 0.5) * 0.9);
        const std::string title = fmt::format(R"(title="{} won, {} drawn, {} lost")", score.wins,
                                              score.draws, score.losses);
        text_ +=
            cell(fmt::format("{:g}/{}", score.points(), score.games()), "td", look + " " + title);
    }

    void add_endings() {
        if (results_.tournament.endings().empty()) return;
        heading("How games ended");
        text_ += "<div class=\"wide\"><table>\n";
        for (const auto& [reason, count] : results_.tournament.endings()) {
            std::string words = reason;
            std::ranges::replace(words, '_', ' ');
            text_ += "<tr>" + name_cell(words) + cell(std::to_string(count)) + "</tr>\n";
        }
        text_ += "</table></div>\n";
    }

    void add_behaviour() {
        heading("Games forfeited");
        text_ += bar_plot("Games forfeited by each player", values([&](std::size_t player) {
                              const auto count = results_.forfeits(player);
                              return PlotValue{results_.name(player), static_cast<double>(count), 0,
                                               0, forfeits_text(player)};
                          }));
        heading("Illegal answers, in per cent of all");
        text_ += bar_plot("Refused answers in per cent of all", values([&](std::size_t player) {
                              const double rate = 100 * results_.refusal_rate(player);
                              return PlotValue{results_.name(player), rate, 0, 0,
                                               fmt::format("{:.2f} %", rate)};
                          }));
        heading("Milliseconds for a turn, on average");
        text_ += bar_plot("Milliseconds for a turn on average", values([&](std::size_t player) {
                              const double time = results_.time_per_turn(player);
                              return PlotValue{results_.name(player), time, 0, 0,
                                               fmt::format("{:.1f} ms", time)};
                          }));
        const bool has_tokens = std::ranges::any_of(results_.ranking, [&](std::size_t player) {
            const SideReport& behaviour = results_.standing(player).behaviour;
            return behaviour.tokens_in + behaviour.tokens_out > 0 || behaviour.cost > 0;
        });
        if (has_tokens) add_tokens();
    }

    /// "3: 2 refused, 1 flagged"
    std::string forfeits_text(std::size_t player) const {
        std::string text;
        for (const auto& [reason, count] : results_.standing(player).forfeits) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, reason);
        }
        return text.empty() ? "0" : text;
    }

    void add_tokens() {
        heading("Tokens for a turn, on average, and cost");
        text_ += bar_plot("Tokens for a turn on average", values([&](std::size_t player) {
                              const SideReport& behaviour = results_.standing(player).behaviour;
                              const auto turns =
                                  static_cast<double>(std::max<std::uint64_t>(behaviour.turns, 1));
                              const double tokens =
                                  static_cast<double>(behaviour.tokens_in + behaviour.tokens_out);
                              return PlotValue{results_.name(player), tokens / turns, 0, 0,
                                               fmt::format("{:.0f} a turn", tokens / turns)};
                          }));
        text_ +=
            "<div class=\"wide\"><table>\n<tr><th class=\"name\">player</th><th>tokens in</th>"
            "<th>tokens out</th><th>cost</th></tr>\n";
        for (const std::size_t player : results_.ranking) {
            const SideReport& behaviour = results_.standing(player).behaviour;
            text_ += "<tr>" + name_cell(results_.name(player)) +
                     cell(std::to_string(behaviour.tokens_in)) +
                     cell(std::to_string(behaviour.tokens_out)) +
                     cell(fmt::format("{:.4f}", behaviour.cost)) + "</tr>\n";
        }
        text_ += "</table></div>\n";
    }

    const Results& results_;
    std::string text_;
};

}  // namespace

std::string to_html(const Results& results, const std::string& games) {
    return Page(results).text(games);
}

}  // namespace arbiter::arena
