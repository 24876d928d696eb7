#include "core/go/questions.hpp"

#include "core/base/excerpt.hpp"
#include "core/go/board/regions.hpp"
#include "core/go/game.hpp"
#include "core/go/notations/katago_rules.hpp"
#include "core/go/notations/move_text.hpp"
#include "core/go/notations/rows.hpp"
#include "core/go/playouts/life.hpp"

namespace arbiter::go {

namespace {

std::unexpected<Fault> fault(std::string_view code, std::string sentence) {
    return std::unexpected(Fault{code, std::move(sentence), {}, Severity::error});
}

/// Places in the notation of an answer.
class Places {
public:
    Places(Size size, std::string_view notation) : size_(size), in_rows_(notation == "rows") {}

    /// In any notation of a move.
    std::expected<Point, Fault> read(std::string_view text) const {
        const auto place = rows_move_as_json(text);
        auto point = place ? rows_point_named(*place, size_) : std::nullopt;
        if (const auto move = read_move_text(text, size_); !place && move) point = move->point;
        if (point && contains(size_, *point)) return *point;
        return fault("point_off_board", in_quotes(text) + " is not a point of the board");
    }

    std::string text(Point point) const {
        return in_rows_ ? write_rows_move(point, size_) : to_string(point);
    }
    void write(JsonWriter& out, Point point) const {
        in_rows_ ? out.raw(text(point)) : out.value(text(point));
    }
    void write(JsonWriter& out, std::string_view key, std::span<const Point> points) const {
        out.key(key);
        out.array([&] {
            for (const Point point : points) write(out, point);
        });
    }

private:
    Size size_;
    bool in_rows_;
};

void write_group(JsonWriter& out, const Position& position, Point point, const Places& places) {
    out.object([&] {
        out.member("color", arbiter::to_string(*position.at(point)));
        places.write(out, "stones", position.group(point));
        places.write(out, "liberties", position.liberties(point));
    });
}

std::expected<std::string, Fault> answer_liberties(const Position& position,
                                                   std::string_view argument,
                                                   const Places& places) {
    JsonWriter out;
    if (argument.empty()) {
        const Partition groups =
            partition(position.size(), [&](Point point) { return position.at(point); });
        out.object([&] {
            out.key("groups");
            out.array([&] {
                for (const auto& group : groups.pieces) {
                    write_group(out, position, group[0], places);
                }
            });
        });
        return out.take();
    }
    const auto point = places.read(argument);
    if (!point) return std::unexpected(point.error());
    if (position.is_empty(*point)) {
        return fault("no_stone_there", "there is no stone on " + places.text(*point));
    }
    write_group(out, position, *point, places);
    return out.take();
}

/// The stones, and the moves that would place them in this order.
std::string answer_stones(const Game& game, std::string_view notation, const Places& places) {
    const bool is_json = notation == "rows" || notation == "json";
    JsonWriter out;
    out.object([&] {
        out.key("stones");
        out.array([&] {
            for (const Stone stone : game.stones()) {
                out.object([&] {
                    out.key("point");
                    places.write(out, stone.point);
                    out.member("color", arbiter::to_string(stone.color));
                });
            }
        });
        out.key("moves");
        out.array([&] {
            for (const auto& [color, point] : game.stones()) {
                const std::string move = game.write_event(Play{color, point}, notation);
                is_json ? out.raw(move) : out.value(move);
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

std::string answer_dead(const Game& game, const Places& places) {
    JsonWriter out;
    out.object([&] {
        places.write(out, "marked", game.dead());
        places.write(out, "proposal", dead_stones_proposal(game.position()));
    });
    return out.take();
}

std::string_view to_string(LifeStatus status) {
    switch (status) {
        case LifeStatus::alive: return "alive";
        case LifeStatus::dead: return "dead";
        case LifeStatus::seki: return "seki";
        case LifeStatus::unsettled: break;
    }
    return "unsettled";
}

std::string_view to_string(LifeReason reason) {
    switch (reason) {
        case LifeReason::two_eyes: return "two_eyes";
        case LifeReason::inside_an_eye: return "inside_an_eye";
        case LifeReason::playouts: return "playouts";
        case LifeReason::reading: break;
    }
    return "reading";
}

/// The line as moves of both sides, in the notation of the answer.
void write_line(JsonWriter& out, const Game& game, const GroupLife& life,
                std::string_view notation) {
    const bool is_json = notation == "rows" || notation == "json";
    out.key("line");
    if (!life.first) return out.null();
    out.object([&] {
        out.member("first", arbiter::to_string(*life.first));
        out.key("moves");
        out.array([&] {
            Color by = *life.first;
            for (const auto& point : life.line) {
                const Event event = point ? Event(Play{by, *point}) : Event(Pass{by});
                const std::string move = game.write_event(event, notation);
                is_json ? out.raw(move) : out.value(move);
                by = opponent(by);
            }
        });
    });
}

std::string answer_life(const Game& game, std::string_view notation, const Places& places) {
    JsonWriter out;
    out.object([&] {
        out.key("groups");
        out.array([&] {
            for (const GroupLife& life : life_and_death(game.position())) {
                out.object([&] {
                    out.member("color", arbiter::to_string(life.color));
                    places.write(out, "stones", life.stones);
                    out.member("status", to_string(life.status));
                    out.member("reason", to_string(life.reason));
                    out.member("survival", static_cast<double>(life.survival));
                    write_line(out, game, life, notation);
                });
            }
        });
    });
    return out.take();
}

std::string answer_rules(const Rules& rules) {
    JsonWriter out;
    out.object([&] {
        out.member("rules", write_rules(rules));
        out.member("komi", rules.komi.points());
        for_each_field(
            rules, [&](std::string_view name, std::string_view value) { out.member(name, value); });
        out.member("katago", write_katago_rules(rules));
    });
    return out.take();
}

}  // namespace

std::span<const QuestionInfo> Game::questions() { return question_infos; }

std::expected<std::string, Fault> Game::ask(std::string_view question, std::string_view argument,
                                            std::string_view notation) const {
    const Places places(size(), notation);
    if (question == "liberties") return answer_liberties(position_, argument, places);
    if (question == "stones") return answer_stones(*this, notation, places);
    if (question == "score") return answer_score(*this);
    if (question == "dead") return answer_dead(*this, places);
    if (question == "life") return answer_life(*this, notation, places);
    if (question == "rules") return answer_rules(rules());
    return fault("unknown_question", "Go has no answer to " + in_quotes(question));
}

namespace {

std::string_view in_words(KoRule ko) {
    switch (ko) {
        case KoRule::none: return "no repetition is forbidden";
        case KoRule::simple: return "a stone that has just taken one may not be retaken at once";
        case KoRule::positional: return "no position on the board may occur again";
        case KoRule::situational:
            return "no position on the board may occur again with the same side to move";
        case KoRule::simple_and_positional: break;
    }
    return "a ko may not be retaken at once, and no position on the board may occur again";
}

std::string_view in_words(Scoring scoring) {
    switch (scoring) {
        case Scoring::stones: return "stones on the board count";
        case Scoring::area: return "area counts: stones and the points they surround";
        case Scoring::territory: break;
    }
    return "territory counts: surrounded points and prisoners";
}

/// The preset, and what it says about ko, suicide, scoring and komi.
std::string in_words(const Rules& rules) {
    const bool may_die = rules.suicide == Suicide::allowed;
    std::string text = "Rules: " + write_rules(rules) + ". Ko: ";
    text.append(in_words(rules.ko)).append(". Suicide is ");
    text.append(may_die ? "allowed" : "forbidden").append(". Scoring: ");
    text.append(in_words(rules.scoring));
    return text + "; White has " + to_string(rules.komi) + " points of komi.";
}

}  // namespace

std::string Game::beside_state() const {
    std::string told = in_words(rules()) + "\n";
    if (awaits() == Awaits::agreement) told += "Dead stones: " + *ask("dead", {}) + "\n";
    return told;
}

}  // namespace arbiter::go
