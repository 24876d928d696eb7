#include "arena/terms.hpp"

namespace arbiter::arena {

namespace {

void write_options(JsonWriter& out, const Options& options) {
    if (options.empty()) return;
    out.key("options");
    out.object([&] {
        for (const auto& [name, value] : options) out.member(name, value);
    });
}

}  // namespace

std::string to_json(const Terms& terms) {
    JsonWriter out;
    out.object([&] {
        out.member("name", terms.name);
        out.member("game", terms.game);
        out.key("players");
        out.array([&] {
            for (const auto& player : terms.players) {
                out.object([&] {
                    out.member("player", player.specification);
                    out.member("name", player.name);
                    write_options(out, player.options);
                });
            }
        });
        out.member("format", to_string(terms.schedule.format));
        out.member("rounds", terms.schedule.rounds);
        if (terms.sprt) {
            out.key("sprt");
            out.object([&] {
                out.member("elo0", terms.sprt->elo0);
                out.member("elo1", terms.sprt->elo1);
                out.member("alpha", terms.sprt->alpha);
                out.member("beta", terms.sprt->beta);
                out.member("elo", to_string(terms.sprt->kind));
            });
        }
        out.key("clock");
        write(out, terms.clock);
        out.member("chances", terms.turn.chances);
        out.member("last_resort", to_string(terms.turn.last_resort));
        if (terms.turn.budget.time) out.member("move_time_ms", terms.turn.budget.time->count());
        if (terms.turn.budget.nodes) out.member("nodes", *terms.turn.budget.nodes);
        out.member("moves_max", terms.moves_max);
        if (const auto& resign = terms.resign) {
            out.key("resign");
            out.object([&] {
                out.member("score", resign->score);
                out.member("moves", resign->moves);
                out.member("both", resign->both);
            });
        }
        if (const auto& draw = terms.draw) {
            out.key("draw");
            out.object([&] {
                out.member("score", draw->score);
                out.member("moves", draw->moves);
                out.member("after", draw->after);
            });
        }
        out.member("draws", to_string(terms.draws));
        out.member("on_failure", to_string(terms.on_failure));
        if (!terms.analyst.empty()) out.member("analyst", terms.analyst);
        if (!terms.anchors.empty()) {
            out.key("anchors");
            out.object([&] {
                for (std::size_t i = 0; i < terms.players.size(); ++i) {
                    if (terms.anchors[i]) out.member(terms.players[i].name, *terms.anchors[i]);
                }
            });
        }
        out.member("seed", terms.seed);
        out.key("openings");
        out.object([&] {
            out.key("list");
            write(out, terms.openings);
        });
    });
    return out.take();
}

}  // namespace arbiter::arena
