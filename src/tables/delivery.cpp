#include "tables/delivery.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "tables/folder.hpp"
#include "tables/names.hpp"
#include "tables/processor.hpp"

namespace arbiter::tables {

namespace {

constexpr int attempts_max = 20;

std::unexpected<DeliveryError> fault(const GitError& problem) {
    return std::unexpected(DeliveryError{std::nullopt, problem.sentence});
}

/// A commit's tree with one more file in a folder that may not be there yet.
class Insertion {
public:
    Insertion(const Repository& repository, std::string commit)
        : repository_(repository), commit_(std::move(commit)) {}

    GitResult<std::string> add(std::string_view folder, const std::string& name,
                               const Entry& entry) {
        auto listing = repository_.list(commit_, folder);
        if (!listing) return std::unexpected(std::move(listing.error()));
        (*listing)[name] = entry;
        auto tree = repository_.write_tree(*listing);
        if (!tree || folder.empty()) return tree;
        const std::size_t slash = folder.rfind('/');
        const bool at_root = slash == std::string_view::npos;
        return add(at_root ? "" : folder.substr(0, slash),
                   std::string(at_root ? folder : folder.substr(slash + 1)),
                   {std::string(folder_mode), "tree", *tree});
    }

private:
    const Repository& repository_;
    std::string commit_;
};

struct Composed {
    std::string name;
    std::string content;
};

class Attempt {
public:
    Attempt(const Repository& repository, const Delivery& delivery)
        : repository_(repository), delivery_(delivery) {}

    /// Nothing: somebody else pushed first.
    std::expected<std::optional<Delivered>, DeliveryError> attempt() const {
        const auto head = repository_.branch_head(delivery_.remote, delivery_.branch);
        if (!head) return fault(head.error());
        const auto move = composed(*head);
        if (!move) return std::unexpected(move.error());
        const auto commit = committed(*head, *move);
        if (!commit) return fault(commit.error());
        const auto published =
            repository_.publish(delivery_.remote, delivery_.branch, {*head, *commit}, {});
        if (!published) return fault(published.error());
        if (!*published) return std::nullopt;
        return Delivered{move_path(delivery_.table, move->name), *commit};
    }

private:
    const Repository& repository_;
    const Delivery& delivery_;

    std::expected<Composed, DeliveryError> composed(const std::string& head) const {
        const auto table = read_table(repository_, head, delivery_.table);
        if (!table) return fault(table.error());
        if (!*table) return fault({rejection_of(table->faults).sentence});
        auto content = (*table)->compose(delivery_.request);
        if (!content) {
            return std::unexpected(DeliveryError{content.error(), content.error().sentence});
        }
        return Composed{next_file_name(**table, delivery_.request.by, *content), *content};
    }

    GitResult<std::string> committed(const std::string& head, const Composed& move) const {
        const auto blobs = repository_.write_blobs({move.content});
        if (!blobs) return std::unexpected(blobs.error());
        const std::string folder = folder_of(delivery_.table) + "/" + std::string(moves_folder);
        const auto root =
            Insertion(repository_, head)
                .add(folder, move.name, {std::string(file_mode), "blob", blobs->front()});
        if (!root) return root;
        std::string message = delivery_.table + ":";
        for (const std::string& part : delivery_.request.moves) message += " " + excerpt(part);
        return repository_.commit(*root, head, message + "\n", Repository::Author::user);
    }
};

}  // namespace

std::expected<Delivered, DeliveryError> deliver(const Repository& repository,
                                                const Delivery& delivery) {
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
        auto delivered = Attempt(repository, delivery).attempt();
        if (!delivered) return std::unexpected(std::move(delivered.error()));
        if (*delivered) return std::move(**delivered);
    }
    return fault({"the branch changed on every attempt: somebody else always pushed first"});
}

GitResult<Reading<Table>> read_table(const Repository& repository, const std::string& commit,
                                     const std::string& id) {
    Texts texts;
    std::vector<std::string> objects;
    if (is_table_id(id)) {
        for (const auto& [name, text] : files_in(texts)) {
            objects.push_back(commit + ":" + folder_of(id) + "/" + std::string(name));
        }
    }
    auto blobs = repository.read_blobs(objects, text_size_max);
    if (!blobs) return std::unexpected(std::move(blobs.error()));
    if (std::ranges::any_of(*blobs, [](const auto& blob) { return blob.size == 0; }) ||
        blobs->empty()) {
        return Reading<Table>::failure("no_such_table", "there is no table " + in_quotes(id));
    }
    for (std::size_t i = 0; i < blobs->size(); ++i) {
        *files_in(texts)[i].second = std::move((*blobs)[i].content);
    }
    return Table::read(texts, id);
}

}  // namespace arbiter::tables
