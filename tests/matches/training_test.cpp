#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>

#include <gtest/gtest.h>

#include "core/backgammon/rules.hpp"
#include "players/bots/backgammon/bear_off.hpp"
#include "players/bots/backgammon/judge.hpp"
#include "players/bots/backgammon/net.hpp"
#include "players/bots/bot.hpp"

/// How the nets of backgammon have learnt: from boards of games that the bot plays against itself,
/// which GNU Backgammon has judged. docs/bots.md has the commands.
namespace arbiter::players {
namespace {

using backgammon::Board;
using backgammon::Dice;
using backgammon::Die;
using backgammon::Spot;

/// A board with the chances of the side that has moved, which is White.
struct Lesson {
    Board board;
    BackgammonChances right;
};

/// 25 letters for each side, the side that has moved first: how many checkers are on its points 1 to
/// 24 and on its bar, A for none.
std::string written(const Board& board, Color mover) {
    std::string text;
    for (const Color color : {mover, opponent(mover)}) {
        for (int i = 1; i <= 25; ++i) {
            text += static_cast<char>('A' + board.count(color, *Spot::at(i)));
        }
    }
    return text;
}

Board read_board(std::string_view text) {
    Board board;
    for (const Color color : both_colors) {
        const std::size_t first = color == Color::white ? 0 : 25;
        int off = backgammon::checkers_each;
        for (int i = 1; i <= 25; ++i) {
            const int count = text[first + static_cast<std::size_t>(i) - 1] - 'A';
            board.set(color, *Spot::at(i), count);
            off -= count;
        }
        board.set(color, Spot::off(), off);
    }
    return board;
}

Dice rolled(Random& random) {
    const auto die = [&] { return *Die::showing(1 + static_cast<int>(random.below(6))); };
    const Die first = die();
    return {first, die()};
}

/// The boards of one game, and some that could have come of it: one turn in ten, in every fourth
/// game one in three, is not the best.
void write_game(std::ostream& out, Random& random) {
    const bool is_wild = random.below(4) == 0;
    Board board = start_board(backgammon::StartName::standard);
    for (Color color = Color::white;; color = opponent(color)) {
        auto choices = legal_turns(board, color, backgammon::Hand(rolled(random)));
        std::ranges::sort(choices, std::greater<>(), [&](const auto& choice) {
            return chances_after_move(choice.after, color).equity();
        });
        const auto among_best = [&](std::size_t count) {
            const auto number = static_cast<std::uint32_t>(std::min(count, choices.size()));
            return choices[random.below(number)].after;
        };
        const bool explores = random.below(100) < (is_wild ? 35 : 10);
        board = among_best(explores ? (is_wild ? 10 : 4) : 1);
        if (board.count(color, Spot::off()) == backgammon::checkers_each) return;
        out << written(board, color) << "\n";
        const Board other = among_best(random.below(3) == 0 ? choices.size() : 6);
        if (other != board && other.count(color, Spot::off()) < backgammon::checkers_each) {
            out << written(other, color) << "\n";
        }
    }
}

/// A net that learns by gradient descent with momentum for each weight (Adam).
template <class Net>
class Pupil {
public:
    using Read = BackgammonInputs (*)(const Board&, Color);

    explicit Pupil(Read read) : read_(read) {
        Random random(5);
        constexpr std::uint32_t steps = 10'000;
        for (float& weight : net_->weights) {
            float sum = -2;
            for (int i = 0; i < 4; ++i) sum += static_cast<float>(random.below(steps)) / steps;
            weight = 0.2F * sum;
        }
    }

    const Net& net() const { return *net_; }

    /// As many lessons as there are, drawn at random.
    void study(std::span<const Lesson> lessons, Random& random, float rate) {
        constexpr std::size_t batch = 128;
        for (std::size_t done = 0; done < lessons.size(); done += batch) {
            std::ranges::fill(gradient_, 0.F);
            for (std::size_t i = 0; i < batch; ++i) {
                add(lessons[random.below(static_cast<std::uint32_t>(lessons.size()))]);
            }
            descend(rate, batch);
        }
    }

