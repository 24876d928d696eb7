#include "core/games/address.hpp"

#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/games/game_type.hpp"

namespace arbiter {

namespace {

const GameType* game_type(std::string_view name) {
    const auto types = game_types();
    const auto found =
        std::ranges::find(types, name, [](const GameType* type) { return type->traits().name; });
    return found == types.end() ? nullptr : *found;
}

bool is_host(std::string_view text) {
    const auto is_sign = [](char c) {
        return is_letter(c) || is_digit(c) || c == '.' || c == ':' || c == '-';
    };
    return std::ranges::all_of(text, is_sign) &&
           (std::ranges::any_of(text, [](char c) { return c == '.' || c == ':'; }) ||
            text == "localhost");
}

/// Removes what comes before the path; false if the text does not begin as an address does.
bool take_host(std::string_view& text) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!text.starts_with(scheme)) continue;
        text.remove_prefix(std::min(text.find('/', scheme.size()), text.size()));
        return true;
    }
    if (text.starts_with('/')) return true;
    const auto host = text.substr(0, text.find('/'));
    if (!is_host(host)) return false;
    text.remove_prefix(host.size());
    return true;
}

std::optional<unsigned> hex_digit(char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto value = digits.find(lower(c));
    if (value == digits.npos) return std::nullopt;
    return static_cast<unsigned>(value);
}

/// Takes a character from the front: `%2C` is a comma. `blank` stands for one.
char take_character(std::string_view& text, char blank) {
    const char first = text.front();
    if (first == '%' && text.size() >= 3) {
        const auto high = hex_digit(text[1]);
        const auto low = hex_digit(text[2]);
        if (high && low) {
            text.remove_prefix(3);
            return static_cast<char>(*high << 4 | *low);
        }
    }
    text.remove_prefix(1);
    return first == blank ? ' ' : first;
}

std::string unescaped(std::string_view text) {
    std::string plain;
    while (!text.empty()) plain += take_character(text, '+');
    return plain;
}

Options options_in(std::string_view query) {
    Options options;
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        const auto sign = std::min(pair.find('='), pair.size());
        const std::string_view value = pair.substr(std::min(sign + 1, pair.size()));
        if (sign > 0) options.push_back({unescaped(pair.substr(0, sign)), unescaped(value)});
    }
    return options;
}

/// The game whose format the text certainly is.
std::string_view game_that_knows(std::string_view text) {
    for (const GameType* type : game_types()) {
        if (type->guess(Glance(text)).likeness == Likeness::certain) return type->traits().name;
    }
    return {};
}

/// A stretch of the path.
struct Part {
    std::size_t begin;
    std::string_view text;

    Part trimmed() const {
        const auto inner = arbiter::trimmed(text);
        return {begin + (inner.empty() ? 0 : static_cast<std::size_t>(inner.data() - text.data())),
                inner};
    }
};

std::vector<Part> parts_of(Part whole, char separator) {
    std::vector<Part> parts;
    for (std::size_t at = 0; at <= whole.text.size();) {
        const auto end = std::min(whole.text.find(separator, at), whole.text.size());
        const Part part = Part{whole.begin + at, whole.text.substr(at, end - at)}.trimmed();
        if (!part.text.empty()) parts.push_back(part);
        at = end + 1;
    }
    return parts;
}

/// As in PGN: "2.Nf3" is a move with its number.
Part without_number(Part part) {
    const auto digits = part.text.find_first_not_of("0123456789");
    if (digits == 0 || digits == part.text.npos || part.text[digits] != '.') return part;
    const auto size = std::min(part.text.find_first_not_of('.', digits), part.text.size());
    return Part{part.begin + size, part.text.substr(size)}.trimmed();
}

bool is_result(std::string_view word) {
    constexpr std::array<std::string_view, 4> results{"*", "1-0", "0-1", "1/2-1/2"};
    return std::ranges::find(results, word) != results.end();
}

class AddressReader {
public:
    AddressReader(const Address& address, const GameType& type, Options options)
        : address_(address), type_(type), options_(std::move(options)), words_(address.path) {
        std::ranges::replace(words_, ',', ' ');
    }

    /// A format of one whole game reads the path as it is. Otherwise a position may come first, and
    /// the rest are moves.
    Reading<AnyGame> read() {
        const auto* whole = format_of(words_, Extent::game);
        if (whole != nullptr && type_.stream(whole->name, {}) == nullptr) {
            reading_ = type_.read(whole->name, words_, options_);
            const bool elsewhere = std::ranges::find(reading_.faults, "unknown_option",
                                                     &Fault::code) != reading_.faults.end();
            return elsewhere ? read_on_a_board() : placed();
        }
        const Part path{0, address_.path};
        const Part first{0, path.text.substr(0, path.text.find(','))};
        const auto* start = format_of(first.text, Extent::position);
        reading_ = start != nullptr ? type_.read(start->name, first.text, options_)
                                    : type_.create(options_);
        const std::size_t begin = start != nullptr ? first.text.size() : 0;
        return play({begin, path.text.substr(begin)});
    }

private:
    /// The format that a text certainly is, if it is of that extent.
    const FormatInfo* format_of(std::string_view text, Extent extent) const {
        const auto [format, likeness] = type_.guess(Glance(text));
        return likeness == Likeness::certain && format->extent == extent ? format : nullptr;
    }

