#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/sink.hpp"
#include "core/base/json.hpp"
#include "store/audit.hpp"
#include "store/copy.hpp"

namespace arbiter::cli {

namespace {

constexpr std::string_view default_store = "arbiter.db";
constexpr std::string_view address_meaning = "A file (SQLite), or postgresql://USER@HOST/DATABASE";

Failure store_trouble(std::string problem) {
    return Failure({.kind = "system", .code = "store_unavailable", .sentence = std::move(problem)});
}

enum class Missing : std::uint8_t { is_an_error, is_created };

std::unique_ptr<store::Store> opened(const std::string& address, Missing missing) {
    constexpr std::string_view scheme = "sqlite:";
    const bool is_server = address.starts_with("postgres");
    const std::string file = address.starts_with(scheme) ? address.substr(scheme.size()) : address;
    if (missing == Missing::is_an_error && !is_server && !std::filesystem::exists(file)) {
        throw system_error("read " + file, ENOENT);
    }
    auto store = store::open(address);
    if (!store) throw store_trouble(store.error().problem);
    return std::move(*store);
}

struct VerifyStore {
    std::string address{default_store};

    void add_to(CLI::App& command) {
        command.add_option("STORE", address, std::string(address_meaning))
            ->type_name("STORE")
            ->capture_default_str();
    }

    void run(const Console& console) const {
        const auto store = opened(address, Missing::is_an_error);
        const auto audit = store::audit(*store);
        if (!audit) throw store_trouble(audit.error().problem);
        print(console.json ? in_json(*audit) : in_words(*audit));
        if (!audit->findings.empty()) throw AlreadyReported();
    }

private:
    static std::string in_words(const store::Audit& audit) {
        std::string text;
        for (const store::Finding& finding : audit.findings) {
            text += fmt::format("game {}", finding.game);
            if (finding.version != 0) text += fmt::format(", version {}", finding.version);
            text += fmt::format(": {}\n", finding.problem);
        }
        const std::string games = counted(audit.games, "game");
        return text + (audit.findings.empty() ? games + ", every one as it was written down"
                                              : fmt::format("{}, {} of them not as written down",
                                                            games, audit.findings.size()));
    }

    static std::string in_json(const store::Audit& audit) {
        JsonWriter out;
        out.object([&] {
            out.member("games", audit.games);
            out.key("findings");
            out.array([&] {
                for (const store::Finding& finding : audit.findings) {
                    out.object([&] {
                        out.member("game", finding.game);
                        out.member("version", finding.version);
                        out.member("problem", finding.problem);
                    });
                }
            });
        });
        return out.take();
    }
};

struct CopyStore {
    std::string from;
    std::string to;

    void add_to(CLI::App& command) {
        command.add_option("FROM", from, std::string(address_meaning))
            ->type_name("STORE")
            ->required();
        command.add_option("TO", to, "Where the games go; made if it is not there")
            ->type_name("STORE")
            ->required();
    }

    void run(const Console& console) const {
        if (from == to) throw usage_error("a store cannot be copied to itself");
        const auto source = opened(from, Missing::is_an_error);
        const auto target = opened(to, Missing::is_created);
        const auto copied = store::copy(*source, *target);
        if (!copied) throw store_trouble(copied.error().problem);
        print(console.json ? in_json(*copied) : in_words(*copied));
        if (!copied->problems.empty()) throw AlreadyReported();
    }

private:
    static std::string in_words(const store::Copied& copied) {
        std::string text;
        for (const std::string& problem : copied.problems) text += problem + "\n";
        return text + fmt::format("{} in both, {} written", counted(copied.games, "game"),
                                  counted(copied.entries, "event"));
    }

    static std::string in_json(const store::Copied& copied) {
        JsonWriter out;
        out.object([&] {
            out.member("games", copied.games);
            out.member("written", copied.entries);
            out.key("problems");
            out.array([&] {
                for (const std::string& problem : copied.problems) out.value(problem);
            });
        });
        return out.take();
    }
};

}  // namespace

void add_store_command(CLI::App& program, const Console& console) {
    CLI::App& store =
        *program.add_subcommand("store", "Check or move the games that a server keeps");
    store.group("Commands");
    store.require_subcommand(1);
    add_command<VerifyStore>(
        store, console,
        {"verify", "Replay every game and check that nothing was changed since",
         "Examples:\n"
         "  arbiter store verify arbiter.db\n"
         "  arbiter store verify postgresql://arbiter@localhost/arbiter"});
    add_command<CopyStore>(
        store, console,
        {"copy", "Bring every game into another store; can be run again",
         "Example:\n"
         "  arbiter store copy arbiter.db postgresql://arbiter@localhost/arbiter"});
}

}  // namespace arbiter::cli
