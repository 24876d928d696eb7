#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "cli/table_commands.hpp"
#include "cli/table_place.hpp"
#include "cli/view.hpp"
#include "core/base/excerpt.hpp"
#include "core/games/to_json.hpp"
#include "tables/delivery.hpp"
#include "tables/folder.hpp"
#include "tables/names.hpp"
#include "tables/processor.hpp"

namespace arbiter::cli {

namespace {

using tables::Table;

/// "alice (White) to move", "Draw by stalemate".
std::string status_of(const Table& table) {
    if (table.outcome()) return sentence(*table.outcome());
    const Color next = table.active_player();
    return fmt::format("{} ({}) to move", excerpt(table.terms().players[next]), capitalized(next));
}

void write_members(JsonWriter& out, const Table& table) {
    const tables::Terms& terms = table.terms();
    out.member("id", terms.id);
    out.member("game", terms.game);
    out.key("players");
    out.object([&] {
        out.member("white", terms.players.white);
        out.member("black", terms.players.black);
    });
    out.member("sequence", table.next_sequence());
    out.member("turn", to_string(table.active_player()));
    out.key("outcome");
    write(out, table.outcome());
    out.member("expectedState", table.fingerprint());
    out.member("updatedAt", table.updated_at());
}

struct List {
    TablePlace place;

    void add_to(CLI::App& command) { place.add_to(command); }

    void run(const Console& console) const {
        const auto root = place.root();
        std::vector<Reading<Table>> found;
        const auto ids = tables::table_ids(root);
        for (const std::string& id : ids) found.push_back(tables::read_table(root, id));
        print(console.json ? in_json(ids, found) : in_words(ids, found));
    }

private:
    static std::string in_words(const std::vector<std::string>& ids,
                                const std::vector<Reading<Table>>& found) {
        if (ids.empty()) return "There are no tables\n";
        std::size_t width = 0;
        for (const std::string& id : ids) width = std::max(width, id.size());
        std::string text;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (!found[i]) {
                text += fmt::format("{:<{}}  {}\n", ids[i], width,
                                    tables::rejection_of(found[i].faults).sentence);
                continue;
            }
            const Table& table = *found[i];
            text += fmt::format("{:<{}}  {:<10}  {} - {}  {}\n", ids[i], width, table.terms().game,
                                excerpt(table.terms().players.white),
                                excerpt(table.terms().players.black), status_of(table));
        }
        return text;
    }

    static std::string in_json(const std::vector<std::string>& ids,
                               const std::vector<Reading<Table>>& found) {
        JsonWriter out;
        out.array([&] {
            for (std::size_t i = 0; i < ids.size(); ++i) {
                out.object([&] {
                    if (found[i]) return write_members(out, *found[i]);
                    out.member("id", ids[i]);
                    out.key("faults");
                    write(out, found[i].faults);
                });
            }
        });
        return out.take();
    }
};

std::string shown(const Table& table, const Console& console) {
    if (console.json) {
        JsonWriter out;
        out.object([&] {
            write_members(out, table);
            out.key("messages");
            write_messages(out, table.messages());
            out.key("record");
            out.raw(record_of(table.game()));
        });
        return out.take() + "\n";
    }
    const tables::Terms& terms = table.terms();
    std::string text =
        fmt::format("{}: {}, {} (White) and {} (Black)\n\n{}\n{}\n", terms.id, terms.game,
                    excerpt(terms.players.white), excerpt(terms.players.black),
                    board_view(table.game(), console.out), status_of(table));
    if (const std::string stake = table.stake(); !stake.empty()) text += stake + "\n";
    for (const Message& message : table.messages()) {
        text += fmt::format("{}  {}{}\n", message.timestamp,
                            message.type == Message::Type::error ? "error: " : "",
                            excerpt(message.text, 400));
    }
    return text;
}

struct ShowTable {
    std::string id;
    TablePlace place;

    void add_to(CLI::App& command) {
        command.add_option("ID", id, "Which table")->required();
        place.add_to(command);
    }
    void run(const Console& console) const { print(shown(place.table(id), console)); }
};

struct LegalMoves {
    std::string id;
    std::string notation;
    TablePlace place;

    void add_to(CLI::App& command) {
        command.add_option("ID", id, "Which table")->required();
        command
            .add_option("--notation", notation, "How to write them; `arbiter rules` lists these")
            ->type_name("NOTATION");
        place.add_to(command);
    }

    void run(const Console& console) const {
        const Table table = place.table(id);
        AnyGame game = table.game();
        choose_notation(game, notation);
        const auto moves = game.awaits() == Awaits::chance ? table.choices() : game.legal();
        if (console.json) {
            JsonWriter out;
            out.object([&] {
                write_members(out, table);
                out.key("legal");
                write_moves(out, moves, game.notation());
            });
            return print(out.take());
        }
        if (moves.empty()) tell(status_of(table) + "\n");
        Sink sink;
        for (const std::string& move : moves) sink.write_line(move);
        sink.close();
    }
};

struct MoveTable {
    std::string id;
    std::vector<std::string> moves;
    std::string by;
    std::string comment;
    bool commit = false;
    TablePlace place;
    TableBranch branch;

