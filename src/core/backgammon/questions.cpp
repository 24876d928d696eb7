#include "core/backgammon/questions.hpp"

#include "core/backgammon/game.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/base/excerpt.hpp"

namespace arbiter::backgammon {

namespace {

std::unexpected<Fault> fault(std::string_view code, std::string sentence) {
    return std::unexpected(Fault{code, std::move(sentence), {}, Severity::error});
}

std::string answer_pips(const Board& board) {
    JsonWriter out;
    out.object([&] {
        out.member("white", board.pips(Color::white));
        out.member("black", board.pips(Color::black));
    });
    return out.take();
}

/// "8/5 6/5": one checker move a word, as made so far.
std::optional<std::vector<CheckerMove>> read_steps(std::string_view text) {
    const auto spot = [](std::string_view word) -> std::optional<Spot> {
        if (word == "bar") return Spot::bar();
        if (word == "off") return Spot::off();
        int number = 0;
        for (const char c : word) {
            if (c < '0' || c > '9' || number > 25) return std::nullopt;
            number = number * 10 + (c - '0');
        }
        return word.empty() ? std::nullopt : Spot::point(number);
    };
    std::vector<CheckerMove> moves;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (word.empty()) continue;
        const auto stroke = word.find('/');
        if (stroke == word.npos || moves.size() == 4) return std::nullopt;
        auto target = word.substr(stroke + 1);
        if (target.ends_with('*')) target.remove_suffix(1);
        const auto from = spot(word.substr(0, stroke));
        const auto to = spot(target);
        if (!from || !to) return std::nullopt;
        moves.push_back({*from, *to});
    }
    return moves;
}

void write_step(JsonWriter& out, const Step& step) {
    out.object([&] {
        out.member("from", to_string(step.move.from));
        out.member("to", to_string(step.move.to));
        out.member("die", step.die.pips());
    });
}

std::expected<std::string, Fault> answer_steps(const Position& position,
                                               std::string_view argument) {
    if (position.stage() != Stage::move) return fault("no_dice", "there are no dice on the table");
    const auto made = read_steps(argument);
    if (!made) {
        return fault("unreadable_move",
                     in_quotes(argument) + " is not a list of checker moves such as 8/5 6/5");
    }
    JsonWriter out;
    out.object([&] {
        out.key("steps");
        out.array([&] {
            for (const Step& step :
                 legal_steps(position.board(), position.turn(), position.hand(), *made)) {
                write_step(out, step);
            }
        });
    });
    return out.take();
}

std::string_view to_string(Stage stage) {
    switch (stage) {
        case Stage::opening_roll: return "opening_roll";
        case Stage::roll_or_double: return "roll_or_double";
        case Stage::move: return "move";
        case Stage::response: return "take_or_drop";
        case Stage::over: return "over";
    }
    return {};
}

void write_end(JsonWriter& out, const GameEnd& end) {
    out.object([&] {
        out.member("winner", arbiter::to_string(end.winner));
        out.member("points", end.points);
        out.member("reason", end.reason);
    });
}

std::string answer_score(const Game& game) {
    const Position& position = game.position();
    JsonWriter out;
    out.object([&] {
        out.member("match", game.rules().match_length);
        out.member("white", position.score().white);
        out.member("black", position.score().black);
        out.member("crawford", position.crawford_game());
        out.key("cube");
        out.object([&] {
            out.member("value", position.cube().value);
            out.key("owner");
            position.cube().owner ? out.value(arbiter::to_string(*position.cube().owner))
                                  : out.null();
        });
        out.member("waiting_for", to_string(position.stage()));
        out.member("turn", arbiter::to_string(game.turn()));
        out.key("games");
        out.array([&] {
            for (const auto& [events, end] : game.ends()) write_end(out, end);
        });
    });
    return out.take();
}

}  // namespace

std::span<const QuestionInfo> Game::questions() { return question_infos; }

std::expected<std::string, Fault> Game::ask(std::string_view question, std::string_view argument,
                                            std::string_view /*notation*/) const {
    if (question == "pips") return answer_pips(board());
    if (question == "steps") return answer_steps(position(), argument);
    if (question == "score") return answer_score(*this);
    return fault("unknown_question", "backgammon has no answer to " + in_quotes(question));
}

}  // namespace arbiter::backgammon
