#include "arena/results.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "core/base/json.hpp"
#include "players/models/prompt.hpp"

namespace arbiter::arena {

namespace {

void write_members(JsonWriter& out, const Rating& rating) {
    out.member("elo", rating.elo);
    out.member("low_95", rating.low);
    out.member("high_95", rating.high);
    out.member("error_95", rating.error());
}

void write(JsonWriter& out, const PairPoints& points) {
    out.object([&] {
        out.member("pairs", points.pairs);
        out.member("mean", points.mean());
        out.key("error_95");
        points.error() ? out.value(*points.error()) : out.null();
    });
}

void write(JsonWriter& out, const Score& score) {
    out.object([&] {
        out.member("wins", score.wins);
        out.member("draws", score.draws);
        out.member("losses", score.losses);
    });
}

/// What the analyst says of a player; null if there is none.
void write_judgement(JsonWriter& out, const Results& results, std::size_t player) {
    const Standing& standing = results.standing(player);
    if (!results.is_judged()) return out.null();
    out.object([&] {
        out.member("decisions", standing.behaviour.decisions);
        out.member("average_loss", standing.behaviour.average_loss());
        out.member("blunders", standing.behaviour.blunders);
        out.key("points_less_luck");
        results.tournament.counts_points() ? write(out, standing.points_less_luck) : out.null();
    });
}

void write_player(JsonWriter& out, const Results& results, std::size_t player) {
    const Standing& standing = results.standing(player);
    const Rating& rating = results.ratings.players[player];
    const SideReport& behaviour = standing.behaviour;
    out.object([&] {
        out.member("name", results.name(player));
        out.member("player", results.tournament.terms().players[player].specification);
        write_members(out, rating);
        out.key("prompt_sha256");
        const auto& prompt = results.tournament.prompt(player);
        prompt ? out.value(*prompt) : out.null();
        out.member("is_anchor", results.is_anchor(player));
        out.key("points_per_game");
        results.tournament.counts_points() ? write(out, standing.points) : out.null();
        out.key("analysis");
        write_judgement(out, results, player);
        out.member("games", standing.score.games());
        out.member("points", standing.score.points());
        out.member("wins", standing.score.wins);
        out.member("draws", standing.score.draws);
        out.member("losses", standing.score.losses);
        out.member("voids", standing.voids);
        out.member("failures", standing.failures);
        out.key("forfeits");
        out.object([&] {
            for (const auto& [reason, count] : standing.forfeits) out.member(reason, count);
        });
        out.member("turns", behaviour.turns);
        out.member("refusals", behaviour.refusals);
        out.member("refusal_rate", results.refusal_rate(player));
        out.member("legal_rate", results.legal_rate(player));
        out.member("random_moves", behaviour.random_moves);
        out.member("exchanges", behaviour.exchanges);
        out.member("tokens_in", behaviour.tokens_in);
        out.member("tokens_out", behaviour.tokens_out);
        out.member("cost", behaviour.cost);
        out.member("time_ms", behaviour.time_ms);
        out.member("time_per_turn_ms", results.time_per_turn(player));
        out.member("time_max_ms", behaviour.time_max_ms);
    });
}

void write_crosstable(JsonWriter& out, const Results& results) {
    out.array([&] {
        for (const std::size_t row : results.ranking) {
            out.array([&] {
                for (const std::size_t column : results.ranking) {
                    const Score& score = results.standing(row).against[column];
                    if (score.games() == 0) out.null();
                    if (score.games() > 0) write(out, score);
                }
            });
        }
    });
}

void write_sprt(JsonWriter& out, const Sprt& sprt) {
    const auto [lower, upper] = limits_of(sprt.terms());
    out.object([&] {
        out.member("elo0", sprt.terms().elo0);
        out.member("elo1", sprt.terms().elo1);
        out.member("alpha", sprt.terms().alpha);
        out.member("beta", sprt.terms().beta);
        out.member("elo", to_string(sprt.terms().kind));
        out.key("pairs");
        out.array([&] {
            for (const auto count : sprt.pairs()) out.value(count);
        });
        out.member("llr", sprt.ratio());
        out.member("lower", lower);
        out.member("upper", upper);
        out.member("verdict", to_string(sprt.verdict()));
    });
}

/// RFC 4180.
std::string csv_field(std::string_view text) {
    if (text.find_first_of("\",\r\n") == text.npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + '"';
}

std::string number_text(double number) {
    JsonWriter out;
    out.value(number);
    return out.take();
}

/// Empty where nobody judged.
std::string judgement_fields(const Results& results, std::size_t player) {
    const Standing& standing = results.standing(player);
    if (!results.is_judged()) return ",,,,";
    std::string text = "," + std::to_string(standing.behaviour.decisions) + "," +
                       number_text(standing.behaviour.average_loss()) + "," +
                       std::to_string(standing.behaviour.blunders) + ",";
    if (results.tournament.counts_points()) text += number_text(standing.points_less_luck.mean());
    return text;
}

}  // namespace

std::string_view to_string(Stage stage) {
    constexpr std::array<std::string_view, 3> names{"running", "stopped", "over"};
    return names[static_cast<std::size_t>(stage)];
}

std::size_t Results::forfeits(std::size_t player) const {
    std::size_t sum = 0;
    for (const auto& [reason, count] : standing(player).forfeits) sum += count;
    return sum;
}

double Results::refusal_rate(std::size_t player) const {
    const SideReport& behaviour = standing(player).behaviour;
    const std::uint64_t answers = behaviour.turns + behaviour.refusals;
    if (answers == 0) return 0;
    return static_cast<double>(behaviour.refusals) / static_cast<double>(answers);
}

double Results::time_per_turn(std::size_t player) const {
    const SideReport& behaviour = standing(player).behaviour;
    return behaviour.turns == 0 ? 0 : behaviour.time_ms / static_cast<double>(behaviour.turns);
}

Results results_of(const Tournament& tournament, Stage stage) {
    Results results{tournament, stage, tournament.ratings(), {}};
    results.ranking.resize(results.ratings.players.size());
    std::iota(results.ranking.begin(), results.ranking.end(), std::size_t{0});
    std::ranges::sort(results.ranking, {}, [&](std::size_t player) {
        const double points =
            tournament.counts_points() ? tournament.standings()[player].points.mean() : 0;
        return std::tuple(-points, -results.ratings.players[player].elo, player);
    });
    return results;
}

std::string to_json(const Results& results) {
    const Tournament& tournament = results.tournament;
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.member("name", tournament.terms().name);
        out.member("game", tournament.terms().game);
        out.member("format", to_string(tournament.terms().schedule.format));
        out.member("prompt_version", players::prompt_version);
        out.member("stage", to_string(results.stage));
        if (results.is_judged()) out.member("analyst", tournament.terms().analyst);
        out.member("games_finished", tournament.finished());
        out.member("games_planned", games_max(tournament.terms().schedule));
        out.key("players");
        out.array([&] {
            for (const std::size_t player : results.ranking) {
                out.on_one_line([&] { write_player(out, results, player); });
            }
        });
        out.key("crosstable");
        out.on_one_line([&] { write_crosstable(out, results); });
        out.key("first_move");
        if (!results.ratings.first_move) out.null();
        if (results.ratings.first_move) {
            out.object([&] { write_members(out, *results.ratings.first_move); });
        }
        out.member("draw_rate", results.ratings.draw_rate);
        out.key("endings");
        out.object([&] {
            for (const auto& [reason, count] : tournament.endings()) out.member(reason, count);
        });
        out.key("sprt");
        if (!tournament.sprt()) out.null();
        if (tournament.sprt()) write_sprt(out, *tournament.sprt());
    });
    return out.take() + "\n";
}

