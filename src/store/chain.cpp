#include "store/chain.hpp"

#include "core/base/sha256.hpp"

namespace arbiter::store {

std::string chained(std::string_view previous, std::string_view id, const Entry& entry) {
    std::string text;
    text.reserve(previous.size() + id.size() + entry.body.size() + 50);
    text.append(previous).append("\n");
    text.append(id).append("\n");
    text.append(std::to_string(entry.version)).append("\n");
    text.append(std::to_string(entry.at_ms)).append("\n");
    text.append(entry.body);
    return to_hex(sha256(text));
}

std::optional<std::string> broken_link(std::string_view id, std::string_view previous,
                                       std::uint64_t after, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        const auto place = "game " + std::string(id) + ", entry " + std::to_string(after + 1);
        if (entry.version != ++after) return place + " is missing";
        if (entry.hash != chained(previous, id, entry)) return place + " breaks the hash chain";
        previous = entry.hash;
    }
    return std::nullopt;
}

}  // namespace arbiter::store
