#include "cli/review_log.hpp"

#include <cerrno>
#include <filesystem>

#include "cli/command_error.hpp"
#include "platform/files.hpp"

namespace arbiter::cli {

namespace {

constexpr std::size_t log_bytes_max = std::size_t{256} << 20U;

}  // namespace

ReviewLog::ReviewLog(std::string path, std::string header)
    : path_(std::move(path)), header_(std::move(header)) {
    if (path_.empty()) return;
    const bool is_there = std::filesystem::exists(path_);
    if (is_there) {
        const auto text = platform::read_file(path_, log_bytes_max);
        if (!text) throw usage_error("--keep: " + text.error().sentence);
        read(*text);
    }
    // Written anew without a line that was cut short.
    file_.open(path_, std::ios::trunc);
    write_line(header_);
    std::size_t ply = 0;
    for (const players::ReviewedMove& move : moves_) {
        JsonWriter out;
        write(out, move);
        write_line(out.take());
        ply = move.ply + 1;
    }
    done_ = ply;
}

void ReviewLog::read(const std::string& text) {
    std::string_view rest = text;
    const auto next = [&] {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        return line;
    };
    if (const auto first = next(); !first.empty() && first != header_) {
        throw usage_error(
            "--keep: " + path_ + " holds the review of another game, or by other terms",
            "name another file, or remove this one");
    }
    while (!rest.empty() && read_line(next())) {
    }
}

bool ReviewLog::read_line(std::string_view line) {
    auto json = read_json(line);
    if (!json) return false;
    auto move = players::read_reviewed_move(JsonView(*json), json.faults);
    if (json.faults.fatal()) return false;
    moves_.push_back(std::move(move));
    return true;
}

void ReviewLog::add(std::size_t ply, const std::optional<players::ReviewedMove>& move) {
    done_ = ply + 1;
    if (!move) return;
    moves_.push_back(*move);
    JsonWriter out;
    write(out, *move);
    write_line(out.take());
}

void ReviewLog::write_line(std::string_view line) {
    if (path_.empty()) return;
    file_ << line << '\n' << std::flush;
    if (!file_) throw system_error("write " + path_, errno);
}

}  // namespace arbiter::cli
