#include "server/api/view.hpp"

#include <span>

#include "core/games/to_json.hpp"
#include "players/bots/built_in.hpp"

namespace arbiter::server {

namespace {

using referee::Clock;
using referee::Moment;
using referee::Referee;

void write_color(JsonWriter& out, std::string_view key, std::optional<Color> color) {
    out.key(key);
    if (color) {
        out.value(to_string(*color));
    } else {
        out.null();
    }
}

void write_face(JsonWriter& out, const Clock& clock, Color side, Moment now) {
    const Clock::Face face = clock.face(side, now);
    out.object([&] {
        out.key("left_ms");
        if (const auto left = face.left(clock.control())) {
            out.value(left->count());
        } else {
            out.null();
        }
        out.member("main_ms", face.main.count());
        if (std::holds_alternative<referee::ByoYomi>(clock.control())) {
            out.member("period_ms", face.period.count());
            out.member("periods_left", face.periods_left);
        }
        if (std::holds_alternative<referee::Canadian>(clock.control())) {
            out.member("period_ms", face.period.count());
            out.member("moves_left", face.moves_left);
        }
    });
}

void write_clock(JsonWriter& out, const Clock& clock, Moment now) {
    if (std::holds_alternative<referee::Unlimited>(clock.control())) return out.null();
    out.object([&] {
        out.key("control");
        referee::write(out, clock.control());
        write_color(out, "running", clock.running());
        out.key("white");
        write_face(out, clock, Color::white, now);
        out.key("black");
        write_face(out, clock, Color::black, now);
        out.key("flag_falls_at");
        if (const auto deadline = clock.deadline()) {
            out.value(referee::to_string(*deadline));
        } else {
            out.null();
        }
    });
}

void write_seat(JsonWriter& out, const referee::Seat& seat) {
    out.object([&] {
        out.member("name", seat.name);
        if (!seat.player.empty()) out.member("player", seat.player);
    });
}

/// A game without draw offers does not know the question.
std::optional<Color> draw_offer(const AnyGame& game) {
    if (!game.traits().can_be_drawn) return std::nullopt;
    const auto answer = game.ask("draw");
    const auto json = answer ? read_json(*answer) : Reading<Json>{};
    const Json* offer = json ? json->find("offered_by") : nullptr;
    const auto* name = offer != nullptr ? offer->as<std::string>() : nullptr;
    return name != nullptr ? color_named(*name) : std::nullopt;
}

void write_undo_request(JsonWriter& out, const Referee& referee) {
    out.key("undo_request");
    if (!referee.undo_request()) return out.null();
    out.object([&] {
        out.member("by", to_string(referee.undo_request()->by));
        out.member("ply", referee.undo_request()->ply);
    });
}

/// The commitment from the start on; the seed once the game is over.
void write_dice(JsonWriter& out, const Referee& referee) {
    const auto& seed = referee.terms().seed;
    if (!seed) return;
    out.key("dice");
    out.object([&] {
        out.member("commitment", seed->commitment());
        out.member("game", referee.terms().id);
        out.key("seed");
        if (referee.game().outcome()) {
            out.value(seed->hex());
        } else {
            out.null();
        }
    });
}

void write_offers(JsonWriter& out, const Referee& referee) {
    write_color(out, "draw_offer", draw_offer(referee.game()));
    write_undo_request(out, referee);
    write_dice(out, referee);
}

}  // namespace

void write_actions(JsonWriter& out, const Referee& referee) {
    out.key("actions");
    out.object([&] {
        out.key("white");
        arbiter::write(out, referee.actions(Color::white));
        out.key("black");
        arbiter::write(out, referee.actions(Color::black));
    });
}

void write_choices(JsonWriter& out, const Referee& referee) {
    write_offers(out, referee);
    write_actions(out, referee);
}

void write_now(JsonWriter& out, const Referee& referee, Moment now) {
    out.member("version", referee.version());
    out.member("ply", referee.game().event_count());
    out.member("turn", to_string(referee.game().turn()));
    out.member("awaits", to_string(referee.game().awaits()));
    out.key("outcome");
    arbiter::write(out, referee.game().outcome());
    out.key("clock");
    write_clock(out, referee.clock(), now);
}

void write_state(JsonWriter& out, const AnyGame& game, std::string_view format) {
    const AgentFormat wanted{format};
    for (const AgentFormat& each :
         format.empty() ? game.traits().agents.states : std::span(&wanted, 1)) {
        const auto text = game.write(each.name);
        if (!text || (format.empty() && !text->starts_with('{'))) continue;
        out.object([&] {
            out.member("format", each.name);
            out.key("value");
            write_document(out, *text);
        });
        return;
    }
    out.null();
}

void write_legal(JsonWriter& out, const AnyGame& game, const NotationInfo& notation) {
    out.key("legal");
    const bool rolls = game.awaits() == Awaits::chance;
    write_moves(out, rolls ? std::vector<std::string>{} : *game.legal(notation.name), notation);
}

void write_view(JsonWriter& out, const Referee& referee, const ViewOptions& options) {
    const AnyGame& game = referee.game();
    const NotationInfo& notation = notation_in(options.form, game);
    out.object([&] {
        out.member("id", referee.terms().id);
        out.member("game", game.name());
        out.member("private", referee.terms().watch_hash.has_value());
        out.member("created_at", referee::to_string(referee.created_at()));
        out.member("updated_at", referee::to_string(referee.updated_at()));
        write_now(out, referee, options.now);
        out.key("seats");
        out.object([&] {
            out.key("white");
            write_seat(out, referee.terms().seats.white);
            out.key("black");
            write_seat(out, referee.terms().seats.black);
        });
        write_offers(out, referee);
        out.key("moves");
        write_moves(out, *game.history(notation.name), notation);
        write_legal(out, game, notation);
        write_actions(out, referee);
        out.key("state");
        write_state(out, game, options.form.format);
    });
}

void write_players(JsonWriter& out, std::span<const PlayerInfo> players) {
    out.object([&] {
        out.key("players");
        out.array([&] {
            for (const PlayerInfo& player : players) {
                out.object([&] {
                    out.member("name", player.name);
                    out.member("title", player.title);
                    out.member("meaning", player.meaning);
                    out.key("games");
                    out.array([&] {
                        for (const std::string_view game : player.games) out.value(game);
                    });
                    out.key("levels");
                    if (!player.has_levels) return out.null();
                    out.array([&] {
                        out.value(players::level_min);
                        out.value(players::level_max);
                    });
                });
            }
        });
    });
}

void write_summary(JsonWriter& out, const store::Summary& summary) {
    const auto moment = [](std::int64_t ms) { return Moment(referee::Duration(ms)); };
    out.object([&] {
        out.member("id", summary.id);
        out.member("game", summary.game);
        out.member("white", summary.white);
        out.member("black", summary.black);
        out.member("created_at", referee::to_string(moment(summary.created_ms)));
        out.member("updated_at", referee::to_string(moment(summary.updated_ms)));
        out.member("version", summary.version);
        out.member("ply", summary.ply);
        out.member("turn", to_string(summary.turn));
        out.member("status", summary.outcome ? "finished" : "running");
        out.key("outcome");
        if (!summary.outcome) return out.null();
        out.object([&] {
            out.member("result", to_string(summary.outcome->result));
            write_color(out, "winner", summary.outcome->winner);
            out.member("reason", summary.outcome->reason);
        });
    });
}

}  // namespace arbiter::server
