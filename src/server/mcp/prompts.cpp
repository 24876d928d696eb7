#include <algorithm>

#include "server/mcp/call.hpp"
#include "server/mcp/resources.hpp"

/// Prompts, and the completion of their arguments and of those of resources.
namespace arbiter::server::mcp {

void Machine::list_prompts(Call call, Done done) const {
    done(call.result(Freshness::permanent, [&](JsonWriter& out) {
        out.key("prompts");
        out.array([&] {
            for (const Json& prompt : entries_of(&told("prompts"))) {
                Json::Object shown;
                for (const auto& member : *prompt.as<Json::Object>()) {
                    if (member.key != "text") shown.push_back(member);
                }
                out.value(Json{std::move(shown)});
            }
        });
    }));
}

void Machine::get_prompt(Call call, Done done) const {
    const auto* name = text(call.params, "name");
    const Json* found = nullptr;
    for (const Json& prompt : entries_of(&told("prompts"))) {
        const auto* each = text(prompt, "name");
        if (name != nullptr && each != nullptr && *each == *name) found = &prompt;
    }
    if (found == nullptr) return done(Fault{invalid_params, "there is no such prompt"}.to(call.id));
    std::string words = *text(*found, "text");
    const Json* given = call.params.find("arguments");
    for (const Json& argument : entries_of(found->find("arguments"))) {
        const std::string& key = *text(argument, "name");
        const auto* value = given != nullptr ? text(*given, key) : nullptr;
        if (value == nullptr && argument.find("required") != nullptr) {
            return done(Fault{invalid_params, key + " is missing"}.to(call.id));
        }
        const auto* usual = text(argument, "default");
        const std::string put = value != nullptr ? *value : usual != nullptr ? *usual : "";
        const std::string place = "<" + key + ">";
        for (auto at = words.find(place); at != words.npos;
             at = words.find(place, at + put.size())) {
            words.replace(at, place.size(), put);
        }
    }
    done(call.result(Freshness::none, [&](JsonWriter& out) {
        out.member("description", *text(*found, "description"));
        out.key("messages");
        out.array([&] {
            out.object([&] {
                out.member("role", "user");
                out.key("content");
                out.object([&] {
                    out.member("type", "text");
                    out.member("text", words);
                });
            });
        });
    }));
}

/// Values of an argument that begin as it does: fixed words, or the ids of public games.
void Machine::complete(Call call, Done done) const {
    const Json* argument = call.params.find("argument");
    const auto* name = argument != nullptr ? text(*argument, "name") : nullptr;
    const auto* begun = argument != nullptr ? text(*argument, "value") : nullptr;
    if (name == nullptr || begun == nullptr) {
        return done(Fault{invalid_params, "argument must have a name and a value"}.to(call.id));
    }
    const auto answer = [begin = *begun](const Call& asked, const std::vector<std::string>& words) {
        std::vector<std::string> values;
        std::ranges::copy_if(words, std::back_inserter(values),
                             [&](const std::string& word) { return word.starts_with(begin); });
        constexpr std::size_t values_max = 100;  // as the protocol has it
        return asked.result(Freshness::none, [&](JsonWriter& out) {
            out.key("completion");
            out.object([&] {
                out.key("values");
                out.array([&] {
                    for (std::size_t i = 0; i < std::min(values.size(), values_max); ++i) {
                        out.value(values[i]);
                    }
                });
                out.member("total", values.size());
                out.member("hasMore", values.size() > values_max);
            });
        });
    };
    if (*name == "id") {
        Request request = call.of_caller(games_after(""));
        return carrier_(
            std::move(request), [answer, asked = std::move(call),
                                 finish = std::move(done)](const Response& page) mutable {
                std::vector<std::string> ids;
                const auto json = read_json(page.body);
                for (const Json& game : entries_of(json ? json->find("games") : nullptr)) {
                    if (const auto* id = text(game, "id")) ids.push_back(*id);
                }
                finish(answer(asked, ids));
            });
    }
    std::vector<std::string> words;
    for (const Json& word : entries_of(told("completions").find(*name))) {
        if (const auto* value = word.as<std::string>()) words.push_back(*value);
    }
    done(answer(call, words));
}

}  // namespace arbiter::server::mcp
