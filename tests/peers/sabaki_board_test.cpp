// @sabaki/go-board, the board of a widely used Go program, as a second opinion.

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/go/game.hpp"
#include "tests/peers/process.hpp"

namespace arbiter::go::testing {
namespace {

using Generator = std::mt19937_64;

/// What two programs must agree on, as sabaki_board.mjs describes it.
struct View {
    std::string stones;
    std::string black;
    std::string white;
    std::vector<std::int64_t> captures;
    std::vector<std::int64_t> liberties;

    bool operator==(const View&) const = default;
};

void PrintTo(const View& view, std::ostream* out) {
    *out << view.stones << "\nblack: " << view.black << "\nwhite: " << view.white << "\ncaptures "
         << ::testing::PrintToString(view.captures) << ", liberties "
         << ::testing::PrintToString(view.liberties);
}

char letter(std::optional<Color> color) {
    if (!color) return '.';
    return *color == Color::black ? 'X' : 'O';
}

char refusal_letter(const Game& game, Stone stone) {
    const auto refused = refusal(game.position(), game.past(), game.rules(), stone);
    if (!refused) return ' ';
    if (refused->code == &codes::point_occupied) return 'o';
    return refused->code == &codes::ko ? 'k' : 's';
}

View view(const Game& game) {
    View view;
    for (int i = 0; i < game.size().points(); ++i) {
        const Point point = point_at(game.size(), i);
        view.stones += letter(game.position().at(point));
        view.black += refusal_letter(game, {Color::black, point});
        view.white += refusal_letter(game, {Color::white, point});
        view.liberties.push_back(std::ssize(game.position().liberties(point)));
    }
    view.captures = {game.prisoners(Color::black), game.prisoners(Color::white)};
    return view;
}

/// @sabaki/go-board in a node process of its own.
class SabakiBoard {
public:
    SabakiBoard() try : process_({"node", script}) {
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(std::string(error.what()) +
                                 "\nThis test needs node and the packages of tests/package.json, "
                                 "which `make test` installs.");
    }

    std::vector<View> ask(const Game& game) {
        process_.write_line(request(game));
        const Reading<Json> json = read_json(process_.read_line());
        if (!json) throw std::runtime_error("an answer that is not JSON");
        std::vector<View> views;
        for (const Json& position : expect<Json::Array>(&*json)) {
            views.push_back({expect<std::string>(position.find("stones")),
                             expect<std::string>(position.find("black")),
                             expect<std::string>(position.find("white")),
                             numbers(position.find("captures")),
                             numbers(position.find("liberties"))});
        }
        return views;
    }

private:
    static constexpr const char* script = ARBITER_SOURCE_DIR "/tests/peers/sabaki_board.mjs";

    /// The answers have a known form: anything else is a defect of the script.
    template <class T>
    static const T& expect(const Json* json) {
        const T* value = json == nullptr ? nullptr : json->as<T>();
        if (value == nullptr) throw std::runtime_error("an answer of another form than expected");
        return *value;
    }

    static std::vector<std::int64_t> numbers(const Json* json) {
        std::vector<std::int64_t> list;
        for (const Json& item : expect<Json::Array>(json)) {
            list.push_back(expect<std::int64_t>(&item));
        }
        return list;
    }

    static std::string request(const Game& game) {
        JsonWriter out;
        out.object([&] {
            out.member("width", game.size().width);
            out.member("height", game.size().height);
            out.key("moves");
            out.array([&] {
                for (const Event& event : game.events()) {
                    const auto& [by, point] = std::get<Play>(event);
                    out.array([&] {
                        out.value(by == Color::black ? 1 : -1);
                        out.value(point.column);
                        out.value(point.row);
                    });
                }
            });
        });
        return out.take();
    }

    arbiter::testing::Process process_;
};

Game new_game(Size size) {
    return *Game::from({.setup = {.size = size, .stones = {}},
                        .rules = {.ko = KoRule::simple, .turns = Turns::free}},
                       [](std::size_t, Point) { return Place{}; })
                .value;
}

/// Without passes: the other board forgets no ko when somebody passes.
Game random_game(Game game, Generator& random, std::size_t moves_max) {
    while (game.events().size() < moves_max) {
        const std::vector<Event> legal = game.legal();
        if (legal.size() == 1) break;  // nothing but a pass
        EXPECT_TRUE(game.play(legal[random() % (legal.size() - 1)]));
    }
    return game;
}

class AgainstSabakiBoard : public ::testing::TestWithParam<Size> {
protected:
    void compare(const Game& game) {
        const std::vector<View> theirs = sabaki_.ask(game);
        ASSERT_EQ(theirs.size(), game.events().size() + 1);
        Game replayed = new_game(game.size());
        for (std::size_t i = 0; !HasFailure(); ++i) {
            const View ours = view(replayed);
            EXPECT_EQ(ours, theirs[i]) << "after " << i << " moves";
            for (const char c : ours.black + ours.white) ++seen_[c];
            if (i == game.events().size()) break;
            ASSERT_TRUE(replayed.play(game.events()[i]));
        }
    }

    SabakiBoard sabaki_;
    std::map<char, int> seen_;
};

TEST_P(AgainstSabakiBoard, SameBoardsCapturesLibertiesAndRefusals) {
    Generator random(static_cast<std::uint64_t>(GetParam().points()));
    const int games = GetParam().points() > 30 ? 6 : 30;
    for (int i = 0; i < games && !HasFailure(); ++i) {
        compare(random_game(new_game(GetParam()), random, 200));
    }
    EXPECT_GT(seen_['s'], 0);
    EXPECT_GT(seen_['k'], 0);
}

INSTANTIATE_TEST_SUITE_P(Sizes, AgainstSabakiBoard,
                         ::testing::Values(Size{3, 3}, Size{4, 2}, Size{5, 5}, Size{9, 9},
                                           Size{7, 3}));

}  // namespace
}  // namespace arbiter::go::testing
