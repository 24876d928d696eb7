#include "core/chess/formats/pgn_tags.hpp"

#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/chess/formats/pgn_result.hpp"
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

void remove_tag(Tags& tags, std::string_view name) {
    std::erase_if(tags, [&](const Tag& tag) { return tag.first == name; });
}

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

Tags export_tags(const Document<Game>& document) {
    Tags tags;
    for (const auto& [name, value] : document.tags()) {
        const bool repeated = find_tag(tags, name) != nullptr;
        if (is_symbol(name) && !repeated) tags.emplace_back(name, value);
    }
    if (document.verdict(0) == nullptr) describe_start(tags, document.start().start());
    if (document.result.empty()) {
        const auto outcome = document.game().outcome();
        state_outcome(tags, outcome);
        set_tag(tags, "Result", result_of(outcome));
    } else {
        set_tag(tags, "Result", document.result);
    }
    for (const auto& [name, unknown] : roster) {
        if (find_tag(tags, name) == nullptr) set_tag(tags, name, unknown);
    }
    std::ranges::sort(tags, ExportedBefore{}, &Tag::first);
    return tags;
}

}  // namespace arbiter::chess
