#include <cmath>

#include "core/base/svg.hpp"
#include "players/analysis/review.hpp"

namespace arbiter::players {

namespace {

constexpr std::string_view style = R"(
:root{color-scheme:light dark;--paper:#f4f1ea;--surface:#fff;--ink:#1c211f;--soft:#5a635f;--line:#dad4c7;--warn:#a8330f}
@media(prefers-color-scheme:dark){:root{--paper:#131614;--surface:#1c211e;--ink:#eaeeeb;--soft:#a3ada8;--line:#2e3532;--warn:#f39a73}}
body{margin:0 auto;max-width:820px;padding:24px 16px;background:var(--paper);color:var(--ink);font:15px/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif}
h1{font-size:20px;margin:0}h2{font-size:17px;margin:32px 0 8px}p{margin:4px 0}.soft{color:var(--soft)}
svg{display:block;width:100%;height:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:4px 8px;border-bottom:1px solid var(--line);vertical-align:top}td.n,th.n{text-align:right}
section.worst{display:grid;grid-template-columns:minmax(0,300px) 1fr;gap:16px;margin:16px 0;padding:16px;background:var(--surface);border-radius:14px}
@media(max-width:560px){section.worst{grid-template-columns:1fr}}
.blunder,.bad{color:var(--warn);font-weight:600}.doubtful{font-weight:600}
)";

std::string cell(std::string_view text, std::string_view name = {}) {
    const std::string attribute = name.empty() ? "" : " class=\"" + std::string(name) + "\"";
    return "<td" + attribute + ">" + escape_xml(text) + "</td>";
}

std::string player(const AnyGame& game, Color side) {
    const std::string* name = find_tag(game.tags(), capitalized(side));
    return name == nullptr || name->empty() || *name == "?" ? capitalized(side) : *name;
}

std::string loss_text(const Review& review, double loss) {
    const std::string text = value_text({.value = loss}, review.scale);
    return text.substr(1);  // without the sign
}

std::string sides_table(const Review& review, const ReviewSummary& summary) {
    const bool has_luck = review.game.traits().chance.has_value();
    std::string html =
        "<table><tr><th>Player</th><th class=\"n\">Accuracy</th><th class=\"n\">Loss a move, " +
        std::string(review.scale.shown) +
        "</th><th class=\"n\">Doubtful</th><th class=\"n\">Bad</th><th class=\"n\">Blunders</th>" +
        (has_luck ? "<th class=\"n\">Luck</th>" : "") + "</tr>";
    for (const Color side : both_colors) {
        const SideSummary& of = summary.sides[side];
        html += "<tr>" + cell(player(review.game, side)) +
                cell(std::to_string(std::lround(of.accuracy)) + " %", "n") +
                cell(loss_text(review, of.average_loss()), "n") +
                cell(std::to_string(of.doubtful), "n") + cell(std::to_string(of.bad), "n") +
                cell(std::to_string(of.blunders), "n");
        if (has_luck) html += cell(value_text({.value = of.luck}, review.scale), "n");
        html += "</tr>";
    }
    return html + "</table>";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string worst_move(const Review& review, const ReviewedMove& move) {
    const AnyGame before = question_at(review.game, move.ply).game;
    const RenderOptions options{.bottom = move.by, .theme = "auto", .size = 300};
    return "<section class=\"worst\"><div>" + before.svg(options) + "</div><div><p><b>" +
           std::to_string(move.ply + 1) + ". " + capitalized(move.by) + ": " +
           escape_xml(move.played.move) + "</b> <span class=\"" +
           std::string(to_string(move.grade)) + "\">" + std::string(to_string(move.grade)) +
           "</span></p><p>" + value_text(move.played.judgement, review.scale) + ", lost " +
           loss_text(review, move.loss) + "</p><p>Better: <b>" +
           escape_xml(joined(move.best.line)) + "</b> " +
           value_text(move.best.judgement, review.scale) + "</p></div></section>";
}

std::string moves_table(const Review& review) {
    std::string html =
        "<table><tr><th class=\"n\">#</th><th>Side</th><th>Move</th><th class=\"n\">Value</th>"
        "<th class=\"n\">To win</th><th class=\"n\">Lost</th><th>Best</th></tr>";
    for (const ReviewedMove& move : review.moves) {
        const bool lost = move.cost > 0;
        html += "<tr>" + cell(std::to_string(move.ply + 1), "n") + cell(capitalized(move.by)) +
                cell(move.played.move, to_string(move.grade)) +
                cell(value_text(move.played.judgement, review.scale), "n") +
                cell(std::to_string(std::lround(100 * move.played.judgement.chance)) + " %", "n") +
                cell(lost ? loss_text(review, move.loss) : "", "n") +
                cell(lost ? move.best.move : "") + "</tr>\n";
    }
    return html + "</table>";
}

}  // namespace

std::string review_page(const Review& review) {
    const ReviewSummary summary = summary_of(review.moves, review.scale);
    const std::string title =
        player(review.game, Color::white) + " - " + player(review.game, Color::black);
    std::string html =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\"><title>" +
        escape_xml(title) + "</title><style>" + std::string(style) + "</style></head><body>\n<h1>" +
        escape_xml(title) + "</h1><p class=\"soft\">" + std::string(review.game.title()) +
        ", reviewed by " + escape_xml(review.by);
    if (const auto& outcome = review.game.outcome()) html += ". " + escape_xml(sentence(*outcome));
    html += "</p>\n<h2>White's chance to win</h2>\n" + curve_svg(review, "auto") +
            "<h2>Players</h2>\n" + sides_table(review, summary);
    if (!summary.worst.empty()) html += "\n<h2>Worst moves</h2>\n";
    for (const std::size_t i : summary.worst) html += worst_move(review, review.moves[i]) + "\n";
    return html + "<h2>Moves</h2>\n" + moves_table(review) + "\n</body></html>\n";
}

}  // namespace arbiter::players
