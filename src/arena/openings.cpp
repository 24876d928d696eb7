#include "arena/openings.hpp"

#include "core/base/text.hpp"
#include "core/games/any_game.hpp"
#include "core/games/to_json.hpp"

namespace arbiter::arena {

namespace {

class OpeningReader {
public:
    explicit OpeningReader(const OpeningTerms& terms) : terms_(terms) {}

    Reading<std::vector<std::string>> read(std::string_view text) {
        const std::string_view first = first_line(text);
        const auto format = detect(text, terms_.game);
        if (format && holds_many(terms_.game, format->format)) {
            read_stream(text, format->format);
        } else if (stands_in_one_line(first)) {
            read_lines(text);
        } else {
            add(read_one(text), {});
        }
        if (!reading_.faults.fatal() && records_.empty()) {
            reading_.faults.add("no_openings", "there is no position and no game in it");
        }
        if (!reading_.faults.fatal()) reading_.value = std::move(records_);
        return std::move(reading_);
    }

private:
    static bool is_comment(std::string_view line) { return line.empty() || line.starts_with('#'); }

    template <class Visit>
    static void each_line(std::string_view text, Visit visit) {
        for (std::size_t number = 1; !text.empty(); ++number) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            if (!is_comment(trimmed(line))) visit(number, trimmed(line));
        }
    }

    static std::string_view first_line(std::string_view text) {
        std::string_view first;
        each_line(text, [&](std::size_t, std::string_view line) {
            if (first.empty()) first = line;
        });
        return first;
    }

    /// JSON may go on in the next line.
    bool stands_in_one_line(std::string_view first) const {
        return !first.starts_with('{') && detect(first, terms_.game).has_value();
    }

    Reading<AnyGame> read_one(std::string_view text) const {
        return AnyGame::read(text, {.game = terms_.game, .format = {}, .options = terms_.options});
    }

    void read_lines(std::string_view text) {
        each_line(text, [&](std::size_t number, std::string_view line) {
            add(read_one(line), TextPlace{number, 1});
        });
    }

    void read_stream(std::string_view text, std::string_view format) {
        const auto stream =
            open_stream({.game = terms_.game, .format = format, .options = terms_.options});
        stream->feed(text);
        stream->finish();
        while (auto game = stream->next()) add(std::move(*game), {});
    }

    /// Faults within a line are told with the line.
    void add(Reading<AnyGame> game, const Place& line) {
        for (Fault fault : game.faults) {
            if (fault.severity != Severity::error) continue;
            if (!std::holds_alternative<std::monostate>(line)) fault.place = line;
            reading_.faults.add(std::move(fault));
        }
        if (!game) return;
        if (game->outcome()) game->undo();
        if (terms_.plies) game->rewind(*terms_.plies);
        if (game->outcome()) {
            return reading_.faults.add(
                "opening_is_over",
                "opening " + std::to_string(records_.size() + 1) + " is over before it begins",
                line);
        }
        records_.push_back(record_of(*game));
    }

    const OpeningTerms& terms_;
    Reading<std::vector<std::string>> reading_;
    std::vector<std::string> records_;
};

}  // namespace

Reading<std::vector<std::string>> read_openings(std::string_view text, const OpeningTerms& terms) {
    return OpeningReader(terms).read(text);
}

}  // namespace arbiter::arena
