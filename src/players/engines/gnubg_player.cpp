#include "players/engines/gnubg_player.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/backgammon/formats/gnubg_id.hpp"
#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"

namespace arbiter::players {

namespace {

using backgammon::Stage;

/// What it prints beside answers is for people. An answer is on a line of its own that begins so.
constexpr std::string_view answer_mark = "= ";

/// A line for the Python inside it that prints an answer.
std::string print(std::string_view expression) {
    return ">print(\"\\n= \" + str(" + std::string(expression) + "), flush=True)";
}

std::optional<std::string> answer_in(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        if (line.starts_with(answer_mark)) {
            return std::string(trimmed(std::string_view(line).substr(answer_mark.size())));
        }
    }
    return std::nullopt;
}

/// That it begins with.
std::optional<double> number_in(std::string_view text) {
    double number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc()) return std::nullopt;
    return number;
}

bool may(const Turn& turn, std::string_view action) {
    return std::ranges::find(turn.actions, action) != turn.actions.end();
}

}  // namespace

std::vector<std::string> rules_commands(const backgammon::Rules& rules) {
    const auto word = [](bool on) { return on ? " on" : " off"; };
    // Without a cube it would never count a gammon.
    return {"set cube use" + std::string(word(rules.cube)),
            "set jacoby" + std::string(word(rules.jacoby && rules.cube)),
            "set beavers " + std::to_string(static_cast<int>(rules.beavers))};
}

bool is_double(std::string_view advice) {
    return advice.starts_with("Double") || advice.starts_with("Redouble");
}

std::string_view response_in(std::string_view advice) {
    const auto comma = advice.find(", ");
    const std::string_view response = comma == advice.npos ? "" : advice.substr(comma + 2);
    if (response.starts_with("pass")) return "drop";
    if (response.starts_with("beaver")) return "beaver";
    return "take";
}

GnubgPlayer::Told GnubgPlayer::tell(const std::vector<std::string>& commands, Deadline deadline) {
    constexpr std::string_view end_mark = "= end";
    for (const std::string& command : commands) {
        if (auto said = program().say(command, deadline); !said) {
            return std::unexpected(std::move(said.error()));
        }
    }
    if (auto said = program().say(print("'end'"), deadline); !said) {
        return std::unexpected(std::move(said.error()));
    }
    std::vector<std::string> lines;
    while (true) {
        auto line = program().overhear(deadline);
        if (!line) return std::unexpected(std::move(line.error()));
        if (*line == end_mark) return lines;
        lines.push_back(*std::move(line));
    }
}

GnubgPlayer::Told GnubgPlayer::asked_about(const backgammon::Game& game, std::string_view question,
                                           Deadline deadline) {
    const auto id = backgammon::write_gnubg_id(game);
    if (!id) return failed(PlayerError::Kind::cannot_play, id.error().sentence);
    std::vector<std::string> commands{"set gnubgid " + std::string(trimmed(*id))};
    // After the id, which has a Jacoby rule of its own.
    std::ranges::move(rules_commands(game.rules()), std::back_inserter(commands));
    commands.emplace_back(question);
    return tell(commands, deadline);
}

std::expected<void, PlayerError> GnubgPlayer::greet(Deadline deadline) {
    std::vector<std::string> commands;
    for (const std::string_view setting :
         {"automatic bearoff off", "automatic crawford on", "automatic doubles 0",
          "automatic game off", "automatic move off", "automatic roll off", "confirm new off",
          "confirm save off", "display off", "player 0 human", "player 1 human"}) {
        commands.push_back("set " + std::string(setting));
    }
    for (const std::string_view decision : {"chequerplay", "cubedecision"}) {
        commands.push_back("set evaluation " + std::string(decision) + " evaluation plies " +
                           std::to_string(plies_));
    }
    const auto lines = tell(commands, deadline);
    if (!lines) return std::unexpected(lines.error());
    for (const std::string& line : *lines) {
        if (line.starts_with("GNU Backgammon ")) {
            name_ = line.substr(0, line.find(' ', std::string_view("GNU Backgammon ").size()));
        }
    }
    return {};
}

/// It prints its equity before the move: "-0.125 24/18 13/11".
std::expected<std::string, PlayerError> GnubgPlayer::checker_play(const backgammon::Game& game,
                                                                  Deadline deadline) {
    constexpr std::string_view best = "'%(equity).3f %(move)s' % gnubg.hint(1)['hint'][0]";
    const auto lines = asked_about(game, print(best), deadline);
    if (!lines) return std::unexpected(lines.error());
    const auto text = answer_in(*lines);
    const auto space = text ? text->find(' ') : std::string::npos;
    if (space == std::string::npos) {
        return failed(PlayerError::Kind::protocol, name_ + " finds no move");
    }
    program().keep(*text);
    if (const auto equity = number_in(*text)) {
        set_score(static_cast<int>(std::lround(std::clamp(*equity, -3.0, 3.0) * 100)));
    }
    return text->substr(space + 1);
}

/// "No double, take", "Redouble, pass", "Too good to double, pass" ...
std::expected<std::string, PlayerError> GnubgPlayer::cube_advice(const backgammon::Game& game,
                                                                 Deadline deadline) {
    constexpr std::string_view keyword = "Proper cube action: ";
    const auto lines = asked_about(game, "hint", deadline);
    if (!lines) return std::unexpected(lines.error());
    for (const std::string& line : *lines) {
        if (!line.starts_with(keyword)) continue;
        program().keep(line);
        return line.substr(keyword.size());
    }
    return failed(PlayerError::Kind::protocol, name_ + " gives no advice on the cube");
}

/// A resignation is accepted where it gives at least what playing on is worth.
std::expected<std::string, PlayerError> GnubgPlayer::on_resignation(const backgammon::Game& game,
                                                                    Deadline deadline) {
    const auto lines = asked_about(game, print("gnubg.evaluate()[5]"), deadline);
    if (!lines) return std::unexpected(lines.error());
    const auto text = answer_in(*lines);
    auto equity = text ? number_in(*text) : std::nullopt;  // of the side on roll
    if (!equity) {
        return failed(PlayerError::Kind::protocol, name_ + " does not evaluate the position");
    }
    program().keep(*text);
    const backgammon::Resignation& offer = *game.position().resignation();
    if (offer.by == game.position().turn()) equity = -*equity;
    return *equity <= static_cast<double>(offer.level) ? "accept_resignation"
                                                       : "decline_resignation";
}

std::expected<std::string, PlayerError> GnubgPlayer::answer(const Turn& turn, Deadline deadline) {
    const auto* game = turn.game.as<backgammon::Game>();
    if (game == nullptr)
        return failed(PlayerError::Kind::cannot_play, name_ + " plays backgammon only");
    if (game->position().resignation()) return on_resignation(*game, deadline);
    if (game->position().stage() == Stage::move) return checker_play(*game, deadline);
    if (game->position().stage() == Stage::roll_or_double && !may(turn, "double")) return "roll";
    const auto advice = cube_advice(*game, deadline);
    if (!advice) return advice;
    if (game->position().stage() != Stage::response) return is_double(*advice) ? "double" : "roll";
    const std::string_view response = response_in(*advice);
    return std::string(response == "beaver" && !may(turn, "beaver") ? "take" : response);
}

}  // namespace arbiter::players
