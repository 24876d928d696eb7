#include "store/audit.hpp"

#include <array>
#include <utility>

namespace arbiter::store {

namespace {

using Field = std::pair<std::string_view, std::string>;

std::array<Field, 14> fields_of(const Summary& summary) {
    const auto number = [](auto value) { return std::to_string(value); };
    const auto& outcome = summary.outcome;
    return {{{"id", summary.id},
             {"game", summary.game},
             {"white", summary.white},
             {"black", summary.black},
             {"is_public", summary.is_public ? "true" : "false"},
             {"created_ms", number(summary.created_ms)},
             {"updated_ms", number(summary.updated_ms)},
             {"version", number(summary.version)},
             {"ply", number(summary.ply)},
             {"turn", word(summary.turn)},
             {"result", outcome ? std::string(to_string(outcome->result)) : ""},
             {"winner", outcome && outcome->winner ? word(*outcome->winner) : ""},
             {"reason", outcome ? outcome->reason : ""},
             {"deadline_ms", summary.deadline_ms ? number(*summary.deadline_ms) : "none"}}};
}

std::optional<std::string> difference(const Summary& stored, const Summary& replayed) {
    const auto stored_fields = fields_of(stored);
    const auto replayed_fields = fields_of(replayed);
    for (std::size_t i = 0; i < stored_fields.size(); ++i) {
        if (stored_fields[i] == replayed_fields[i]) continue;
        const auto& [name, value] = stored_fields[i];
        return "the summary says " + std::string(name) + " \"" + value + "\", its events say \"" +
               replayed_fields[i].second + "\"";
    }
    return std::nullopt;
}

}  // namespace

std::optional<Damage> audit(Store& store, std::string_view id) {
    const auto damage = [&](std::string sentence) {
        return Damage{std::string(id), 0, std::move(sentence)};
    };
    // The summary first: what is written meanwhile only adds entries.
    const auto summary = store.summary(id);
    if (!summary) return damage(summary.error().sentence);
    if (!*summary) return damage("there is no such game");
    auto entries = store.read(id, 0);
    if (!entries) return damage(entries.error().sentence);
    if (entries->size() > (*summary)->version) entries->resize((*summary)->version);
    auto journal = Journal::replay(id, *entries);
    if (!journal) return std::move(journal.error());
    auto differs = difference(**summary, summary_of(journal->referee()));
    return differs ? std::optional(damage(*std::move(differs))) : std::nullopt;
}

std::expected<Audit, StoreError> audit(Store& store, const OnProgress& on_progress) {
    Audit audited;
    const auto check = [&](const std::string& id) {
        ++audited.games;
        if (auto damage = audit(store, id)) audited.damages.push_back(*std::move(damage));
    };
    const auto all = for_every_id(store, check, on_progress);
    if (!all) return std::unexpected(all.error());
    return audited;
}

}  // namespace arbiter::store
