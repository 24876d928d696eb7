#include "players/bots/go/search.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/sort.hpp"
#include "players/bots/go/priors.hpp"

namespace arbiter::players {

namespace {

using go::Cell;
using go::Point;
using go::Spot;

constexpr std::uint64_t playouts_between_checks = 16;
constexpr std::uint64_t playouts_between_looks = 4;  // at the owners of points
constexpr std::size_t tree_nodes_max = 1'500'000;
constexpr std::uint32_t grow_at = 4;       // visits before a node gets children
constexpr float pass_tries = 20;           // that a pass starts with, none of them won
constexpr float rave_weight = 1 / 3000.F;  // the weight of RAVE against a node's own results
/// The share of the margin in a result: the bot also prefers larger wins.
constexpr float margin_part = 0.04F;
constexpr std::size_t line_max = 16;

}  // namespace

class GoSearch::Tree {
public:
    virtual ~Tree() = default;
    virtual void run(const SearchLimits& limits) = 0;
    virtual GoReport report() const = 0;

    void inherit(const Tree& earlier, std::span<const std::optional<Point>> moves) {
        const Node* origin = earlier.nodes_.data();
        for (const auto& move : moves) {
            origin = earlier.child(*origin, move ? spot(*move) : Spot{0});
            if (origin == nullptr) return;
        }
        // Another komi makes other winners.
        if (origin->visits == 0 || earlier.black_needs_ != black_needs_) return;
        take_over(nodes_[0], *origin);
        playouts_ = origin->visits;
        margin_squares_ = earlier.margin_squares_ * static_cast<double>(origin->visits) /
                          static_cast<double>(earlier.nodes_[0].visits);
        for (std::uint32_t i = 0; i < nodes_[0].child_count; ++i) {
            const std::uint32_t number = nodes_[0].first_child + i;
            const Node* from = earlier.child(*origin, nodes_[number].move);
            if (from == nullptr) continue;
            take_over(nodes_[number], *from);
            copy_below(number, earlier.nodes_, *from);
        }
    }

protected:
    struct Node {
        std::uint32_t first_child = 0;
        std::uint16_t child_count = 0;
        Spot move = 0;  // 0: a pass
        std::uint32_t visits = 0;
        float tries = 0;  // visits, and the tries that the move started with
        float wins = 0;   // for the side that made the move
        float rave_tries = 0;
        float rave_wins = 0;
        float margin = 0;  // the sum of Black's, in half points

        float value() const {
            const float own = tries > 0 ? wins / tries : 0.5F;
            if (rave_tries <= 0) return own;
            const float rave = rave_wins / rave_tries;
            const float share =
                rave_tries / (rave_tries + tries + rave_tries * tries * rave_weight);
            return own + share * (rave - own);
        }
    };

    explicit Tree(int black_needs) : black_needs_(black_needs) {}

    virtual Spot spot(Point point) const = 0;

    int black_needs_;
    std::vector<Node> nodes_ = std::vector<Node>(1);
    std::uint64_t playouts_ = 0;
    double margin_squares_ = 0;

private:
    const Node* child(const Node& parent, Spot move) const {
        const auto children = std::span(nodes_).subspan(parent.first_child, parent.child_count);
        const auto found = std::ranges::find(children, move, &Node::move);
        return found == children.end() ? nullptr : &*found;
    }

    /// All but its children.
    static void take_over(Node& node, const Node& from) {
        const auto [first_child, child_count] = std::pair(node.first_child, node.child_count);
        node = from;
        node.first_child = first_child;
        node.child_count = child_count;
    }

    void copy_below(std::uint32_t number, const std::vector<Node>& others, const Node& from) {
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        const auto children = std::span(others).subspan(from.first_child, from.child_count);
        nodes_.insert(nodes_.end(), children.begin(), children.end());
        nodes_[number].first_child = first;
        nodes_[number].child_count = from.child_count;
        for (std::uint32_t i = 0; i < from.child_count; ++i) {
            copy_below(first + i, others, children[i]);
        }
    }
};

namespace {

template <int Side>
class SizedTree final : public GoSearch::Tree {
    using Board = ReadingBoard<Side>;

public:
    explicit SizedTree(const GoTask& task)
        : Tree(task.black_needs.count),
          size_(task.position.size()),
          turn_(go::stone_of(task.position.turn())),
          start_(task.position),
          board_(start_),
          last_(task.last ? Board::spot(*task.last) : Spot{0}),
          playout_(start_, task.seed),
          priors_(playout_),
          black_owned_(static_cast<std::size_t>(size_.points())) {
        std::vector<bool> allowed(Board::cell_count);
        for (const Point point : task.candidates) allowed[Board::spot(point)] = true;
        grow(0, turn_, last_, [&](Spot move) { return allowed[move]; });
        float sum = 0;
        for (std::uint32_t i = 0; i < nodes_[0].child_count; ++i) sum += nodes_[1 + i].wins;
        for (std::uint32_t i = 0; i < nodes_[0].child_count; ++i) {
            root_priors_.push_back(sum > 0 ? nodes_[1 + i].wins / sum : 0);
        }
    }

