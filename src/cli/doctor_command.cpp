#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/configuration.hpp"
#include "cli/opened_store.hpp"
#include "cli/sink.hpp"
#include "core/base/json.hpp"
#include "platform/folders.hpp"
#include "platform/library.hpp"

namespace arbiter::cli {

namespace {

struct Finding {
    std::string name;
    std::string purpose;
    std::string place;  ///< where it is, or its version; empty: it is missing
    std::string advice{};
};

Finding look_for_library(const platform::Library::Description& description) {
    Finding finding{description.file, description.purpose, {}};
    try {
        finding.place = platform::Library(description).path();
    } catch (const platform::LibraryError&) {
        finding.advice = fmt::format("apt install {}", description.package);
    }
    return finding;
}

/// Debian keeps engines where a service does not look.
Finding look_for_program(const std::string& name, const std::string& purpose,
                         const std::string& package) {
    Finding finding{name, purpose, {}};
    std::error_code error;
    if (const auto found = platform::find_program(name)) {
        finding.place = found->string();
    } else if (const auto game = "/usr/games/" + name; std::filesystem::exists(game, error)) {
        finding.advice = fmt::format("it is {}: add /usr/games to PATH, or name it so", game);
    } else {
        finding.advice = fmt::format("apt install {}", package);
    }
    return finding;
}

Finding look_for_games(const std::string& address) {
    Finding finding{"store", "the games of `arbiter serve`", {}};
    std::error_code error;
    if (address.contains("://")) {
        if (const auto opened = store::open(address)) {
            finding.place = without_password(address);
        } else {
            finding.advice = opened.error().sentence;
        }
    } else if (std::filesystem::exists(address, error)) {
        finding.place = address;
    } else {
        finding.advice = fmt::format("`arbiter serve` will make {}", address);
    }
    return finding;
}

Finding look_for_configuration() {
    const auto file = configuration_file();
    std::error_code error;
    Finding finding{"configuration", "options of `arbiter serve`", {}};
    if (!file.empty() && std::filesystem::exists(file, error)) {
        finding.place = file.string();
    } else {
        finding.advice =
            fmt::format("none; `arbiter serve --print-config` writes one for {}", file.string());
    }
    return finding;
}

struct Doctor {
    std::string store = default_store();

    void add_to(CLI::App& command) {
        command.add_option("--store", store, "The store to look for")
            ->type_name("STORE")
            ->capture_default_str();
    }

    void run(const Console& console) const {
        const std::vector<Finding> findings{
            look_for_games(store),
            look_for_configuration(),
            look_for_library(platform::librsvg),
            look_for_library(platform::libcurl),
            look_for_library(platform::libpq),
            look_for_program("git", "tables: correspondence in a repository", "git"),
            look_for_program("xdg-open", "`arbiter serve --open`", "xdg-utils"),
            look_for_program("stockfish", "a UCI engine", "stockfish"),
            look_for_program("gnugo", "a GTP engine", "gnugo"),
            look_for_program("gnubg", "GNU Backgammon", "gnubg"),
        };
        print(console.json ? in_json(findings) : in_words(findings));
    }

private:
    static std::string in_words(const std::vector<Finding>& findings) {
        std::string text = fmt::format("{}\n\n", version_text());
        for (const Finding& one : findings) {
            const bool is_found = !one.place.empty();
            text +=
                fmt::format("{:<8} {:<15} {}\n{:<25}{}\n", is_found ? "found" : "missing", one.name,
                            is_found ? one.place : one.advice, "", "for " + one.purpose);
        }
        return text + "\nNone of these is needed to referee games, to serve them or to play.\n";
    }

    static std::string in_json(const std::vector<Finding>& findings) {
        JsonWriter out;
        out.object([&] {
            out.member("version", ARBITER_VERSION);
            out.key("findings");
            out.array([&] {
                for (const Finding& one : findings) {
                    out.object([&] {
                        out.member("name", one.name);
                        out.member("purpose", one.purpose);
                        out.member("found", !one.place.empty());
                        if (!one.place.empty()) out.member("place", one.place);
                        if (!one.advice.empty()) out.member("advice", one.advice);
                    });
                }
            });
        });
        return out.take();
    }
};

}  // namespace

void add_doctor_command(CLI::App& program, const Console& console) {
    add_command<Doctor>(program, console,
                        {"doctor", "Say what is installed that the program can use",
                         "Examples:\n"
                         "  arbiter doctor\n"
                         "  arbiter doctor --store postgresql://arbiter@localhost/arbiter"});
}

}  // namespace arbiter::cli
