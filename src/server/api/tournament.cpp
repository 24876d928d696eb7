#include "server/api/tournament.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <span>

#include "platform/files.hpp"

namespace arbiter::server {

namespace {

constexpr std::int64_t number_max = 10'000'000;
constexpr std::size_t file_size_max = std::size_t{16} << 20U;

Reading<Json> json_in(const std::filesystem::path& file) {
    const auto text = platform::read_file(file, file_size_max);
    return text ? read_json(*text) : Reading<Json>();
}

std::string text_in(const Json& object, std::string_view key) {
    const Json* member = object.find(key);
    const auto* text = member == nullptr ? nullptr : member->as<std::string>();
    return text == nullptr ? std::string() : *text;
}

void copy_members(JsonWriter& out, const Json& object, std::span<const std::string_view> keys) {
    for (const std::string_view key : keys) {
        const Json* member = object.find(key);
        if (member == nullptr) continue;
        out.key(key);
        out.value(*member);
    }
}

/// How a game ended; all that a list says of it.
constexpr auto summary_keys = std::to_array<std::string_view>(
    {"white", "black", "result", "winner", "reason", "forfeit", "plies", "ended"});

constexpr auto detail_keys = std::to_array<std::string_view>({"sides", "record"});
constexpr auto live_keys = std::to_array<std::string_view>({"number", "white", "black", "record"});

/// The number of a game in a journal begins with 0, everywhere else with 1.
void write_summary(JsonWriter& out, const Json& report, std::uint64_t number) {
    out.member("number", number);
    copy_members(out, report, summary_keys);
}

/// What was said at each turn, a line of JSON each; null if it was not written down.
void write_turns(JsonWriter& out, const std::filesystem::path& file) {
    const auto text = platform::read_file(file, file_size_max);
    if (!text) return out.null();
    out.array([&] {
        for (std::string_view rest = *text; !rest.empty();) {
            const auto end = std::min(rest.find('\n'), rest.size());
            if (const auto turn = read_json(rest.substr(0, end))) out.value(*turn);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    });
}

}  // namespace

Tournament::Shown Tournament::overview() const {
    if (folder_.empty()) return std::unexpected("this server shows no tournament");
    const auto results = json_in(folder_ / "results.json");
    if (!results) return std::unexpected("the tournament has no results yet");
    const auto live = json_in(folder_ / "live.json");
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

/// One of a tournament in a database is a copy.
std::filesystem::path Tournament::journal() const {
    const auto file = folder_ / "journal.jsonl";
    std::error_code problem;
    return std::filesystem::exists(file, problem) ? file : folder_ / "settled.jsonl";
}

/// Reads what the journal has gained; false if there is none. Its first line is the tournament's terms; one that is not ended yet
/// is still being written.
bool Tournament::read_on() {
    const auto file = journal();
    std::error_code problem;
    const auto size = std::filesystem::file_size(file, problem);
    if (problem || size < read_) {
        finished_.clear();
        has_.clear();
        read_ = 0;
    }
    std::ifstream in(file, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(read_));
    for (std::string line; std::getline(in, line) && !in.eof();) {
        if (read_ > 0) note(line, read_);
        read_ += line.size() + 1;
    }
    return read_ > 0;
}

void Tournament::note(std::string_view line, std::uint64_t begin) {
    const auto report = read_json(line);
    const Json* number = report ? report->find("number") : nullptr;
    const auto* value = number == nullptr ? nullptr : number->as<std::int64_t>();
    if (value == nullptr || *value < 0 || *value > number_max) return;
    // A void game may have been played again.
    const auto index = static_cast<std::size_t>(*value);
    if (has_.size() <= index) has_.resize(index + 1);
    if (has_[index])
        std::erase_if(finished_, [&](const Entry& one) { return one.number == index + 1; });
    has_[index] = true;
    finished_.push_back({static_cast<std::uint64_t>(*value) + 1, begin,
                         static_cast<std::uint32_t>(line.size()), text_in(*report, "white"),
                         text_in(*report, "black")});
}

Reading<Json> Tournament::report_of(const Entry& entry, std::istream& journal) {
    journal.seekg(static_cast<std::streamoff>(entry.begin));
    std::string line(entry.size, '\0');
    if (!journal.read(line.data(), static_cast<std::streamsize>(line.size()))) return {};
    return read_json(line);
}

Tournament::Shown Tournament::games(const Page& page) {
    const std::scoped_lock lock(mutex_);
    if (!read_on()) return std::unexpected("the tournament has no games yet");
    const auto is_wanted = [&](const Entry& entry) {
        const auto& [first, second, before, limit] = page;
        return (first.empty() && second.empty()) ||
               (entry.white == first && entry.black == second) ||
               (entry.white == second && entry.black == first);
    };
    std::size_t at = page.before == 0 ? finished_.size() : std::min(page.before, finished_.size());
    std::ifstream in(journal(), std::ios::binary);
    JsonWriter out;
    out.object([&] {
        out.key("games");
        out.array([&] {
            for (std::size_t count = 0; at > 0 && count < page.limit; --at) {
                const Entry& entry = finished_[at - 1];
                if (!is_wanted(entry)) continue;
                const auto report = report_of(entry, in);
                if (!report) continue;
                out.object([&] { write_summary(out, *report, entry.number); });
                ++count;
            }
        });
        out.key("next");
        if (at == 0) return out.null();
        out.value(at);
    });
    return out.take();
}

Tournament::Shown Tournament::game(std::uint64_t number) {
    const std::scoped_lock lock(mutex_);
    read_on();
    const auto found = std::ranges::find(finished_, number, &Entry::number);
    if (found == finished_.end()) return live_game(number);
    std::ifstream in(journal(), std::ios::binary);
    const auto report = report_of(*found, in);
    if (!report) return std::unexpected("the journal has changed");
    JsonWriter out;
    out.object([&] {
        write_summary(out, *report, number);
        copy_members(out, *report, detail_keys);
        out.key("turns");
        write_turns(out, folder_ / "transcripts" / ("game-" + std::to_string(number) + ".jsonl"));
    });
    return out.take();
}

Tournament::Shown Tournament::live_game(std::uint64_t number) const {
    const auto live = json_in(folder_ / "live.json");
    const Json* games = live ? live->find("games") : nullptr;
    const auto* list = games == nullptr ? nullptr : games->as<Json::Array>();
    const auto is_wanted = [&](const Json& game) {
        const Json* named = game.find("number");
        const auto* value = named == nullptr ? nullptr : named->as<std::int64_t>();
        return value != nullptr && static_cast<std::uint64_t>(*value) == number;
    };
    const auto found =
        list == nullptr ? Json::Array::const_iterator() : std::ranges::find_if(*list, is_wanted);
    if (list == nullptr || found == list->end()) {
        return std::unexpected("the tournament has no game " + std::to_string(number) + " yet");
    }
    JsonWriter out;
    out.object([&] {
        copy_members(out, *found, live_keys);
        out.key("turns");
        out.null();
    });
    return out.take();
}

}  // namespace arbiter::server
