#include <array>
#include <cmath>

#include "core/games/to_json.hpp"
#include "players/analysis/review.hpp"

namespace arbiter::players {

namespace {

/// Enough for every unit, and the same text on every machine.
double rounded(double value) { return std::round(value * 10'000) / 10'000; }

void write_judgement(JsonWriter& out, const Judgement& judgement) {
    out.member("value", rounded(judgement.value));
    out.member("chance", rounded(judgement.chance));
    if (judgement.mate_in) out.member("mate_in", *judgement.mate_in);
    if (judgement.chances.empty()) return;
    out.key("chances");
    out.object([&] {
        for (const auto& [name, chance] : judgement.chances) out.member(name, rounded(chance));
    });
}

void write_rated(JsonWriter& out, const RatedMove& rated) {
    out.member("move", rated.move);
    write_judgement(out, rated.judgement);
    out.key("line");
    write(out, rated.line);
}

void write_side(JsonWriter& out, const SideSummary& side, bool has_luck) {
    out.object([&] {
        out.member("accuracy", std::round(side.accuracy * 10) / 10);
        out.member("decisions", side.decisions);
        out.member("average_loss", rounded(side.average_loss()));
        out.member("loss", rounded(side.loss));
        out.member("doubtful", side.doubtful);
        out.member("bad", side.bad);
        out.member("blunders", side.blunders);
        if (has_luck) out.member("luck", rounded(side.luck));
    });
}

/// Reads members of an object; what is missing or wrong is a fault.
class MemberReader {
public:
    MemberReader(const JsonView& json, Faults& faults) : json_(json), faults_(faults) {}

    double number(std::string_view key) const {
        const Json* member = json_.require(key, faults_);
        return member == nullptr ? 0 : json_.at(key, *member).number(faults_).value_or(0);
    }
    std::optional<double> number_if(std::string_view key) const {
        if (json_.json().find(key) == nullptr) return std::nullopt;
        return number(key);
    }
    std::string text(std::string_view key) const {
        const Json* member = json_.require(key, faults_);
        const auto* found = member == nullptr ? nullptr : json_.at(key, *member).string(faults_);
        return found == nullptr ? std::string() : *found;
    }
    bool truth(std::string_view key) const {
        const Json* member = json_.json().find(key);
        const auto* found = member == nullptr ? nullptr : json_.at(key, *member).boolean(faults_);
        return found != nullptr && *found;
    }

    Judgement judgement() const {
        Judgement judgement{.value = number("value"), .chance = number("chance")};
        if (const auto mate = number_if("mate_in")) judgement.mate_in = static_cast<int>(*mate);
        const Json* chances = json_.json().find("chances");
        const auto* members = chances == nullptr ? nullptr : chances->as<Json::Object>();
        if (members == nullptr) return judgement;
        for (const auto& [key, value] : *members) {
            const auto view = json_.at(key, value);
            judgement.chances.emplace_back(key, view.number(faults_).value_or(0));
        }
        return judgement;
    }
    RatedMove rated() const { return {text("move"), judgement(), words("line")}; }

private:
    std::vector<std::string> words(std::string_view key) const {
        std::vector<std::string> found;
        const Json* member = json_.require(key, faults_);
        if (member == nullptr) return found;
        const JsonView list = json_.at(key, *member);
        const auto* elements = list.array(faults_);
        for (std::size_t i = 0; elements != nullptr && i < elements->size(); ++i) {
            const auto* word = list.at(i, (*elements)[i]).string(faults_);
            if (word != nullptr) found.push_back(*word);
        }
        return found;
    }

    const JsonView& json_;
    Faults& faults_;
};

Grade grade_named(std::string_view name) {
    for (const Grade grade : {Grade::doubtful, Grade::bad, Grade::blunder}) {
        if (to_string(grade) == name) return grade;
    }
    return Grade::good;
}

}  // namespace

void write(JsonWriter& out, const ReviewedMove& move) {
    out.object([&] {
        out.member("ply", move.ply);
        out.member("by", to_string(move.by));
        write_rated(out, move.played);
        out.key("best");
        out.object([&] { write_rated(out, move.best); });
        out.member("loss", rounded(move.loss));
        out.member("cost", rounded(move.cost));
        out.member("grade", to_string(move.grade));
        if (move.forced) out.member("forced", true);
        if (move.luck) out.member("luck", rounded(*move.luck));
        if (move.luck_in_result) out.member("luck_in_result", rounded(*move.luck_in_result));
    });
}

ReviewedMove read_reviewed_move(JsonView json, Faults& faults) {
    const MemberReader members(json, faults);
    ReviewedMove move{.ply = static_cast<std::size_t>(std::max(members.number("ply"), 0.0)),
                      .by = color_named(members.text("by")).value_or(Color::white),
                      .forced = members.truth("forced"),
                      .played = members.rated(),
                      .loss = members.number("loss"),
                      .cost = members.number("cost"),
                      .grade = grade_named(members.text("grade")),
                      .luck = members.number_if("luck"),
                      .luck_in_result = members.number_if("luck_in_result")};
    if (const Json* best = json.require("best", faults)) {
        const JsonView view = json.at("best", *best);
        move.best = MemberReader(view, faults).rated();
    }
    return move;
}

std::vector<ReviewedMove> read_reviewed_moves(JsonView list, Faults& faults) {
    std::vector<ReviewedMove> moves;
    const auto* elements = list.array(faults);
    for (std::size_t i = 0; elements != nullptr && i < elements->size(); ++i) {
        moves.push_back(read_reviewed_move(list.at(i, (*elements)[i]), faults));
    }
    return moves;
}

void write(JsonWriter& out, const Analysis& analysis, const AnyGame& game) {
    out.key("moves");
    out.array([&] {
        for (const RatedMove& rated : analysis.moves) {
            out.object([&] { write_rated(out, spelled(game, rated)); });
        }
    });
    if (analysis.depth) out.member("depth", *analysis.depth);
    if (analysis.ownership.empty()) return;
    out.key("ownership");
    out.array([&] {
        for (const float owner : analysis.ownership) out.value(std::round(owner * 100.0) / 100);
    });
}

void write_summary(JsonWriter& out, const Review& review) {
    const ReviewSummary summary = summary_of(review.moves, review.scale);
    const bool has_luck = review.game.traits().chance.has_value();
    out.member("game", review.game.name());
    out.member("by", review.by);
    out.member("unit", review.scale.unit);
    for (const Color side : both_colors) {
        out.key(to_string(side));
        write_side(out, summary.sides[side], has_luck);
    }
    out.key("worst");
    out.array([&] {
        for (const std::size_t i : summary.worst) out.value(review.moves[i].ply);
    });
}

void write(JsonWriter& out, const Review& review) {
    write_summary(out, review);
    out.key("moves");
    out.array([&] {
        for (const ReviewedMove& move : review.moves) write(out, move);
    });
}

std::string review_json(const Review& review) {
    JsonWriter out;
    out.object([&] { write(out, review); });
    return out.take();
}

}  // namespace arbiter::players
