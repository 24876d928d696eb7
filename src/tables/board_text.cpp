#include "tables/board_text.hpp"

#include <algorithm>
#include <vector>

#include "core/base/excerpt.hpp"
#include "core/base/svg.hpp"
#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

constexpr std::string_view block_begin = "<!-- arbiter:tables -->\n";
constexpr std::string_view block_end = "<!-- /arbiter:tables -->";
constexpr std::string_view entry_end = "<!-- /table -->\n";
constexpr std::size_t entries_max = 8;
constexpr std::size_t links_max = 100;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// As a query writes it.
std::string encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_letter_or_digit(c) || c == '-' || c == '_' || c == '.') {
            result += c;
        } else {
            result += '%';
            result += digits[byte >> 4U];
            result += digits[byte & 15U];
        }
    }
    return result;
}

std::string entry_begin(const std::string& id) { return "<!-- table " + id + " -->\n"; }

/// Whether the dice wait until somebody has said something.
bool awaits_word(const Table& table) {
    const AnyGame game = table.game();
    return game.awaits() == Awaits::chance ||
           std::ranges::any_of(game.actions(game.turn()), [](const Action& action) {
               return action.kind == Action::Kind::answer;
           });
}

std::string status_of(const Table& table) {
    if (table.outcome()) return sentence(*table.outcome()) + ".";
    const Color next = table.active_player();
    std::string text =
        mention(table.terms().players[next]) + " (" + capitalized(next) + ") to move";
    const auto rolls = table.rolls();
    if (rolls.empty()) return text + ".";
    if (awaits_word(table)) {
        text += ":";
        for (const std::string& choice : table.choices()) {
            text += (text.ends_with(':') ? " " : " or ") + choice;
        }
        return text + ".";
    }
    text += ", dice";
    for (const int face : rolls.back()) text += " " + std::to_string(face);
    return text + ".";
}

std::string links_of(const Table& table, const std::string& web) {
    if (table.outcome()) return {};
    const std::string& id = table.terms().id;
    const std::string state = " state=" + table.fingerprint();
    const auto link = [&](const std::string& words, const std::string& title,
                          const std::string& body) {
        return "[" + words + "](" + issue_link(web, title, body) + ")";
    };
    std::vector<std::string> moves = table.choices();
    std::string text;
    // More of them would not fit into a comment.
    if (moves.size() > links_max) {
        moves.clear();
        text = link("Move", id, "/move " + id + " WRITE-YOUR-MOVE-HERE" + state);
    }
    for (const std::string& move : moves) {
        text += (text.empty() ? "" : " · ") +
                link(move, id + ": " + move, "/move " + id + " " + move + state);
    }
    return text + (text.empty() ? "" : " · ") + link("resign", id + ": resign", "/resign " + id) +
           "\n";
}

/// The entries between the marks, each from its first line to its last.
std::vector<std::string> entries_in(std::string_view block) {
    std::vector<std::string> entries;
    while (true) {
        const std::size_t begin = block.find("<!-- table ");
        const std::size_t end = block.find(entry_end);
        if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) break;
        entries.emplace_back(block.substr(begin, end + entry_end.size() - begin));
        block.remove_prefix(end + entry_end.size());
    }
    return entries;
}

}  // namespace

std::string mention(const std::string& player) {
    constexpr std::size_t length_max = 39;
    const bool plain =
        !player.empty() && player.size() <= length_max &&
        std::ranges::all_of(player, [](char c) { return is_letter_or_digit(c) || c == '-'; });
    return plain ? "@" + player : in_quotes(player);
}

std::string badge(const Table& table) {
    // The widths are those of a font of 11 pixels, roughly; the text is fitted into them.
    constexpr std::size_t letter = 7;
    constexpr std::size_t margin = 10;
    const Color next = table.active_player();
    const std::string name = table.terms().id;
    const std::string says = table.outcome()
                                 ? sentence(*table.outcome())
                                 : excerpt(table.terms().players[next], 40) + " to move";
    const std::size_t left = name.size() * letter + margin;
    const std::size_t right = says.size() * letter + margin;
    const auto part = [](std::string_view fill, std::size_t x, std::size_t width,
                         const std::string& text) {
        return "<rect x=\"" + std::to_string(x) + "\" width=\"" + std::to_string(width) +
               "\" height=\"20\" fill=\"" + std::string(fill) + "\"/><text x=\"" +
               std::to_string(x + width / 2) + "\" y=\"14\" textLength=\"" +
               std::to_string(width - margin) + "\" text-anchor=\"middle\">" + escape_xml(text) +
               "</text>";
    };
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(left + right) +
           "\" height=\"20\" role=\"img\"><title>" + escape_xml(name + ": " + says) +
           "</title><g fill=\"#fff\" font-family=\"sans-serif\" font-size=\"11\">" +
           part("#555", 0, left, name) +
           part(table.outcome() ? "#777" : "#1f5fa8", left, right, says) + "</g></svg>\n";
}

std::string issue_link(const std::string& web, const std::string& title, const std::string& body) {
    return web + "/issues/new?title=" + encoded(title) + "&body=" + encoded(body);
}

std::string board_text(const Table& table, const std::string& picture, const std::string& web) {
    const Terms& terms = table.terms();
    const std::string stake = table.stake();
    const std::string text =
        "**" + terms.id + "**: " + terms.game + (stake.empty() ? "" : " (" + stake + ")") + ", " +
        mention(terms.players.white) + " (White) and " + mention(terms.players.black) +
        " (Black). " + status_of(table) + "\n\n![" + terms.id + "](" + picture + ")\n";
    const std::string links = links_of(table, web);
    return links.empty() ? text : text + "\n" + links;
}

std::string with_table(std::string readme, const Table& table, const std::string& web) {
    const std::size_t begin = readme.find(block_begin);
    const std::size_t end = begin == std::string::npos ? begin : readme.find(block_end, begin);
    if (end == std::string::npos) return readme;
    const std::size_t inside = begin + block_begin.size();
    const std::string& id = table.terms().id;
    auto entries = entries_in(std::string_view(readme).substr(inside, end - inside));
    std::erase_if(entries,
                  [&](const std::string& entry) { return entry.starts_with(entry_begin(id)); });
    entries.insert(entries.begin(),
                   entry_begin(id) +
                       board_text(table, folder_of(id) + "/" + std::string(board_file), web) +
                       std::string(entry_end));
    if (entries.size() > entries_max) entries.resize(entries_max);
    std::string block;
    for (const std::string& entry : entries) block += entry;
    readme.replace(inside, end - inside, block);
    return readme;
}

}  // namespace arbiter::tables
