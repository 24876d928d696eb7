#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "cli/view.hpp"
#include "core/games/to_json.hpp"

/// The commands that go through any number of games and hold one at a time.
namespace arbiter::cli {

namespace {

class Convert {
public:
    void add_to(CLI::App& command) {
        command.add_option("--to", format_, "The format to write; `arbiter formats` lists them")
            ->required()
            ->type_name("FORMAT");
        add_output(command, file_);
        command.add_option("--ply", ply_, "Each game as it stood after N moves")
            ->check(whole_number(0, 1'000'000'000))
            ->type_name("N");
        input_.add_to(command, Input::File::argument, Input::Take::all);
    }

    void run(const Console& console) const {
        require_known("format", format_, format_names({}));
        Sink sink(file_);
        bool all_written = true;
        std::string last;
        input_.each([&](std::size_t number, Reading<AnyDocument>& reading) {
            try {
                if (!reading) throw invalid_input(input_.name(), reading.faults);
                report_warnings(input_.name(), told(reading), console);
                std::string text = console.json ? in_json(*reading, number) : text_of(*reading);
                if (need_gap(last, text)) sink.write("\n");
                sink.write_line(text);
                last = std::move(text);
            } catch (const CommandError& error) {
                if (error.details().exit == Exit::usage) throw;
                ErrorDetails details = error.details();
                details.number = number;
                report(details, console);
                all_written = false;
            }
            return true;
        });
        sink.close();
        if (!all_written) throw AlreadyReported();
    }

private:
    /// What was wrong with the text, and what the format has no place for.
    Faults told(const Reading<AnyDocument>& reading) const {
        Faults faults = reading.faults;
        if (const std::string rest = reading->left_out_by(format_); !rest.empty()) {
            faults.warn("left_out", fmt::format("{} has no place for {}", format_, rest));
        }
        return faults;
    }

    std::string text_of(const AnyDocument& document) const {
        if (!ply_) return written(document, format_);
        AnyGame game = document.game();
        input_.rewind(game, *ply_);
        return written(game, format_);
    }

    /// Texts of several lines are separated by an empty line. Some already end with one.
    static bool need_gap(std::string_view last, std::string_view next) {
        const bool several_lines = next.find('\n') < next.size() - 1;
        return several_lines && !last.empty() && !last.ends_with("\n\n");
    }

    std::string in_json(const AnyDocument& document, std::size_t number) const {
        JsonWriter out;
        out.object([&] {
            out.member("number", number);
            out.member("game", document.traits().name);
            out.member("format", format_);
            out.member("text", text_of(document));
        });
        return out.take();
    }

    Input input_;
    std::string format_;
    std::string file_;
    std::optional<std::size_t> ply_;
};

bool is_valid(const Reading<AnyDocument>& reading) { return reading && !reading.faults.fatal(); }

/// What `validate` counts.
struct Tally {
    std::size_t games = 0;
    std::size_t invalid = 0;
    std::size_t warnings = 0;

    void add(const Reading<AnyDocument>& reading) {
        ++games;
        if (!is_valid(reading)) ++invalid;
        for (const Fault& fault : reading.faults) {
            if (fault.severity == Severity::warning) ++warnings;
        }
    }
};

class Validate {
public:
    void add_to(CLI::App& command) {
        input_.add_to(command, Input::File::argument, Input::Take::all);
    }

    void run(const Console& console) const {
        Sink sink;
        const Tally tally = console.json ? in_json(sink) : in_words(sink, console);
        sink.close();
        if (tally.invalid > 0) throw AlreadyReported();
    }

private:
    Tally in_words(Sink& sink, const Console& console) const {
        Tally tally;
        input_.each([&](std::size_t, const Reading<AnyDocument>& reading) {
            tally.add(reading);
            for (const Fault& fault : reading.faults) {
                sink.write(fault_line(input_.name(), fault, console.out));
            }
            return true;
        });
        sink.write_line(fmt::format("{}: {}", input_.name(), summary(tally)));
        return tally;
    }

    static std::string summary(const Tally& tally) {
        std::string text;
        if (tally.games == 1) {
            text = tally.invalid == 0 ? "valid" : "invalid";
        } else {
            text = fmt::format("{} valid, {} invalid", counted(tally.games - tally.invalid, "game"),
                               tally.invalid);
        }
        if (tally.warnings > 0) text += ", " + counted(tally.warnings, "warning");
        return text;
    }

    /// One document, written as the games go by: the list may be long.
    Tally in_json(Sink& sink) const {
        Tally tally;
        std::string_view separator;
        sink.write(R"({"faulty":[)");
        input_.each([&](std::size_t number, const Reading<AnyDocument>& reading) {
            tally.add(reading);
            if (reading.faults.empty()) return true;
            sink.write(separator);
            sink.write(entry(number, reading));
            separator = ",";
            return true;
        });
        sink.write_line(fmt::format(R"(],"games":{},"invalid":{},"warnings":{}}})", tally.games,
                                    tally.invalid, tally.warnings));
        return tally;
    }

    static std::string entry(std::size_t number, const Reading<AnyDocument>& reading) {
        JsonWriter out;
        out.object([&] {
            out.member("number", number);
            out.member("valid", is_valid(reading));
            out.key("faults");
            write(out, reading.faults);
        });
        return out.take();
    }

    Input input_;
};

}  // namespace

void add_text_commands(CLI::App& program, const Console& console) {
    add_command<Convert>(program, console,
                         {"convert", "Write games in another format",
                          "Examples:\n"
                          "  arbiter convert game.json --to pgn\n"
                          "  arbiter convert games.pgn --to fen -o last-positions.fen"});
    add_command<Validate>(program, console,
                          {"validate", "List everything that is wrong with a text, and where",
                           "Example:\n"
                           "  arbiter validate games.pgn"});
}

}  // namespace arbiter::cli
