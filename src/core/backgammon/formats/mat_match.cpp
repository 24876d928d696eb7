#include "core/backgammon/formats/mat_match.hpp"

#include <algorithm>
#include <utility>

namespace arbiter::backgammon::mat {

Match::Match(const Start& start, Tags tags) : game_(start), document_(game_) {
    document_.tags() = std::move(tags);
}

bool Match::is_shut_out() const {
    const Position& position = game_.position();
    if (position.stage() != Stage::roll_or_double) return false;
    return std::ranges::all_of(all_dice(), [&](Dice dice) {
        return legal_turns(position.board(), position.turn(), Hand(dice)).front().turn.empty();
    });
}

Result<void> Match::play(std::span<const Event> events) {
    const std::size_t before = game_.events().size();
    for (const Event& event : events) {
        auto effects = game_.play(event);
        if (effects) continue;
        game_.rewind(before);
        return std::unexpected(std::move(effects.error()));
    }
    for (const Event& event : game_.events().subspan(before)) last_ = document_.add(last_, event);
    return {};
}

void Match::add_words(Verdict verdict) {
    last_ = document_.add(last_, Document<Game>::Node{});
    document_.set_verdict(last_, std::move(verdict));
}

void Match::add_cell(Verdict verdict, Color column) {
    add_words(std::move(verdict));
    const std::string_view name = column == Color::white ? left_column : right_column;
    document_.node(last_).annotations.emplace_back(
        Property{std::string(column_property), {std::string(name)}});
}

void Match::add_comment(std::string_view line) {
    auto& annotations = document_.node(last_).annotations;
    auto* comment = annotations.empty() ? nullptr : std::get_if<Comment>(&annotations.back());
    if (comment != nullptr) {
        add_line(comment->text, line);
    } else if (!line.empty()) {
        annotations.emplace_back(Comment{std::string(line)});
    }
}

void add_line(std::string& text, std::string_view line) {
    if (!text.empty()) text += '\n';
    text += line;
}

}  // namespace arbiter::backgammon::mat
