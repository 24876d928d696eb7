#include "tables/judge.hpp"

#include "core/base/excerpt.hpp"
#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

std::expected<MoveFileName, MoveRejection> checked_name(const Candidate& candidate) {
    auto name = read_move_file_name(candidate.name);
    if (!name || candidate.name.size() > move_name_max) {
        return std::unexpected(
            MoveRejection{"bad_file_name", "a move's file is named like 0012-black-a1b2c3.json"});
    }
    return std::move(*name);
}

std::expected<void, MoveRejection> is_readable(const Candidate& candidate) {
    if (candidate.kind != Candidate::Kind::file) {
        return std::unexpected(
            MoveRejection{"not_a_file", candidate.kind == Candidate::Kind::link
                                            ? "this is a symbolic link, not a file"
                                            : "this is not a file"});
    }
    if (candidate.size > Candidate::size_max) {
        return std::unexpected(MoveRejection{
            "too_large", "the file has " + std::to_string(candidate.size) + " bytes; at most " +
                             std::to_string(Candidate::size_max) + " are read"});
    }
    return {};
}

std::expected<void, MoveRejection> is_players(const Table& table, const MoveFileName& name,
                                              const std::string& pusher) {
    const std::string& player = table.terms().players[name.player];
    if (same_user(player, pusher)) return {};
    return std::unexpected(MoveRejection{
        "not_your_seat", capitalized(name.player) + " is played by " + in_quotes(player) +
                             ", and this was pushed by " + in_quotes(pusher)});
}

/// The table with the move made.
std::expected<Table, MoveRejection> moved(const Table& table, const Candidate& candidate,
                                          const Secret& secret, const std::string& now) {
    const auto name = checked_name(candidate);
    if (!name) return std::unexpected(name.error());
    if (auto readable = is_readable(candidate); !readable) {
        return std::unexpected(readable.error());
    }
    if (auto seated = is_players(table, *name, candidate.pusher); !seated) {
        return std::unexpected(seated.error());
    }
    Table after = table;
    referee::CommittedDice dice =
        dice_of(table.terms(), seed_of(table.terms(), secret), candidate.content);
    if (auto played = after.play({*name, candidate.content}, {now, dice}); !played) {
        return std::unexpected(played.error());
    }
    reveal_at_end(after, secret);
    return after;
}

}  // namespace

bool is_player(const Table& table, std::string_view name) {
    const auto& players = table.terms().players;
    return same_user(players.white, name) || same_user(players.black, name);
}

Verdict judge(const Table& table, const Candidate& candidate, const Secret& secret,
              const std::string& now) {
    auto after = moved(table, candidate, secret, now);
    const std::string file = excerpt(candidate.name, 60);
    if (after) {
        std::string summary = table.terms().id + ": " + file + " is played";
        if (after->outcome()) summary += "; " + sentence(*after->outcome());
        return {std::move(*after), std::nullopt, std::move(summary)};
    }
    Verdict verdict{table, after.error(),
                    table.terms().id + ": " + file + " is refused: " + after.error().sentence};
    if (is_player(table, candidate.pusher)) {
        verdict.after.add(
            {Message::Type::error, file + " was refused: " + after.error().sentence, now});
    }
    return verdict;
}

void reveal_at_end(Table& table, const Secret& secret) {
    if (table.outcome() && table.terms().dice) table.reveal(seed_of(table.terms(), secret));
}

Table restored(const Table& table, const std::vector<std::string>& files, const std::string& now) {
    Table after = table;
    std::string list;
    for (const std::string& file : files) list += (list.empty() ? "" : ", ") + excerpt(file, 60);
    after.add({Message::Type::warning,
               "Only the referee changes these files; they were put back: " + excerpt(list, 300),
               now});
    return after;
}

}  // namespace arbiter::tables
