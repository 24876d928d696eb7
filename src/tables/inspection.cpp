#include "tables/inspection.hpp"

#include <algorithm>
#include <set>

#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

constexpr std::string_view gone = "000000";

Candidate::Kind kind_of(std::string_view mode) {
    if (mode.starts_with("100")) return Candidate::Kind::file;
    return mode == "120000" ? Candidate::Kind::link : Candidate::Kind::other;
}

/// Whose files are new.
class Ownership {
public:
    static GitResult<Ownership> of(const Repository& repository, const std::string& head,
                                   const Push& push) {
        Ownership ownership;
        if (!push.range) return ownership;
        const auto& [before, after] = *push.range;
        const bool begins = is_nothing(before);
        const bool newest = after == head;
        if ((!newest && !repository.is_ancestor(after, head)) ||
            (!begins && !repository.is_ancestor(before, after))) {
            return std::unexpected(
                GitError{"the branch does not contain what was pushed: its history was rewritten"});
        }
        const auto theirs =
            repository.touched(begins ? after : before + ".." + after, tables_folder);
        if (!theirs) return std::unexpected(theirs.error());
        ownership.paths_.emplace(theirs->begin(), theirs->end());
        if (newest) return ownership;
        const auto later = repository.touched(after + ".." + head, tables_folder);
        if (!later) return std::unexpected(later.error());
        for (const std::string& path : *later) ownership.paths_->erase(path);
        return ownership;
    }

    bool covers(const std::string& path) const { return !paths_ || paths_->contains(path); }

private:
    std::optional<std::set<std::string>> paths_;  // nothing: all
};

class Inspector {
public:
    Inspector(const Repository& repository, const SealedCommit& base, const Push& push)
        : repository_(repository),
          base_(base),
          push_(push),
          pending_(base.pending.begin(), base.pending.end()),
          foreign_(base.foreign.begin(), base.foreign.end()) {}

    GitResult<Inspection> inspect(const std::string& head, const std::vector<std::string>& called) {
        const auto changes = repository_.changes(base_.id, head, tables_folder);
        if (!changes) return std::unexpected(changes.error());
        const auto known = repository_.files(base_.id, concerned(*changes, called));
        if (!known) return std::unexpected(known.error());
        for (const auto& [path, entry] : *known) learn(path, entry);
        std::erase_if(found_.tables, [](const auto& item) { return item.second.files.size() < 3; });

        for (const std::string& id : called) {
            if (const auto table = found_.tables.find(id); table != found_.tables.end()) {
                table->second.called = true;
            }
        }
        const auto ownership = Ownership::of(repository_, head, push_);
        if (!ownership) return std::unexpected(ownership.error());
        for (const Change& change : *changes) consider(change, *ownership);
        reconsider_pending(*known, *changes, *ownership);
        limit();
        if (auto read = read_contents(); !read) return std::unexpected(read.error());
        return std::move(found_);
    }

private:
    const Repository& repository_;
    const SealedCommit& base_;
    const Push& push_;
    std::set<std::string> pending_;
    std::set<std::string, std::less<>> foreign_;
    Inspection found_;

    static const std::string& name_of(const Waiting& waiting) { return waiting.candidate.name; }

    /// The folders of tables where anything happened or waits; the others are not looked at.
    std::vector<std::string> concerned(const std::vector<Change>& changes,
                                       const std::vector<std::string>& called) const {
        std::set<std::string> folders;
        for (const std::string& id : called) folders.insert(folder_of(id));
        const auto add = [&](std::string_view path) {
            if (const auto id = split_path(path).id; is_table_id(id)) folders.insert(folder_of(id));
        };
        for (const Change& change : changes) add(change.path);
        for (const std::string& path : base_.pending) add(path);
        return {folders.begin(), folders.end()};
    }

    /// In the order of their names, and no more than one push may bring.
    void limit() {
        std::size_t left = push_files_max;
        for (auto& [id, table] : found_.tables) {
            std::ranges::sort(table.candidates, {}, name_of);
            while (table.candidates.size() > left) {
                table.candidates.pop_back();
                ++table.unread;
            }
            left -= table.candidates.size();
            while (table.pending.size() > push_files_max) {
                table.pending.erase(std::prev(table.pending.end()));
                ++table.unread;
            }
        }
    }