    void run(const SearchLimits& limits) override {
        for (std::uint64_t done = 0; done < limits.nodes && nodes_[0].child_count > 1; ++done) {
            if (done % playouts_between_checks == 0 && limits.should_stop()) break;
            simulate();
        }
    }

    GoReport report() const override {
        GoReport report{.playouts = playouts_, .candidates = {}, .black_share = black_owned_};
        for (float& share : report.black_share) {
            share = looks_ > 0 ? share / static_cast<float>(looks_) : 0.5F;
        }
        const Node& root = nodes_[0];
        if (root.visits > 0) {
            report.chance = 1 - root.wins / root.tries;
            report.score = score_of(root);
            const double mean_square = margin_squares_ / static_cast<double>(root.visits) / 4;
            report.score_deviation =
                std::sqrt(std::max(mean_square - report.score * report.score, 0.0));
        }
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < root.child_count; ++i) order.push_back(root.first_child + i);
        sort_short(order, std::ranges::greater{}, [&](std::uint32_t number) {
            const Node& child = nodes_[number];
            return static_cast<float>(child.visits) + child.value();
        });
        for (const std::uint32_t number : order) report.candidates.push_back(candidate(number));
        return report;
    }

private:
    struct Step {
        std::uint32_t node;
        Cell by;  // whose move led to it
    };
    /// Who was first on a spot in a simulation; entries of earlier simulations are void.
    struct FirstPlay {
        std::uint32_t simulation = 0;
        std::uint16_t at = 0;
        Cell by = Cell::empty;
    };

    template <class Allowed>
    void grow(std::uint32_t number, Cell stone, Spot last, Allowed allowed) {
        const auto& priors = priors_.of(board_, stone, last);
        if (nodes_.size() + priors.size() + 1 > tree_nodes_max) return;
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (const auto& prior : priors) {
            if (!allowed(prior.move)) continue;
            nodes_.push_back({.move = prior.move, .tries = prior.tries, .wins = prior.wins});
        }
        nodes_.push_back({.tries = pass_tries});
        nodes_[number].first_child = first;
        nodes_[number].child_count = static_cast<std::uint16_t>(nodes_.size() - first);
    }

    std::uint32_t best_child(const Node& parent) const {
        std::uint32_t best = parent.first_child;
        float best_value = -1;
        for (std::uint32_t i = 0; i < parent.child_count; ++i) {
            const float value = nodes_[parent.first_child + i].value();
            if (value <= best_value) continue;
            best_value = value;
            best = parent.first_child + i;
        }
        return best;
    }

    void simulate() {
        board_ = start_;
        ++simulation_;
        moves_ = 0;
        path_.assign(1, {0, go::enemy_of(turn_)});
        const auto recent = descend();
        const Cell turn = go::enemy_of(path_.back().by);
        Cell stone = turn;
        playout_.play_out(board_, turn, recent, [&](Spot move) {
            note(move, stone);
            stone = go::enemy_of(stone);
        });
        learn(2 * margin() - black_needs_);
        if (playouts_++ % playouts_between_looks == 0) look_at_owners();
    }

    /// Goes down the tree by the best moves and adds the children of its last node.
    typename Playout<Side>::Recent descend() {
        typename Playout<Side>::Recent recent{last_, 0};
        for (int passes = 0; passes < 2;) {
            const auto [number, by] = path_.back();
            const Cell stone = go::enemy_of(by);
            if (nodes_[number].child_count == 0) {
                if (nodes_[number].visits < grow_at) break;
                grow(number, stone, recent.last, [](Spot) { return true; });
                if (nodes_[number].child_count == 0) break;
            }
            const std::uint32_t chosen = best_child(nodes_[number]);
            const Spot move = nodes_[chosen].move;
            if (move == 0) {
                board_.lift_ko();
                ++passes;
            } else {
                board_.play(move, stone);
                passes = 0;
            }
            note(move, stone);
            recent = {move, recent.last};
            path_.push_back({chosen, stone});
        }
        return recent;
    }

    void note(Spot move, Cell by) {
        FirstPlay& first = first_played_[move];
        if (move != 0 && first.simulation != simulation_) first = {simulation_, moves_, by};
        ++moves_;
    }

    int margin() const {
        int margin = board_.stone_margin();
        for (const Spot s : board_.empties()) margin += table_.margin(board_.around(s));
        return margin;
    }

    /// The result of a simulation for Black: a win is 1.
    float black_result(int margin) const {
        const float won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5F;
        const float size = 2 * static_cast<float>(size_.points());
        const float by = std::clamp(0.5F + static_cast<float>(margin) / size, 0.F, 1.F);
        return won + margin_part * (by - won);
    }

