#include "tables/chain.hpp"

#include "tables/names.hpp"
#include "tables/seal.hpp"

namespace arbiter::tables {

namespace {

constexpr std::string_view readme_file = "README.md";

Entry file_entry(const std::string& object) { return {std::string(file_mode), "blob", object}; }
Entry folder_entry(const std::string& object) { return {std::string(folder_mode), "tree", object}; }

/// The files of all steps, one step after the other, and the README.
GitResult<std::vector<std::string>> write_texts(const Repository& repository, const Ground& ground,
                                                const std::vector<Step>& steps) {
    std::vector<std::string> contents;
    for (const Step& step : steps) {
        for (const auto& [name, content] : step.files) contents.push_back(content);
    }
    if (ground.readme) contents.push_back(*ground.readme);
    return repository.write_blobs(contents);
}

class Builder {
public:
    Builder(const Repository& repository, const Secret& secret, Ground ground)
        : repository_(repository), secret_(secret), ground_(std::move(ground)) {}

    GitResult<std::string> write(const std::vector<Step>& steps, const std::string& message) {
        const auto objects = write_texts(repository_, ground_, steps);
        if (!objects) return std::unexpected(objects.error());
        auto tables = repository_.list(ground_.head, tables_folder);
        if (!tables) return std::unexpected(tables.error());
        auto next = objects->cbegin();
        for (const Step& step : steps) {
            const auto tree = table_tree(step, next);
            if (!tree) return tree;
            (*tables)[step.table] = folder_entry(*tree);
            wait(step);
        }
        limit_foreign(*tables);
        const auto tree = repository_.write_tree(*tables);
        if (!tree) return tree;
        auto root = repository_.list(ground_.head, "");
        if (!root) return std::unexpected(root.error());
        (*root)[std::string(tables_folder)] = folder_entry(*tree);
        if (ground_.readme) (*root)[std::string(readme_file)] = file_entry(objects->back());
        const auto whole = repository_.write_tree(*root);
        if (!whole) return whole;
        return seal(*whole, message);
    }

private:
    const Repository& repository_;
    const Secret& secret_;
    Ground ground_;

    /// The referee's own files and the moves; whatever else was in the folder is gone.
    GitResult<std::string> table_tree(const Step& step,
                                      std::vector<std::string>::const_iterator& object) {
        Repository::Listing folder;
        for (const auto& [name, content] : step.files) folder.emplace(name, file_entry(*object++));
        Repository::Listing moves = step.moves;
        moves.insert(step.pending.begin(), step.pending.end());
        if (!moves.empty()) {
            auto tree = repository_.write_tree(moves);
            if (!tree) return tree;
            folder.emplace(moves_folder, folder_entry(*tree));
        }
        return repository_.write_tree(folder);
    }

    void wait(const Step& step) {
        auto& waiting = ground_.waiting[step.table];
        waiting.clear();
        for (const auto& [name, entry] : step.pending) {
            waiting.push_back(move_path(step.table, name));
        }
    }

    void limit_foreign(Repository::Listing& tables) {
        std::erase_if(ground_.foreign, [&](const std::string& name) {
            return !is_table_id(name) || !tables.contains(name);
        });
        while (ground_.foreign.size() > foreign_max) {
            const auto last = std::prev(ground_.foreign.end());
            tables.erase(*last);
            ground_.foreign.erase(last);
        }
    }

    GitResult<std::string> seal(const std::string& root, const std::string& message) const {
        Sealing sealing{.tree = root,
                        .parent = ground_.head,
                        .text = message,
                        .tables = ground_.previous,
                        .pending = {},
                        .foreign = {ground_.foreign.begin(), ground_.foreign.end()}};
        for (const auto& [id, paths] : ground_.waiting) {
            sealing.pending.insert(sealing.pending.end(), paths.begin(), paths.end());
        }
        return repository_.commit(root, ground_.head, sealed_message(sealing, secret_),
                                  Repository::Author::referee);
    }
};

}  // namespace

GitResult<std::string> write_commit(const Repository& repository, const Secret& secret,
                                    Ground ground, const std::vector<Step>& steps,
                                    const std::string& message) {
    return Builder(repository, secret, std::move(ground)).write(steps, message);
}

}  // namespace arbiter::tables