    /// The error of its equities.
    double error(std::span<const Lesson> lessons) const {
        double sum = 0;
        for (const Lesson& lesson : lessons) {
            const auto judged = net_->judge(read_(lesson.board, Color::white));
            sum += std::pow(double{judged.equity() - lesson.right.equity()}, 2);
        }
        return std::sqrt(sum / static_cast<double>(lessons.size()));
    }

private:
    static constexpr std::size_t outputs_at = Net::weight_count - (Net::hidden + 1) * Net::outputs;

    void add(const Lesson& lesson) {
        const auto inputs = read_(lesson.board, Color::white);
        const auto active = net_->activations(inputs);
        const auto [win, gammon, backgammon, lost_gammon, lost_backgammon] = lesson.right;
        const typename Net::Results right{win, gammon, backgammon, lost_gammon, lost_backgammon};
        constexpr typename Net::Results importance{2, 1, 0.5F, 1, 0.5F};
        typename Net::Results errors = net_->results(active);
        for (std::size_t k = 0; k < errors.size(); ++k) {
            errors[k] = (errors[k] - right[k]) * importance[k];
        }
        typename Net::Layer blame{};
        for (std::size_t i = 0; i <= Net::hidden; ++i) {
            const std::size_t row = outputs_at + i * Net::outputs;
            for (std::size_t k = 0; k < Net::outputs; ++k) {
                gradient_[row + k] += errors[k] * (i < Net::hidden ? active[i] : 1);
                if (i < Net::hidden && active[i] > 0)
                    blame[i] += errors[k] * net_->weights[row + k];
            }
        }
        for (const auto [index, value] : inputs.inputs()) {
            float* row = &gradient_[index * Net::hidden];
            for (std::size_t i = 0; i < Net::hidden; ++i) row[i] += blame[i] * value;
        }
    }

    void descend(float rate, std::size_t batch) {
        constexpr float keep = 0.9F;
        constexpr float keep_square = 0.999F;
        ++steps_;
        const float fresh = 1 - std::pow(keep, steps_);
        const float step = rate * std::sqrt(1 - std::pow(keep_square, steps_)) / fresh;
        for (std::size_t i = 0; i < Net::weight_count; ++i) {
            const float slope = gradient_[i] / static_cast<float>(batch);
            mean_[i] = keep * mean_[i] + (1 - keep) * slope;
            square_[i] = keep_square * square_[i] + (1 - keep_square) * slope * slope;
            net_->weights[i] -= step * mean_[i] / (std::sqrt(square_[i]) + 1e-8F);
        }
    }

