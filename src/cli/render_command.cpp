#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/sink.hpp"
#include "cli/view.hpp"
#include "core/base/base64.hpp"
#include "core/base/json.hpp"
#include "platform/png.hpp"

namespace arbiter::cli {

namespace {

enum class Kind : std::uint8_t { svg, png, text };

constexpr std::string_view media_type(Kind kind) {
    switch (kind) {
        case Kind::svg: return "image/svg+xml";
        case Kind::png: return "image/png";
        case Kind::text: return "text/plain";
    }
    return {};
}

std::optional<std::uint32_t> move_number(std::string_view text) {
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    const bool good = error == std::errc() && rest == end && number > 0;
    return good ? std::optional(number) : std::nullopt;
}

/// "51-100", "51" for that one, or "all"; nothing if it is neither.
std::optional<MoveRange> moves_named(std::string_view text) {
    if (text == "all") return MoveRange{1, std::numeric_limits<std::uint32_t>::max()};
    const std::size_t dash = text.find('-');
    const auto first = move_number(text.substr(0, dash));
    const auto last = dash == text.npos ? first : move_number(text.substr(dash + 1));
    if (!first || !last || *first > *last) return std::nullopt;
    return MoveRange{*first, *last};
}

CLI::Validator range_of_moves() {
    const auto complaint = [](const std::string& text) -> std::string {
        if (moves_named(text)) return "";
        return fmt::format("\"{}\" is not a range of moves; write 51-100, 51 or all", text);
    };
    return CLI::Validator(complaint, "");
}

struct Render {
    Input input;
    bool svg = false;
    bool png = false;
    bool text = false;
    bool no_coordinates = false;
    int size = 400;
    std::string theme;
    std::string bottom = "white";
    std::string overlay;
    std::string preview;
    std::string numbers;
    int figures = 0;
    std::string file;

    void add_to(CLI::App& command) {
        add_kinds(command);
        add_output(command, file);
        command.add_option("--size", size, "Longer side of a board in pixels; default: 400")
            ->check(whole_number(16, 4096))
            ->type_name("N");
        command
            .add_option("--theme", theme,
                        "light, dark, print in black and white, or auto:\n"
                        "as the reader's system prefers")
            ->check(one_of({"light", "dark", "auto", "print"}))
            ->type_name("THEME");
        command.add_option("--bottom", bottom, "Whose side is at the bottom: white or black")
            ->check(one_of({"white", "black"}))
            ->type_name("SIDE");
        command.add_flag("--no-coordinates", no_coordinates, "Leave out the letters and numbers");
        add_extras(command);
        input.add_to(command, Input::File::argument, Input::Take::one);
    }

    void run(const Console& console) const {
        const Kind wanted = kind();
        const bool to_screen = console.out.terminal && file.empty() && !console.json;
        if (wanted == Kind::png && to_screen) {
            throw usage_error("a PNG is nothing for a terminal",
                              "name a file with -o, or draw a board of characters with --text");
        }
        if (wanted == Kind::text && (!numbers.empty() || figures > 0)) {
            throw usage_error(
                figures > 0 ? "--figures needs pictures" : "--numbers needs a picture",
                "add --svg or --png, or name a file such as game.svg with -o");
        }
        const Input::Shown shown = input.shown(console);
        require_readable_preview(shown.game);
        if (figures > 0) return draw_figures(shown, wanted, console);
        const Figure figure{moves_named(numbers), shown.document.remarks(shown.node)};
        const std::string picture = drawn(shown.game, wanted, console, figure);
        keep(console.json ? in_json(picture, wanted) + '\n' : picture, file);
    }

private:
    void add_kinds(CLI::App& command) {
        auto* as_svg = command.add_flag("--svg", svg, "Write SVG");
        auto* as_png = command.add_flag("--png", png, "Write PNG");
        auto* as_text = command.add_flag("--text", text, "Write text");
        as_svg->excludes(as_png)->excludes(as_text);
        as_png->excludes(as_text);
        for (auto* flag : {as_svg, as_png, as_text})
            flag->group("Kind; default: by the name of the output, or text");
    }

    void add_extras(CLI::App& command) {
        auto* over = command
                         .add_option("--overlay", overlay,
                                     "Go: ownership if play ended here, or liberties;\n"
                                     "backgammon: index, as in gitgammon")
                         ->check(one_of({"ownership", "liberties", "index"}))
                         ->type_name("WHAT");
        auto* tried = command
                          .add_option("--preview", preview,
                                      "Try a move: what it captures, or that it is refused")
                          ->transform(as_it_was())
                          ->type_name("MOVE");
        auto* numbered = command
                             .add_option("--numbers", numbers,
                                         "Number these moves, as in a book: 51-100, 51, all")
                             ->check(range_of_moves())
                             ->type_name("MOVES");
        auto* in_figures = command
                               .add_option("--figures", figures,
                                           "All moves, N a picture, in black and white:\n"
                                           "game-001-050.svg, ... for -o game.svg")
                               ->check(whole_number(1, 1'000'000))
                               ->type_name("N");
        numbered->excludes(over)->excludes(tried)->excludes(in_figures);
        in_figures->excludes(over)->excludes(tried);
        for (auto* option : {over, tried, numbered, in_figures}) option->group("Also show");
    }

