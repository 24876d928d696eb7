#include "core/backgammon/formats/gitgammon_reader.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/excerpt.hpp"
#include "core/contract/table_state.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::array<std::string_view, 13> table_keys{
    "turn",     "activePlayer", "dice",   "diceUsed", "board",    "bar",      "home",
    "lastMove", "status",       "winner", "players",  "messages", "updatedAt"};
constexpr std::array<std::string_view, 2> color_keys{"white", "black"};

int checkers(const Board& board, Color color) {
    int sum = 0;
    for (int i = 0; i <= 25; ++i) sum += board.count(color, *Spot::at(i));
    return sum;
}

/// Reads the members of a state one by one and collects what is wrong with each.
class TableReader : TableJsonReader {
public:
    explicit TableReader(const Json& document) : TableJsonReader(document) {}

    Reading<Table> read() {
        if (root.object(faults) == nullptr) return {std::nullopt, std::move(faults)};
        root.refuse_unknown(table_keys, Severity::error, faults);
        if (const auto view = member("turn")) turn_ = read_integer(*view, {1, Table::turn_max});
        if (const auto view = member("activePlayer")) active_player_ = read_color(*view);
        if (const auto view = member("dice")) dice_ = read_roll(*view, faults);
        read_dice_used();
        read_checkers();
        read_last_move();
        read_end();
        read_players();
        if (const auto view = member("messages")) messages_ = read_messages(*view);
        read_updated_at();
        if (faults.fatal()) return {std::nullopt, std::move(faults)};
        return {Table{.turn = *turn_,
                      .active_player = *active_player_,
                      .dice = *dice_,
                      .dice_used = std::move(dice_used_),
                      .board = board_,
                      .last_move = std::move(last_move_),
                      .winner = winner_,
                      .players = std::move(players_),
                      .messages = std::move(messages_),
                      .updated_at = std::move(updated_at_)},
                std::move(faults)};
    }

private:
    std::optional<int> turn_;
    std::optional<Color> active_player_;
    std::optional<TableDice> dice_;
    std::vector<Die> dice_used_;
    Board board_;
    bool board_known_ = true;
    std::optional<MoveFileName> last_move_;
    std::optional<Color> winner_;
    PerColor<std::string> players_;
    std::vector<Message> messages_;
    std::string updated_at_;

    void read_dice_used() {
        const auto view = member("diceUsed");
        if (!view) return;
        const auto used = read_dice_list(*view, faults);
        if (!used || !dice_) return;
        dice_used_ = *used;
        std::vector<Die> left = dice_->all();
        for (std::size_t i = 0; i < used->size(); ++i) {
            const auto die = std::ranges::find(left, (*used)[i]);
            if (die != left.end()) {
                left.erase(die);
            } else {
                add(view->at(i, (*view->json().as<Json::Array>())[i]), "die_not_rolled",
                    "the dice have no " + std::to_string((*used)[i].pips()) +
                        " that could be used");
            }
        }
    }

    // ---- the checkers ----

    void read_checkers() {
        board_ = Board();
        read_points();
        read_pair("bar", Spot::bar());
        read_pair("home", Spot::off());
        if (!board_known_) return;
        const Json& points = *root.json().find("board");
        for (const Color color : both_colors) {
            const int count = checkers(board_, color);
            if (count == checkers_each) continue;
            add(root.at("board", points), "wrong_checker_count",
                std::string(arbiter::to_string(color)) + " has " + std::to_string(count) +
                    " checkers on board, bar and home together instead of 15");
        }
        if (is_deadlock(board_)) {
            add(root.at("bar", *root.json().find("bar")), "deadlock",
                "both sides are on the bar before a closed board: neither can ever move");
        }
    }

    void read_points() {
        const auto view = member("board");
        const Json::Array* points = view ? view->array(faults) : nullptr;
        board_known_ = points != nullptr;
        if (points == nullptr) return;
        if (points->size() != points_on_board) {
            board_known_ = false;
            return add(*view, "wrong_length",
                       "a board has 24 points, not " + std::to_string(points->size()));
        }
        for (std::size_t i = 0; i < points->size(); ++i) {
            const auto count =
                read_integer(view->at(i, (*points)[i]), {-checkers_each, checkers_each});
            board_known_ = board_known_ && count;
            if (!count) continue;
            const Color color = *count > 0 ? Color::white : Color::black;
            board_.set(color, point_at(color, static_cast<int>(i)), std::abs(*count));
        }
    }