    Read read_;
    std::unique_ptr<Net> net_ = std::make_unique<Net>();
    std::vector<float> gradient_ = std::vector<float>(Net::weight_count);
    std::vector<float> mean_ = std::vector<float>(Net::weight_count);
    std::vector<float> square_ = std::vector<float>(Net::weight_count);
    float steps_ = 0;
};

template <class Net>
Net taught(typename Pupil<Net>::Read read, std::span<const Lesson> lessons, int rounds,
           float first_rate) {
    Pupil<Net> pupil(read);
    Random random(9);
    for (int i = 0; i < rounds; ++i) {
        const float left = 1 - static_cast<float>(i) / static_cast<float>(rounds);
        pupil.study(lessons, random, first_rate * (left + 0.01F));
        std::printf("round %d: error %.4f\n", i + 1,
                    pupil.error(lessons.first(std::min<std::size_t>(lessons.size(), 20'000))));
    }
    return pupil.net();
}

/// Lines of a board and its five chances in ten thousandths, as label_backgammon.py writes them.
std::vector<Lesson> read_lessons(std::istream& in) {
    std::vector<Lesson> lessons;
    std::string board;
    std::array<float, 5> parts{};
    while (in >> board >> parts[0] >> parts[1] >> parts[2] >> parts[3] >> parts[4]) {
        for (float& part : parts) part /= 10'000;
        lessons.push_back({read_board(board), {parts[0], parts[1], parts[2], parts[3], parts[4]}});
    }
    return lessons;
}

/// Without those that the bear-off table answers.
std::vector<Lesson> races_in(std::span<const Lesson> lessons) {
    std::vector<Lesson> races;
    for (const Lesson& lesson : lessons) {
        const bool is_known =
            BearOffTable::instance().won_by_roller(lesson.board, Color::black).has_value();
        if (!has_contact(lesson.board) && !is_known) races.push_back(lesson);
    }
    return races;
}

std::vector<Lesson> contacts_in(std::span<const Lesson> lessons) {
    std::vector<Lesson> contacts;
    for (const Lesson& lesson : lessons) {
        if (has_contact(lesson.board)) contacts.push_back(lesson);
    }
    return contacts;
}

std::string source_of(std::string_view name, std::string_view text) {
    constexpr std::size_t width = 90;
    std::string source = "constexpr std::string_view " + std::string(name) + " =";
    for (; !text.empty(); text.remove_prefix(std::min(width, text.size()))) {
        source += "\n    R\"(" + std::string(text.substr(0, width)) + ")\"";
    }
    return source + ";\n";
}

const char* setting(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : otherwise;
}

TEST(Training, WritesBoardsToJudge) {
    const char* file = setting("ARBITER_BOARDS", nullptr);
    std::ostringstream kept;
    Random random(static_cast<std::uint64_t>(std::atoi(setting("ARBITER_SEED", "1"))));
    const int games = std::atoi(setting("ARBITER_GAMES", "3"));
    for (int i = 0; i < games; ++i) write_game(kept, random);
    if (file != nullptr) std::ofstream(file) << kept.str();
    std::istringstream lines(kept.str());
    std::string line;
    int boards = 0;
    for (; std::getline(lines, line); ++boards) {
        ASSERT_EQ(line, written(read_board(line), Color::white));
    }
    EXPECT_GT(boards, 30 * games);
}

TEST(Training, LearnsFromBoardsThatWereJudged) {
    const char* file = setting("ARBITER_LESSONS", nullptr);
    if (file == nullptr) GTEST_SKIP() << "docs/bots.md says how to make the lessons";
    std::ifstream in(file);
    const auto lessons = read_lessons(in);
    const int rounds = std::atoi(setting("ARBITER_ROUNDS", "15"));
    const auto contact = taught<BackgammonContactNet>(&BackgammonInputs::of_contact,
                                                      contacts_in(lessons), rounds, 0.002F);
    const auto race = taught<BackgammonRaceNet>(&BackgammonInputs::of_race, races_in(lessons),
                                                4 * rounds, 0.004F);
    std::ofstream(setting("ARBITER_WEIGHTS", "weights.txt"))
        << source_of("backgammon_contact_weights", contact.text()) << "\n"
        << source_of("backgammon_race_weights", race.text());
}

/// The bots' own net teaches a new one.
TEST(Training, MakesANetBetter) {
    std::ostringstream boards;
    Random random(2);
    for (int i = 0; i < 60; ++i) write_game(boards, random);
    std::istringstream lines(boards.str());
    std::vector<Lesson> lessons;
    for (std::string line; std::getline(lines, line);) {
        const Board board = read_board(line);
        if (!has_contact(board))
            lessons.push_back({board, chances_after_move(board, Color::white)});
    }
    Pupil<BackgammonRaceNet> pupil(&BackgammonInputs::of_race);
    const double before = pupil.error(lessons);
    for (int i = 0; i < 10; ++i) pupil.study(lessons, random, 0.004F);
    EXPECT_LT(pupil.error(lessons), before / 3);
}

}  // namespace
}  // namespace arbiter::players
