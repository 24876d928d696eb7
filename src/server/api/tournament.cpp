#include "server/api/tournament.hpp"

#include "core/base/json.hpp"
#include "platform/files.hpp"

namespace arbiter::server {

namespace {

constexpr std::size_t file_size_max = std::size_t{16} << 20U;

Reading<Json> json_in(const std::filesystem::path& file) {
    const auto text = platform::read_file(file, file_size_max);
    return text ? read_json(*text) : Reading<Json>();
}

}  // namespace

std::expected<std::string, std::string> tournament_in(const std::filesystem::path& folder) {
    if (folder.empty()) return std::unexpected("this server shows no tournament");
    const auto results = json_in(folder / "results.json");
    if (!results) return std::unexpected("the tournament has no results yet");
    const auto live = json_in(folder / "live.json");
    const Json* games = live ? live->find("games") : nullptr;
    JsonWriter out;
    out.object([&] {
        out.key("results");
        out.value(*results);
        out.key("games");
        if (games != nullptr) {
            out.value(*games);
        } else {
            out.array([] {});
        }
    });
    return out.take();
}

}  // namespace arbiter::server
