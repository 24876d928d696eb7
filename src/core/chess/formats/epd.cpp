#include "core/chess/formats/epd.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/chess/formats/fen.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/scanner.hpp"
#include "core/chess/options.hpp"

namespace arbiter::chess {

namespace {

constexpr std::size_t epd_size_max = std::size_t{1} << 20;
constexpr std::size_t opcode_size_max = 15;

constexpr bool ends_word(char c) { return is_blank(c) || c == ';'; }

bool is_opcode(std::string_view word) {
    return !word.empty() && word.size() <= opcode_size_max && is_letter(word.front()) &&
           std::ranges::all_of(word,
                               [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

/// The two operations that are part of the position. The list of operations does not hold them.
struct CounterOpcode {
    std::string_view opcode;
    std::uint32_t Setup::* value;
    std::uint32_t min;
};
constexpr std::array counters{
    CounterOpcode{"hmvc", &Setup::halfmove_clock, 0},
    CounterOpcode{"fmvn", &Setup::fullmove_number, 1},
};

TextPlace column_at(std::size_t offset) { return {1, offset + 1}; }

/// Reads a record: the fields as a FEN has them, then the operations.
class EpdReader {
public:
    explicit EpdReader(std::string_view line) : line_(line), scanner_(line) {}

    Reading<Epd> run() && {
        read_fields();
        read_operations();
        if (!setup_) return {std::nullopt, std::move(faults_)};
        const auto locate = [this](Part part, std::optional<Square> square) {
            return place_in_fen(line_, part, square);
        };
        auto position = Position::from(*setup_, locate);
        faults_.merge(std::move(position.faults));
        Reading<Epd> reading{std::nullopt, std::move(faults_)};
        if (!reading.faults.fatal()) reading.value = Epd{*position, std::move(operations_)};
        return reading;
    }

private:
    using Operation = Epd::Operation;

    std::string_view line_;
    Scanner scanner_;
    Faults faults_;
    std::optional<Setup> setup_;
    std::vector<Operation> operations_;
    std::array<bool, counters.size()> counter_given_{};

    std::string_view take_word() {
        scanner_.skip_blanks();
        return scanner_.take_until(ends_word);
    }

    /// An opcode begins with a letter, so numbers after the fourth field can only be the counters of
    /// a FEN: collections of test positions mix the two.
    void read_fields() {
        std::size_t count = 0;
        while (count < 4 && !take_word().empty()) ++count;
        if (count < 4) {
            faults_.add(
                "epd_too_few_fields",
                "an EPD has four fields before its operations, not " + std::to_string(count),
                column_at(scanner_.offset()));
        }
        for (scanner_.skip_blanks(); count < 6 && is_digit(scanner_.peek()); ++count) {
            take_word();
            scanner_.skip_blanks();
        }
        auto setup = read_fen_setup(line_.substr(0, scanner_.offset()));
        faults_.merge(std::move(setup.faults));
        setup_ = setup.value;
    }

    void read_operations() {
        for (scanner_.skip_blanks(); !scanner_.done(); scanner_.skip_blanks()) {
            if (!scanner_.take(';')) read_operation();
        }
    }

    void read_operation() {
        const TextPlace place = column_at(scanner_.offset());
        Operation operation{std::string(take_word()), {}};
        if (!is_opcode(operation.opcode)) {
            faults_.add("epd_bad_opcode", in_quotes(operation.opcode) + " is not an opcode", place);
        }
        for (scanner_.skip_blanks(); !scanner_.take(';'); scanner_.skip_blanks()) {
            if (scanner_.done()) {
                faults_.warn("epd_missing_semicolon",
                             "no semicolon ends the operation " + in_quotes(operation.opcode),
                             place);
                break;
            }
            operation.operands.push_back(take_operand());
        }
        keep(std::move(operation), place);
    }

    std::string take_operand() {
        const TextPlace place = column_at(scanner_.offset());
        if (scanner_.take('"')) {
            const auto string = scanner_.take_until([](char c) { return c == '"'; });
            if (!scanner_.take('"')) {
                faults_.add("epd_open_string", "the quotation mark is never closed", place);
            }
            return std::string(string);
        }
        const std::string_view word = take_word();
        if (word.contains('"')) {
            faults_.add("epd_stray_quote", "a quotation mark inside the operand " + in_quotes(word),
                        place);
        }
        return std::string(word);
    }

    void keep(Operation operation, TextPlace place) {
        for (std::size_t i = 0; i < counters.size(); ++i) {
            if (operation.opcode != counters[i].opcode) continue;
            if (std::exchange(counter_given_[i], true)) {
                faults_.add("epd_repeated_counter", in_quotes(operation.opcode) + " is given twice",
                            place);
            }
            return set_counter(counters[i], operation, place);
        }
        operations_.push_back(std::move(operation));
    }

    void set_counter(const CounterOpcode& counter, const Operation& operation, TextPlace place) {
        std::uint32_t value = 0;
        const std::string_view text =
            operation.operands.size() == 1 ? std::string_view(operation.operands[0]) : "";
        const char* const begin = text.data();
        const char* const end = begin + text.size();
        const auto [rest, error] = std::from_chars(begin, end, value);
        if (rest != end || error != std::errc() || value < counter.min ||
            value > Position::counter_max) {
            faults_.add("epd_bad_counter",
                        in_quotes(counter.opcode) + " takes one number from " +
                            std::to_string(counter.min) + " to " +
                            std::to_string(Position::counter_max),
                        place);
        } else if (setup_) {
            (*setup_).*counter.value = value;
        }
    }
};

/// The opcodes whose operands the standard calls strings: id, eco, nic, c0 to c9, v0 to v9.
bool takes_strings(std::string_view opcode) {
    if (opcode == "id" || opcode == "eco" || opcode == "nic") return true;
    return opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && is_digit(opcode[1]);
}

/// EPD has no way to write a quotation mark or a line break inside a string.
void write_operand(std::string& text, std::string operand, std::string_view opcode) {
    std::ranges::replace(operand, '"', '\'');
    std::ranges::replace(operand, '\n', ' ');
    const bool quotes =
        takes_strings(opcode) || operand.empty() || std::ranges::any_of(operand, ends_word);
    text += ' ';
    if (quotes) text += '"';
    text += operand;
    if (quotes) text += '"';
}

void write_operation(std::string& text, const Epd::Operation& operation) {
    text += ' ';
    text += operation.opcode;
    for (const auto& operand : operation.operands) write_operand(text, operand, operation.opcode);
    text += ';';
}

}  // namespace

Reading<Epd> read_epd(std::string_view text) {
    if (text.size() > epd_size_max) {
        return Reading<Epd>::failure(
            "epd_too_long", "an EPD has at most " + std::to_string(epd_size_max) + " characters");
    }
    const auto end = text.find_last_not_of(" \t\r\n");
    const auto line = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
    if (const auto line_break = line.find('\n'); line_break != std::string_view::npos) {
        return Reading<Epd>::failure("epd_several_lines", "an EPD is one line",
                                     column_at(line_break));
    }
    return EpdReader(line).run();
}

std::string write_epd(const Epd& epd) {
    std::string text = write_short_fen(epd.position.board());
    for (const auto& operation : epd.operations) {
        const bool is_counter = std::ranges::any_of(counters, [&](const CounterOpcode& counter) {
            return counter.opcode == operation.opcode;
        });
        if (!is_counter) write_operation(text, operation);
    }
    for (const auto& counter : counters) {
        const auto value = epd.position.setup().*counter.value;
        write_operation(text, {std::string(counter.opcode), {std::to_string(value)}});
    }
    return text;
}

bool looks_like_epd(std::string_view text) {
    return begins_with_placement(text) && text.contains(';');
}

Reading<Game> read_epd_game(std::string_view text, const Options& options) {
    auto epd = read_epd(text);
    Reading<Position> position{std::nullopt, std::move(epd.faults)};
    if (epd) position.value = epd->position;
    return game_at(position, options);
}

std::expected<std::string, Fault> write_epd_game(const Game& game) {
    return write_epd({game.position(), {}});
}

}  // namespace arbiter::chess
