#include "server/api/form.hpp"

#include "server/api/problem.hpp"

namespace arbiter::server {

std::optional<Problem> problem_with(const Form& form, const AnyGame& game) {
    if (const auto named = game.notation_named(form.notation); !named) {
        return problem(422, named.error().code, named.error().sentence);
    }
    if (!form.shows_state()) return std::nullopt;
    const auto text = game.write(form.format);
    if (text) return std::nullopt;
    return unreadable(text.error());
}

const NotationInfo& notation_in(const Form& form, const AnyGame& game, std::string_view move) {
    if (!form.notation.empty()) return **game.notation_named(form.notation);
    return game.notation_for(move, form.format);
}

void write_state_in(JsonWriter& out, const Form& form, const AnyGame& game) {
    if (!form.shows_state()) return;
    out.member("format", form.format);
    out.key("state");
    const auto text = game.write(form.format);
    text ? write_document(out, *text) : out.null();
}

void write_document(JsonWriter& out, std::string_view text) {
    const auto json = text.starts_with('{') ? read_json(text) : Reading<Json>{};
    json ? out.value(*json) : out.value(text);
}

}  // namespace arbiter::server
