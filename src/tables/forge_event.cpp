#include "tables/forge_event.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

constexpr std::string_view heads = "refs/heads/";
constexpr std::size_t words_max = 32;
constexpr int issue_max = 1'000'000'000;

/// The member at the end of a path of keys.
const Json* at(const Json& json, std::initializer_list<std::string_view> path) {
    const Json* found = &json;
    for (const std::string_view key : path) {
        found = found == nullptr ? nullptr : found->find(key);
    }
    return found;
}

std::string text_at(const Json& json, std::initializer_list<std::string_view> path) {
    const Json* found = at(json, path);
    const auto* text = found == nullptr ? nullptr : found->as<std::string>();
    return text == nullptr ? std::string() : *text;
}

std::optional<PushEvent> push_in(const Json& event) {
    PushEvent push{.pusher = text_at(event, {"pusher", "name"}),
                   .branch = text_at(event, {"ref"}),
                   .range = {text_at(event, {"before"}), text_at(event, {"after"})}};
    if (push.pusher.empty() || !push.branch.starts_with(heads) || push.range.before.empty() ||
        push.range.after.empty()) {
        return std::nullopt;
    }
    push.branch.erase(0, heads.size());
    return push;
}

/// "owner/name": it becomes part of an address.
bool is_repository(std::string_view name) {
    constexpr std::string_view fine =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return std::ranges::count(name, '/') == 1 && !name.starts_with('/') && !name.ends_with('/') &&
           !name.contains("..") && name.find_first_not_of(fine) == std::string_view::npos;
}

/// A bot's comments are ours, or of somebody who does not play; answering them could go on for ever.
bool is_bot(const Json& event) { return text_at(event, {"sender", "type"}) == "Bot"; }

std::optional<IssueEvent> issue_in(const Json& event) {
    const Json* number = at(event, {"issue", "number"});
    const auto* issue = number == nullptr ? nullptr : number->as<std::int64_t>();
    if (issue == nullptr || *issue < 1 || *issue > issue_max) return std::nullopt;
    const bool comment = event.find("comment") != nullptr;
    const std::string_view what = comment ? "comment" : "issue";
    IssueEvent found{.repository = text_at(event, {"repository", "full_name"}),
                     .issue = static_cast<int>(*issue),
                     .author = text_at(event, {"issue", "user", "login"}),
                     .opening = text_at(event, {"issue", "body"}),
                     .actor = text_at(event, {"sender", "login"}),
                     .text = text_at(event, {what, "body"}),
                     .at = text_at(event, {what, "created_at"})};
    if (!is_repository(found.repository) || found.actor.empty() || found.author.empty() ||
        !read_date_time(found.at)) {
        return std::nullopt;
    }
    return found;
}

std::vector<std::string> words_in(std::string_view line) {
    std::vector<std::string> words;
    while (words.size() < words_max) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string_view::npos) break;
        line.remove_prefix(begin);
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        words.emplace_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return words;
}

/// From 1 on.
std::optional<int> number_up_to(int most, std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number >= 1 && number <= most ? std::optional(number) : std::nullopt;
}

}  // namespace

Reading<ForgeEvent> read_forge_event(std::string_view json) {
    Reading<Json> document = read_json(json);
    if (!document) return {std::nullopt, std::move(document.faults)};
    const std::string action = text_at(*document, {"action"});
    if (document->find("issue") != nullptr) {
        auto issue = issue_in(*document);
        if (!issue) {
            return Reading<ForgeEvent>::failure(
                "unknown_event",
                "an issue needs its number, its author, a sender, a repository and a time");
        }
        // What was edited, closed or labelled is not said again.
        const bool said = action == (document->find("comment") != nullptr ? "created" : "opened");
        if (!said || is_bot(*document)) return {ForgeEvent{}, {}};
        return {ForgeEvent{.push = {}, .issue = std::move(issue)}, {}};
    }
    if (auto push = push_in(*document)) {
        return {ForgeEvent{.push = std::move(push), .issue = {}}, {}};
    }
    return Reading<ForgeEvent>::failure(
        "unknown_event",
        "this tells of no push and no issue: a push has pusher.name, ref, before and after");
}