    void add_to(CLI::App& command) {
        command.add_option("ID", id, "Which table")->required();
        command.add_option("MOVE", moves, "In any notation of the game; an action, too")
            ->required()
            ->transform(as_it_was());
        command.add_option("--by", by, "Who moves, white or black; default: whose turn it is")
            ->check(one_of({"white", "black"}))
            ->type_name("SIDE");
        command.add_option("--comment", comment, "A comment, at most 280 characters")
            ->type_name("TEXT");
        command.add_flag("--commit", commit, "Commit the file; otherwise it is only written");
        place.add_to(command);
        branch.add_to(command);
    }

    void run(const Console& console) const {
        if (commit || branch.remote()) return deliver(console);
        const auto root = place.root();
        const Table table = place.table(id);
        const auto content = table.compose(request(table));
        if (!content) throw table_refusal(content.error(), joined());
        const std::string name = tables::next_file_name(table, mover(table), *content);
        require_acceptable(table, name, *content);
        const auto path = tables::write_move(root, id, name, *content);
        if (!path)
            throw CommandError({.kind = "system", .code = "system", .sentence = path.error()});
        tell_path(console, *path, {});
    }

private:
    std::string joined() const {
        std::string text;
        for (const std::string& move : moves) text += (text.empty() ? "" : " ") + move;
        return text;
    }

    Color mover(const Table& table) const {
        return color_named(by).value_or(table.active_player());
    }

    tables::MoveRequest request(const Table& table) const {
        return {.by = mover(table),
                .moves = moves,
                .now = tables::now_text(),
                .comment = comment.empty() ? std::nullopt : std::optional(comment)};
    }

    /// Does not commit what the referee would refuse. Any seed does for that.
    static void require_acceptable(Table table, const std::string& name,
                                   const std::string& content) {
        auto dice = tables::dice_of(table.terms(), referee::Seed({}), content);
        const auto played =
            table.play({*read_move_file_name(name), content}, {tables::now_text(), dice});
        if (!played) throw table_refusal(played.error());
    }

    void deliver(const Console& console) const {
        const tables::GitRepository repository = place.repository();
        const Table table = place.table(id);
        const auto delivered = tables::deliver(repository, {.table = id,
                                                            .request = request(table),
                                                            .branch = branch.name(repository),
                                                            .remote = branch.remote()});
        if (delivered) return tell_path(console, delivered->path, delivered->commit);
        if (delivered.error().refusal) throw table_refusal(*delivered.error().refusal, joined());
        throw git_error({delivered.error().sentence});
    }

    static void tell_path(const Console& console, const std::string& path,
                          const std::string& commit_id) {
        if (!console.json) return print(path + "\n");
        JsonWriter out;
        out.object([&] {
            out.member("file", path);
            if (!commit_id.empty()) out.member("commit", commit_id);
        });
        print(out.take());
    }
};

struct Watch {
    std::string id;
    std::int64_t interval = 10;
    bool once = false;
    TablePlace place;

    void add_to(CLI::App& command) {
        command.add_option("ID", id, "Which table")->required();
        command.add_option("--interval", interval, "Seconds between checks")
            ->check(whole_number(1, 86'400))
            ->capture_default_str();
        command.add_flag("--once", once, "End when the table changes for the first time");
        place.add_to(command);
        command.add_option("--branch", branch_, "The branch; default: the one that is checked out")
            ->type_name("BRANCH");
        command.add_option("--remote", remote_, "Where to look; absent: the working files")
            ->type_name("REMOTE");
    }

    void run(const Console& console) const {
        Sink sink;
        std::string seen;
        for (bool first = true;; first = false) {
            const Table table = look();
            const std::string state = table.write().state;
            const bool news = state != seen;
            if (news) sink.write(shown(table, console));
            sink.flush();
            seen = state;
            if (table.outcome() || (once && news && !first)) return sink.close();
            std::this_thread::sleep_for(std::chrono::seconds(interval));
        }
    }

private:
    std::string branch_;
    std::string remote_;

    Table look() const {
        if (remote_.empty()) return place.table(id);
        const tables::GitRepository repository = place.repository();
        const auto head = repository.branch_head(remote_, branch_or_current(branch_, repository));
        if (!head) throw git_error(head.error());
        auto table = tables::read_table(repository, *head, id);
        if (!table) throw git_error(table.error());
        if (!*table) throw invalid_input(tables::folder_of(id), table->faults);
        return std::move(**table);
    }
};

}  // namespace

void add_table_player_commands(CLI::App& table, const Console& console) {
    add_command<List>(table, console, {"list", "List the tables", ""});
    add_command<ShowTable>(table, console,
                           {"show", "Draw a table, with its messages",
                            "Example:\n"
                            "  arbiter table show duel"});
    add_command<LegalMoves>(table, console,
                            {"legal", "List the moves that may be made now",
                             "Example:\n"
                             "  arbiter table legal duel"});
    add_command<MoveTable>(
        table, console,
        {"move", "Write a correct move file, and perhaps send it",
         "Examples:\n"
         "  arbiter table move duel 8/5 6/5 --push\n"
         "  arbiter table move chess-1 e4 offer_draw --comment \"a short one?\""});
    add_command<Watch>(table, console,
                       {"watch", "Draw a table again whenever it changes, until it is over",
                        "Example:\n"
                        "  arbiter table watch duel --remote origin"});
}

}  // namespace arbiter::cli
