#include <filesystem>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/opened_store.hpp"
#include "cli/sink.hpp"
#include "cli/store_progress.hpp"
#include "core/base/json.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "store/audit.hpp"
#include "store/backup.hpp"
#include "store/copy.hpp"
#include "store/names.hpp"
#include "store/receipt.hpp"

namespace arbiter::cli {

namespace {

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

template <class Work>
auto with_progress(const Console& console, Work work) {
    StoreProgress progress(console);
    auto done = work([&](const store::Progress& now) { progress.show(now); });
    progress.finish();
    return done;
}

struct VerifyStore {
    std::string address = default_store();
    std::string receipts;
    std::string key;

    void add_to(CLI::App& command) {
        command.add_option("STORE", address, std::string(address_meaning))
            ->type_name("STORE")
            ->capture_default_str();
        command
            .add_option("--against", receipts,
                        "Receipts of the server, one in each line: they must fit")
            ->type_name("FILE");
        command.add_option("--key", key, "The public key that signed them; default: any")
            ->type_name("KEY");
    }

    void run(const Console& console) const {
        const auto acknowledged = read_acknowledged();
        const auto store = opened(address, Missing::is_an_error);
        auto audit =
            with_progress(console, [&](const auto& show) { return store::audit(*store, show); });
        if (!audit) throw store_error(audit.error().sentence);
        for (const store::Receipt& receipt : acknowledged) {
            if (auto damage = store::compare(*store, receipt, key)) {
                audit->damages.push_back(*std::move(damage));
            }
        }
        print(console.json ? in_json(*audit) : in_words(*audit));
        if (!audit->damages.empty()) throw AlreadyReported();
    }

private:
    std::string in_words(const store::Audit& audit) const {
        std::string text;
        for (const store::Damage& damage : audit.damages) {
            text += fmt::format("game {}", damage.game);
            if (damage.version != 0) text += fmt::format(", version {}", damage.version);
            text += fmt::format(": {}\n", damage.sentence);
        }
        const std::string games = counted(audit.games, "game");
        if (!audit.damages.empty()) {
            return text + fmt::format("{}, {}", games, counted(audit.damages.size(), "finding"));
        }
        if (receipts.empty()) {
            return text + games +
                   ", each consistent; that none was replaced as a whole, only receipts show "
                   "(--against)";
        }
        return text + games + ", each consistent, and as acknowledged by every receipt";
    }

