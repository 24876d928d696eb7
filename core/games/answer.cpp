#include "core/games/answer.hpp"

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

void write(JsonWriter& out, const Details& details) {
    out.object([&] {
        for (const auto& [key, value] : details) out.member(key, value);
    });
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

void write(JsonWriter& out, const std::optional<Outcome>& outcome) {
    if (!outcome) return out.null();
    out.object([&] {
        out.member("result", to_string(outcome->result));
        out.key("winner");
        if (outcome->winner) {
            out.value(to_string(*outcome->winner));
        } else {
            out.null();
        }
        out.member("reason", outcome->reason);
        out.member("sentence", sentence(*outcome));
    });
}

void write(JsonWriter& out, const std::vector<std::string>& words) {
    out.array([&] {
        for (const std::string& word : words) out.value(word);
    });
}

void write_members(JsonWriter& out, const AnyGame& game) {
    out.member("game", game.name());
    out.member("turn", to_string(game.turn()));
    out.key("outcome");
    write(out, game.outcome());
    out.key("moves");
    write(out, game.history());
    out.key("legal");
    write(out, game.legal());
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
