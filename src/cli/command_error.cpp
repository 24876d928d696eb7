#include "cli/command_error.hpp"

#include <system_error>

#include <fmt/format.h>

#include "core/games/to_json.hpp"

namespace arbiter::cli {

namespace {

std::string emphasised(std::string_view word, const Screen& screen) {
    if (!screen.color) return std::string(word);
    return fmt::format("\x1b[{}m{}\x1b[0m", word == "error" ? "1;31" : "1;35", word);
}

/// The legal moves of the piece that was to move, which a rejection holds under "legal".
std::string alternatives(const ErrorDetails& details) {
    const auto* detail = find(details.data, "legal");
    const auto* moves = detail == nullptr ? nullptr : std::get_if<std::vector<std::string>>(detail);
    if (moves == nullptr || moves->empty()) return {};
    return "  legal instead:\n" + wrapped(*moves, "    ");
}

/// "move 3, Ke2: ", but the sentence may have quoted the move already.
std::string moved(const ErrorDetails& details) {
    const bool quoted = details.sentence.contains(fmt::format("\"{}\"", details.move));
    const std::string move = quoted ? "" : details.move;
    if (!details.number) return quoted ? "" : move + ": ";
    return fmt::format("move {}{}{}: ", *details.number, quoted ? "" : ", ", move);
}

std::string told(const ErrorDetails& details, const Screen& screen) {
    std::string text;
    for (const Fault& fault : details.faults) text += fault_line(details.file, fault, screen);
    if (text.empty()) {
        text = fmt::format("arbiter: {}: ", emphasised("error", screen));
        if (!details.move.empty()) text += moved(details);
        text += details.sentence + "\n";
    }
    text += alternatives(details);
    if (!details.hint.empty()) text += fmt::format("  {}\n", details.hint);
    return text;
}

std::string told_in_json(const ErrorDetails& details) {
    JsonWriter out;
    const auto unless_empty = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) out.member(key, value);
    };
    out.object([&] {
        out.key("error");
        out.object([&] {
            out.member("kind", details.kind);
            out.member("code", details.code);
            out.member("sentence", details.sentence);
            unless_empty("hint", details.hint);
            unless_empty("move", details.move);
            if (details.number) out.member("number", *details.number);
            if (!details.move.empty()) {
                out.key("data");
                write(out, details.data);
            }
            unless_empty("file", details.file);
            if (details.faults.empty()) return;
            out.key("place");
            write(out, details.faults.begin()->place);
            out.key("faults");
            write(out, details.faults);
        });
    });
    return out.take() + "\n";
}

}  // namespace

CommandError usage_error(std::string sentence, std::string hint) {
    return CommandError({.exit = Exit::usage,
                         .kind = "usage",
                         .code = "usage",
                         .sentence = std::move(sentence),
                         .hint = std::move(hint)});
}

CommandError invalid_input(std::string file, const Faults& faults, std::string hint) {
    const Fault& first = *faults.begin();
    return CommandError({.kind = "invalid_input",
                         .code = std::string(first.code),
                         .sentence = first.sentence,
                         .hint = std::move(hint),
                         .file = std::move(file),
                         .faults = faults});
}

CommandError invalid_input(std::string file, Fault fault, std::string hint) {
    Faults faults;
    faults.add(std::move(fault));
    return invalid_input(std::move(file), faults, std::move(hint));
}

CommandError system_error(std::string_view action, int number) {
    return CommandError({.kind = "system",
                         .code = "system",
                         .sentence = fmt::format("cannot {}: {}", action,
                                                 std::generic_category().message(number))});
}

void report(const ErrorDetails& details, const Console& console) {
    tell(console.json ? told_in_json(details) : told(details, console.err));
}

std::string fault_line(std::string_view file, const Fault& fault, const Screen& screen) {
    std::string place;
    if (const auto* text = std::get_if<TextPlace>(&fault.place)) {
        place = fmt::format(":{}:{}", text->line, text->column);
    } else if (!std::holds_alternative<std::monostate>(fault.place)) {
        place = ": " + to_string(fault.place);
    }
    const std::string_view severity = fault.severity == Severity::error ? "error" : "warning";
    return fmt::format("{}{}: {}: {}\n", file, place, emphasised(severity, screen), fault.sentence);
}

void report_warnings(std::string_view file, const Faults& faults, const Console& console) {
    if (faults.empty()) return;
    if (!console.json) {
        for (const Fault& fault : faults) tell(fault_line(file, fault, console.err));
        return;
    }
    JsonWriter out;
    out.object([&] {
        out.member("file", file);
        out.key("warnings");
        write(out, faults);
    });
    tell(out.take() + "\n");
}

}  // namespace arbiter::cli
