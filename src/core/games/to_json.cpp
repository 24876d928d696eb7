#include "core/games/to_json.hpp"

namespace arbiter {

void write(JsonWriter& out, const Place& place) {
    if (std::holds_alternative<std::monostate>(place)) return out.null();
    out.object([&] {
        if (const auto* pointer = std::get_if<JsonPointer>(&place)) {
            out.member("pointer", pointer->path);
        } else if (const auto* text = std::get_if<TextPlace>(&place)) {
            out.member("line", text->line);
            out.member("column", text->column);
        } else if (const auto* token = std::get_if<TokenPlace>(&place)) {
            out.member("token", token->number);
        }
    });
}

void write(JsonWriter& out, const Fault& fault) {
    out.object([&] {
        out.member("severity", fault.severity == Severity::error ? "error" : "warning");
        out.member("code", fault.code);
        out.member("sentence", fault.sentence);
        out.key("place");
        write(out, fault.place);
    });
}

void write(JsonWriter& out, const Faults& faults) {
    out.array([&] {
        for (const Fault& fault : faults) write(out, fault);
    });
}

namespace {

/// Words that are JSON documents.
void write_raw(JsonWriter& out, const std::vector<std::string>& words) {
    out.array([&] {
        for (const std::string& word : words) out.raw(word);
    });
}

void write_members(JsonWriter& out, const Details& details) {
    for (const auto& [key, value, is_json] : details) {
        if (!is_json) {
            out.member(key, value);
            continue;
        }
        out.key(key);
        if (const auto* words = std::get_if<std::vector<std::string>>(&value)) {
            write_raw(out, *words);
        } else {
            out.raw(std::get<std::string>(value));
        }
    }
}

}  // namespace

void write(JsonWriter& out, const Details& details) {
    out.object([&] { write_members(out, details); });
}

void write(JsonWriter& out, const Effects& effects) {
    out.array([&] {
        for (const Effect& effect : effects) {
            out.object([&] {
                out.member("kind", effect.kind);
                out.key("data");
                write(out, effect.data);
            });
        }
    });
}

namespace {

void color_member(JsonWriter& out, std::string_view key, std::optional<Color> color) {
    out.key(key);
    color ? out.value(to_string(*color)) : out.null();
}

void write_result(JsonWriter& out, const Outcome& outcome) {
    out.member("result", to_string(outcome.result));
    color_member(out, "winner", outcome.winner);
    out.member("reason", outcome.reason);
}

}  // namespace

void write(JsonWriter& out, const std::optional<Outcome>& outcome) {
    if (!outcome) return out.null();
    out.object([&] {
        write_result(out, *outcome);
        out.member("sentence", sentence(*outcome));
    });
}

void write(JsonWriter& out, const std::optional<Provisional>& provisional) {
    if (!provisional) return out.null();
    out.object([&] {
        write_result(out, provisional->outcome);
        write_members(out, provisional->data);
        out.member("sentence", provisional->sentence);
    });
}

void write(JsonWriter& out, const Rejection& rejection) {
    out.object([&] {
        out.member("code", rejection.code->name);
        out.member("kind", to_string(rejection.code->kind));
        out.member("sentence", sentence(rejection));
        out.key("data");
        write(out, rejection.data);
    });
}

void write(JsonWriter& out, const std::vector<PerftRow>& rows) {
    out.array([&] {
        for (const PerftRow& row : rows) {
            out.object([&] {
                out.member("move", row.move);
                out.member("leaves", row.leaves);
            });
        }
    });
}

void write(JsonWriter& out, const std::optional<Detected>& detected) {
    if (!detected) return out.null();
    out.object([&] {
        out.member("game", detected->game);
        out.member("format", detected->format);
    });
}

namespace {

/// An array of objects whose members `write_one` writes.
void write_list(JsonWriter& out, std::string_view key, const auto& items, const auto& write_one) {
    out.key(key);
    out.array([&] {
        for (const auto& item : items) out.object([&] { write_one(item); });
    });
}

void write_agent_guide(JsonWriter& out, const AgentGuide& guide) {
    write_list(out, "states", guide.states, [&](const AgentFormat& format) {
        out.member("name", format.name);
        out.member("help", format.help);
    });
    out.member("compact_format", guide.compact_format);
    out.member("move_help", guide.move_help);
}

void write_traits(JsonWriter& out, const Traits& traits) {
    out.member("name", traits.name);
    out.member("title", traits.title);
    out.member("record_notation", traits.record_notation);
    out.member("archive_format", traits.archive_format);
    color_member(out, "first_mover", traits.first_mover);
    out.key("chance");
    if (traits.chance) {
        out.object([&] {
            out.member("dice", traits.chance->dice);
            out.member("faces", traits.chance->faces);
        });
    } else {
        out.null();
    }
    out.member("can_be_drawn", traits.can_be_drawn);
    out.key("agents");
    out.object([&] { write_agent_guide(out, traits.agents); });
    write_list(out, "phases", traits.phases, [&](const PhaseInfo& phase) {
        out.member("name", phase.name);
        out.member("actions", phase.actions);
    });
}

}  // namespace

void write_refusals(JsonWriter& out, std::span<const RejectionCode* const> codes) {
    write_list(out, "refusals", codes, [&](const RejectionCode* code) {
        out.member("code", code->name);
        out.member("kind", to_string(code->kind));
        out.member("sentence", code->sentence);
    });
}

void write_members(JsonWriter& out, const GameInfo& info) {
    write_traits(out, info);
    write_list(out, "options", info.options, [&](const OptionInfo& option) {
        out.member("name", option.name);
        out.member("values", option.values);
        out.member("meaning", option.meaning);
    });
    write_list(out, "notations", info.notations, [&](const NotationInfo& notation) {
        out.member("name", notation.name);
        out.member("example", notation.example);
        out.member("meaning", notation.meaning);
    });
    write_list(out, "formats", info.formats, [&](const FormatInfo& format) {
        out.member("name", format.name);
        out.member("meaning", format.meaning);
        out.member("extent", format.extent == Extent::game ? "game" : "position");
        out.member("cannot_carry", format.cannot_carry);
        out.member("keeps_document", format.keeps == Keeps::tree);
        out.member("notation",
                   format.notation.empty() ? info.notations.front().name : format.notation);
    });
    write_list(out, "questions", info.questions, [&](const QuestionInfo& question) {
        out.member("name", question.name);
        out.member("argument", question.argument);
        out.member("meaning", question.meaning);
    });
    write_refusals(out, info.rejections);
}

std::string_view to_string(Awaits awaits) {
    switch (awaits) {
        case Awaits::move: return "move";
        case Awaits::chance: return "roll";
        case Awaits::agreement: return "agreement";
        case Awaits::nothing: return "nothing";
    }
    return {};
}

std::string_view to_string(Author author) {
    switch (author) {
        case Author::player: return "player";
        case Author::chance: return "chance";
        case Author::arbiter: return "arbiter";
    }
    return {};
}

void write(JsonWriter& out, const std::vector<std::string>& words) {
    out.array([&] {
        for (const std::string& word : words) out.value(word);
    });
}

void write_moves(JsonWriter& out, const std::vector<std::string>& moves,
                 const NotationInfo& notation) {
    notation.is_json ? write_raw(out, moves) : write(out, moves);
}

void write_members(JsonWriter& out, const AnyGame& game) {
    out.member("game", game.name());
    out.member("turn", to_string(game.turn()));
    out.key("outcome");
    write(out, game.outcome());
    out.key("moves");
    write_moves(out, game.history(), game.notation());
    out.key("legal");
    write_moves(out, game.legal(), game.notation());
    out.key("record");
    out.raw(record_of(game));
}

std::string record_of(const AnyGame& game) {
    std::string record = game.write("record").value_or("null");
    const auto json = read_json(record);
    if (!json) return record;  // longer than what is read back: lines and all
    JsonWriter out;
    out.value(*json);
    return out.take();
}

}  // namespace arbiter
