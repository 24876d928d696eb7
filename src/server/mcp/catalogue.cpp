#include "server/mcp/catalogue.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "core/games/any_game.hpp"
#include "server/http/assets.hpp"

namespace arbiter::server::mcp {

namespace {

std::string replaced(std::string text, std::string_view name, std::string_view by) {
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + by.size())) {
        text.replace(at, name.size(), by);
    }
    return text;
}

/// "Backgammon, Chess and Go"
std::string titles() {
    const auto all = games();
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view before = i == 0 ? "" : i + 1 < all.size() ? ", " : " and ";
        text.append(before).append(all[i].title);
    }
    return text;
}

Json names() {
    Json::Array list;
    for (const GameInfo& info : games()) list.push_back(Json{std::string(info.name)});
    return Json{std::move(list)};
}

bool is_for_each(const Json& entry) {
    JsonWriter out;
    out.value(entry);
    return out.text().contains("{each}");
}

/// `each` is the game that an entry of a list is for; null: none.
Json filled(const Json& json, const GameInfo* each) {
    if (const auto* text = json.as<std::string>()) {
        if (*text == "{games}") return names();
        std::string full = replaced(*text, "{titles}", titles());
        if (each == nullptr) return Json{std::move(full)};
        return Json{
            replaced(replaced(std::move(full), "{each}", each->name), "{title}", each->title)};
    }
    if (const auto* members = json.as<Json::Object>()) {
        Json::Object object;
        for (const auto& [key, value] : *members) object.push_back({key, filled(value, each)});
        return Json{std::move(object)};
    }
    const auto* entries = json.as<Json::Array>();
    if (entries == nullptr) return json;
    Json::Array list;
    for (const Json& entry : *entries) {
        if (each != nullptr || !is_for_each(entry)) {
            list.push_back(filled(entry, each));
            continue;
        }
        for (const GameInfo& info : games()) list.push_back(filled(entry, &info));
    }
    return Json{std::move(list)};
}

}  // namespace

Json catalogue() {
    const auto read = read_json(asset("mcp.json").value_or("{}"));
    return read ? filled(*read, nullptr) : Json{Json::Object{}};
}

}  // namespace arbiter::server::mcp
