#include "tables/gitgammon/backgammon_play.hpp"

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

/// Rolls for one move, and keeps what was rolled.
class Roller {
public:
    Roller(referee::DiceSource& dice, std::size_t count) : dice_(dice), number_(count) {}

    /// Any dice once there are none left: then it is `exhausted`.
    TableDice operator()() {
        const auto next = dice_.roll(++number_);
        if (!next) ++missing_;
        rolled.push_back(next ? ordered(*next) : substitute());
        return rolled.back();
    }
    bool exhausted() const { return missing_ > 0; }

    std::vector<TableDice> rolled;

private:
    /// The order in which two dice fell means nothing, and the record does not keep it.
    static TableDice ordered(const referee::Throw& thrown) {
        const Dice dice(die(thrown, 0), die(thrown, 1));
        return {dice.high(), dice.low()};
    }
    static TableDice substitute() {
        return {*backgammon::Die::showing(1), *backgammon::Die::showing(2)};
    }

    referee::DiceSource& dice_;
    std::uint64_t number_;
    int missing_ = 0;
};

/// What the table did with a turn and the rolls after it, once more as events of the game.
Result<void> follow(backgammon::Game& game, const backgammon::Turn& turn,
                    const backgammon::Table& after, const std::vector<TableDice>& rolled) {
    Color player = game.turn();
    if (auto moved = game.play(backgammon::Move{player, turn}); !moved) {
        return std::unexpected(std::move(moved.error()));
    }
    if (after.winner) return {};
    for (std::size_t i = 0; i < rolled.size(); ++i) {
        player = opponent(player);
        if (auto roll = game.play(backgammon::Roll{player, rolled[i].sorted()}); !roll) {
            return std::unexpected(std::move(roll.error()));
        }
        if (i + 1 == rolled.size()) break;
        if (auto pass = game.play(backgammon::Move{player, {}}); !pass) {
            return std::unexpected(std::move(pass.error()));
        }
    }
    return {};
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

constexpr std::string_view resignation = "resign";

bool is_resignation(std::string_view content) {
    const Reading<BoardMoveFile> move = read_board_move(content);
    if (!move || move->moves.size() != 1) return false;
    const Reading<Json> json = read_json(move->moves.front());
    const Json* action = json ? json->find("action") : nullptr;
    const auto* name = action == nullptr ? nullptr : action->as<std::string>();
    return name != nullptr && *name == resignation;
}

}  // namespace

bool BackgammonPlay::is_for(std::string_view game) { return game == backgammon::Game::traits.name; }

Reading<Options> BackgammonPlay::options(const Options& wanted) {
    // Neither state.json nor a move file can express a cube or a match.
    Options options{{"start", "gitgammon"}, {"cube", "off"}, {"jacoby", "off"}};
    Reading<Options> reading;
    for (const Option& option : wanted) {
        if (option.name == "start") {
            options.front().value = option.value;
        } else {
            reading.faults.add("option_not_here",
                               "a table of backgammon in git has only the option start, not " +
                                   in_quotes(option.name));
        }
    }
    if (!reading.faults.fatal()) reading.value = std::move(options);
    return reading;
}

