#include "cli/failure.hpp"

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
std::string alternatives(const Problem& problem) {
    const auto* detail = find(problem.data, "legal");
    const auto* moves = detail == nullptr ? nullptr : std::get_if<std::vector<std::string>>(detail);
    if (moves == nullptr || moves->empty()) return {};
    return "  legal instead:\n" + wrapped(*moves, "    ");
}

/// "move 3, Ke2: ", but the sentence may have quoted the move already.
std::string moved(const Problem& problem) {
    const bool quoted = problem.sentence.contains(fmt::format("\"{}\"", problem.move));
    const std::string move = quoted ? "" : problem.move;
    if (!problem.number) return quoted ? "" : move + ": ";
    return fmt::format("move {}{}{}: ", *problem.number, quoted ? "" : ", ", move);
}

std::string told(const Problem& problem, const Screen& screen) {
    std::string text;
    for (const Fault& fault : problem.faults) text += fault_line(problem.file, fault, screen);
    if (text.empty()) {
        text = fmt::format("arbiter: {}: ", emphasised("error", screen));
        if (!problem.move.empty()) text += moved(problem);
        text += problem.sentence + "\n";
    }
    text += alternatives(problem);
    if (!problem.hint.empty()) text += fmt::format("  {}\n", problem.hint);
    return text;
}

std::string told_in_json(const Problem& problem) {
    JsonWriter out;
    const auto unless_empty = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) out.member(key, value);
    };
    out.object([&] {
        out.key("error");
        out.object([&] {
            out.member("kind", problem.kind);
            out.member("code", problem.code);
            out.member("sentence", problem.sentence);
            unless_empty("hint", problem.hint);
            unless_empty("move", problem.move);
            if (problem.number) out.member("number", *problem.number);
            if (!problem.move.empty()) {
                out.key("data");
                write(out, problem.data);
            }
            unless_empty("file", problem.file);
            if (problem.faults.empty()) return;
            out.key("place");
            write(out, problem.faults.begin()->place);
            out.key("faults");
            write(out, problem.faults);
        });
    });
    return out.take() + "\n";
}

}  // namespace

Failure usage_error(std::string sentence, std::string hint) {
    return Failure({.exit = Exit::usage,
                    .kind = "usage",
                    .code = "usage",
                    .sentence = std::move(sentence),
                    .hint = std::move(hint)});
}

Failure invalid_input(std::string file, const Faults& faults, std::string hint) {
    const Fault& first = *faults.begin();
    return Failure({.kind = "invalid_input",
                    .code = std::string(first.code),
                    .sentence = first.sentence,
                    .hint = std::move(hint),
                    .file = std::move(file),
                    .faults = faults});
}

Failure invalid_input(std::string file, Fault fault, std::string hint) {
    Faults faults;
    faults.add(std::move(fault));
    return invalid_input(std::move(file), faults, std::move(hint));
}

Failure system_error(std::string_view action, int number) {
    return Failure({.kind = "system",
                    .code = "system",
                    .sentence = fmt::format("cannot {}: {}", action,
                                            std::generic_category().message(number))});
}

void report(const Problem& problem, const Console& console) {
    tell(console.json ? told_in_json(problem) : told(problem, console.err));
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
