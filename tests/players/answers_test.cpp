// Answers of language models, each labelled with the move that is meant. A line of tests/data/answers:
// {"game", "start", "answer", "meant"}. `meant` is a move or an action; "illegal:X" where X is to be
// refused as it stands; null where nothing may be played.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "core/base/json.hpp"
#include "players/models/reading.hpp"

namespace arbiter::players {
namespace {

enum class Verdict : std::uint8_t { right, missed, wrong };

struct Labelled {
    std::string game;
    std::string start;
    std::string answer;
    std::optional<std::string> meant;
};

std::string action_of(const std::string& text) {
    const auto json = text.starts_with('{') ? read_json(text) : Reading<Json>{};
    const Json* action = json ? json->find("action") : nullptr;
    return action != nullptr && action->as<std::string>() != nullptr ? *action->as<std::string>()
                                                                     : text;
}

Verdict verdict_on(const Labelled& line, std::string& played) {
    const auto read = AnyGame::read(line.start, {.game = line.game, .format = {}, .options = {}});
    if (!read) {
        ADD_FAILURE() << "cannot be read: " << line.start;
        return Verdict::wrong;
    }
    const AnyGame& game = *read;
    std::vector<std::string> actions;
    for (const Action& action : game.actions(game.turn())) actions.emplace_back(action.text);
    const auto move = move_meant(line.answer, {.game = game,
                                               .seat = game.turn(),
                                               .actions = actions,
                                               .now = {},
                                               .budget = {},
                                               .refusals = {}});
    played = move ? *move : "refused: " + sentence(move.error());
    const bool is_action = move && std::ranges::find(actions, action_of(*move)) != actions.end();
    const bool is_played = move && (is_action || game.check(*move, game.turn()));
    if (!line.meant) return is_played ? Verdict::wrong : Verdict::right;
    if (line.meant->starts_with("illegal:")) {
        if (is_played) return Verdict::wrong;
        return move && *move == line.meant->substr(8) ? Verdict::right : Verdict::missed;
    }
    if (!is_played) return Verdict::missed;
    const auto event_of = [&](const std::string& text) {
        const auto meaning = game.understand(text, game.turn());
        return meaning ? meaning->event : action_of(text);
    };
    return event_of(*move) == event_of(*line.meant) ? Verdict::right : Verdict::wrong;
}

std::vector<Labelled> lines_of(const std::string& path) {
    std::vector<Labelled> lines;
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    for (std::string text; std::getline(file, text);) {
        const auto json = read_json(text);
        EXPECT_TRUE(json) << path << ":" << lines.size() + 1;
        if (!json) continue;
        const auto member = [&](std::string_view key) {
            const Json* value = json->find(key);
            return value != nullptr ? value->as<std::string>() : nullptr;
        };
        Labelled line{*member("game"), *member("start"), *member("answer"), std::nullopt};
        if (const auto* meant = member("meant")) line.meant = *meant;
        lines.push_back(std::move(line));
    }
    return lines;
}

struct Count {
    int right = 0;
    int missed = 0;
    int wrong = 0;
};

std::map<std::string, Count> counts(const std::vector<Labelled>& lines) {
    std::map<std::string, Count> counts;
    for (const Labelled& line : lines) {
        std::string played;
        Count& count = counts[line.game];
        switch (verdict_on(line, played)) {
            case Verdict::right: ++count.right; continue;
            case Verdict::missed: ++count.missed; break;
            case Verdict::wrong:
                ++count.wrong;
                ADD_FAILURE() << "not meant";
                break;
        }
        std::cout << line.answer << "\n  meant " << line.meant.value_or("nothing") << ", read as "
                  << played << "\n";
    }
    return counts;
}

void expect_well_read(const std::vector<Labelled>& lines) {
    for (const auto& [game, count] : counts(lines)) {
        const int all = count.right + count.missed + count.wrong;
        EXPECT_EQ(count.wrong, 0) << game;
        EXPECT_GE(count.right * 10, all * 9) << game;
        std::cout << game << ": " << count.right << " right, " << count.missed << " missed, "
                  << count.wrong << " wrong\n";
    }
}

/// ARBITER_ANSWERS names a further file of such lines.
TEST(LabelledAnswers, NoneIsReadWronglyAndMostAreRead) {
    for (const std::string game : {"chess", "go", "backgammon"}) {
        const auto lines = lines_of("tests/data/answers/" + game + ".jsonl");
        EXPECT_GE(lines.size(), 300U) << game;
        expect_well_read(lines);
    }
    if (const char* const further = std::getenv("ARBITER_ANSWERS")) {
        expect_well_read(lines_of(further));
    }
}

}  // namespace
}  // namespace arbiter::players
