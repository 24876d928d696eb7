#include <filesystem>

#include <fmt/format.h>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/sink.hpp"
#include "core/base/json.hpp"
#include "store/audit.hpp"
#include "store/copy.hpp"

namespace arbiter::cli {

namespace {

constexpr std::string_view default_store = "arbiter.db";
constexpr std::string_view address_meaning = "A file (SQLite), or postgresql://USER@HOST/DATABASE";

CommandError store_error(std::string sentence) {
    return CommandError(
        {.kind = "system", .code = "store_unavailable", .sentence = std::move(sentence)});
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
    if (!store) throw store_error(store.error().sentence);
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
        if (!audit) throw store_error(audit.error().sentence);
        print(console.json ? in_json(*audit) : in_words(*audit));
        if (!audit->damages.empty()) throw AlreadyReported();
    }

private:
    static std::string in_words(const store::Audit& audit) {
        std::string text;
        for (const store::Damage& damage : audit.damages) {
            text += fmt::format("game {}", damage.game);
            if (damage.version != 0) text += fmt::format(", version {}", damage.version);
            text += fmt::format(": {}\n", damage.sentence);
        }
        const std::string games = counted(audit.games, "game");
        return text + (audit.damages.empty() ? games + ", every one as it was written down"
                                             : fmt::format("{}, {} of them not as written down",
                                                           games, audit.damages.size()));
    }

    static std::string in_json(const store::Audit& audit) {
        JsonWriter out;
        out.object([&] {
            out.member("games", audit.games);
            out.key("findings");
            out.array([&] {
                for (const store::Damage& damage : audit.damages) {
                    out.object([&] {
                        out.member("game", damage.game);
                        out.member("version", damage.version);
                        out.member("problem", damage.sentence);
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
        if (!copied) throw store_error(copied.error().sentence);
        print(console.json ? in_json(*copied) : in_words(*copied));
        if (!copied->errors.empty()) throw AlreadyReported();
    }

private:
    static std::string in_words(const store::Copied& copied) {
        std::string text;
        for (const std::string& error : copied.errors) text += error + "\n";
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
                for (const std::string& error : copied.errors) out.value(error);
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
    store.footer("`arbiter store COMMAND --help` explains a command.");
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
