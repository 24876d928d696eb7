#include "core/go/questions.hpp"

#include "core/base/excerpt.hpp"
#include "core/go/board/regions.hpp"
#include "core/go/game.hpp"
#include "core/go/playouts/life.hpp"

namespace arbiter::go {

namespace {

std::unexpected<Fault> fault(std::string_view code, std::string sentence) {
    return std::unexpected(Fault{code, std::move(sentence), {}, Severity::error});
}

void write_points(JsonWriter& out, std::string_view key, std::span<const Point> points) {
    out.key(key);
    out.array([&] {
        for (const Point point : points) out.value(to_string(point));
    });
}

void write_group(JsonWriter& out, const Position& position, Point point) {
    out.object([&] {
        out.member("color", arbiter::to_string(*position.at(point)));
        write_points(out, "stones", position.group(point));
        write_points(out, "liberties", position.liberties(point));
    });
}

std::expected<std::string, Fault> answer_liberties(const Position& position,
                                                   std::string_view argument) {
    JsonWriter out;
    if (argument.empty()) {
        const Partition groups =
            partition(position.size(), [&](Point point) { return position.at(point); });
        out.object([&] {
            out.key("groups");
            out.array([&] {
                for (const auto& group : groups.pieces) write_group(out, position, group[0]);
            });
        });
        return out.take();
    }
    const auto point = point_named(argument);
    if (!point || !contains(position.size(), *point)) {
        return fault("point_off_board", in_quotes(argument) + " is not a point of the board");
    }
    if (position.is_empty(*point)) {
        return fault("no_stone_there", "there is no stone on " + to_string(*point));
    }
    write_group(out, position, *point);
    return out.take();
}

std::string answer_stones(const Game& game) {
    JsonWriter out;
    out.object([&] {
        out.key("stones");
        out.array([&] {
            for (const Stone stone : game.stones()) {
                out.object([&] {
                    out.member("point", to_string(stone.point));
                    out.member("color", arbiter::to_string(stone.color));
                });
            }
        });
    });
    return out.take();
}

void write_tally(JsonWriter& out, std::string_view side, const Tally& tally) {
    out.key(side);
    out.object([&] {
        out.member("stones", tally.stones);
        out.member("territory", tally.territory);
        out.member("prisoners", tally.prisoners);
        out.member("dead_stones", tally.dead_stones);
        out.member("pass_stones", tally.pass_stones);
        out.member("compensation", tally.compensation);
        out.member("komi", tally.komi.points());
        out.member("total", tally.total().points());
    });
}

std::string answer_score(const Game& game) {
    const Score score = game.score();
    const Size size = game.size();
    JsonWriter out;
    out.object([&] {
        out.member("result", to_string(score));
        write_tally(out, "black", score.black);
        write_tally(out, "white", score.white);
        // Rows from the top: B, W, or a full stop for a point without an owner.
        out.key("owners");
        out.array([&] {
            for (int row = size.height - 1; row >= 0; --row) {
                std::string line;
                for (int column = 0; column < size.width; ++column) {
                    const int at = row * size.width + column;
                    const auto owner = score.owners[static_cast<std::size_t>(at)];
                    line += !owner ? '.' : *owner == Color::black ? 'B' : 'W';
                }
                out.value(line);
            }
        });
    });
    return out.take();
}

std::string answer_dead(const Game& game) {
    JsonWriter out;
    out.object([&] {
        write_points(out, "marked", game.dead());
        write_points(out, "proposal", dead_stones_proposal(game.position()));
    });
    return out.take();
}

}  // namespace

std::span<const QuestionInfo> Game::questions() { return question_infos; }

std::expected<std::string, Fault> Game::ask(std::string_view question,
                                            std::string_view argument) const {
    if (question == "liberties") return answer_liberties(position_, argument);
    if (question == "stones") return answer_stones(*this);
    if (question == "score") return answer_score(*this);
    if (question == "dead") return answer_dead(*this);
    return fault("unknown_question", "Go has no answer to " + in_quotes(question));
}

}  // namespace arbiter::go
