#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>
#include <span>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/ledger.hpp"
#include "platform/descriptor.hpp"
#include "store/store_exception.hpp"

namespace arbiter::arena {

namespace {

using store::StoreException;

[[noreturn]] void fail(const std::string& file, const std::string& problem) {
    throw StoreException(file + ": " + problem);
}
[[noreturn]] void fail_with_errno(const std::string& file) { fail(file, std::strerror(errno)); }

/// A file of lines that is only ever added to.
class LineFile {
public:
    explicit LineFile(const std::filesystem::path& path)
        : name_(path.string()), file_(::open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        if (!file_) fail_with_errno(name_);
        if (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
            fail(name_, "another arena is at work there");
        }
    }

    const std::string& name() const { return name_; }

    /// Its name is as lasting as its lines: for one that is new.
    void sync_name() const {
        const auto folder = std::filesystem::absolute(name_).parent_path();
        const platform::Descriptor opened(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
        if (!opened || ::fsync(opened.number()) != 0) fail_with_errno(folder.string());
    }

    struct Place {
        std::size_t number;  ///< of the line, from 1
        off_t begin;
    };

    /// Hands over every whole line with its place. What stands behind the last of them was being
    /// written when the program was killed; it was promised to nobody, and goes.
    template <class Visit>
    void read(Visit visit) {
        std::string text;
        off_t whole = 0;
        std::size_t number = 0;
        std::array<char, 1 << 16> piece;
        off_t at = 0;
        while (const auto count = read_at(at, piece)) {
            text.append(piece.data(), count);
            at += static_cast<off_t>(count);
            std::size_t begin = 0;
            for (auto end = text.find('\n'); end != text.npos; end = text.find('\n', begin)) {
                visit(Place{++number, whole}, std::string_view(text).substr(begin, end - begin));
                whole += static_cast<off_t>(end + 1 - begin);
                begin = end + 1;
            }
            text.erase(0, begin);
        }
        size_ = whole;
        if (at > whole && ::ftruncate(file_.number(), whole) != 0) fail_with_errno(name_);
    }

    std::string line_at(off_t begin, std::size_t size) {
        std::string line(size, '\0');
        std::size_t done = 0;
        while (done < size) {
            const std::span<char> rest(line.data() + done, size - done);
            const std::size_t count = read_at(begin + static_cast<off_t>(done), rest);
            if (count == 0) fail(name_, "it has become shorter");
            done += count;
        }
        return line;
    }

    /// Synced when it returns. If it fails, the file is as it was.
    void append(std::string line) {
        line += '\n';
        std::string_view left = line;
        off_t at = size_;
        while (!left.empty()) {
            const ssize_t written = ::pwrite(file_.number(), left.data(), left.size(), at);
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) give_up();
            left.remove_prefix(static_cast<std::size_t>(written));
            at += written;
        }
        if (::fdatasync(file_.number()) != 0) give_up();
        size_ = at;
    }

private:
    std::size_t read_at(off_t at, std::span<char> piece) {
        for (;;) {
            const ssize_t count = ::pread(file_.number(), piece.data(), piece.size(), at);
            if (count >= 0) return static_cast<std::size_t>(count);
            if (errno != EINTR) fail_with_errno(name_);
        }
    }

    [[noreturn]] void give_up() {
        const int problem = errno;
        static_cast<void>(::ftruncate(file_.number(), size_));
        errno = problem;
        fail_with_errno(name_);
    }

    std::string name_;
    platform::Descriptor file_;
    off_t size_ = 0;
};

class Journal final : public Ledger {
public:
    Journal(const std::filesystem::path& path, const Terms& terms, Open open) : file_(path) {
        const std::string header = to_json(terms);
        bool is_new = true;
        file_.read([&](const LineFile::Place& place, std::string_view line) {
            is_new = false;
            if (place.number == 1) return check_header(line, header);
            GameReport report = read_line(place.number, line);
            const bool is_first = note(report.number);
            if (!is_first && !is_void_[report.number]) {
                fail(name_of(place.number), "this game was written down before");
            }
            if (!is_first) {
                std::erase_if(news_,
                              [&](const auto& each) { return each.number == report.number; });
            }
            is_void_.resize(settled_.size());
            is_void_[report.number] = report.failure.has_value();
            report.record.clear();
            news_.push_back(std::move(report));
        });
        if (open == Open::unplayed_and_void) reopen_void_games();
        if (!is_new) return;
        file_.append(header);
        file_.sync_name();
    }

