#include "cli/input.hpp"

#include <cerrno>
#include <limits>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/arguments.hpp"
#include "cli/command_error.hpp"
#include "cli/names.hpp"
#include "core/base/excerpt.hpp"
#include "platform/charset.hpp"

namespace arbiter::cli {

namespace {

constexpr std::size_t piece_size = std::size_t{64} << 10;
/// One byte more than a text may have, so that the reader sees that there is too much.
constexpr std::size_t whole_text_max = json_size_max + 1;

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

/// A file or standard input, read piece by piece, as UTF-8.
class Input::Source {
public:
    Source(const std::string& file, std::string_view charset) : name_(file), decoder_(charset) {
        if (file.empty() || file == "-") {
            name_ = "standard input";
            return;
        }
        descriptor_ = open(file.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor_ < 0) throw system_error("read " + name_, errno);
    }
    ~Source() {
        if (descriptor_ != STDIN_FILENO) close(descriptor_);
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    Source(Source&&) = delete;
    Source& operator=(Source&&) = delete;

    /// About `size` bytes, less only at the end.
    std::string take(std::size_t size) {
        std::string text;
        while (text.size() < size && !ended_) {
            std::string bytes = taken_bytes(std::min(size - text.size(), piece_size));
            std::string piece = decoder_.feed(std::move(bytes));
            if (ended_) piece += decoder_.finish();
            text.empty() ? text.swap(piece) : void(text += piece);
        }
        return text;
    }

    /// What is new to say about the charset: that it was guessed, and which bytes it does not have.
    void report_charset(Faults& faults) {
        if (decoder_.guessed() && !std::exchange(reported_, true)) {
            faults.warn("charset",
                        fmt::format("the text is not UTF-8: read as {}", decoder_.charset()));
        }
        const std::size_t before = std::exchange(replaced_, decoder_.replaced());
        if (replaced_ > before) {
            faults.warn("undecodable",
                        fmt::format("not {}, replaced by U+FFFD: {}", decoder_.charset(),
                                    counted(replaced_ - before, "character")));
        }
    }

private:
    std::string taken_bytes(std::size_t size) {
        std::string bytes(size, '\0');
        std::size_t filled = 0;
        while (filled < size && !ended_) {
            const ssize_t got = read(descriptor_, bytes.data() + filled, size - filled);
            if (got < 0 && errno != EINTR) throw system_error("read " + name_, errno);
            filled += got < 0 ? 0 : static_cast<std::size_t>(got);
            ended_ = got == 0;
        }
        bytes.resize(filled);
        return bytes;
    }

    std::string name_;
    int descriptor_ = STDIN_FILENO;
    bool ended_ = false;
    platform::TextDecoder decoder_;
    bool reported_ = false;
    std::size_t replaced_ = 0;
};

void Input::add_to(CLI::App& command, File file, Take take) {
    command
        .add_option(file == File::argument ? "-i,--input,FILE" : "-i,--input", file_,
                    "The game, in any format; - or absent: standard input")
        ->type_name("FILE");
    command.add_option("--from", format_, "Its format; default: detected")->type_name("FORMAT");
    command.add_option("--game", game_, "Which game it is; default: detected")->type_name("GAME");
    command.add_option("--charset", charset_, "Its charset; default: detected")->type_name("NAME");
    command.add_flag("--strict", strict_, "Treat warnings as errors");
    add_settings(command, settings_);
    if (take == Take::all) return;
    constexpr std::int64_t most = 1'000'000'000;
    command.add_option("--number", number_, "Which of several games in it; default: the first")
        ->check(whole_number(1, most))
        ->type_name("N");
    command.add_option("--ply", ply_, "As it stood after N moves")
        ->check(whole_number(0, most))
        ->type_name("N");
    command
        .add_option("--notation", notation_, "How answers write moves; default: as the format does")
        ->type_name("NOTATION");
}

void add_settings(CLI::App& command, std::vector<std::string>& settings) {
    command.add_option("--set", settings, "An option of the game; `arbiter rules` lists them")
        ->allow_extra_args(false)
        ->type_name("NAME=VALUE");
}

std::string Input::name() const { return file_.empty() || file_ == "-" ? "<stdin>" : file_; }

/// Reads as much into `text` as it takes to recognise the format: all of it, unless it holds many
/// games.
Detected Input::recognised(Source& source, std::string& text) const {
    text = source.take(piece_size);
    auto found = detect(text, game_, format_);
    if (!found || !holds_many(found->game, found->format)) {
        text += source.take(whole_text_max - text.size());
        found = detect(text, game_, format_);
    }
    if (is_blank(text)) throw invalid_input(name(), Fault{"empty", "the input is empty", {}});
    if (found) return *found;
    throw invalid_input(name(), unrecognised(text, game_),
                        fmt::format("if it is one of these, name it with --from: {}",
                                    fmt::join(format_names(game_), ", ")));
}

void Input::each(const Visitor& visit) const {
    if (file_.empty() && isatty(STDIN_FILENO) == 1) {
        throw usage_error("there is no input",
                          "name a file, or pipe a game in: arbiter new chess | arbiter show");
    }
    if (!game_.empty()) require_known("game", game_, game_names());
    if (!format_.empty()) require_known("format", format_, format_names(game_));

    if (!charset_.empty() && !platform::is_charset(charset_)) {
        throw usage_error(fmt::format("unknown charset {}", in_quotes(charset_)),
                          "for example GB18030, Big5, Shift_JIS, EUC-KR, windows-1252, UTF-16");
    }

    Source source(file_, charset_);
    std::string piece;
    const auto [game, format] = recognised(source, piece);
    const auto stream =
        open_documents({game, format, parsed_settings(settings_, game_named(game)), strict_});
    std::size_t left =
        holds_many(game, format) ? std::numeric_limits<std::size_t>::max() : whole_text_max;
    std::size_t number = 0;
    for (bool ended = false; !ended; piece = source.take(std::min(left, piece_size))) {
        ended = piece.empty();
        left -= std::min(left, piece.size());
        if (ended) {
            stream->finish();
        } else {
            stream->feed(piece);
        }
        while (auto reading = stream->next()) {
            source.report_charset(reading->faults);
            if (!visit(++number, *reading)) return;
        }
    }
    if (number == 0) {
        throw invalid_input(name(), no_game_in_text());
    }
}

AnyGame Input::one(const Console& console, Errors errors) const {
    return shown(console, errors).game;
}

Input::Shown Input::shown(const Console& console, Errors errors) const {
    std::optional<Reading<AnyDocument>> found;
    std::size_t seen = 0;
    each([&](std::size_t number, Reading<AnyDocument>& reading) {
        seen = number;
        if (number == number_) found = std::move(reading);
        return !found;
    });
    if (!found) {
        throw invalid_input(name(), Fault{"no_such_game",
                                          fmt::format("there is no game {}: the input holds {}",
                                                      number_, counted(seen, "game")),
                                          {}});
    }
    const bool refused = errors == Errors::refused && found->faults.fatal();
    if (!*found || refused) throw invalid_input(name(), found->faults);
    report_warnings(name(), found->faults, console);

    AnyGame game = (*found)->game();
    choose_notation(game, notation_);
    if (ply_) rewind(game, *ply_);
    const NodeId node = (*found)->node_at(game.event_count());
    return {std::move(game), *std::move(found->value), node};
}

void Input::rewind(AnyGame& game, std::size_t ply) const {
    if (ply > game.event_count()) {
        throw invalid_input(
            name(), Fault{"no_such_ply",
                          fmt::format("the game has only {}", counted(game.event_count(), "move")),
                          {}});
    }
    game.rewind(ply);
}

}  // namespace arbiter::cli
