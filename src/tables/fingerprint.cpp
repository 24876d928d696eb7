#include "tables/fingerprint.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/sha256.hpp"

namespace arbiter::tables {

namespace {

void write_canonical(JsonWriter& out, const Json& json) {
    if (const auto* object = json.as<Json::Object>()) {
        std::vector<const Json::Member*> members;
        for (const Json::Member& member : *object) members.push_back(&member);
        std::ranges::sort(members, {}, &Json::Member::key);
        out.object([&] {
            for (const Json::Member* member : members) {
                out.key(member->key);
                write_canonical(out, member->value);
            }
        });
    } else if (const auto* array = json.as<Json::Array>()) {
        out.array([&] {
            for (const Json& element : *array) write_canonical(out, element);
        });
    } else if (const auto* number = json.as<double>(); number && std::floor(*number) == *number) {
        out.value(static_cast<std::int64_t>(*number));
    } else {
        out.value(json);
    }
}

}  // namespace

std::string canonical(const Json& json) {
    JsonWriter out;
    write_canonical(out, json);
    return out.take();
}

std::string lasting_part(const std::string& state) {
    Reading<Json> document = read_json(state);
    if (!document || document->as<Json::Object>() == nullptr) return {};
    std::erase_if(std::get<Json::Object>(document->value), [](const Json::Member& member) {
        return member.key == "messages" || member.key == "updatedAt";
    });
    return canonical(*document);
}

std::string fingerprint_of(const std::string& state) {
    const std::string text = lasting_part(state);
    return text.empty() ? text : to_hex(sha256(text)).substr(0, fingerprint_digits);
}

}  // namespace arbiter::tables