    std::expected<std::vector<GameReport>, store::StoreError> news() override {
        const std::scoped_lock lock(mutex_);
        return std::exchange(news_, {});
    }

    std::expected<std::optional<std::size_t>, store::StoreError> claim(std::size_t games) override {
        const std::scoped_lock lock(mutex_);
        if (taken_.size() < games) taken_.resize(games);
        const auto free = std::find(taken_.begin() + first_free_, taken_.end(), false);
        first_free_ = free - taken_.begin();
        if (static_cast<std::size_t>(first_free_) >= games) return std::nullopt;
        *free = true;
        return static_cast<std::size_t>(first_free_);
    }

    void release(std::size_t number) override {
        const std::scoped_lock lock(mutex_);
        taken_[number] = false;
        first_free_ = std::min(first_free_, static_cast<std::ptrdiff_t>(number));
    }

    std::expected<void, store::StoreError> settle(const GameReport& report) override {
        return store::attempt([&] {
            const std::scoped_lock lock(mutex_);
            if (settled_.size() > report.number && settled_[report.number]) return;
            file_.append(to_json(report));
            note(report.number);
            news_.push_back(report);
            news_.back().record.clear();
        });
    }

    std::expected<void, store::StoreError> each(const Visitor& visit) override {
        return store::attempt([&] {
            const std::scoped_lock lock(mutex_);
            struct Spot {
                std::size_t game;
                off_t begin;
                std::size_t size;
            };
            std::vector<Spot> spots;
            file_.read([&](const LineFile::Place& place, std::string_view line) {
                if (place.number == 1) return;
                spots.push_back({read_line(place.number, line).number, place.begin, line.size()});
            });
            std::ranges::sort(spots, {},
                              [](const Spot& spot) { return std::pair(spot.game, spot.begin); });
            for (std::size_t i = 0; i < spots.size(); ++i) {
                const bool is_replaced = i + 1 < spots.size() && spots[i + 1].game == spots[i].game;
                if (is_replaced) continue;
                visit(*read_report(file_.line_at(spots[i].begin, spots[i].size)));
            }
        });
    }

private:
    /// Of a line: "journal.jsonl:7"
    std::string name_of(std::size_t number) const {
        return file_.name() + ":" + std::to_string(number);
    }

    void check_header(std::string_view line, const std::string& header) const {
        if (line != header) {
            fail(file_.name(),
                 "this is the journal of a tournament with other terms; give another folder, or "
                 "remove it to begin anew");
        }
    }

    GameReport read_line(std::size_t number, std::string_view line) const {
        auto report = read_report(line);
        if (!report) {
            const Fault& fault = *report.faults.begin();
            fail(name_of(number), to_string(fault.place) + " " + fault.sentence);
        }
        return std::move(*report);
    }

    /// False if it is noted already.
    bool note(std::size_t number) {
        if (settled_.size() <= number) settled_.resize(number + 1);
        if (taken_.size() <= number) taken_.resize(number + 1);
        if (settled_[number]) return false;
        settled_[number] = taken_[number] = true;
        return true;
    }

    void reopen_void_games() {
        for (std::size_t number = 0; number < is_void_.size(); ++number) {
            if (is_void_[number]) settled_[number] = taken_[number] = false;
        }
        std::erase_if(news_, [](const GameReport& report) { return report.failure.has_value(); });
    }

    std::mutex mutex_;
    LineFile file_;
    std::vector<GameReport> news_;
    std::vector<bool> taken_;    // by somebody who plays it, or settled
    std::vector<bool> settled_;  // by the number of a game
    std::vector<bool> is_void_;  // of the games that were read: because of a failure
    std::ptrdiff_t first_free_ = 0;
};

}  // namespace

std::expected<std::unique_ptr<Ledger>, store::StoreError> open_journal(
    const std::filesystem::path& file, const Terms& terms, Open open) {
    return store::attempt(
        [&]() -> std::unique_ptr<Ledger> { return std::make_unique<Journal>(file, terms, open); });
}

std::expected<std::string, store::StoreError> terms_in_journal(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string line;
    if (std::getline(in, line)) return line;
    return std::unexpected(store::StoreError{"cannot read " + file.string()});
}

}  // namespace arbiter::arena