    /// What the text cannot express, such as stones that are set up, is in the query: then the first
    /// word is the size of a new board.
    Reading<AnyGame> read_on_a_board() {
        const Part first = parts_of({0, words_}, ' ').front();
        Options options = options_;
        options.push_back({"size", std::string(first.text)});
        reading_ = type_.create(options);
        const std::size_t begin = first.begin + first.text.size();
        return play({begin, std::string_view(address_.path).substr(begin)});
    }

    Reading<AnyGame> play(Part moves) {
        if (reading_) {
            for (const Part part : parts_of(moves, ',')) {
                if (!play_part(without_number(part))) break;
            }
        }
        return placed();
    }

    /// A move may have blanks in it, and blanks may stand between moves.
    bool play_part(Part part) {
        return std::ranges::all_of(reading_->moves_in(part.text), [&](std::string_view move) {
            const auto offset = static_cast<std::size_t>(move.data() - part.text.data());
            return play_move(without_number({part.begin + offset, move}));
        });
    }

    bool play_move(Part move) {
        if (move.text.empty() || is_result(move.text)) return true;
        const auto played = reading_->play(meant(move.text));
        if (played) return true;
        refused_ = Fault{played.error().code->name, sentence(played.error()), place_at(move.begin)};
        return false;
    }

    /// "6-4" is whatever the dice are awaited for.
    std::string meant(std::string_view word) const {
        const auto& chance = reading_->traits().chance;
        if (!chance || reading_->awaits() != Awaits::chance) return std::string(word);
        std::vector<std::uint8_t> dice;
        for (const char c : word) {
            if (c == '-') continue;
            const int die = c - '0';
            if (die < 1 || die > chance->faces) return std::string(word);
            dice.push_back(static_cast<std::uint8_t>(die));
        }
        if (dice.size() != static_cast<std::size_t>(chance->dice)) return std::string(word);
        return reading_->chance_event(dice);
    }

    Place place_at(std::size_t in_path) const {
        if (in_path >= address_.offsets.size())
            return place_in(address_.text, address_.text.size());
        return place_in(address_.text, address_.offsets[in_path]);
    }

    /// A place in the path as a place in the address.
    Place moved(const Place& place) const {
        if (const auto* text = std::get_if<TextPlace>(&place)) {
            return text->line == 1 ? place_at(text->column - 1) : Place();
        }
        if (const auto* token = std::get_if<TokenPlace>(&place)) {
            const auto words = parts_of({0, words_}, ' ');
            return token->number <= words.size() ? place_at(words[token->number - 1].begin)
                                                 : place_at(words_.size());
        }
        return {};
    }

    Reading<AnyGame> placed() {
        Faults faults;
        for (Fault fault : reading_.faults) {
            fault.place = moved(fault.place);
            faults.add(std::move(fault));
        }
        if (refused_) faults.add(*refused_);
        reading_.faults = std::move(faults);
        if (reading_.faults.fatal()) reading_.value.reset();
        return std::move(reading_);
    }

    const Address& address_;
    const GameType& type_;
    Options options_;
    std::string words_;  // the path with blanks for commas
    Reading<AnyGame> reading_;
    std::optional<Fault> refused_;
};

}  // namespace

std::optional<Address> address_in(std::string_view text) {
    constexpr std::string_view any_game = "game";
    const std::string_view line = trimmed(text);
    std::string_view rest = line;
    if (!take_host(rest) || line.contains('\n')) return std::nullopt;
    rest = rest.substr(0, rest.find('#'));
    const std::string_view query = rest.substr(std::min(rest.find('?'), rest.size()));
    rest.remove_suffix(query.size());

    Address address;
    address.text = text;
    const GameType* type = nullptr;
    bool found = false;
    while (!found && rest.starts_with('/')) {
        rest.remove_prefix(1);
        const std::string_view segment = rest.substr(0, rest.find('/'));
        type = game_type(segment);
        found = type != nullptr || segment == any_game;
        rest.remove_prefix(segment.size());
    }
    if (!found) return std::nullopt;
    if (rest.starts_with('/')) rest.remove_prefix(1);
    while (!rest.empty()) {
        address.offsets.push_back(static_cast<std::size_t>(rest.data() - text.data()));
        address.path += take_character(rest, '_');
    }
    address.game = type != nullptr ? type->traits().name : game_that_knows(address.path);
    if (address.game.empty()) return std::nullopt;
    if (!query.empty()) address.options = options_in(query.substr(1));
    return address;
}

Reading<AnyGame> read_address(const Address& address, const AnyGame::Source& source) {
    if (!source.game.empty() && source.game != address.game) {
        return {std::nullopt, Faults(unrecognised(address.text, source.game))};
    }
    Options options = source.options;
    for (const Option& option : address.options) {
        const auto given = std::ranges::find(options, option.name, &Option::name);
        if (given == options.end()) options.push_back(option);
    }
    return AddressReader(address, *game_type(address.game), std::move(options)).read();
}

}  // namespace arbiter
