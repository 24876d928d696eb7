#include "tables/gitgammon/backgammon_play.hpp"

#include <algorithm>

#include "core/backgammon/formats/gitgammon.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "core/base/excerpt.hpp"
#include "core/contract/record.hpp"
#include "tables/board_move.hpp"
#include "tables/gitgammon/table_play.hpp"

namespace arbiter::tables {

namespace {

using backgammon::Dice;
using backgammon::TableDice;

std::size_t rolls_in(const backgammon::Game& game) {
    std::size_t count = 0;
    for (const backgammon::Event& event : game.events()) {
        if (backgammon::Game::author(event) == Author::chance) ++count;
    }
    return count;
}

backgammon::Die die(const referee::Throw& thrown, std::size_t index) {
    return *backgammon::Die::showing(thrown[index]);
}

/// The order in which dice fell means nothing, and the record does not keep it; but in an opening
/// White's die is the first.
TableDice dice_in(const referee::Throw& thrown, bool opening) {
    const Dice dice(die(thrown, 0), die(thrown, 1));
    return opening ? TableDice{die(thrown, 0), die(thrown, 1)} : TableDice{dice.high(), dice.low()};
}

/// Whether the side on roll may say something first: double, or answer a beaver.
bool has_choice(const backgammon::Game& game) {
    return std::ranges::any_of(game.actions(game.turn()), [](const Action& action) {
        return action.kind != Action::Kind::resign;
    });
}

/// The checker moves of a turn with the dice they use.
std::vector<backgammon::Step> steps_of(const backgammon::Table& table,
                                       const backgammon::Turn& turn) {
    std::vector<backgammon::Step> steps;
    backgammon::Board board = table.board;
    backgammon::Hand hand = table.hand();
    for (const backgammon::CheckerMove& move : turn.moves()) {
        const auto die = backgammon::die_for(board, table.active_player, move, hand);
        if (!die) break;
        steps.push_back({move, *die});
        hand.use(*die);
        board.move(table.active_player, move);
    }
    return steps;
}

/// Who knows backgammon is surprised by gitgammon's board.
std::string start_in_words(const Options& options) {
    for (const Option& option : options) {
        if (option.name != "start" || option.value != "gitgammon") continue;
        return "The board is GitGammon's; a table made with start=standard has the standard one.";
    }
    return {};
}

constexpr std::string_view roll_action = "roll";

/// Whether a move file has an action where gitgammon has checker moves.
bool is_action_file(std::string_view content) {
    const Reading<Json> json = read_json(content);
    const Json* moves = json ? json->find("moves") : nullptr;
    const auto* list = moves == nullptr ? nullptr : moves->as<Json::Array>();
    return list != nullptr && !list->empty() && list->front().find("action") != nullptr;
}

/// {"action": "roll"}, without any dice.
bool asks_for_dice(std::string_view action) {
    const Reading<Json> json = read_json(action);
    const auto* object = json ? json->as<Json::Object>() : nullptr;
    return object != nullptr && object->size() == 1 && action_in(action) == roll_action;
}

std::string score_in_words(const PerColor<int>& score) {
    return std::to_string(score.white) + "-" + std::to_string(score.black);
}

std::string points_in_words(int points) {
    return std::to_string(points) + (points == 1 ? " point" : " points");
}

}  // namespace

bool BackgammonPlay::is_for(std::string_view game) { return game == backgammon::Game::traits.name; }

Options BackgammonPlay::options(const Options& wanted) {
    const auto has = [&](std::string_view name) {
        return std::ranges::find(wanted, name, &Option::name) != wanted.end();
    };
    const bool in_match = std::ranges::any_of(
        wanted, [](const Option& option) { return option.name == "match" && option.value != "0"; });
    Options options;
    if (!has("start")) options.push_back({"start", "gitgammon"});
    if (!has("cube") && !in_match) options.push_back({"cube", "off"});
    if (!has("jacoby")) options.push_back({"jacoby", "off"});
    options.insert(options.end(), wanted.begin(), wanted.end());
    return options;
}

Reading<BackgammonPlay> BackgammonPlay::begin(const Terms& terms,
                                              const Circumstances& circumstances) {
    Reading<backgammon::Game> game = backgammon::Game::create(terms.options);
    if (!game) return {std::nullopt, std::move(game.faults)};
    game->tags = {{"White", terms.players.white}, {"Black", terms.players.black}};
    const backgammon::Die any = *backgammon::Die::showing(1);
    backgammon::Table table{.turn = 0,
                            .active_player = Color::white,
                            .dice = {any, any},
                            .dice_used = {},
                            .board = game->board(),
                            .last_move = {},
                            .winner = {},
                            .players = terms.players,
                            .messages = {},
                            .updated_at = circumstances.now};
    BackgammonPlay play(std::move(table), std::move(*game));
    if (!play.roll_on(circumstances, true)) {
        return Reading<BackgammonPlay>::failure("no_dice", "there are no dice to begin with");
    }
    if (std::string words = start_in_words(terms.options); !words.empty()) {
        play.add({Message::Type::info, std::move(words), circumstances.now});
    }
    return {std::move(play), {}};
}

Reading<BackgammonPlay> BackgammonPlay::read(const Texts& texts) {
    Reading<backgammon::Table> table = backgammon::read_table(texts.state);
    Reading<backgammon::Game> game = read_record<backgammon::Game>(texts.record, {});
    Reading<BackgammonPlay> reading{std::nullopt, std::move(table.faults)};
    reading.faults.merge(game.faults);
    if (!table || !game) return reading;
    BackgammonPlay play(std::move(*table), std::move(*game));
    if (play.agrees()) {
        reading.value = std::move(play);
    } else {
        reading.faults.add("state_contradicts_record",
                           "state.json is not where record.json has come to");
    }
    return reading;
}

/// Whether the active player has dice to play.
bool BackgammonPlay::plays_dice() const {
    return game_.position().stage() == backgammon::Stage::move && !game_.position().resignation();
}

bool BackgammonPlay::agrees() const {
    if (table_.board != game_.board()) return false;
    if (table_.winner) return game_.outcome() && game_.outcome()->winner == table_.winner;
    if (game_.outcome() || game_.turn() != table_.active_player) return false;
    return plays_dice() ? game_.position().dice() == table_.dice.sorted()
                        : table_.dice_used == table_.dice.all();
}

std::string BackgammonPlay::state() const { return backgammon::write_table(table_) + "\n"; }

std::string BackgammonPlay::record() const { return write_record(game_) + "\n"; }

std::string BackgammonPlay::match() const {
    if (!has_stake()) return {};
    JsonWriter out(JsonWriter::Style::lines);
    out.value(*read_json(*game_.ask("score", {})));
    return out.take() + "\n";
}

std::string BackgammonPlay::stake() const {
    if (!has_stake()) return {};
    const backgammon::Position& now = game_.position();
    std::string words = "money game";
    if (!game_.rules().money()) {
        words = "match to " + std::to_string(game_.rules().match_length) + ", score " +
                score_in_words(now.score());
    }
    if (now.crawford_game()) words += ", Crawford game";
    if (!game_.rules().cube) return words;
    words += ", cube at " + std::to_string(now.cube().value);
    if (now.cube().owner) words += " (" + capitalized(*now.cube().owner) + ")";
    return words;
}

AnyGame BackgammonPlay::game() const {
    return *AnyGame::read(
        record(), {.game = backgammon::Game::traits.name, .format = "record", .options = {}});
}

std::vector<std::string> BackgammonPlay::choices() const {
    std::vector<std::string> words;
    const bool rolls = game_.awaits() == Awaits::chance;
    if (rolls) words.emplace_back(roll_action);
    for (const backgammon::Event& event : game_.legal()) {
        if (backgammon::Game::author(event) == Author::player) {
            words.push_back(game_.write_event(event));
        }
    }
    return words;
}

std::expected<void, MoveRejection> BackgammonPlay::play(const NamedFile& file,
                                                        const Circumstances& circumstances) {
    BackgammonPlay after = *this;
    bool asked = false;
    if (is_action_file(file.content)) {
        const auto acted = after.act(file, circumstances.now);
        if (!acted) return std::unexpected(acted.error());
        asked = *acted;
    } else if (auto turned = after.turn(file, circumstances.now); !turned) {
        return turned;
    }
    if (!after.roll_on(circumstances, asked)) {
        return std::unexpected(MoveRejection{"no_dice", "there are no more dice"});
    }
    *this = std::move(after);
    return {};
}

std::expected<void, MoveRejection> BackgammonPlay::turn(const NamedFile& file,
                                                        const std::string& now) {
    const Reading<gitgammon::MoveFile> move = gitgammon::read_move_file(file.content);
    if (!move) return std::unexpected(rejection_of(move.faults));
    backgammon::Move event{move->player, {}};
    for (const backgammon::Step& step : move->moves) event.turn.push(step.move);
    const std::size_t games = game_.ends().size();
    // Before the dice are there, the game says best what is missing.
    if (!game_.outcome() && !plays_dice()) {
        return std::unexpected(rejection_of(game_.check(event).error()));
    }
    auto after = gitgammon::turned(table_, file.name, *move, now);
    if (!after) return std::unexpected(rejection_of(after.error()));
    if (const auto played = game_.play(event); !played) {
        return std::unexpected(rejection_of(played.error()));
    }
    table_ = std::move(*after);
    if (game_.ends().size() > games) tell_end(now);
    return {};
}

std::expected<bool, MoveRejection> BackgammonPlay::act(const NamedFile& file,
                                                       const std::string& now) {
    const Reading<BoardMoveFile> move = read_board_move(file.content);
    if (!move) return std::unexpected(rejection_of(move.faults));
    if (move->moves.size() != 1) {
        return std::unexpected(MoveRejection{"wrong_length", "a file has one action"});
    }
    const auto due = is_due({.over = table_.winner.has_value(),
                             .sequence = table_.last_move ? table_.last_move->sequence + 1 : 1,
                             .state = fingerprint()},
                            file.name, *move);
    if (!due) return std::unexpected(due.error());
    const std::string& text = move->moves.front();
    const std::size_t games = game_.ends().size();
    const bool rolls = asks_for_dice(text);
    Result<void> done;
    if (rolls) {
        done = may_roll(move->player);
    } else {
        const auto event = game_.read_event(text, move->player);
        if (!event) return std::unexpected(rejection_of(event.error()));
        if (backgammon::Game::author(*event) != Author::player) {
            return std::unexpected(
                MoveRejection{"not_a_players", in_quotes(text) + " is not for players to say"});
        }
        done = say(move->player, *event);
    }
    if (!done) return std::unexpected(rejection_of(done.error()));
    table_.last_move = file.name;
    add(action_message(move->player, action_in(text), now));
    if (game_.ends().size() > games) tell_end(now);
    return rolls;
}

Result<void> BackgammonPlay::may_roll(Color by) const {
    auto checked = game_.check(backgammon::Roll{by, backgammon::all_dice().front()});
    if (!checked) return std::unexpected(std::move(checked.error()));
    return {};
}

Result<void> BackgammonPlay::say(Color by, const backgammon::Event& event) {
    auto said = game_.play(event);
    // Where nothing but the winner counts nobody has to accept a resignation.
    if (said && !has_stake() && game_.position().resignation()) {
        said = game_.play(backgammon::AcceptResignation{opponent(by)});
    }
    if (!said) return std::unexpected(std::move(said.error()));
    return {};
}

bool BackgammonPlay::roll_on(const Circumstances& circumstances, bool asked) {
    while (game_.awaits() == Awaits::chance && (asked || !has_choice(game_))) {
        const auto thrown = circumstances.dice.roll(rolls_in(game_) + 1);
        if (!thrown) return false;
        const bool opening = game_.position().stage() == backgammon::Stage::opening_roll;
        if (!game_.play(*game_.read_event(game_.chance_event(*thrown)))) return false;
        if (game_.awaits() == Awaits::chance) continue;  // a tie
        asked = false;
        ++table_.turn;
        table_.dice = dice_in(*thrown, opening);
        if (opening) {
            add({Message::Type::info, "Game started. " + capitalized(game_.turn()) + " to move.",
                 circumstances.now});
        }
        const auto pass = game_.forced();
        if (pass && game_.play(*pass)) {
            add({Message::Type::info, "No legal moves available", circumstances.now});
        }
    }
    table_.board = game_.board();
    if (game_.outcome()) return true;
    table_.active_player = game_.turn();
    table_.dice_used = plays_dice() ? std::vector<backgammon::Die>() : table_.dice.all();
    return true;
}

/// The end of a game, which is not that of its match.
void BackgammonPlay::tell_end(const std::string& now) {
    const auto [winner, points, reason] = *game_.last_end();
    if (game_.outcome()) table_.winner = winner;
    std::string words = "Game over. ";
    if (has_stake()) {
        words += capitalized(winner) + " wins " + points_in_words(points) + "; the score is " +
                 score_in_words(game_.position().score()) + ".";
    } else if (reason == backgammon::reasons::resignation) {
        words += sentence(*outcome()) + ".";
    } else {
        words += capitalized(winner) + " wins.";
    }
    add({Message::Type::info, std::move(words), now});
}

std::expected<std::string, MoveRejection> BackgammonPlay::compose(
    const MoveRequest& request) const {
    std::string text;
    for (const std::string& part : request.moves) text += (text.empty() ? "" : " ") + part;
    const MoveNote note{
        .timestamp = request.now, .expected_state = fingerprint(), .comment = request.comment};
    const auto action_file = [&](std::string action) {
        return write_board_move({request.by, {std::move(action)}, note});
    };
    if (text == roll_action) {
        if (auto allowed = may_roll(request.by); !allowed) {
            return std::unexpected(rejection_of(allowed.error()));
        }
        return action_file(R"({"action":"roll"})");
    }
    const auto event = game_.read_event(text, request.by);
    const bool acts = event && backgammon::Game::author(*event) == Author::player &&
                      !std::holds_alternative<backgammon::Move>(*event);
    if (acts) {
        if (auto allowed = game_.check(*event); !allowed) {
            return std::unexpected(rejection_of(allowed.error()));
        }
        return action_file(game_.write_event(*event, "json"));
    }
    if (!event && !plays_dice()) return std::unexpected(rejection_of(event.error()));
    const auto choice = backgammon::read_turn(table_.board, request.by, table_.hand(), text);
    if (!choice) return std::unexpected(rejection_of(choice.error()));
    return gitgammon::write_move_file({.player = request.by,
                                       .moves = steps_of(table_, choice->turn),
                                       .dice_roll = table_.dice,
                                       .note = note}) +
           "\n";
}

void BackgammonPlay::lose_on_time() {
    const Color late = table_.active_player;
    if (game_.play(LoseOnTime{late})) table_.winner = opponent(late);
}

void BackgammonPlay::add(Message message) {
    table_.updated_at = message.timestamp;
    table_.add(std::move(message));
}

std::vector<referee::Throw> BackgammonPlay::rolls() const {
    std::vector<referee::Throw> rolls;
    const auto add = [&](backgammon::Die first, backgammon::Die second) {
        rolls.push_back(
            {static_cast<std::uint8_t>(first.pips()), static_cast<std::uint8_t>(second.pips())});
    };
    for (const backgammon::Event& event : game_.events()) {
        if (const auto* opening = std::get_if<backgammon::OpeningRoll>(&event)) {
            add(opening->white, opening->black);
        } else if (const auto* roll = std::get_if<backgammon::Roll>(&event)) {
            add(roll->dice.high(), roll->dice.low());
        }
    }
    return rolls;
}

}  // namespace arbiter::tables
