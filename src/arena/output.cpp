#include "arena/output.hpp"

#include <fstream>

#include "arena/game.hpp"
#include "arena/manifest.hpp"
#include "arena/report_page.hpp"
#include "core/games/to_json.hpp"

namespace arbiter::arena {

namespace {

std::expected<void, store::StoreError> in_words(
    const std::expected<void, platform::FileError>& written) {
    if (written) return {};
    return std::unexpected(store::StoreError{written.error().sentence});
}

/// Many games in one text, piece by piece: all of them may be more than memory holds.
std::expected<void, store::StoreError> write_collection(const std::filesystem::path& file,
                                                        Ledger& ledger) {
    const std::filesystem::path unfinished = file.string() + ".new";
    std::ofstream out(unfinished, std::ios::binary);
    const auto read = ledger.each([&](const GameReport& report) { out << report.record << "\n"; });
    if (!read) return read;
    out.close();
    std::error_code problem;
    if (out) std::filesystem::rename(unfinished, file, problem);
    if (out && !problem) return {};
    return std::unexpected(store::StoreError{"cannot write " + file.string()});
}

std::expected<void, store::StoreError> write_each(const std::filesystem::path& folder,
                                                  std::string_view extension, Ledger& ledger) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    std::expected<void, store::StoreError> done;
    const auto read = ledger.each([&](const GameReport& report) {
        // What the format cannot express, such as a game from a position, is the neutral record.
        const bool is_record = report.record.starts_with('{');
        const std::string name = "game-" + std::to_string(report.number + 1) + "." +
                                 std::string(is_record ? "json" : extension);
        if (done) done = in_words(platform::write_file(folder / name, report.record));
    });
    return read ? done : read;
}

}  // namespace

std::expected<void, platform::FileError> write_state(const std::filesystem::path& folder,
                                                     const Results& results) {
    return platform::write_file(folder / "results.json", to_json(results));
}

std::expected<void, platform::FileError> write_live(const std::filesystem::path& folder,
                                                    const Tournament& tournament,
                                                    const LiveGames& live) {
    JsonWriter out;
    out.object([&] {
        out.key("games");
        out.array([&] {
            for (const auto& [number, game] : live) {
                const auto& [white, black] = tournament.schedule().game(number).players;
                out.object([&] {
                    out.member("number", number + 1);
                    out.member("white", tournament.terms().players[white].name);
                    out.member("black", tournament.terms().players[black].name);
                    out.key("record");
                    out.raw(record_of(game));
                });
            }
        });
    });
    return platform::write_file(folder / "live.json", out.take() + "\n");
}

OutputPlace place_in(const std::filesystem::path& folder) {
    const auto transcripts = folder / "transcripts";
    return {folder, folder / "journal.jsonl",
            std::filesystem::is_directory(transcripts) ? transcripts : std::filesystem::path()};
}

std::expected<void, store::StoreError> write_all(const OutputPlace& place, const Results& results,
                                                 Ledger& ledger) {
    const std::filesystem::path& folder = place.folder;
    auto games = games_html(results, ledger, place.transcripts);
    if (!games) return std::unexpected(std::move(games.error()));
    for (const auto& written :
         {write_state(folder, results), write_live(folder, results.tournament, {}),
          platform::write_file(folder / "results.csv", to_csv(results)),
          platform::write_file(folder / "report.html", to_html(results, *games))}) {
        if (!written) return in_words(written);
    }
    const std::string_view format = record_format(results.tournament.terms().game);
    const auto written = format == "mat"
                             ? write_each(folder / "games", format, ledger)
                             : write_collection(folder / ("games." + std::string(format)), ledger);
    if (!written) return written;
    auto manifest = manifest_of(place, results, ledger);
    if (!manifest) return std::unexpected(std::move(manifest.error()));
    return in_words(platform::write_file(folder / "manifest.json", *manifest));
}

}  // namespace arbiter::arena
