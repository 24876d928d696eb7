// Honest games with attacks in between, in memory: whatever is refused has its code and leaves no trace but a
// message, and the table is always where the honest files alone lead to.

#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "core/base/json.hpp"
#include "tables/folder.hpp"
#include "tables/judge.hpp"
#include "tests/support/campaign.hpp"

namespace arbiter::tables {

namespace {

const Secret attack_secret = *Secret::of("a secret that is long enough for a test");
const std::string attack_day = "2025-01-22T08:00:00Z";

struct Kind {
    const char* game;
    Options options;
};

Table begun(const Kind& kind) {
    auto table = Table::create({.id = "duel",
                                .game = kind.game,
                                .options = kind.options,
                                .players = {"alice", "bob"},
                                .now = "2025-01-21T12:00:00Z"},
                               attack_secret);
    EXPECT_TRUE(table);
    return std::move(*table);
}

/// The file of the side to move with one of its choices.
Candidate honest(const Table& table, std::size_t number) {
    const auto choices = table.choices();
    const Color by = table.active_player();
    const std::string content =
        *table.compose({.by = by, .moves = {choices[number % choices.size()]}, .now = attack_day});
    return {.name = next_file_name(table, by, content),
            .kind = Candidate::Kind::file,
            .size = content.size(),
            .content = content,
            .pusher = table.terms().players[by]};
}

Candidate with(Candidate file, const std::string& what, const std::string& other) {
    const std::size_t at = file.content.find(what);
    if (at != std::string::npos) file.content.replace(at, what.size(), other);
    file.size = file.content.size();
    return file;
}

/// A way to spoil a good file, and the codes that it may be refused with.
struct Attack {
    std::set<std::string> codes;
    std::function<Candidate(Candidate)> spoil;
};

std::string other_color(const Candidate& file) {
    return file.name.contains("white") ? "black" : "white";
}

std::vector<Attack> attacks(const Table& table) {
    const std::string state = table.fingerprint();
    const auto named = [](std::size_t at, const std::string& words) {
        return [at, words](Candidate file) {
            file.name.replace(at, words.size(), words);
            return file;
        };
    };
    const auto pushed_by = [](const std::string& name) {
        return [name](Candidate file) {
            file.pusher = name;
            return file;
        };
    };
    return {
        {{"not_your_seat"}, pushed_by("mallory")},
        {{"not_your_seat"}, pushed_by("")},
        {{"not_your_seat"}, pushed_by("ali")},
        {{"not_your_seat"}, pushed_by("bobby")},
        {{"wrong_sequence"}, named(0, "0999")},
        {{"bad_file_name"}, named(0, "0000")},
        {{"bad_file_name"}, named(4, "_")},
        {{"not_a_file"},
         [](Candidate file) {
             file.kind = Candidate::Kind::link;
             return file;
         }},
        {{"not_a_file"},
         [](Candidate file) {
             file.kind = Candidate::Kind::other;
             return file;
         }},
        {{"too_large"},
         [](Candidate file) {
             file.size = Candidate::size_max + 1;
             return file;
         }},
        {{"stale_state"},
         [state](Candidate file) {
             std::string other = state;
             other[0] = other[0] == '0' ? '1' : '0';
             return with(std::move(file), state, other);
         }},
        {{"name_contradicts", "not_your_turn"},
         [](Candidate file) {
             return with(file, file.name.contains("white") ? "\"white\"" : "\"black\"",
                         "\"" + other_color(file) + "\"");
         }},
        {{"not_your_seat", "not_your_turn"},
         [](Candidate file) {
             const std::string color = other_color(file);
             file.name.replace(5, 5, color);
             file = with(std::move(file), color == "black" ? "\"white\"" : "\"black\"",
                         "\"" + color + "\"");
             return file;
         }},
        {{"missing_key"},
         [](Candidate file) { return with(std::move(file), ",\n  \"commitSha\": null", ""); }},
        {{"unknown_key"},
         [](Candidate file) { return with(std::move(file), "{", "{\"winner\": \"white\","); }},
        {{"duplicate_key"},
         [](Candidate file) { return with(std::move(file), "{", "{\"comment\": null,"); }},
        {{"wrong_length"},
         [](Candidate file) {
             const std::size_t begin = file.content.find("\"moves\": [") + 10;
             const std::size_t end = file.content.find("\n  ]", begin);
             file.content.erase(begin, end - begin);
             file.size = file.content.size();
             return file;
         }},
        {{"json_syntax"},
         [](Candidate file) {
             file.content.resize(file.content.size() / 2);
             file.size = file.content.size();
             return file;
         }},
        {{"json_syntax", "wrong_type"},
         [](Candidate file) {
             file.content = "7";
             file.size = 1;
             return file;
         }},
        {{"bad_date_time"},
         [](Candidate file) { return with(std::move(file), attack_day, "tomorrow"); }},
    };
}

std::string without_messages(Texts texts) {
    Json state = *read_json(texts.state);
    std::erase_if(std::get<Json::Object>(state.value), [](const Json::Member& member) {
        return member.key == "messages" || member.key == "updatedAt";
    });
    JsonWriter out;
    out.value(state);
    return out.take() + texts.record + texts.match;
}

void play_through(const Kind& kind, unsigned seed) {
    std::mt19937 random(seed);
    Table table = begun(kind);
    Table alone = table;  // where nobody attacks
    std::vector<Candidate> played;
    for (int round = 0; round < 40 && !table.outcome(); ++round) {
        const Candidate good = honest(table, random());
        const std::string before = without_messages(table.write());
        for (const auto& [codes, spoil] : attacks(table)) {
            const Candidate bad = spoil(good);
            ASSERT_TRUE(bad.content != good.content || bad.name != good.name ||
                        bad.kind != good.kind || bad.size != good.size ||
                        bad.pusher != good.pusher);
            const Verdict verdict = judge(table, bad, attack_secret, attack_day);
            ASSERT_TRUE(verdict.refusal) << bad.name << bad.content;
            EXPECT_TRUE(codes.contains(verdict.refusal->code))
                << kind.game << ": " << verdict.refusal->code << " for " << *codes.begin() << "\n"
                << bad.content;
            table = verdict.after;
            ASSERT_EQ(without_messages(table.write()), before);
        }
        // What was played once is not played again.
        if (!played.empty()) {
            const Verdict again =
                judge(table, played[random() % played.size()], attack_secret, attack_day);
            ASSERT_TRUE(again.refusal);
            EXPECT_TRUE((std::set<std::string>{"not_your_turn", "wrong_sequence", "stale_state",
                                               "roll_first", "waiting_for_response"})
                            .contains(again.refusal->code))
                << again.refusal->code;
        }
        const Verdict verdict = judge(table, good, attack_secret, attack_day);
        ASSERT_FALSE(verdict.refusal) << verdict.summary;
        table = verdict.after;
        alone = judge(alone, good, attack_secret, attack_day).after;
        ASSERT_EQ(without_messages(table.write()), without_messages(alone.write()));
        played.push_back(good);
    }
}

TEST(Attacks, LeaveEveryTableWhereItsHonestFilesLead) {
    const std::vector<Kind> kinds{{"backgammon", {}},
                                  {"backgammon", {{"match", "5"}, {"start", "standard"}}},
                                  {"chess", {}},
                                  {"go", {{"size", "7"}}}};
    const int seeds = test::campaign(1, 10);
    for (int seed = 1; seed <= seeds; ++seed) {
        for (const Kind& kind : kinds) play_through(kind, static_cast<unsigned>(seed));
    }
}

}  // namespace

}  // namespace arbiter::tables
