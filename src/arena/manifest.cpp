#include "arena/manifest.hpp"

#include <fstream>
#include <iterator>
#include <set>

#include "core/base/sha256.hpp"
#include "players/models/prompt.hpp"

namespace arbiter::arena {

namespace {

using Identities = std::vector<std::set<std::string>>;

void write_file_hash(JsonWriter& out, const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return;
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    out.member(file.filename().string(), to_hex(sha256(text)));
}

void write_player(JsonWriter& out, const Results& results, std::size_t player,
                  const Identities& identities) {
    const players::PlayerTerms& terms = results.tournament.terms().players[player];
    out.object([&] {
        out.member("name", terms.name);
        out.member("player", terms.specification);
        if (!terms.options.empty()) {
            out.key("options");
            out.object([&] {
                for (const auto& [name, value] : terms.options) out.member(name, value);
            });
        }
        out.key("identities");
        out.array([&] {
            for (const std::string& identity : identities[player]) out.value(identity);
        });
        const auto& prompt = results.tournament.prompt(player);
        if (prompt) out.member("prompt_sha256", *prompt);
    });
}

}  // namespace

std::expected<std::string, store::StoreError> manifest_of(const OutputPlace& place,
                                                          const Results& results, Ledger& ledger) {
    const Terms& terms = results.tournament.terms();
    Identities identities(terms.players.size());
    const auto read = ledger.each([&](const GameReport& report) {
        const Fixture game = results.tournament.schedule().game(report.number);
        for (const Color color : both_colors) {
            identities[game.players[color]].insert(report.identities[color]);
        }
    });
    if (!read) return std::unexpected(read.error());
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.member("arbiter", ARBITER_VERSION);
        out.member("prompt_version", players::prompt_version);
        out.member("name", terms.name);
        out.member("game", terms.game);
        out.member("seed", terms.seed);
        out.member("stage", to_string(results.stage));
        out.member("games", results.tournament.finished());
        out.member("terms_sha256", to_hex(sha256(to_json(terms))));
        out.key("players");
        out.array([&] {
            for (std::size_t player = 0; player < terms.players.size(); ++player) {
                out.on_one_line([&] { write_player(out, results, player, identities); });
            }
        });
        out.key("files");
        out.object([&] {
            if (!place.journal.empty()) write_file_hash(out, place.journal);
            for (const char* name : {"results.json", "results.csv", "games.pgn", "games.sgf"}) {
                write_file_hash(out, place.folder / name);
            }
        });
    });
    return out.take() + "\n";
}

}  // namespace arbiter::arena