    /// What the sealed commit has.
    void learn(const std::string& path, const Entry& entry) {
        const TablePath parts = split_path(path);
        if (!is_table_id(parts.id) || foreign_.contains(parts.id)) return;
        TableCase& table = found_.tables[std::string(parts.id)];
        if (parts.rest == terms_file || parts.rest == state_file || parts.rest == record_file) {
            table.files.emplace(parts.rest, entry);
        } else if (const auto name = parts.move_name(); !name.empty() && !pending_.contains(path)) {
            table.moves.emplace(name, entry);
        }
    }

    void consider(const Change& change, const Ownership& ownership) {
        const TablePath parts = split_path(change.path);
        const auto table = found_.tables.find(std::string(parts.id));
        if (table == found_.tables.end()) {
            if (!parts.id.empty()) found_.foreign.emplace(parts.id);
            return;
        }
        const std::string name(parts.move_name());
        if (name.empty() || (!change.is_new && !pending_.contains(change.path))) {
            table->second.tampered.emplace_back(parts.rest.empty() ? parts.id : parts.rest);
        } else if (change.mode != gone) {
            add(table->second, change.path, name, {change.mode, "blob", change.object}, ownership);
        }
    }

    /// Files that waited already when the sealed commit was made, and that nobody has touched
    /// since.
    void reconsider_pending(const std::map<std::string, Entry>& known,
                            const std::vector<Change>& changes, const Ownership& ownership) {
        for (const std::string& path : base_.pending) {
            if (std::ranges::find(changes, path, &Change::path) != changes.end()) continue;
            const auto entry = known.find(path);
            const TablePath parts = split_path(path);
            const auto table = found_.tables.find(std::string(parts.id));
            if (entry == known.end() || table == found_.tables.end()) continue;
            add(table->second, path, std::string(parts.move_name()), entry->second, ownership);
        }
    }

    /// A name that is none can be refused whoever brought it; other files wait for their own turn.
    void add(TableCase& table, const std::string& path, const std::string& name, const Entry& entry,
             const Ownership& ownership) {
        if (is_move_name(name) && !ownership.covers(path)) {
            table.pending.emplace(name, entry);
            return;
        }
        Candidate candidate{.name = name, .kind = kind_of(entry.mode), .pusher = push_.pusher};
        table.candidates.push_back({std::move(candidate), entry});
    }

    /// All at once: each call of git costs more than what it reads.
    GitResult<void> read_contents() {
        struct Place {
            std::string* text;
            std::size_t* size;
        };
        std::vector<Place> places;
        std::vector<Repository::Wanted> wanted;
        for (auto& [id, table] : found_.tables) {
            if (!table.has_work()) continue;
            for (const auto& [name, text] : files_in(table.texts)) {
                wanted.push_back({table.files.at(std::string(name)).object, text_size_max});
                places.push_back({text, nullptr});
            }
            for (auto& [candidate, entry] : table.candidates) {
                if (candidate.kind != Candidate::Kind::file) continue;
                wanted.push_back({entry.object, Candidate::size_max});
                places.push_back({&candidate.content, &candidate.size});
            }
        }
        auto blobs = repository_.read_blobs(wanted);
        if (!blobs) return std::unexpected(std::move(blobs.error()));
        for (std::size_t i = 0; i < places.size(); ++i) {
            *places[i].text = std::move((*blobs)[i].content);
            if (places[i].size != nullptr) *places[i].size = (*blobs)[i].size;
        }
        return {};
    }
};

}  // namespace

bool is_move_name(std::string_view name) {
    return name.size() <= move_name_max && read_move_file_name(name).has_value();
}

GitResult<Inspection> inspect(const Repository& repository, const SealedCommit& base,
                              const std::string& head, const Push& push,
                              const std::vector<std::string>& called) {
    return Inspector(repository, base, push).inspect(head, called);
}

}  // namespace arbiter::tables