std::optional<Command> command_in(std::string_view text) {
    for (std::string_view line : pieces(text, '\n')) {
        line = trimmed(line);
        if (!line.starts_with('/')) continue;
        auto words = words_in(line.substr(1));
        if (words.empty()) continue;
        std::string verb = std::move(words.front());
        words.erase(words.begin());
        return Command{std::move(verb), std::move(words)};
    }
    return std::nullopt;
}

std::string issue_table(int issue) { return "issue-" + std::to_string(issue); }

std::optional<int> issue_of_table(std::string_view id) {
    constexpr std::string_view prefix = "issue-";
    if (!id.starts_with(prefix)) return std::nullopt;
    return number_up_to(issue_max, id.substr(prefix.size()));
}

std::expected<Challenge, std::string> read_challenge(const Command& command,
                                                     const IssueEvent& event) {
    if (command.words.size() < 2 || command.words[0].size() < 2 || command.words[0][0] != '@') {
        return std::unexpected("a challenge names a player and a game: /challenge @name chess");
    }
    Challenge challenge{.opponent = command.words[0].substr(1),
                        .table = {.id = issue_table(event.issue),
                                  .game = command.words[1],
                                  .options = {},
                                  .players = {event.author, command.words[0].substr(1)},
                                  .now = {}}};
    for (std::size_t i = 2; i < command.words.size(); ++i) {
        const std::string& word = command.words[i];
        const std::size_t equals = word.find('=');
        if (word == to_string(Color::black)) {
            challenge.table.players = {challenge.opponent, event.author};
        } else if (word == to_string(Color::white)) {
            continue;
        } else if (equals == std::string::npos) {
            return std::unexpected(in_quotes(word) +
                                   " is not an option of a game: size=9, days=3, white, black");
        } else if (word.starts_with("days=")) {
            const auto days =
                number_up_to(ClockTerms::days_max, std::string_view(word).substr(equals + 1));
            if (!days) return std::unexpected("days is a number from 1 to 365");
            challenge.table.days_per_move = days;
        } else {
            challenge.table.options.push_back({word.substr(0, equals), word.substr(equals + 1)});
        }
    }
    return challenge;
}

std::expected<Request, std::string> read_request(const Command& command, const IssueEvent& event,
                                                 bool own) {
    constexpr std::array<std::string_view, 10> verbs{
        "move", "resign", "draw", "roll", "double", "take", "drop", "accept", "decline", "claim"};
    if (std::ranges::find(verbs, command.verb) == verbs.end()) {
        std::string list;
        for (const std::string_view verb : verbs) {
            list += (list.empty() ? "/" : ", /") + std::string(verb);
        }
        return std::unexpected(in_quotes("/" + command.verb) + " is not one of " + list);
    }
    Request request{.table = issue_table(event.issue),
                    .actor = event.actor,
                    .moves = command.words,
                    .claims_time = command.verb == "claim",
                    .expected_state = {},
                    .at = event.at};
    if (!own) {
        if (request.moves.empty() || !is_table_id(request.moves.front())) {
            return std::unexpected("which table? /" + command.verb + " TABLE ...");
        }
        request.table = request.moves.front();
        request.moves.erase(request.moves.begin());
    }
    constexpr std::string_view state = "state=";
    if (!request.moves.empty() && request.moves.back().starts_with(state)) {
        request.expected_state = request.moves.back().substr(state.size());
        request.moves.pop_back();
    }
    if (command.verb == "move") {
        if (request.moves.empty()) return std::unexpected("which move? /move e4");
        // "mark_dead C3, agree" are two.
        std::string text;
        for (const std::string& word : request.moves) text += (text.empty() ? "" : " ") + word;
        request.moves.clear();
        for (const std::string_view part : pieces(text, ','))
            request.moves.emplace_back(trimmed(part));
        return request;
    }
    if (request.moves.size() > (command.verb == "resign" ? 1U : 0U)) {
        return std::unexpected("/" + command.verb + " stands alone");
    }
    // Some games have more than one way to resign.
    const std::string level = request.moves.empty() ? "" : " " + request.moves.front();
    request.moves = {command.verb + level};
    return request;
}

}  // namespace arbiter::tables
