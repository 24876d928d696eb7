#include "core/backgammon/formats/position_id.hpp"

#include "core/backgammon/formats/gnubg_id_key.hpp"
#include "core/backgammon/options.hpp"

namespace arbiter::backgammon {

namespace {

using namespace gnubg_id;

/// For the side not on roll, then for the side on roll, from the ace point to the bar: as many ones
/// as checkers, and a zero.
class BoardReader {
public:
    BoardReader(const Word& word, Color on_roll, Faults& faults) : word_(word), faults_(faults) {
        const auto key = Key<position_bits>::from(word, "position_id_length", faults);
        if (!key) return;
        key_ = *key;
        readable_ = read_side(opponent(on_roll)) && read_side(on_roll) && nothing_follows();
        if (readable_) require_separate_points();
    }

    std::optional<Board> board() const { return readable_ ? std::optional(board_) : std::nullopt; }

private:
    bool read_side(Color color) {
        int on_board = 0;
        for (int number = 1; number <= 25; ++number) {
            int count = 0;
            while (next_ < position_bits && key_[next_] && on_board + count <= checkers_each) {
                ++count;
                ++next_;
            }
            on_board += count;
            if (on_board > checkers_each || next_ == position_bits) {
                faults_.add("too_many_checkers",
                            "a side has " + std::to_string(checkers_each) + " checkers, not more",
                            here());
                return false;
            }
            ++next_;
            board_.set(color, *Spot::at(number), count);
        }
        board_.set(color, Spot::off(), checkers_each - on_board);
        return true;
    }

    bool nothing_follows() {
        for (; next_ < position_bits; ++next_) {
            if (!key_[next_]) continue;
            faults_.add("stray_bits", "the checkers on the bar are not the end", here());
            return false;
        }
        return true;
    }

    void require_separate_points() {
        for (int number = 1; number <= 24; ++number) {
            const Spot point = *Spot::point(number);
            if (board_.count(Color::white, point) == 0 ||
                board_.opposing(Color::white, point) == 0) {
                continue;
            }
            faults_.add("shared_point",
                        "both sides have checkers on White's " + std::to_string(number) + "-point",
                        word_.place);
            readable_ = false;
        }
    }

    TextPlace here() const {
        return word_.at(std::min(next_ / bits_a_letter, word_.text.size() - 1));
    }

    Word word_;
    Faults& faults_;
    Key<position_bits> key_;
    std::size_t next_ = 0;
    Board board_;
    bool readable_ = false;
};

}  // namespace

std::string position_id(const Board& board, Color on_roll) {
    Key<position_bits> key;
    std::size_t next = 0;
    for (const Color color : {opponent(on_roll), on_roll}) {
        for (int number = 1; number <= 25; ++number, ++next) {
            for (int i = board.count(color, *Spot::at(number)); i > 0 && next < position_bits;
                 --i) {
                key.set(next++);
            }
        }
    }
    return key.letters();
}

Reading<Board> board_of_position_id(const Word& id, Color on_roll) {
    Reading<Board> reading;
    reading.value = BoardReader(id, on_roll, reading.faults).board();
    return reading;
}

bool looks_like_position_id(std::string_view text) {
    IdWords words(text);
    return looks_like_key(words.next().text, position_bits) && words.next().text.empty();
}

bool resembles_position_id(std::string_view text) {
    IdWords words(text);
    return resembles_key(words.next().text, position_bits) && words.next().text.empty();
}

Reading<Game> read_position_id(std::string_view text, const Options& options) {
    IdWords words(text);
    Rules rules;
    Faults faults;
    read_rules(options, {}, rules, faults);
    const Word word = words.next();
    const auto board = board_of_position_id(word, Color::white);
    faults.merge(board.faults);
    require_no_more(words.next(), faults);
    Setup setup;
    if (board) setup.board = *board;
    setup.stage = Stage::roll_or_double;
    return game_from(setup, rules, std::move(faults), word.place);
}

std::expected<std::string, Fault> write_position_id(const Game& game) {
    return position_id(game.board(), game.position().on_roll());
}

}  // namespace arbiter::backgammon
