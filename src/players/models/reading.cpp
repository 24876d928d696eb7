#include "players/models/reading.hpp"

#include <algorithm>
#include <optional>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "players/agents/message.hpp"
#include "players/models/extraction.hpp"

namespace arbiter::players {

namespace {

/// What a text is here, from best to worst.
enum class Standing : std::uint8_t { legal, refused, unreadable };

/// "resign" in {"action": "resign"}; otherwise the text itself.
std::string action_name(const std::string& move) {
    if (!move.starts_with('{')) return move;
    const auto json = read_json(move);
    const Json* action = json ? json->find("action") : nullptr;
    const auto* name = action != nullptr ? action->as<std::string>() : nullptr;
    return name != nullptr ? *name : move;
}

Standing standing_of(const std::string& move, const Turn& turn) {
    if (std::ranges::find(turn.actions, action_name(move)) != turn.actions.end()) {
        return Standing::legal;
    }
    const auto checked = turn.game.check(move, turn.seat);
    if (checked) return Standing::legal;
    return checked.error().code->kind == RejectionKind::unreadable ? Standing::unreadable
                                                                   : Standing::refused;
}

/// The legal moves in every notation, and the actions.
std::vector<std::string> ways_to_answer(const Turn& turn) {
    std::vector<std::string> ways(turn.actions.begin(), turn.actions.end());
    for (const GameInfo& info : games()) {
        if (info.name != turn.game.name()) continue;
        for (const NotationInfo& notation : info.notations) {
            std::ranges::move(playable(turn.game, notation.name), std::back_inserter(ways));
        }
    }
    return ways;
}

/// Models call it differently; what the object is about is a move all the same.
std::string move_in(const std::string& candidate) {
    if (!candidate.starts_with('{')) return candidate;
    const auto json = read_json(candidate);
    for (const std::string_view key : {"best_move", "answer", "final_answer", "Move"}) {
        const Json* value = json ? json->find(key) : nullptr;
        if (value != nullptr && value->as<std::string>() != nullptr) {
            return *value->as<std::string>();
        }
    }
    return move_in_answer(candidate);
}

}  // namespace

std::string move_meant(std::string_view text, const Turn& turn) {
    const Candidates candidates = candidates_in(text);
    std::optional<std::vector<std::string>> ways;
    /// Legal as it stands or as it is meant.
    const auto legal_form = [&](const std::string& move,
                                Standing standing) -> std::optional<std::string> {
        if (standing == Standing::legal) return move;
        if (auto action = softly_matched(move, turn.actions)) return action;
        if (standing == Standing::refused) return std::nullopt;
        if (!ways) ways = ways_to_answer(turn);
        return softly_matched(move, *ways);
    };
    for (const std::string& answer : candidates.answers) {
        std::string move = move_in(answer);
        const Standing standing = standing_of(move, turn);
        if (auto meant = legal_form(move, standing)) return *std::move(meant);
        if (standing == Standing::refused) return move;
    }
    for (const std::string& word : candidates.words) {
        if (auto meant = legal_form(word, standing_of(word, turn))) return *std::move(meant);
    }
    constexpr std::size_t quoted_bytes = 200;
    return excerpt(candidates.answers.empty() ? trimmed(text) : move_in(candidates.answers.front()),
                   quoted_bytes);
}

std::string majority(const std::vector<std::string>& moves, const Turn& turn) {
    struct Tally {
        std::string event;  // different texts may mean the same
        std::string move;
        Standing standing;
        int votes;
    };
    std::vector<Tally> tallies;
    for (const std::string& move : moves) {
        const auto meaning = turn.game.understand(move, turn.seat);
        const std::string event = meaning ? meaning->event : action_name(move);
        const auto known = std::ranges::find(tallies, event, &Tally::event);
        if (known != tallies.end()) {
            ++known->votes;
        } else {
            tallies.push_back({event, move, standing_of(move, turn), 1});
        }
    }
    const auto is_worse = [](const Tally& a, const Tally& b) {
        return a.standing != b.standing ? a.standing > b.standing : a.votes < b.votes;
    };
    const auto best = std::ranges::max_element(tallies, is_worse);
    return best == tallies.end() ? std::string() : best->move;
}

}  // namespace arbiter::players
