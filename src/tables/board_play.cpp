#include "tables/board_play.hpp"

#include "core/base/excerpt.hpp"
#include "tables/board_move.hpp"
#include "tables/fingerprint.hpp"

namespace arbiter::tables {

namespace {

/// The format in which state.json has the position: the first one for agents that can express the
/// start. Where it cannot express a later position, there is null.
std::string_view position_format(const AnyGame& game) {
    AnyGame start = game;
    start.rewind(0);
    for (const auto& format : game.traits().agents.states) {
        if (start.write(format.name)) return format.name;
    }
    return game.traits().agents.states.front().name;
}

/// JSON on several lines, moved to the right: it has line breaks only between its tokens.
std::string indented(std::string_view json, std::string_view by) {
    std::string text;
    for (const char c : json) {
        text += c;
        if (c == '\n') text += by;
    }
    return text;
}

void write_position(JsonWriter& out, const AnyGame& game, std::string_view format) {
    const auto position = game.write(format);
    if (!position) return out.null();
    position->starts_with('{') ? out.raw(indented(*position, "  ")) : out.value(*position);
}

void write_outcome(JsonWriter& out, const std::optional<Outcome>& outcome) {
    if (!outcome) return out.null();
    out.object([&] {
        out.member("result", to_string(outcome->result));
        out.key("winner");
        outcome->winner ? out.value(to_string(*outcome->winner)) : out.null();
        out.member("reason", outcome->reason);
    });
}

/// What cannot be recomputed from the record.
struct Remarks {
    std::optional<MoveFileName> last_move;
    std::vector<Message> messages;
    std::string updated_at;
};

class RemarksReader : TableJsonReader {
public:
    explicit RemarksReader(const Json& document) : TableJsonReader(document) {}

    Reading<Remarks> read() {
        Remarks remarks;
        if (root.object(faults) == nullptr) return {std::nullopt, std::move(faults)};
        const auto last = member("lastMove");
        if (last && !last->json().is_null()) remarks.last_move = read_move_reference(*last);
        if (const auto view = member("messages")) remarks.messages = read_messages(*view);
        const auto updated = member("updatedAt");
        if (updated && read_moment(*updated)) {
            remarks.updated_at = *updated->json().as<std::string>();
        }
        if (faults.fatal()) return {std::nullopt, std::move(faults)};
        return {std::move(remarks), std::move(faults)};
    }
};

}  // namespace

Reading<BoardPlay> BoardPlay::begin(const Terms& terms, const std::string& now) {
    Reading<AnyGame> game = AnyGame::create(terms.game, terms.options);
    Reading<BoardPlay> reading{std::nullopt, std::move(game.faults)};
    if (!game) return reading;
    if (const auto position = game->write(position_format(*game)); !position) {
        reading.faults.add(position.error());
        return reading;
    }
    game->set_tag("White", terms.players.white);
    game->set_tag("Black", terms.players.black);
    BoardPlay play(std::move(*game), terms.players);
    play.add({Message::Type::info,
              "Game started. " + capitalized(play.active_player()) + " to move.", now});
    reading.value = std::move(play);
    return reading;
}

Reading<BoardPlay> BoardPlay::read(const Texts& texts, const Terms& terms) {
    Reading<AnyGame> game =
        AnyGame::read(texts.record, {.game = terms.game, .format = "record", .options = {}});
    Reading<BoardPlay> reading{std::nullopt, std::move(game.faults)};
    const Reading<Json> document = read_json(texts.state);
    reading.faults.merge(document.faults);
    if (!game || !document) return reading;
    Reading<Remarks> remarks = RemarksReader(*document).read();
    reading.faults.merge(remarks.faults);
    if (!remarks) return reading;

    BoardPlay play(std::move(*game), terms.players);
    play.last_move_ = std::move(remarks->last_move);
    play.messages_ = std::move(remarks->messages);
    play.updated_at_ = std::move(remarks->updated_at);
    if (lasting_part(texts.state) == lasting_part(play.state())) {
        reading.value = std::move(play);
    } else {
        reading.faults.add("state_contradicts_record",
                           "state.json is not where record.json has come to");
    }
    return reading;
}

BoardPlay::BoardPlay(AnyGame game, PerColor<std::string> players)
    : game_(std::move(game)), format_(position_format(game_)), players_(std::move(players)) {}

std::string BoardPlay::state() const {
    const auto& over = outcome();
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.member("turn", last_move_ ? last_move_->sequence + 1 : 1);
        out.member("activePlayer", to_string(active_player()));
        out.key("position");
        write_position(out, game_, format_);
        out.key("lastMove");
        write_move_reference(out, last_move_);
        out.member("status", over ? "completed" : "playing");
        out.key("winner");
        over && over->winner ? out.value(to_string(*over->winner)) : out.null();
        out.key("outcome");
        write_outcome(out, over);
        out.key("players");
        out.object([&] {
            for (const Color color : both_colors) out.member(to_string(color), players_[color]);
        });
        out.key("messages");
        write_messages(out, messages_);
        out.member("updatedAt", updated_at_);
    });
    return out.take() + "\n";
}

std::string BoardPlay::record() const { return *game_.write("record") + "\n"; }

std::string BoardPlay::fingerprint() const { return fingerprint_of(state()); }

std::expected<void, MoveRejection> BoardPlay::play(const NamedFile& file,
                                                   const Circumstances& circumstances) {
    const Reading<BoardMoveFile> move = read_board_move(file.content);
    if (!move) return std::unexpected(rejection_of(move.faults));
    if (auto due = is_due({.over = outcome().has_value(),
                           .sequence = last_move_ ? last_move_->sequence + 1 : 1,
                           .state = fingerprint()},
                          file.name, *move);
        !due) {
        return due;
    }
    BoardPlay after = *this;
    for (const std::string& text : move->moves) {
        const auto meaning = after.game_.understand(text, move->player);
        if (meaning && meaning->author != Author::player) {
            return std::unexpected(
                MoveRejection{"not_a_players", in_quotes(text) + " is not for players to say"});
        }
        const auto effects = after.game_.play(text, move->player);
        if (!effects) return std::unexpected(rejection_of(effects.error()));
        if (std::string action = action_in(text); !action.empty()) {
            after.add(action_message(move->player, std::move(action), circumstances.now));
        }
    }
    after.last_move_ = file.name;
    after.updated_at_ = circumstances.now;
    if (after.outcome()) {
        after.add({Message::Type::info, "Game over. " + sentence(*after.outcome()) + ".",
                   circumstances.now});
    }
    *this = std::move(after);
    return {};
}

std::expected<std::string, MoveRejection> BoardPlay::compose(const MoveRequest& request) const {
    AnyGame after = game_;
    for (const std::string& move : request.moves) {
        const auto effects = after.play(move, request.by);
        if (!effects) return std::unexpected(rejection_of(effects.error()));
    }
    auto history = after.history("json");
    if (!history) history = after.history(after.traits().record_notation);
    const auto begin = history->begin() + static_cast<std::ptrdiff_t>(game_.event_count());
    return write_board_move({.player = request.by,
                             .moves = {begin, history->end()},
                             .note = {.timestamp = request.now,
                                      .expected_state = fingerprint(),
                                      .comment = request.comment,
                                      .commit_sha = {}}});
}

void BoardPlay::lose_on_time() {
    static_cast<void>(game_.play(R"({"action":"lose_on_time"})", game_.turn()));
}

void BoardPlay::add(Message message) {
    updated_at_ = message.timestamp;
    add_message(messages_, std::move(message));
}

}  // namespace arbiter::tables
