#include "tables/folder.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/base/sha256.hpp"
#include "platform/files.hpp"
#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

namespace fs = std::filesystem;

bool is_real_folder(const fs::path& path) {
    std::error_code ignored;
    return fs::symlink_status(path, ignored).type() == fs::file_type::directory;
}

bool has_table(const fs::path& root, std::string_view id) {
    return is_table_id(id) && is_real_folder(root / tables_folder) &&
           is_real_folder(root / folder_of(id));
}

}  // namespace

std::vector<std::string> table_ids(const fs::path& root) {
    std::vector<std::string> ids;
    std::error_code problem;
    if (!is_real_folder(root / tables_folder)) return ids;
    for (fs::directory_iterator next(root / tables_folder, problem), end; !problem && next != end;
         next.increment(problem)) {
        const std::string id = next->path().filename().string();
        if (has_table(root, id)) ids.push_back(id);
    }
    std::ranges::sort(ids);
    return ids;
}

Reading<Table> read_table(const fs::path& root, const std::string& id) {
    if (!has_table(root, id)) {
        return Reading<Table>::failure("no_such_table", "there is no table " + in_quotes(id));
    }
    Texts texts;
    const fs::path folder = root / folder_of(id);
    for (const auto& [name, text] : files_in(texts)) {
        auto content = platform::read_file(folder / name, text_size_max);
        if (!content) {
            return Reading<Table>::failure("unreadable_file", content.error().sentence);
        }
        *text = std::move(*content);
    }
    return Table::read(texts, id);
}

std::expected<std::string, std::string> write_move(const fs::path& root, const std::string& id,
                                                   const std::string& name,
                                                   const std::string& content) {
    const fs::path folder = root / folder_of(id) / moves_folder;
    std::error_code problem;
    fs::create_directory(folder, problem);
    if (!is_real_folder(folder)) return std::unexpected(folder.string() + " is not a folder");
    if (auto written = platform::write_file(folder / name, content); !written) {
        return std::unexpected(std::move(written.error().sentence));
    }
    return move_path(id, name);
}

std::string next_file_name(const Table& table, Color by, const std::string& content) {
    constexpr std::size_t digits = 6;  // as GitGammon's validator wants
    return to_string(
        MoveFileName{table.next_sequence(), by, to_hex(sha256(content)).substr(0, digits)});
}

}  // namespace arbiter::tables
