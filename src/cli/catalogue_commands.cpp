#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "core/games/to_json.hpp"

/// What there is to know without a game: formats, options, notations, refusals.
namespace arbiter::cli {

namespace {

std::string_view extent_of(const GameInfo& game, const FormatInfo& format) {
    if (format.extent == Extent::position) return "position";
    return holds_many(game.name, format.name) ? "games" : "game";
}

/// Rows of cells, each column as wide as its widest cell.
std::string table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto& row : rows) {
        text += " ";
        for (std::size_t i = 0; i + 1 < row.size(); ++i) {
            text += fmt::format(" {:<{}} ", row[i], widths[i]);
        }
        text += fmt::format(" {}\n", row.back());
    }
    return text;
}

std::vector<std::string> row_of(auto... cells) { return {std::string(cells)...}; }

class Formats {
public:
    void add_to(CLI::App& command) { command.add_option("GAME", game_, "Only those of this game"); }

    void run(const Console& console) const { print(console.json ? in_json() : in_words()); }

private:
    std::string in_words() const {
        std::string text = "Each of these is read and written.\n";
        for (const GameInfo& game : games_named(game_)) {
            text += fmt::format("\n{} ({})\n", game.title, game.name);
            for (const FormatInfo& format : game.formats) text += in_words(game, format);
        }
        return text;
    }

    static std::string in_words(const GameInfo& game, const FormatInfo& format) {
        constexpr std::string_view indent = "                           ";
        std::string about = wrapped(words_of(format.meaning), indent);
        if (const std::string lost = lost_in(format); !lost.empty()) {
            about += wrapped(words_of("loses " + lost), indent);
        }
        const std::string head =
            fmt::format("  {:<14} {:<9} ", format.name, extent_of(game, format));
        return head + about.substr(indent.size());
    }

    static std::string lost_in(const FormatInfo& format) {
        std::string lost(format.cannot_carry);
        if (format.keeps != Keeps::nothing) return lost;
        return lost + (lost.empty() ? "" : "; ") + "comments and variations";
    }

    std::string in_json() const {
        JsonWriter out;
        out.object([&] {
            out.key("formats");
            out.array([&] {
                for (const GameInfo& game : games_named(game_)) {
                    for (const FormatInfo& format : game.formats) write_format(out, game, format);
                }
            });
        });
        return out.take();
    }

    static void write_format(JsonWriter& out, const GameInfo& game, const FormatInfo& format) {
        out.object([&] {
            out.member("name", format.name);
            out.member("game", game.name);
            out.member("holds", extent_of(game, format));
            out.member("meaning", format.meaning);
            out.member("cannot_carry", format.cannot_carry);
            out.member("keeps_document", format.keeps == Keeps::tree);
        });
    }

    std::string game_;
};

class Rules {
public:
    void add_to(CLI::App& command) {
        command.add_option("GAME", game_, "Only this game");
        command.add_flag("--codes", codes_, "Also list the codes of all refusals");
    }

    void run(const Console& console) const { print(console.json ? in_json() : in_words()); }

private:
    std::string in_words() const {
        std::string text;
        for (const GameInfo& game : games_named(game_)) {
            if (!text.empty()) text += "\n";
            text += fmt::format("{} ({})\n", game.title, game.name);
            text += "\nOptions of a new game\n" + options_of(game);
            text += "\nNotations of moves\n" + notations_of(game);
            text += "\nActions in each phase\n" + phases_of(game);
            text += "\nQuestions\n" + questions_of(game);
            text += fmt::format("\nFormats\n  {}\n", fmt::join(names_of(game.formats), ", "));
            if (codes_) text += "\nReasons for a refusal\n" + codes_of(game);
        }
        return text;
    }

    static std::string options_of(const GameInfo& game) {
        std::vector<std::vector<std::string>> rows;
        for (const OptionInfo& option : game.options) {
            rows.push_back(row_of(option.name, option.values, option.meaning));
        }
        return table(rows);
    }

    static std::string phases_of(const GameInfo& game) {
        std::vector<std::vector<std::string>> rows;
        for (const PhaseInfo& phase : game.phases)
            rows.push_back(row_of(phase.name, phase.actions));
        return table(rows);
    }

    static std::string notations_of(const GameInfo& game) {
        std::vector<std::vector<std::string>> rows;
        for (const NotationInfo& notation : game.notations) {
            rows.push_back(row_of(notation.name, notation.example, notation.meaning));
        }
        return table(rows);
    }

    static std::string questions_of(const GameInfo& game) {
        std::vector<std::vector<std::string>> rows;
        for (const QuestionInfo& question : game.questions) {
            rows.push_back(row_of(question.name, question.argument, question.meaning));
        }
        return table(rows);
    }

    static std::string codes_of(const GameInfo& game) {
        std::vector<std::vector<std::string>> rows;
        for (const RejectionCode* code : game.rejections) {
            rows.push_back(row_of(code->name, to_string(code->kind), code->sentence));
        }
        return table(rows);
    }

    std::string in_json() const {
        JsonWriter out;
        out.object([&] {
            out.key("games");
            out.array([&] {
                for (const GameInfo& game : games_named(game_)) write_game(out, game);
            });
        });
        return out.take();
    }

    void write_game(JsonWriter& out, const GameInfo& game) const {
        out.object([&] {
            out.member("name", game.name);
            out.member("title", game.title);
            write_list(out, "options", game.options, [&](const OptionInfo& option) {
                out.member("name", option.name);
                out.member("values", option.values);
                out.member("meaning", option.meaning);
            });
            write_list(out, "notations", game.notations, [&](const NotationInfo& notation) {
                out.member("name", notation.name);
                out.member("example", notation.example);
                out.member("meaning", notation.meaning);
            });
            write_list(out, "phases", game.phases, [&](const PhaseInfo& phase) {
                out.member("name", phase.name);
                out.member("actions", phase.actions);
            });
            write_list(out, "questions", game.questions, [&](const QuestionInfo& question) {
                out.member("name", question.name);
                out.member("argument", question.argument);
                out.member("meaning", question.meaning);
            });
            out.key("formats");
            out.array([&] {
                for (const FormatInfo& format : game.formats) out.value(format.name);
            });
            if (!codes_) return;
            write_list(out, "codes", game.rejections, [&](const RejectionCode* code) {
                out.member("name", code->name);
                out.member("kind", to_string(code->kind));
                out.member("sentence", code->sentence);
            });
        });
    }

    /// An array of objects whose members `write_one` writes.
    static void write_list(JsonWriter& out, std::string_view key, const auto& items,
                           const auto& write_one) {
        out.key(key);
        out.array([&] {
            for (const auto& item : items) out.object([&] { write_one(item); });
        });
    }

    std::string game_;
    bool codes_ = false;
};

}  // namespace

void add_catalogue_commands(CLI::App& program, const Console& console) {
    add_command<Formats>(program, console,
                         {"formats", "List the formats, and what each cannot carry",
                          "Example:\n"
                          "  arbiter formats chess"});
    add_command<Rules>(program, console,
                       {"rules", "List the games, their options, notations and refusals",
                        "Example:\n"
                        "  arbiter rules chess --codes"});
}

}  // namespace arbiter::cli