    void read_pair(std::string_view key, Spot spot) {
        const auto view = member(key);
        if (!view || view->object(faults) == nullptr) {
            board_known_ = false;
            return;
        }
        view->refuse_unknown(color_keys, Severity::error, faults);
        for (const Color color : both_colors) {
            const auto side = member(*view, arbiter::to_string(color));
            const auto count = side ? read_integer(*side, {0, checkers_each}) : std::nullopt;
            board_known_ = board_known_ && count;
            if (count) board_.set(color, spot, *count);
        }
    }

    // ---- the last move ----

    void read_last_move() {
        const auto view = member("lastMove");
        if (!view) return;
        if (view->json().is_null()) {
            if (turn_ && *turn_ > 1) {
                add(*view, "last_move_missing", "only in turn 1 nobody has moved yet");
            }
            return;
        }
        last_move_ = read_move_reference(*view);
    }

    // ---- status and winner ----

    void read_end() {
        const auto completed = read_status();
        const auto view = member("winner");
        if (!view) return;
        if (!view->json().is_null()) {
            winner_ = read_color(*view);
            if (!winner_) return;
        }
        if (!completed) return;
        if (!*completed && winner_) {
            add(*view, "winner_while_playing", "nobody has won while the game is being played");
        }
        if (*completed && !winner_) {
            add(*view, "winner_missing", "a game that is completed has a winner");
        }
        if (board_known_) compare_with_home(*view, *completed);
        if (!*completed) warn_of_active_player();
    }

    std::optional<bool> read_status() {
        const auto view = member("status");
        const std::string* status = view ? view->string(faults) : nullptr;
        if (status == nullptr) return std::nullopt;
        if (*status == "playing") return false;
        if (*status == "completed") return true;
        add(*view, "unknown_status", in_quotes(*status) + " is neither playing nor completed");
        return std::nullopt;
    }

    /// A game may be completed with checkers on the board, since a player may resign.
    void compare_with_home(const JsonView& winner, bool completed) {
        for (const Color color : both_colors) {
            if (board_.count(color, Spot::off()) != checkers_each) continue;
            const std::string who(arbiter::to_string(color));
            if (!completed) {
                add(root.at("status", *root.json().find("status")), "not_completed",
                    who + " has all 15 checkers home: the game is completed");
            } else if (winner_ && *winner_ != color) {
                add(winner, "wrong_winner", who + " has all 15 checkers home");
            }
        }
    }

    /// After a pass the same player moves again: then there are fewer files than turns.
    void warn_of_active_player() {
        if (!last_move_ || last_move_->player != active_player_) return;
        if (!turn_ || last_move_->sequence < *turn_ - 1) return;
        faults.warn("last_move_of_active_player",
                    "the last move was made by the player whose turn it is",
                    JsonPointer{"/lastMove/player"});
    }

    // ---- names, messages and time ----

    void read_players() {
        const auto view = member("players");
        if (!view || view->object(faults) == nullptr) return;
        view->refuse_unknown(color_keys, Severity::error, faults);
        for (const Color color : both_colors) {
            const auto side = member(*view, arbiter::to_string(color));
            if (auto name = side ? read_text(*side) : std::nullopt) players_[color] = *name;
        }
    }

    void read_updated_at() {
        const auto view = member("updatedAt");
        if (view && read_moment(*view)) updated_at_ = *view->json().as<std::string>();
    }
};

}  // namespace

Likeness gitgammon_likeness(const Glance& glance) {
    return likeness_of(glance, table_keys, {{"board", "["}});
}

Reading<Table> read_table(std::string_view json) {
    Reading<Json> document = read_json(json);
    if (!document) return {std::nullopt, std::move(document.faults)};
    return read_table(*document);
}

Reading<Table> read_table(const Json& document) { return TableReader(document).read(); }

}  // namespace arbiter::backgammon