    std::vector<store::Receipt> read_acknowledged() const {
        constexpr std::size_t size_max = std::size_t{1} << 30U;
        if (receipts.empty()) return {};
        const auto text = platform::read_file(receipts, size_max);
        if (!text)
            throw CommandError(
                {.kind = "system", .code = "unreadable_file", .sentence = text.error().sentence});
        auto read = store::read_receipts(*text);
        if (!read) throw usage_error(receipts + ": " + read.error());
        return *std::move(read);
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
        const auto copied = with_progress(
            console, [&](const auto& show) { return store::copy(*source, *target, show); });
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

struct BackUpStore {
    std::string from;
    std::string to;

    void add_to(CLI::App& command) {
        command.add_option("FROM", from, "A file (SQLite)")->type_name("STORE")->required();
        command.add_option("TO", to, "The file to write")->type_name("FILE")->required();
    }

    void run(const Console& console) const {
        constexpr std::string_view scheme = "sqlite:";
        if (from.starts_with("postgres")) throw usage_error("pg_dump backs up PostgreSQL");
        const auto done =
            store::back_up(from.starts_with(scheme) ? from.substr(scheme.size()) : from, to);
        if (!done) throw store_error(done.error().sentence);
        if (!console.json) return print(fmt::format("{} holds what {} held", to, from));
        JsonWriter out;
        out.object([&] { out.member("file", to); });
        print(out.text());
    }
};

struct DeleteFromStore {
    std::string address;
    std::vector<std::string> ids;
    std::int64_t finished_days = 0;
    std::int64_t running_days = 0;
    bool only_names = false;

    void add_to(CLI::App& command) {
        command.add_option("STORE", address, std::string(address_meaning))
            ->type_name("STORE")
            ->required();
        command.add_option("ID", ids, "Games by their ids")->type_name("ID");
        constexpr std::int64_t days_max = 36'500;
        command
            .add_option("--finished-days", finished_days,
                        "Also games that ended more than DAYS days ago")
            ->check(whole_number(1, days_max))
            ->type_name("DAYS");
        command
            .add_option("--running-days", running_days,
                        "Also running games without a move for DAYS days")
            ->check(whole_number(1, days_max))
            ->type_name("DAYS");
        command.add_flag("--names", only_names,
                         "Only remove the names of the players, and the tags and comments that a "
                         "game began with");
    }

    void run(const Console& console) const {
        if (ids.empty() && finished_days == 0 && running_days == 0) {
            throw usage_error("name games by their ids, or by their age");
        }
        const auto store = opened(address, Missing::is_an_error);
        std::size_t count = 0;
        for (const std::string& id : ids) {
            if (!removed(*store, id)) {
                throw CommandError({.kind = "system",
                                    .code = "no_such_game",
                                    .sentence = fmt::format("there is no game {}", id)});
            }
            ++count;
        }
        if (finished_days > 0) count += remove_old(*store, GameStatus::finished, finished_days);
        if (running_days > 0) count += remove_old(*store, GameStatus::running, running_days);
        if (!console.json) {
            return print(counted(count, "game") + (only_names ? " without names" : " deleted"));
        }
        JsonWriter out;
        out.object([&] { out.member(only_names ? "nameless" : "deleted", count); });
        print(out.text());
    }

private:
    using GameStatus = store::GameStatus;

    bool removed(store::Store& store, const std::string& id) const {
        const auto done = only_names ? store::remove_names(store, id) : store.remove(id);
        if (!done) throw store_error(done.error().sentence);
        return *done;
    }

    std::size_t remove_old(store::Store& store, GameStatus status, std::int64_t days) const {
        const auto now = platform::system_clock().now();
        const auto before = now - std::chrono::days(static_cast<std::int32_t>(days));
        std::size_t count = 0;
        // A game without names stays: it must not come again.
        const std::size_t some = only_names ? SIZE_MAX : 100;
        while (true) {
            const auto old = store.unchanged_since(status, before.time_since_epoch().count(), some);
            if (!old) throw store_error(old.error().sentence);
            for (const std::string& id : *old) {
                if (removed(store, id)) ++count;
            }
            if (old->empty() || only_names) return count;
        }
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
        {"verify", "Replay every game and check that it is consistent, and as acknowledged",
         "Examples:\n"
         "  arbiter store verify arbiter.db\n"
         "  arbiter store verify arbiter.db --against receipts.jsonl\n"
         "  arbiter store verify postgresql://arbiter@localhost/arbiter"});
    add_command<BackUpStore>(store, console,
                             {"backup", "Copy the file of a store, also while a server uses it",
                              "Example:\n"
                              "  arbiter store backup arbiter.db copy.db"});
    add_command<DeleteFromStore>(store, console,
                                 {"delete", "Delete games, or the names in them",
                                  "A server on a SQLite file must be stopped first.\n"
                                  "\n"
                                  "Examples:\n"
                                  "  arbiter store delete arbiter.db x7k2m9pq4rst\n"
                                  "  arbiter store delete arbiter.db --names x7k2m9pq4rst\n"
                                  "  arbiter store delete arbiter.db --finished-days 365"});
    add_command<CopyStore>(
        store, console,
        {"copy", "Bring every game into another store; can be run again",
         "Example:\n"
         "  arbiter store copy arbiter.db postgresql://arbiter@localhost/arbiter"});
}

}  // namespace arbiter::cli