std::string to_csv(const Results& results) {
    std::string text =
        "rank,name,player,elo,low_95,high_95,points_per_game,games,points,wins,draws,losses,voids,"
        "forfeits,turns,"
        "refusals,refusal_rate,random_moves,exchanges,tokens_in,tokens_out,cost,time_ms,"
        "time_per_turn_ms,time_max_ms,decisions,average_loss,blunders,points_less_luck\r\n";
    std::size_t rank = 0;
    for (const std::size_t player : results.ranking) {
        const Standing& standing = results.standing(player);
        const SideReport& behaviour = standing.behaviour;
        const Rating& rating = results.ratings.players[player];
        text += std::to_string(++rank) + "," + csv_field(results.name(player)) + "," +
                csv_field(results.tournament.terms().players[player].specification);
        for (const double number : {rating.elo, rating.low, rating.high}) {
            text += "," + number_text(number);
        }
        text += ",";
        if (results.tournament.counts_points()) text += number_text(standing.points.mean());
        text += "," + std::to_string(standing.score.games()) + "," +
                number_text(standing.score.points());
        for (const std::size_t count :
             {standing.score.wins, standing.score.draws, standing.score.losses, standing.voids,
              results.forfeits(player)}) {
            text += "," + std::to_string(count);
        }
        text += "," + std::to_string(behaviour.turns) + "," + std::to_string(behaviour.refusals) +
                "," + number_text(results.refusal_rate(player));
        for (const std::uint64_t count : {behaviour.random_moves, behaviour.exchanges,
                                          behaviour.tokens_in, behaviour.tokens_out}) {
            text += "," + std::to_string(count);
        }
        for (const double number : {behaviour.cost, behaviour.time_ms,
                                    results.time_per_turn(player), behaviour.time_max_ms}) {
            text += "," + number_text(number);
        }
        text += judgement_fields(results, player) + "\r\n";
    }
    return text;
}

}  // namespace arbiter::arena
