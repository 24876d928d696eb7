#include "store/names.hpp"

#include <span>
#include <string>

#include "core/base/json.hpp"
#include "store/chain.hpp"
#include "store/journal.hpp"

namespace arbiter::store {

namespace {

/// How often a game may move on meanwhile.
constexpr int rewrites_max = 5;

std::string without_tags(const std::string& record) {
    auto json = read_json(record);
    if (!json) return record;
    if (auto* members = std::get_if<Json::Object>(&json->value)) {
        std::erase_if(*members, [](const auto& member) { return member.key == "tags"; });
    }
    JsonWriter out;
    out.value(*json);
    return out.take();
}

std::expected<Change, StoreError> nameless(std::string_view id, std::vector<Entry> entries) {
    auto event = referee::read_event(entries.front().body);
    auto* created = event ? std::get_if<referee::Created>(&event->content) : nullptr;
    if (created == nullptr) {
        return std::unexpected(StoreError{"game " + std::string(id) + " does not begin"});
    }
    for (const Color color : both_colors) {
        auto& seat = created->seats[color];
        if (seat.player.empty()) seat.name = removed_name;
    }
    created->record = without_tags(created->record);
    created->document.clear();
    entries.front().body = referee::to_json(*event);

    std::string previous(chain_start);
    for (Entry& entry : entries) previous = entry.hash = chained(previous, id, entry);
    const auto journal = Journal::replay(id, entries);
    if (!journal) return std::unexpected(StoreError{journal.error().sentence});
    return Change{.summary = summary_of(journal->referee()),
                  .version = 0,
                  .entries = std::move(entries),
                  .answer = std::nullopt};
}

}  // namespace

std::expected<bool, StoreError> remove_names(Store& store, std::string_view id) {
    for (int tries = 0; tries < rewrites_max; ++tries) {
        auto entries = store.read(id, 0);
        if (!entries) return std::unexpected(entries.error());
        if (entries->empty()) return false;
        const auto change = nameless(id, *std::move(entries));
        if (!change) return std::unexpected(change.error());
        const auto rewritten = store.rewrite(*change);
        if (!rewritten || *rewritten) return rewritten;
    }
    return std::unexpected(StoreError{"others were faster too many times"});
}

}  // namespace arbiter::store
