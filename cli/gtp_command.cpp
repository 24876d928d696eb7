#include <cerrno>
#include <fstream>
#include <optional>

#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/input.hpp"
#include "cli/names.hpp"
#include "cli/sink.hpp"
#include "core/go/gtp.hpp"
#include "core/go/options.hpp"

namespace arbiter::cli {

namespace {

/// Standard input, line by line as it arrives. What a line has beyond `line_max` is passed over.
class Lines {
public:
    std::optional<std::string> next() {
        std::string line;
        while (true) {
            const auto end = buffer_.find('\n');
            const std::string_view piece = std::string_view(buffer_).substr(0, end);
            line += piece.substr(0, line_max - std::min(line.size(), line_max));
            if (end != std::string::npos) {
                buffer_.erase(0, end + 1);
                return line;
            }
            buffer_.clear();
            if (!fill()) return line.empty() ? std::nullopt : std::optional(line);
        }
    }

private:
    static constexpr std::size_t line_max = std::size_t{64} << 10;

    bool fill() {
        buffer_.resize(std::size_t{16} << 10);
        ssize_t got = -1;
        do {
            got = read(STDIN_FILENO, buffer_.data(), buffer_.size());
        } while (got < 0 && errno == EINTR);
        if (got < 0) throw system_error("read standard input", errno);
        buffer_.resize(static_cast<std::size_t>(got));
        return got > 0;
    }

    std::string buffer_;
};

std::optional<std::string> text_of(std::string_view file) {
    std::ifstream in(std::string(file), std::ios::binary);
    std::string text(json_size_max + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.empty() || text.size() > json_size_max) return std::nullopt;
    return text;
}

struct Gtp {
    std::vector<std::string> settings;

    void add_to(CLI::App& command) { add_settings(command, settings); }

    void run(const Console&) const {
        go::Rules rules;
        Faults faults;
        go::read_rules(parsed_settings(settings, game_named("go")), {}, rules, faults);
        if (faults.fatal()) throw usage_error(faults.begin()->sentence);
        go::GtpSession session(rules, {.version = ARBITER_VERSION, .load = text_of});
        Lines lines;
        Sink sink;
        while (const auto line = session.over() ? std::nullopt : lines.next()) {
            sink.write(session.answer(*line));
            sink.flush();
        }
    }
};

}  // namespace

void add_gtp_command(CLI::App& program, const Console& console) {
    add_command<Gtp>(program, console,
                     {"gtp", "Be a board that knows the rules of Go, over the Go Text Protocol",
                      "Examples:\n"
                      "  arbiter gtp --set rules=japanese --set komi=0.5\n"
                      "  printf 'boardsize 9\\nplay b e5\\nshowboard\\n' | arbiter gtp"});
}

}  // namespace arbiter::cli
