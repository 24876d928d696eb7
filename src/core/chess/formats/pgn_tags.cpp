#include "core/chess/formats/pgn_tags.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/text.hpp"
#include "core/chess/notations/fen.hpp"

namespace arbiter::chess {

namespace {

using Tag = Tags::value_type;

struct RosterTag {
    std::string_view name;
    std::string_view unknown;
};

/// The Seven Tag Roster, in its order.
constexpr std::array roster{
    RosterTag{"Event", "?"},  RosterTag{"Site", "?"},  RosterTag{"Date", "????.??.??"},
    RosterTag{"Round", "?"},  RosterTag{"White", "?"}, RosterTag{"Black", "?"},
    RosterTag{"Result", "*"},
};

struct ResultForm {
    std::string_view written;
    std::string_view result;
};

constexpr std::array result_forms{
    ResultForm{"1-0", "1-0"},         ResultForm{"0-1", "0-1"},
    ResultForm{"1/2-1/2", "1/2-1/2"}, ResultForm{"*", "*"},
    ResultForm{"1/2", "1/2-1/2"},     ResultForm{"½-½", "1/2-1/2"},
    ResultForm{"½", "1/2-1/2"},       ResultForm{"\xBD-\xBD", "1/2-1/2"},  // Latin-1
    ResultForm{"\xBD", "1/2-1/2"},
};

std::size_t rank_in_roster(std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(roster, name, &RosterTag::name) -
                                    roster.begin());
}

struct ExportedBefore {
    bool operator()(std::string_view a, std::string_view b) const {
        const std::size_t rank_a = rank_in_roster(a);
        const std::size_t rank_b = rank_in_roster(b);
        return rank_a != rank_b ? rank_a < rank_b : a < b;
    }
};

bool is_symbol(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return is_letter(c) || is_digit(c) || c == '_';
    });
}

void describe_start(Tags& tags, const Start& start) {
    remove_tag(tags, "SetUp");
    remove_tag(tags, "FEN");
    if (start.position != Position::start()) {
        set_tag(tags, "SetUp", "1");
        set_tag(tags, "FEN", write_fen(start.position));
    }
    const std::string* variant = find_tag(tags, "Variant");
    const auto stated =
        variant != nullptr ? variant_named(*variant) : variant_of(start.position.board());
    if (stated == start.variant) return;
    set_tag(tags, "Variant", start.variant == Variant::chess960 ? "Chess960" : "Standard");
}

}  // namespace

const std::string* find_tag(const Tags& tags, std::string_view name) {
    const auto found = std::ranges::find(tags, name, &Tag::first);
    return found == tags.end() ? nullptr : &found->second;
}

void set_tag(Tags& tags, std::string_view name, std::string_view value) {
    const auto found = std::ranges::find(tags, name, &Tag::first);
    if (found != tags.end()) {
        found->second = value;
    } else {
        tags.emplace_back(name, value);
    }
}

void remove_tag(Tags& tags, std::string_view name) {
    std::erase_if(tags, [&](const Tag& tag) { return tag.first == name; });
}

std::optional<std::string_view> result_named(std::string_view text) {
    if (!text.empty() && is_letter(text[0])) return std::nullopt;  // nearly every word is a move
    const auto found = std::ranges::find(result_forms, text, &ResultForm::written);
    if (found == result_forms.end()) return std::nullopt;
    return found->result;
}

std::string_view win_of(Color winner) { return winner == Color::white ? "1-0" : "0-1"; }

std::optional<Variant> variant_named(std::string_view text) {
    constexpr std::array<std::string_view, 5> chess960{"chess960", "fischerandom", "fischerrandom",
                                                       "fischerrandomchess", "freestyle"};
    constexpr std::array<std::string_view, 5> standard{"", "standard", "chess", "normal",
                                                       "fromposition"};
    const std::string word = folded(text);
    if (std::ranges::find(chess960, word) != chess960.end()) return Variant::chess960;
    if (std::ranges::find(standard, word) != standard.end()) return Variant::standard;
    return std::nullopt;
}

Tags export_tags(const PgnGame& game) {
    Tags tags = game.tags;
    std::erase_if(tags, [](const Tag& tag) { return !is_symbol(tag.first); });
    describe_start(tags, game.start);
    for (const auto& [name, unknown] : roster) {
        if (find_tag(tags, name) == nullptr) set_tag(tags, name, unknown);
    }
    set_tag(tags, "Result", game.result);
    // Of several tags of one name the first stays.
    const std::map<std::string, std::string, ExportedBefore> sorted(tags.begin(), tags.end());
    return {sorted.begin(), sorted.end()};
}

}  // namespace arbiter::chess
