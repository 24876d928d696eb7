#include "cli/view.hpp"

#include <fmt/format.h>

#include "cli/names.hpp"

namespace arbiter::cli {

namespace {

std::string notations_of(const AnyGame& game) {
    std::string text;
    for (const NotationInfo& notation : game_named(game.name()).notations) {
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", notation.example, notation.name);
    }
    return text;
}

std::string hint_for(const AnyGame& game, const Rejection& rejection) {
    switch (rejection.code->kind) {
        case RejectionKind::unreadable: return "a move can be written like " + notations_of(game);
        case RejectionKind::ambiguous: return "write the one that is meant";
        case RejectionKind::illegal: return "`arbiter legal` lists every legal move";
        case RejectionKind::out_of_turn: return {};
        case RejectionKind::game_over:
            return game.history().empty() ? "" : "`arbiter undo` takes the last move back";
    }
    return {};
}

}  // namespace

std::string board_view(const AnyGame& game, const Screen& screen) {
    return game.text({.text_style = screen.text_style()});
}

CommandError refusal(const AnyGame& game, std::string_view move, const Rejection& rejection) {
    return CommandError({.kind = to_string(rejection.code->kind),
                         .code = std::string(rejection.code->name),
                         .sentence = sentence(rejection),
                         .hint = hint_for(game, rejection),
                         .move = std::string(move),
                         .data = rejection.data});
}

namespace {

template <class Held>
std::string written_in(const Held& held, std::string_view format) {
    require_known("format", format, format_names(held.traits().name));
    auto text = held.write(format);
    if (!text) throw invalid_input(std::string(format), std::move(text.error()));
    return std::move(*text);
}

}  // namespace

std::string written(const AnyGame& game, std::string_view format) {
    return written_in(game, format);
}

std::string written(const AnyDocument& document, std::string_view format) {
    return written_in(document, format);
}

}  // namespace arbiter::cli