    /// The moves to number, if any, and what was marked at the last of them.
    struct Figure {
        std::optional<MoveRange> moves;
        std::vector<Remark> remarks;
    };

    /// A refused move is drawn as such; a text that is not a move cannot be drawn.
    void require_readable_preview(const AnyGame& game) const {
        if (preview.empty()) return;
        const auto effects = game.check(preview);
        if (!effects && effects.error().code->kind == RejectionKind::unreadable)
            throw refusal(game, preview, effects.error());
    }

    Kind kind() const {
        if (svg || (!png && !text && file.ends_with(".svg"))) return Kind::svg;
        if (png || (!text && file.ends_with(".png"))) return Kind::png;
        return Kind::text;
    }

    /// A picture for each stretch of moves, counted from 1 as in books.
    void draw_figures(const Input::Shown& shown, Kind wanted, const Console& console) const {
        const AnyGame& game = shown.game;
        const MoveRange moves = game.numbered_moves();
        if (moves.first > moves.last) {
            throw usage_error("there are no moves to number on a board",
                              "--figures draws the moves of games such as Go");
        }
        if (file.empty() && !console.json) {
            throw usage_error("figures are several files", "name them with -o game.svg");
        }
        const auto step = static_cast<std::uint32_t>(figures);
        const auto digits = std::to_string(moves.last).size();
        std::string lines;
        for (std::uint32_t before = (moves.first - 1) / step * step; before < moves.last;
             before += step) {
            const MoveRange range{std::max(before + 1, moves.first),
                                  std::min(before + step, moves.last)};
            const NodeId last = shown.document.node_at(range.last - moves.first + 1);
            const std::string picture =
                drawn(game, wanted, console, {range, shown.document.remarks(last)});
            if (console.json) {
                lines += in_json(picture, wanted) + '\n';
            } else {
                keep(picture, named_with(fmt::format("-{:0{}}-{:0{}}", range.first, digits,
                                                     range.last, digits)));
            }
        }
        if (console.json) keep(lines, file);
    }

    /// "game-001-050.svg"
    std::string named_with(const std::string& addition) const {
        const std::size_t slash = file.rfind('/') + 1;  // 0 if there is none
        const std::size_t dot = std::min(file.find('.', slash), file.size());
        return file.substr(0, dot) + addition + file.substr(dot);
    }

    static void keep(std::string_view content, const std::string& where) {
        Sink sink(where);
        sink.write(content);
        sink.close();
    }

    std::string_view theme_shown() const {
        if (!theme.empty()) return theme;
        return figures > 0 ? "print" : "light";
    }

    std::string drawn(const AnyGame& game, Kind wanted, const Console& console,
                      const Figure& figure) const {
        const RenderOptions options{.bottom = color_named(bottom).value_or(Color::white),
                                    .theme = theme_shown(),
                                    .coordinates = !no_coordinates,
                                    .size = size,
                                    .text_style = console.out.text_style(),
                                    .overlay = overlay,
                                    .preview = preview,
                                    .numbered = figure.moves,
                                    .remarks = figure.remarks};
        if (wanted == Kind::text) return game.text(options);
        return wanted == Kind::svg ? game.svg(options) : platform::png_of(game.svg(options));
    }

    static std::string in_json(const std::string& picture, Kind kind) {
        const bool binary = kind == Kind::png;
        JsonWriter out;
        out.object([&] {
            out.member("type", media_type(kind));
            out.member("encoding", binary ? "base64" : "utf-8");
            out.member("data", binary ? base64(picture) : picture);
        });
        return out.take();
    }
};

}  // namespace

void add_render_command(CLI::App& program, const Console& console) {
    add_command<Render>(
        program, console,
        {"render", "Draw the board as SVG, PNG or text",
         "Examples:\n"
         "  arbiter new chess | arbiter play e4 | arbiter render --svg > board.svg\n"
         "  arbiter render game.json -o board.png --size 800 --theme dark\n"
         "  arbiter render game.pgn --text --bottom black --ply 12\n"
         "  arbiter render game.sgf -o diagram.svg --numbers 51-100\n"
         "  arbiter render game.sgf -o game.svg --figures 50\n"
         "  arbiter render game.sgf --overlay liberties --preview D4"});
}

}  // namespace arbiter::cli
