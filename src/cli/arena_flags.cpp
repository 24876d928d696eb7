#include "cli/arena_flags.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/names.hpp"

namespace arbiter::cli {

namespace {

/// "10+0.1": seconds for the game and for each move, as chess players write it.
CLI::Validator clock_text() {
    return CLI::Validator(
        [](std::string& text) {
            double base = 0;
            double increment = 0;
            const char* const end = text.data() + text.size();
            auto [stop, fault] = std::from_chars(text.data(), end, base);
            if (fault == std::errc() && stop != end && *stop == '+') {
                std::tie(stop, fault) = [&] {
                    const auto result = std::from_chars(stop + 1, end, increment);
                    return std::tuple(result.ptr, result.ec);
                }();
            }
            if (fault != std::errc() || stop != end) return std::string("must be SECONDS+SECONDS");
            text = fmt::format(R"({{"kind":"fischer","base_ms":{:.0f},"increment_ms":{:.0f}}})",
                               base * 1000, increment * 1000);
            return std::string();
        },
        "");
}

}  // namespace

void TermFlags::add_to(CLI::App& command) {
    const auto text = [&](const char* flag, const char* key, const std::string& meaning) {
        return command.add_option_function<std::string>(
            flag, [this, key](const std::string& value) { set(key, Json{value}); }, meaning);
    };
    const auto number = [&](const char* flag, const char* key, const char* meaning) {
        command
            .add_option_function<std::int64_t>(
                flag, [this, key](std::int64_t value) { set(key, Json{value}); }, meaning)
            ->check(whole_number(0, INT64_MAX))
            ->type_name("N");
    };
    text("--name", "name", "Name of the tournament")->type_name("NAME");
    text("--game", "game", fmt::format("{}", fmt::join(game_names(), ", ")))->type_name("GAME");
    command.add_option("--player", players_, "A player, such as bot:3; give two or more")
        ->type_name("PLAYER")
        ->type_size(1)
        ->expected(1)
        ->take_all();
    command.add_option("--set", settings_, "A rule of the game, such as size=9")
        ->type_name("NAME=VALUE")
        ->type_size(1)
        ->expected(1)
        ->take_all();
    text("--format", "format", "round-robin, gauntlet, swiss or sprt")->type_name("FORMAT");
    number("--rounds", "rounds", "How often everyone meets; two games each time");
    command.add_option("--openings", openings_, "PGN, SGF, EPD or FEN to begin from")
        ->type_name("FILE");
    command.add_option("--clock", clock_, "Seconds for a game and for each move: 10+0.1")
        ->transform(clock_text())
        ->type_name("BASE+INCREMENT");
    number("--move-time-ms", "move_time_ms", "How long a player may think about a move");
    number("--nodes", "nodes", "How many positions a player may look at for a move");
    number("--chances", "chances", "Answers that a player may give in one turn");
    text("--on-failure", "on_failure",
         "If a player's service does not serve: void, pause or forfeit")
        ->type_name("WORD");
    text("--last-resort", "last_resort", "After the last refused answer: forfeit or random")
        ->type_name("WORD");
    number("--moves-max", "moves_max", "Draw after N moves");
    command
        .add_option("--resign-score", resign_score_,
                    "Adjudicate a loss after three reports this far behind")
        ->type_name("SCORE");
    command
        .add_option("--draw-score", draw_score_,
                    "Adjudicate a draw if both reports stay this even, after 40 moves")
        ->type_name("SCORE");
    command.add_option("--elo0", elo0_, "For sprt: hypothesis that the gain is at most this")
        ->type_name("ELO");
    command.add_option("--elo1", elo1_, "For sprt: accepted if it is better than this")
        ->type_name("ELO");
    text("--analyst", "analyst", "Who judges every move after a game, such as bot:6")
        ->type_name("PLAYER");
    number("--seed", "seed", "Random seed");
    number("-j,--concurrency", "concurrency", "How many games are played at once");
    text("-o,--output", "output", "The folder for journal, results and games")->type_name("FOLDER");
    text("--store", "store", "Share the work: postgresql://USER@HOST/DATABASE")->type_name("STORE");
    command.add_flag_callback(
        "--transcripts", [this] { set("transcripts", Json{true}); },
        "Write down every exchange with a player; default: if one is a model");
    command.add_flag_callback(
        "--no-preflight", [this] { set("preflight", Json{false}); },
        "Ask no model for a word before the first game");
}

bool TermFlags::tell_who_plays() const {
    const auto game = std::ranges::find(members_, "game", &Json::Member::key);
    return game != members_.end() && !players_.empty();
}

void TermFlags::put_into(Json& document) {
    if (!players_.empty()) {
        Json::Array list;
        for (const std::string& player : players_) list.push_back(Json{player});
        set("players", Json{std::move(list)});
    }
    if (!settings_.empty()) set("options", options());
    if (!openings_.empty()) {
        const auto file = std::filesystem::absolute(openings_).string();
        set("openings", Json{Json::Object{{"file", Json{file}}}});
    }
    if (!clock_.empty()) set("clock", *read_json(clock_).value);
    for (const auto& [key, score] :
         {std::pair("resign", resign_score_), std::pair("draw", draw_score_)}) {
        if (score) set(key, Json{Json::Object{{"score", Json{*score}}}});
    }
    if (elo0_ || elo1_) {
        Json::Object test;
        if (elo0_) test.push_back({"elo0", Json{*elo0_}});
        if (elo1_) test.push_back({"elo1", Json{*elo1_}});
        set("sprt", Json{std::move(test)});
    }
    auto& object = std::get<Json::Object>(document.value);
    for (auto& [key, value] : members_) {
        std::erase_if(object, [&](const Json::Member& member) { return member.key == key; });
        object.push_back({key, std::move(value)});
    }
}

Json TermFlags::options() const {
    Json::Object object;
    for (const std::string& setting : settings_) {
        const auto equals = setting.find('=');
        if (equals == setting.npos || equals == 0) {
            throw usage_error(fmt::format("--set {}: must be NAME=VALUE", setting));
        }
        object.push_back({setting.substr(0, equals), Json{setting.substr(equals + 1)}});
    }
    return Json{std::move(object)};
}

}  // namespace arbiter::cli