    void learn(int margin) {
        const float black = black_result(margin);
        margin_squares_ += static_cast<double>(margin) * margin;
        for (std::size_t depth = 0; depth < path_.size(); ++depth) {
            const auto [number, by] = path_[depth];
            Node& node = nodes_[number];
            ++node.visits;
            node.tries += 1;
            node.wins += by == Cell::black ? black : 1 - black;
            node.margin += static_cast<float>(margin);
            const Cell next = go::enemy_of(by);
            const float result = next == Cell::black ? black : 1 - black;
            for (std::uint32_t i = 0; i < node.child_count; ++i) {
                Node& child = nodes_[node.first_child + i];
                const FirstPlay& first = first_played_[child.move];
                if (first.simulation != simulation_ || first.by != next || first.at < depth) {
                    continue;
                }
                child.rave_tries += 1;
                child.rave_wins += result;
            }
        }
    }

    void look_at_owners() {
        ++looks_;
        for (std::size_t i = 0; i < black_owned_.size(); ++i) {
            const Spot s = Board::spot(go::point_at(size_, static_cast<int>(i)));
            const Cell cell = board_.at(s);
            const int owner = cell == Cell::black   ? 1
                              : cell == Cell::white ? -1
                                                    : table_.margin(board_.around(s));
            black_owned_[i] += 0.5F + 0.5F * static_cast<float>(owner);
        }
    }

    Spot spot(Point point) const override { return Board::spot(point); }

    static std::optional<Point> point_of(const Node& node) {
        return node.move == 0 ? std::nullopt : std::optional(Board::point(node.move));
    }

    /// In points, for the side to move at the root.
    double score_of(const Node& node) const {
        if (node.visits == 0) return 0;
        const double black = node.margin / static_cast<float>(node.visits) / 2;
        return turn_ == Cell::black ? black : -black;
    }

    GoCandidate candidate(std::uint32_t number) const {
        const Node& node = nodes_[number];
        GoCandidate candidate{.move = point_of(node),
                              .visits = node.visits,
                              .chance = node.tries > 0 ? node.wins / node.tries : 0.5,
                              .score = score_of(node),
                              .prior = root_priors_[number - nodes_[0].first_child],
                              .line = {point_of(node)}};
        while (candidate.line.size() < line_max && nodes_[number].child_count > 0) {
            const Node& parent = nodes_[number];
            const auto children = std::span(nodes_).subspan(parent.first_child, parent.child_count);
            const auto best = std::ranges::max_element(children, {}, &Node::visits);
            if (best->visits == 0) break;
            candidate.line.push_back(point_of(*best));
            number = parent.first_child + static_cast<std::uint32_t>(best - children.begin());
        }
        return candidate;
    }

    go::Size size_;
    Cell turn_;
    const Board start_;
    Board board_;
    Spot last_;
    Playout<Side> playout_;
    Priors<Side> priors_;
    const Neighbourhoods& table_ = neighbourhoods();
    std::vector<float> root_priors_;
    std::uint32_t simulation_ = 0;
    std::uint16_t moves_ = 0;  // made in this simulation
    std::vector<Step> path_;
    typename Board::template Array<FirstPlay> first_played_{};
    std::vector<float> black_owned_;
    int looks_ = 0;
};

std::unique_ptr<GoSearch::Tree> tree_for(const GoTask& task) {
    const int side = std::max(task.position.size().width, task.position.size().height);
    if (side <= 9) return std::make_unique<SizedTree<9>>(task);
    if (side <= 13) return std::make_unique<SizedTree<13>>(task);
    if (side <= 19) return std::make_unique<SizedTree<19>>(task);
    return std::make_unique<SizedTree<go::Size::side_max>>(task);
}

}  // namespace

std::optional<Point> GoReport::move() const {
    for (const GoCandidate& candidate : candidates) {
        if (candidate.move) return candidate.move;
    }
    return std::nullopt;
}

GoSearch::GoSearch(const GoTask& task) : tree_(tree_for(task)) {}
GoSearch::~GoSearch() = default;
GoSearch::GoSearch(GoSearch&&) noexcept = default;
GoSearch& GoSearch::operator=(GoSearch&&) noexcept = default;

void GoSearch::inherit(const GoSearch& earlier, std::span<const std::optional<go::Point>> moves) {
    tree_->inherit(*earlier.tree_, moves);
}
void GoSearch::run(const SearchLimits& limits) { tree_->run(limits); }
GoReport GoSearch::report() const { return tree_->report(); }

GoReport search_go(const GoTask& task, const SearchLimits& limits) {
    GoSearch search(task);
    search.run(limits);
    return search.report();
}

}  // namespace arbiter::players
