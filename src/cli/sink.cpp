#include "cli/sink.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

#include "cli/command_error.hpp"

namespace arbiter::cli {

namespace {

constexpr std::size_t buffer_size = std::size_t{64} << 10;

mode_t usual_mode() {
    const mode_t mask = umask(0);
    umask(mask);
    return static_cast<mode_t>(0666) & ~mask;
}

}  // namespace

Sink::Sink(std::string path) : path_(std::move(path)) {
    if (path_.empty() || path_ == "-") {
        path_ = "standard output";
    } else {
        open_file();
    }
}

void Sink::open_file() {
    struct stat status{};
    const bool exists = lstat(path_.c_str(), &status) == 0;
    if (!exists || S_ISREG(status.st_mode)) {
        temporary_ = path_ + ".XXXXXX";
        descriptor_ = mkstemp(temporary_.data());
        if (descriptor_ >= 0) {
            fchmod(descriptor_, exists ? status.st_mode & 07777 : usual_mode());
            return;
        }
        temporary_.clear();
    }
    // A device, a link, or a folder where no file can be added.
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw system_error("write " + path_, errno);
}

Sink::~Sink() {
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

void Sink::write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= buffer_size) flush();
}

void Sink::write_line(std::string_view text) {
    write(text);
    if (!text.ends_with('\n')) write("\n");
}

void Sink::flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EPIPE) throw ClosedPipe();
        if (written < 0) throw system_error("write " + path_, errno);
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
}

void Sink::close() {
    flush();
    const bool safe = temporary_.empty() || fsync(descriptor_) == 0;
    if (!safe || ::close(std::exchange(descriptor_, -1)) != 0) {
        throw system_error("write " + path_, errno);
    }
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
        throw system_error("write " + path_, errno);
    }
    temporary_.clear();
}

void print(std::string_view text) {
    Sink sink;
    sink.write_line(text);
    sink.close();
}

void add_output(CLI::App& command, std::string& path) {
    command.add_option("-o,--output", path, "The file to write; - or absent: standard output")
        ->type_name("FILE");
}

}  // namespace arbiter::cli
