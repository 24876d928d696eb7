#include "store/change.hpp"

#include <algorithm>
#include <limits>

#include "core/base/utf8.hpp"
#include "store/chain.hpp"

namespace arbiter::store {

namespace {

constexpr std::uint64_t number_max = std::numeric_limits<std::int64_t>::max();

bool is_name(std::string_view text) { return text.size() <= name_size_max && is_storable(text); }

bool is_id(std::string_view text) {
    return !text.empty() && text.size() <= id_size_max && is_storable(text);
}

bool is_key(std::string_view text) {
    return !text.empty() && text.size() <= key_size_max && is_storable(text);
}

bool is_summary(const Summary& summary) {
    return is_id(summary.id) && summary.ply <= number_max && is_name(summary.game) &&
           is_name(summary.white) && is_name(summary.black) &&
           (!summary.outcome || is_name(summary.outcome->reason));
}

bool is_answer(const Answer& answer) {
    return is_key(answer.key) && is_storable(answer.request) && is_storable(answer.body);
}

/// The hash before the first entry is known only for a new game.
bool is_chained(const Change& change) {
    const auto& [summary, version, entries, answer] = change;
    if (version == 0) return !broken_link(summary.id, chain_start, 0, entries);
    if (entries.empty()) return true;
    const std::vector<Entry> rest(entries.begin() + 1, entries.end());
    return entries[0].version == version + 1 &&
           !broken_link(summary.id, entries[0].hash, version + 1, rest);
}

}  // namespace

bool is_storable(std::string_view text) { return !text.contains('\0') && is_utf8(text); }

std::optional<std::string> misfit(const Change& change) {
    const auto& [summary, version, entries, answer] = change;
    if (!is_summary(summary)) return "the summary holds text that cannot be stored";
    if (version > number_max - entries.size()) return "the version is too large";
    if (summary.version != version + entries.size()) return "the summary is of another version";
    if (version == 0 && entries.empty()) return "a new game begins with an entry";
    if (!std::ranges::all_of(entries, [](const Entry& entry) { return is_storable(entry.body); })) {
        return "an entry holds text that cannot be stored";
    }
    if (!is_chained(change)) return "the entries do not follow each other";
    if (answer && !is_answer(*answer)) return "the answer holds text that cannot be stored";
    return std::nullopt;
}

}  // namespace arbiter::store
