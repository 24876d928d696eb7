#include "store/audit.hpp"

#include <array>
#include <utility>

#include "referee/referee.hpp"
#include "store/every_id.hpp"
#include "store/summary.hpp"

namespace arbiter::store {

namespace {

using referee::Event;
using referee::Referee;

std::string first_fault(const Faults& faults) {
    return faults.empty() ? "it cannot be read" : faults.begin()->sentence;
}

/// A game that is refereed anew from what was written down.
class Replay {
public:
    explicit Replay(std::string_view id) : id_(id) {}

    /// Why the entry cannot follow.
    std::optional<std::string> take(const Entry& entry) {
        const Reading<Event> event = referee::read_event(entry.body);
        if (!event) return "the event is unreadable: " + first_fault(event.faults);
        if (event->at.time_since_epoch().count() != entry.at_ms) {
            return "the event is of another moment than its entry";
        }
        if (!referee_) return begin(*event);
        if (!referee_->apply(*event)) {
            return std::string(type_of(event->deed)) + " cannot follow here";
        }
        return std::nullopt;
    }

    const Referee& referee() const { return *referee_; }

private:
    std::optional<std::string> begin(const Event& event) {
        auto begun = Referee::begin(event);
        if (!begun) return "the game cannot begin: " + first_fault(begun.faults);
        if (begun->terms().id != id_) return "it begins the game " + begun->terms().id;
        referee_ = std::move(*begun);
        return std::nullopt;
    }

    std::string_view id_;
    std::optional<Referee> referee_;
};

using Field = std::pair<std::string_view, std::string>;

std::array<Field, 14> fields_of(const Summary& summary) {
    const auto number = [](auto value) { return std::to_string(value); };
    return {{{"id", summary.id},
             {"game", summary.game},
             {"white", summary.white},
             {"black", summary.black},
             {"is_public", summary.is_public ? "true" : "false"},
             {"created_ms", number(summary.created_ms)},
             {"updated_ms", number(summary.updated_ms)},
             {"version", number(summary.version)},
             {"ply", number(summary.ply)},
             {"turn", summary.turn},
             {"result", summary.result},
             {"winner", summary.winner},
             {"reason", summary.reason},
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

std::optional<Finding> audit(Store& store, std::string_view id) {
    const auto finding = [&](std::uint64_t version, std::string problem) {
        return Finding{std::string(id), version, std::move(problem)};
    };
    // The summary first: what is written meanwhile only adds entries.
    const auto summary = store.summary(id);
    if (!summary) return finding(0, summary.error().problem);
    if (!*summary) return finding(0, "there is no such game");
    const auto entries = store.read(id, 0);
    if (!entries) return finding(0, entries.error().problem);

    Replay replay(id);
    for (const Entry& entry : *entries) {
        if (entry.version > (*summary)->version) break;
        if (auto problem = replay.take(entry)) return finding(entry.version, *std::move(problem));
    }
    if (entries->empty()) return finding(0, "the game has no entries");
    if (auto problem = difference(**summary, summary_of(replay.referee()))) {
        return finding(0, *std::move(problem));
    }
    return std::nullopt;
}

Found<Audit> audit(Store& store) {
    Audit audited;
    const auto all = for_every_id(store, [&](const std::string& id) {
        ++audited.games;
        if (auto found = audit(store, id)) audited.findings.push_back(*std::move(found));
    });
    if (!all) return std::unexpected(all.error());
    return audited;
}

}  // namespace arbiter::store
