#include "tables/board_move.hpp"

#include <algorithm>
#include <array>

#include "tables/codes.hpp"

namespace arbiter::tables {

namespace {

constexpr std::array<std::string_view, 6> file_keys{"player",        "moves",   "timestamp",
                                                    "expectedState", "comment", "commitSha"};

/// A string is a move in words; everything else is handed on as JSON.
std::string move_text(const Json& move) {
    if (const auto* words = move.as<std::string>()) return *words;
    JsonWriter out;
    out.value(move);
    return out.take();
}

class BoardMoveReader : TableFileReader {
public:
    explicit BoardMoveReader(const Json& document) : TableFileReader(document) {}

    Reading<BoardMoveFile> read() {
        if (root.object(faults) == nullptr) return {std::nullopt, std::move(faults)};
        root.refuse_unknown(file_keys, Severity::error, faults);
        const auto mover = member("player");
        const auto player = mover ? read_color(*mover) : std::nullopt;
        auto moves = read_moves();
        auto note = read_note();
        if (faults.fatal()) return {std::nullopt, std::move(faults)};
        return {BoardMoveFile{*player, std::move(moves), std::move(note)}, std::move(faults)};
    }

private:
    std::vector<std::string> read_moves() {
        std::vector<std::string> moves;
        const auto view = member("moves");
        const Json::Array* list = view ? view->array(faults) : nullptr;
        if (list == nullptr) return moves;
        if (list->empty() || list->size() > BoardMoveFile::moves_max) {
            add(*view, "wrong_length", "a file has 1 to 16 moves");
            return moves;
        }
        for (const Json& move : *list) moves.push_back(move_text(move));
        return moves;
    }
};

}  // namespace

Reading<BoardMoveFile> read_board_move(std::string_view json) {
    Reading<Json> document = read_json(json);
    if (!document) return {std::nullopt, std::move(document.faults)};
    return BoardMoveReader(*document).read();
}

std::string write_board_move(const BoardMoveFile& file) {
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.member("player", to_string(file.player));
        out.key("moves");
        out.array([&] {
            for (const std::string& move : file.moves) {
                move.starts_with('{') ? out.raw(move) : out.value(move);
            }
        });
        out.member("timestamp", file.note.timestamp);
        out.member("expectedState", file.note.expected_state);
        write_optional(out, "comment", file.note.comment);
        write_optional(out, "commitSha", file.note.commit_sha);
    });
    return out.take() + "\n";
}

std::string action_in(std::string_view move) {
    const Reading<Json> json = read_json(move);
    const Json* action = json ? json->find("action") : nullptr;
    const auto* name = action == nullptr ? nullptr : action->as<std::string>();
    return name == nullptr ? std::string() : *name;
}

Message action_message(Color by, std::string action, const std::string& now) {
    std::ranges::replace(action, '_', ' ');
    return {Message::Type::info, capitalized(by) + ": " + action + ".", now};
}

std::expected<void, MoveRejection> is_due(const Due& due, const MoveFileName& name,
                                          const BoardMoveFile& file) {
    const auto refuse = [](const RejectionCode& code, Details details) {
        return std::unexpected(rejection_of(Rejection{&code, std::move(details)}));
    };
    if (name.player != file.player) {
        return refuse(codes::name_contradicts, {{"named", std::string(to_string(name.player))},
                                                {"player", std::string(to_string(file.player))}});
    }
    if (!due.over && name.sequence != due.sequence) {
        return refuse(codes::wrong_sequence, {{"expected", std::int64_t{due.sequence}},
                                              {"sequence", std::int64_t{name.sequence}}});
    }
    if (!due.over && file.note.expected_state != due.state) {
        return refuse(codes::stale_state,
                      {{"expected", file.note.expected_state}, {"actual", due.state}});
    }
    return {};
}

}  // namespace arbiter::tables