Reading<BackgammonPlay> BackgammonPlay::begin(const Terms& terms,
                                              const Circumstances& circumstances) {
    Reading<backgammon::Game> game = backgammon::Game::create(terms.options);
    if (!game) return {std::nullopt, std::move(game.faults)};
    game->tags = {{"White", terms.players.white}, {"Black", terms.players.black}};
    std::optional<backgammon::OpeningRoll> opening;
    do {
        const auto thrown = circumstances.dice.roll(rolls_in(*game) + 1);
        if (thrown) opening = backgammon::OpeningRoll{die(*thrown, 0), die(*thrown, 1)};
        if (!thrown || !game->play(*opening)) {
            return Reading<BackgammonPlay>::failure("no_dice", "there are no dice to begin with");
        }
    } while (opening->white == opening->black);

    const Color first = game->turn();
    backgammon::Table table{.turn = 1,
                            .active_player = first,
                            .dice = {opening->white, opening->black},
                            .dice_used = {},
                            .board = game->board(),
                            .last_move = {},
                            .winner = {},
                            .players = terms.players,
                            .messages = {},
                            .updated_at = circumstances.now};
    table.add({Message::Type::info, "Game started. " + capitalized(first) + " to move.",
               circumstances.now});
    if (std::string words = start_in_words(terms.options); !words.empty()) {
        table.add({Message::Type::info, std::move(words), circumstances.now});
    }
    return {BackgammonPlay(std::move(table), std::move(*game)), {}};
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

bool BackgammonPlay::agrees() const {
    if (table_.board != game_.board()) return false;
    if (table_.winner) return game_.outcome() && game_.outcome()->winner == table_.winner;
    return !game_.outcome() && game_.awaits() == Awaits::move &&
           game_.turn() == table_.active_player && game_.position().dice() == table_.dice.sorted();
}

std::string BackgammonPlay::state() const { return backgammon::write_table(table_) + "\n"; }

std::string BackgammonPlay::record() const { return write_record(game_) + "\n"; }

AnyGame BackgammonPlay::game() const {
    return *AnyGame::read(
        record(), {.game = backgammon::Game::traits.name, .format = "record", .options = {}});
}

std::expected<void, MoveRejection> BackgammonPlay::play(const NamedFile& file,
                                                        const Circumstances& circumstances) {
    if (is_resignation(file.content)) return resign(file, circumstances);
    const Reading<gitgammon::MoveFile> move = gitgammon::read_move_file(file.content);
    if (!move) return std::unexpected(rejection_of(move.faults));
    Roller roller(circumstances.dice, rolls_in(game_));
    auto after =
        gitgammon::moved(table_, file.name, *move, circumstances.now, [&] { return roller(); });
    if (!after) return std::unexpected(rejection_of(after.error()));
    if (roller.exhausted() && !after->winner) {
        return std::unexpected(MoveRejection{"no_dice", "there are no more dice"});
    }
    backgammon::Turn turn;
    for (const backgammon::Step& step : move->moves) turn.push(step.move);
    backgammon::Game game = game_;
    if (const auto followed = follow(game, turn, *after, roller.rolled); !followed) {
        return std::unexpected(rejection_of(followed.error()));
    }
    table_ = std::move(*after);
    game_ = std::move(game);
    return {};
}

std::expected<std::string, MoveRejection> BackgammonPlay::compose(
    const MoveRequest& request) const {
    if (request.moves == std::vector<std::string>{std::string(resignation)}) {
        return write_board_move({.player = request.by,
                                 .moves = {R"({"action":"resign"})"},
                                 .note = {.timestamp = request.now,
                                          .expected_state = fingerprint(),
                                          .comment = request.comment}});
    }
    std::string text;
    for (const std::string& part : request.moves) text += (text.empty() ? "" : " ") + part;
    const auto choice = backgammon::read_turn(table_.board, request.by, table_.hand(), text);
    if (!choice) return std::unexpected(rejection_of(choice.error()));
    return gitgammon::write_move_file({.player = request.by,
                                       .moves = steps_of(table_, choice->turn),
                                       .dice_roll = table_.dice,
                                       .note = {.timestamp = request.now,
                                                .expected_state = fingerprint(),
                                                .comment = request.comment}}) +
           "\n";
}

std::expected<void, MoveRejection> BackgammonPlay::resign(const NamedFile& file,
                                                          const Circumstances& circumstances) {
    const Reading<BoardMoveFile> move = read_board_move(file.content);
    if (!move) return std::unexpected(rejection_of(move.faults));
    if (auto due = is_due({.over = table_.winner.has_value(),
                           .sequence = table_.last_move ? table_.last_move->sequence + 1 : 1,
                           .state = fingerprint()},
                          file.name, *move);
        !due) {
        return due;
    }
    // Without a cube or a match nothing but the winner counts, so nobody has to accept.
    backgammon::Game game = game_;
    const Color winner = opponent(move->player);
    auto ended = game.play(backgammon::OfferResignation{move->player, backgammon::Level::single});
    if (ended) ended = game.play(backgammon::AcceptResignation{winner});
    if (!ended) return std::unexpected(rejection_of(ended.error()));
    game_ = std::move(game);
    table_.winner = winner;
    table_.last_move = file.name;
    add({Message::Type::info, "Game over. " + sentence(*outcome()) + ".", circumstances.now});
    return {};
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
