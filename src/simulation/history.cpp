#include "simulation/history.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "simulation/answers.hpp"

namespace arbiter::simulation {

namespace {

enum class Ended : std::uint8_t { ok, fail, info };

struct Operation {
    Ended ended;
    std::string name;
    std::string server;
    double begin;
    double end;
    std::optional<std::uint64_t> heard_ms;  ///< by the client's clock, which is right
    std::string answer;
    Attempt attempt;  ///< of others than moves only client, game and version
};

double time_in(const Json& json, std::string_view key) {
    const Json* found = json.find(key);
    if (found == nullptr) return 0;
    if (const auto* whole = found->as<std::int64_t>()) return static_cast<double>(*whole);
    const auto* number = found->as<double>();
    return number != nullptr ? *number : 0;
}

std::optional<Operation> read_operation(const std::string& line) {
    const auto json = read_json(line);
    if (!json) return std::nullopt;
    const std::string type = text_in(*json, "type");
    if (type != "ok" && type != "fail" && type != "info") return std::nullopt;
    Operation operation{
        .ended = type == "ok"     ? Ended::ok
                 : type == "fail" ? Ended::fail
                                  : Ended::info,
        .name = text_in(*json, "operation"),
        .server = text_in(*json, "server"),
        .begin = time_in(*json, "begin"),
        .end = time_in(*json, "end"),
        .heard_ms = number_in(*json, "heard_ms"),
        .answer = text_in(*json, "answer"),
        .attempt = {.client = text_in(*json, "client"),
                    .request = number_in(*json, "request").value_or(0),
                    .game = text_in(*json, "game"),
                    .by = text_in(*json, "by") == "black" ? Color::black : Color::white,
                    .version = number_in(*json, "version").value_or(0),
                    .move = text_in(*json, "move")}};
    const std::set<std::string_view> names{"create", "move", "read", "event"};
    if (!names.contains(operation.name) || operation.attempt.game.empty()) return std::nullopt;
    return operation;
}

class Judge {
public:
    explicit Judge(store::Store& store) : store_(store) {}

    std::optional<std::string> hear(const Operation& operation) {
        ++judgement_.operations;
        if (auto problem = learn(operation.attempt.game)) return problem;
        if (operation.name == "create") {
            created(operation);
        } else if (operation.name == "move") {
            moved(operation);
        } else if (operation.name == "read") {
            read(operation);
        } else {
            told(operation);
        }
        return std::nullopt;
    }

    /// A move that was told as not made may have been made by another request for the same version.
    Judgement judged() {
        for (const Attempt& attempt : refused_) {
            const bool is_explained = wanted_.contains({attempt.game, attempt.version, attempt.by});
            checker_.require(
                is_explained || !checker_.has_played(attempt.game, attempt.version + 1, attempt.by),
                "not_made",
                fmt::format("{}'s {} in game {} at version {} was told as not made, and nobody "
                            "else made it",
                            attempt.client, attempt.move, attempt.game, attempt.version));
        }
        judgement_.finding = checker_.finding();
        return judgement_;
    }

private:
    /// What the store holds of a game is what every answer is compared with.
    std::optional<std::string> learn(const std::string& game) {
        if (!games_.insert(game).second) return std::nullopt;
        ++judgement_.games;
        const auto summary = store_.summary(game);
        if (!summary) return summary.error().sentence;
        auto entries = store_.read(game, 0);
        if (!entries) return entries.error().sentence;
        if (!*summary || entries->empty()) return std::nullopt;
        store::Change change{.summary = **summary};
        change.entries = std::move(*entries);
        checker_.committed(change, std::nullopt);
        return std::nullopt;
    }

    void created(const Operation& operation) {
        if (operation.ended != Ended::ok) return;
        const auto body = read_json(operation.answer);
        checker_.created(operation.attempt.game, body ? *body.value : Json{});
    }

    void moved(const Operation& operation) {
        const Attempt& attempt = operation.attempt;
        if (operation.ended == Ended::fail) {
            refused_.push_back(attempt);
            return;
        }
        wanted_.insert({attempt.game, attempt.version, attempt.by});
        if (operation.ended == Ended::info) return;
        const auto body = read_json(operation.answer);
        checker_.require(body.value.has_value(), "acknowledged",
                         attempt.client + " got an answer that is not JSON");
        if (!body) return;
        checker_.acknowledged(attempt, *body, operation.answer);
        shown(operation, number_in(*body, "version").value_or(0));
    }

    void read(const Operation& operation) {
        if (operation.ended == Ended::ok) shown(operation, operation.attempt.version);
    }

    void told(const Operation& operation) {
        const Attempt& event = operation.attempt;
        std::uint64_t& last = heard_[{event.client, event.game}];
        checker_.told({event.client, event.game}, last, event.version, operation.answer);
        last = event.version;
        if (operation.heard_ms) {
            checker_.heard(event.game, event.version,
                           static_cast<std::int64_t>(*operation.heard_ms));
        }
    }

    /// Versions are dense, so it suffices that nobody is shown less than what was shown before he asked.
    void shown(const Operation& operation, std::uint64_t version) {
        auto& seen = shown_[{operation.server, operation.attempt.game}];
        const auto later = std::ranges::lower_bound(seen, operation.begin, {}, &Shown::end);
        const std::uint64_t least = later == seen.begin() ? 0 : std::prev(later)->highest;
        // A repeated answer is an old one.
        if (operation.name == "read") {
            checker_.require(
                version >= least, "never_back",
                fmt::format("{} was shown version {} of game {} after version {}",
                            operation.attempt.client, version, operation.attempt.game, least));
        }
        const std::uint64_t highest = seen.empty() ? 0 : seen.back().highest;
        const double end = seen.empty() ? operation.end : std::max(operation.end, seen.back().end);
        seen.push_back({end, std::max(highest, version)});
    }

    struct Shown {
        double end;
        std::uint64_t highest;  ///< of all until then
    };

    store::Store& store_;
    Loop loop_;
    Trace trace_{loop_, false};
    Checker checker_{loop_, trace_, {}};
    Judgement judgement_;
    std::set<std::string> games_;
    std::set<std::tuple<std::string, std::uint64_t, Color>> wanted_;
    std::vector<Attempt> refused_;
    std::map<std::pair<std::string, std::string>, std::uint64_t> heard_;
    std::map<std::pair<std::string, std::string>, std::vector<Shown>> shown_;
};

}  // namespace

std::expected<Judgement, std::string> judge(std::istream& history, store::Store& store) {
    Judge judge(store);
    std::string line;
    for (std::size_t number = 1; std::getline(history, line); ++number) {
        const auto operation = read_operation(line);
        if (!operation) {
            return std::unexpected(fmt::format("line {} is not an operation of a history", number));
        }
        if (auto problem = judge.hear(*operation)) return std::unexpected(*std::move(problem));
    }
    return judge.judged();
}

}  // namespace arbiter::simulation
