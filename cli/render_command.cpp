#include <glib.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/png.hpp"
#include "cli/sink.hpp"
#include "core/contract/json.hpp"

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

std::string base64(const std::string& bytes) {
    const auto* data = reinterpret_cast<const guchar*>(bytes.data());
    const std::unique_ptr<gchar, decltype(&g_free)> text(g_base64_encode(data, bytes.size()),
                                                         g_free);
    return text.get();
}

struct Render {
    Input input;
    bool svg = false;
    bool png = false;
    bool text = false;
    bool no_coordinates = false;
    int size = 400;
    std::string theme = "light";
    std::string bottom = "white";
    std::string file;

    void add_to(CLI::App& command) {
        add_kinds(command);
        add_output(command, file);
        command.add_option("--size", size, "Width of a picture in pixels; 400 if absent")
            ->check(whole_number(16, 4096))
            ->type_name("N");
        command
            .add_option("--theme", theme, "light, dark, or auto: as the reader's system prefers")
            ->check(one_of({"light", "dark", "auto"}))
            ->type_name("THEME");
        command.add_option("--bottom", bottom, "Whose side is at the bottom: white or black")
            ->check(one_of({"white", "black"}))
            ->type_name("SIDE");
        command.add_flag("--no-coordinates", no_coordinates, "Leave out the letters and numbers");
        input.add_to(command, Input::File::argument, Input::Take::one);
    }

    void run(const Console& console) const {
        const Kind wanted = kind();
        const bool to_screen = console.out.terminal && file.empty() && !console.json;
        if (wanted == Kind::png && to_screen) {
            throw usage_error("a PNG is nothing for a terminal",
                              "name a file with -o, or draw a board of characters with --text");
        }
        const std::string picture = drawn(input.one(console), wanted, console);
        Sink sink(file);
        if (console.json) {
            sink.write_line(in_json(picture, wanted));
        } else {
            sink.write(picture);
        }
        sink.close();
    }

private:
    void add_kinds(CLI::App& command) {
        auto* as_svg = command.add_flag("--svg", svg, "A picture that scales");
        auto* as_png = command.add_flag("--png", png, "A picture of pixels");
        auto* as_text = command.add_flag("--text", text, "A board of characters");
        as_svg->excludes(as_png)->excludes(as_text);
        as_png->excludes(as_text);
        for (auto* flag : {as_svg, as_png, as_text})
            flag->group("Kind; if absent, by the name of the output, or text");
    }

    Kind kind() const {
        if (svg || (!png && !text && file.ends_with(".svg"))) return Kind::svg;
        if (png || (!text && file.ends_with(".png"))) return Kind::png;
        return Kind::text;
    }

    std::string drawn(const AnyGame& game, Kind wanted, const Console& console) const {
        const RenderOptions options{.bottom = color_named(bottom).value_or(Color::white),
                                    .theme = theme,
                                    .coordinates = !no_coordinates,
                                    .size = size,
                                    .text_style = console.out.text_style()};
        if (wanted == Kind::text) return game.text(options);
        return wanted == Kind::svg ? game.svg(options) : png_of(game.svg(options));
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
         "  arbiter render game.pgn --text --bottom black --ply 12"});
}

}  // namespace arbiter::cli
