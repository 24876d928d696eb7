#include "tables/gitgammon/move_file.hpp"

#include <array>

namespace arbiter::tables::gitgammon {

using backgammon::bar_index;
using backgammon::Die;
using backgammon::off_index;
using backgammon::Spot;
using backgammon::Step;

namespace {

constexpr std::array<std::string_view, 7> file_keys{
    "player", "moves", "timestamp", "expectedState", "diceRoll", "comment", "commitSha"};
constexpr std::array<std::string_view, 3> step_keys{"from", "to", "die"};

constexpr std::size_t moves_max = 4;

int from_index(Color player, Spot from) {
    return from.is_bar() ? bar_index : index_of(player, from);
}
int to_index(Color player, Spot to) { return to.is_off() ? off_index : index_of(player, to); }

class MoveFileReader : TableFileReader {
public:
    explicit MoveFileReader(const Json& document) : TableFileReader(document) {}

    Reading<MoveFile> read() {
        if (root.object(faults) == nullptr) return {std::nullopt, std::move(faults)};
        root.refuse_unknown(file_keys, Severity::error, faults);
        if (const auto view = member("player")) player_ = read_color(*view);
        auto moves = read_moves();
        MoveNote note = read_note();
        const auto rolled = member("diceRoll");
        const auto dice = rolled ? backgammon::read_roll(*rolled, faults) : std::nullopt;
        if (faults.fatal()) return {std::nullopt, std::move(faults)};
        return {MoveFile{.player = *player_,
                         .moves = std::move(moves),
                         .dice_roll = *dice,
                         .note = std::move(note)},
                std::move(faults)};
    }

private:
    std::optional<Color> player_;

    std::vector<Step> read_moves() {
        std::vector<Step> moves;
        const auto view = member("moves");
        const Json::Array* list = view ? view->array(faults) : nullptr;
        if (list == nullptr) return moves;
        if (list->empty() || list->size() > moves_max) {
            add(*view, "wrong_length", "a turn is 1 to 4 moves");
            return moves;
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            if (const auto step = read_step(view->at(i, (*list)[i]))) moves.push_back(*step);
        }
        return moves;
    }

    std::optional<Step> read_step(const JsonView& view) {
        if (view.object(faults) == nullptr) return std::nullopt;
        view.refuse_unknown(step_keys, Severity::error, faults);
        const auto from = read_number(view, "from", {bar_index, off_index - 1});
        const auto to = read_number(view, "to", {0, off_index});
        const auto die = read_number(view, "die", {1, 6});
        if (!player_ || !from || !to || !die) return std::nullopt;
        return Step{{*from == bar_index ? Spot::bar() : backgammon::point_at(*player_, *from),
                     *to == off_index ? Spot::off() : backgammon::point_at(*player_, *to)},
                    *Die::showing(*die)};
    }

    std::optional<int> read_number(const JsonView& object, std::string_view key, Range range) {
        const auto view = member(object, key);
        return view ? read_integer(*view, range) : std::nullopt;
    }
};

void write_step(JsonWriter& out, Color player, const Step& step) {
    out.on_one_line([&] {
        out.object([&] {
            out.member("from", from_index(player, step.move.from));
            out.member("to", to_index(player, step.move.to));
            out.member("die", step.die.pips());
        });
    });
}

}  // namespace

Reading<MoveFile> read_move_file(std::string_view json) {
    Reading<Json> document = read_json(json);
    if (!document) return {std::nullopt, std::move(document.faults)};
    return MoveFileReader(*document).read();
}

std::string write_move_file(const MoveFile& file) {
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.member("player", to_string(file.player));
        out.key("moves");
        out.array([&] {
            for (const Step& step : file.moves) write_step(out, file.player, step);
        });
        out.member("timestamp", file.note.timestamp);
        out.member("expectedState", file.note.expected_state);
        out.key("diceRoll");
        backgammon::write_dice_list(out, file.dice_roll.all());
        write_optional(out, "comment", file.note.comment);
        write_optional(out, "commitSha", file.note.commit_sha);
    });
    return out.take();
}

}  // namespace arbiter::tables::gitgammon
