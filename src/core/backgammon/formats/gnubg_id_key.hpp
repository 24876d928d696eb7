#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/excerpt.hpp"
#include "core/base/fault.hpp"
#include "core/base/words.hpp"

/// What GNU Backgammon's Position ID and Match ID share: strings of bits, the lowest of each byte
/// first, in base64 without padding. Its manual describes both under "Technical Notes".
namespace arbiter::backgammon::gnubg_id {

inline constexpr std::string_view base64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr int bits_a_letter = 6;

inline constexpr std::size_t position_bits = 80;
inline constexpr std::size_t match_bits = 72;

constexpr std::size_t letters_for(std::size_t bits) {
    return (bits + bits_a_letter - 1) / bits_a_letter;
}
static_assert(letters_for(position_bits) == 14 && letters_for(match_bits) == 12);

/// A string of bits that is written from the front.
template <std::size_t size>
class Key {
public:
    bool operator[](std::size_t bit) const {
        return (std::uint32_t{bytes_[bit / 8]} >> (bit % 8) & 1U) != 0;
    }
    void set(std::size_t bit) {
        bytes_[bit / 8] = static_cast<std::uint8_t>(bytes_[bit / 8] | 1U << (bit % 8));
    }

    /// In base64 the highest bit of a byte comes first.
    std::string letters() const {
        std::string text;
        for (std::size_t i = 0; i < letters_for(size); ++i) {
            unsigned value = 0;
            for (int bit = 0; bit < bits_a_letter; ++bit) {
                const std::size_t at = i * bits_a_letter + static_cast<std::size_t>(bit);
                value = value << 1 | (at < size && (*this)[mirrored(at)] ? 1U : 0U);
            }
            text += base64[value];
        }
        return text;
    }

    /// The letter that bit stands in.
    static std::size_t letter_of(std::size_t bit) { return mirrored(bit) / bits_a_letter; }

    static std::optional<Key> from(const Word& word, std::string_view length_code, Faults& faults) {
        if (word.text.size() != letters_for(size)) {
            faults.add(length_code,
                       in_quotes(word.text) + " has " + std::to_string(word.text.size()) +
                           " characters instead of " + std::to_string(letters_for(size)),
                       word.place);
            return std::nullopt;
        }
        Key key;
        bool readable = true;
        for (std::size_t i = 0; i < word.text.size(); ++i) {
            readable &= key.take_letter(word, i, faults);
        }
        return readable ? std::optional(key) : std::nullopt;
    }

private:
    static std::size_t mirrored(std::size_t bit) { return bit / 8 * 8 + 7 - bit % 8; }

    bool take_letter(const Word& word, std::size_t i, Faults& faults) {
        const std::size_t value = base64.find(word.text[i]);
        if (value == base64.npos) {
            faults.add("bad_character",
                       in_quotes(word.text.substr(i, 1)) + " is not a letter of base64",
                       word.at(i));
            return false;
        }
        for (int bit = 0; bit < bits_a_letter; ++bit) {
            if ((value >> (bits_a_letter - 1 - bit) & 1U) == 0) continue;
            const std::size_t at = i * bits_a_letter + static_cast<std::size_t>(bit);
            if (at >= size) {
                faults.add("stray_bits", "the last letter says more than there is to say",
                           word.at(i));
                return false;
            }
            set(mirrored(at));
        }
        return true;
    }

    std::array<std::uint8_t, size / 8> bytes_{};
};

/// IDs are copied with what stands around them: "Position ID: 4HPwATDgc/ABMA".
class IdWords {
public:
    explicit IdWords(std::string_view text) : words_(text, " \t\r\n:=") {}

    Word next() {
        Word word = words_.next();
        while (is_label(word.text)) word = words_.next();
        return word;
    }

private:
    static bool is_label(std::string_view word) {
        constexpr std::array<std::string_view, 7> labels{"GNU", "Backgammon", "Position", "Match",
                                                         "ID",  "GNUID",      "GNUBGID"};
        return std::ranges::find(labels, word) != labels.end();
    }

    Words words_;
};

/// The IDs of a text.
struct Ids {
    Word position;
    Word match;
    Word more;  ///< what follows them
};

/// The words that stand after the labels, as in GNU Backgammon's printed boards: what else is in the text
/// says the same for people. Empty words if there are no labels.
inline Ids labelled_ids(std::string_view text) {
    Words words(text, " \t\r\n:=");
    Ids ids;
    std::array<std::string_view, 2> before{};
    for (Word word = words.next(); !word.text.empty(); word = words.next()) {
        if (before[1] == "ID") {
            Word& id = before[0] == "Position" ? ids.position : ids.match;
            const bool label = before[0] == "Position" || before[0] == "Match";
            if (label && id.text.empty()) id = word;
        }
        before = {before[1], word.text};
    }
    return ids;
}

inline Ids ids_in(std::string_view text) {
    const Ids labelled = labelled_ids(text);
    if (!labelled.position.text.empty() && !labelled.match.text.empty()) return labelled;
    IdWords words(text);
    const Word position = words.next();
    const Word match = words.next();
    return {position, match, words.next()};
}

inline void require_no_more(const Word& more, Faults& faults) {
    if (more.text.empty()) return;
    faults.add("trailing_text", "an ID ends before " + in_quotes(more.text), more.place);
}

inline bool looks_like_key(std::string_view word, std::size_t bits) {
    return word.size() == letters_for(bits) && word.find_first_not_of(base64) == word.npos;
}

/// Nearly: a word of letters alone is rather a word of some language.
inline bool resembles_key(std::string_view word, std::size_t bits) {
    constexpr std::size_t letters_off_max = 2;
    const auto is_strange = [](char c) { return base64.find(c) == base64.npos; };
    return word.size() + letters_off_max >= letters_for(bits) &&
           word.size() <= letters_for(bits) + letters_off_max &&
           std::ranges::count_if(word, is_strange) <= 1 &&
           word.find_first_of("0123456789+/") != word.npos;
}

}  // namespace arbiter::backgammon::gnubg_id
