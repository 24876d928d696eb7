#include "players/bots/go/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/go/playouts/playout.hpp"
#include "players/bots/go/shape.hpp"

namespace arbiter::players {

namespace {

using go::Cell;
using go::Point;

constexpr std::uint16_t pass_move = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint64_t playouts_between_checks = 16;
constexpr std::uint64_t playouts_between_looks = 4;  // at the owners of points
constexpr std::size_t tree_nodes_max = 1'500'000;
constexpr float fair_tries = 6;            // that every move starts with, half of them won
constexpr float pass_tries = 12;           // that a pass starts with, none of them won
constexpr float rave_weight = 1 / 2500.F;  // the weight of RAVE against a node's own results
constexpr float curiosity = 0.25F;
/// The share of the margin in a result: the bot also prefers larger wins.
constexpr float margin_part = 0.06F;

struct Node {
    std::uint32_t first_child = 0;
    std::uint16_t child_count = 0;
    std::uint16_t move = pass_move;  // the index of the point played, or pass_move
    bool impossible = false;         // a move that turned out to be illegal or to fill an eye
    std::uint32_t visits = 0;
    float tries = 0;  // visits, and the tries that the move started with
    float wins = 0;   // for the side that made the move
    float rave_tries = 0;
    float rave_wins = 0;

    float value() const {
        const float own = tries > 0 ? wins / tries : 0.5F;
        if (rave_tries <= 0) return own;
        const float rave = rave_wins / rave_tries;
        const float share = rave_tries / (rave_tries + tries + rave_tries * tries * rave_weight);
        return own + share * (rave - own);
    }
};

template <class Geometry>
class Search {
public:
    Search(const GoTask& task, Geometry geometry)
        : task_(task),
          size_(task.position.size()),
          start_(go::playout_board(task.position, geometry)),
          board_(start_),
          random_(task.seed),
          nodes_(1),
          grow_at_(1 + static_cast<std::uint32_t>(size_.points()) / 40),
          first_played_(static_cast<std::size_t>(size_.points())),
          black_owned_(static_cast<std::size_t>(size_.points())) {
        grow(0, task.candidates, task.last);
    }

    GoReport run(const SearchLimits& limits) {
        std::uint64_t playouts = 0;
        while (playouts < limits.nodes && nodes_[0].child_count > 1) {
            if (playouts % playouts_between_checks == 0 && limits.should_stop()) break;
            simulate(playouts % playouts_between_looks == 0);
            ++playouts;
        }
        return report(playouts);
    }

private:
    struct FirstPlay {
        std::uint32_t at = 0;
        Color by = Color::black;
        std::uint32_t simulation =
            0;  // the number of the simulation: entries of older ones are void
    };
    struct Step {
        std::uint32_t node;
        Color by;  // whose move led to it
    };

    Point point(std::uint16_t move) const { return go::point_at(size_, move); }

    bool play(Color color, Point point) {
        return color == Color::black ? board_.template play<Cell::black>(point)
                                     : board_.template play<Cell::white>(point);
    }

    void grow(std::uint32_t number, const std::vector<Point>& points, std::optional<Point> last) {
        if (nodes_.size() + points.size() + 1 > tree_nodes_max) return;
        const Color color = to_move_;
        std::vector<Cell> cells;
        cells.reserve(static_cast<std::size_t>(size_.points()));
        for (int i = 0; i < size_.points(); ++i) cells.push_back(board_.at(go::point_at(size_, i)));
        const GoShape shape(size_, std::move(cells));
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        for (const Point candidate : points) {
            Node child;
            child.move = static_cast<std::uint16_t>(go::index(size_, candidate));
            const auto promise = static_cast<float>(shape.promise(candidate, color, last));
            child.tries = fair_tries + std::abs(promise);
            child.wins = fair_tries / 2 + std::max(promise, 0.F);
            nodes_.push_back(child);
        }
        Node pass;
        pass.tries = pass_tries;
        nodes_.push_back(pass);
        nodes_[number].first_child = first;
        nodes_[number].child_count = static_cast<std::uint16_t>(points.size() + 1);
    }

    std::uint32_t best_child(const Node& parent) const {
        const float explore = curiosity * std::sqrt(std::log(parent.tries + 2));
        std::uint32_t best = parent.first_child;
        float best_value = -1;
        for (std::uint32_t i = 0; i < parent.child_count; ++i) {
            const Node& child = nodes_[parent.first_child + i];
            if (child.impossible) continue;
            const float value =
                child.value() + explore / std::sqrt(child.tries + child.rave_tries + 1);
            if (value <= best_value) continue;
            best_value = value;
            best = parent.first_child + i;
        }
        return best;
    }

    void simulate(bool look) {
        board_ = start_;
        to_move_ = task_.position.turn();
        last_.reset();
        moves_ = 0;
        ++simulation_;
        path_.assign(1, {0, opponent(to_move_)});
        descend();
        finish();
        learn(black_result());
        if (look) look_at_owners();
    }

    /// Goes down the tree by the best moves and adds the children of its last node.
    void descend() {
        int passes = 0;
        while (passes < 2) {
            const std::uint32_t number = path_.back().node;
            if (nodes_[number].child_count == 0) {
                if (nodes_[number].visits < grow_at_) return;
                grow(number, empty_points(), last_);
                if (nodes_[number].child_count == 0) return;
            }
            const std::uint32_t chosen = best_child(nodes_[number]);
            Node& child = nodes_[chosen];
            if (child.move == pass_move) {
                board_.pass();
                last_.reset();
                ++passes;
            } else if (play(to_move_, point(child.move))) {
                note(child.move);
                last_ = point(child.move);
                passes = 0;
            } else {
                child.impossible = true;
                continue;
            }
            path_.push_back({chosen, to_move_});
            to_move_ = opponent(to_move_);
            ++moves_;
        }
    }

    std::vector<Point> empty_points() const {
        std::vector<Point> points;
        for (int i = 0; i < size_.points(); ++i) {
            const Point here = go::point_at(size_, i);
            if (board_.at(here) == Cell::empty) points.push_back(here);
        }
        return points;
    }

    void note(std::uint16_t move) {
        FirstPlay& first = first_played_[move];
        if (first.simulation == simulation_) return;
        first = {moves_, to_move_, simulation_};
    }

    template <Cell stone>
    bool random_move(go::Draw& draw) {
        const bool played = board_.template move<stone>(draw);
        if (played) {
            note(static_cast<std::uint16_t>(go::index(size_, board_.point(draw.played))));
        }
        to_move_ = opponent(to_move_);
        ++moves_;
        return played;
    }

    /// Plays random moves to the end, as `play_out` does, and notes who plays where.
    void finish() {
        go::Draw draw(random_);
        int passes = 0;
        for (int left = 3 * size_.points(); left > 0 && passes < 2; --left) {
            const bool played = to_move_ == Color::black ? random_move<Cell::black>(draw)
                                                         : random_move<Cell::white>(draw);
            passes = played ? 0 : passes + 1;
        }
        if (passes < 2) board_.fill_open_regions();
        random_ = draw.random;
    }

    float black_result() const {
        const int margin = 2 * board_.margin() - task_.black_needs.count;
        const float won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5F;
        const float size = 2 * static_cast<float>(size_.points());
        const float by = std::clamp(0.5F + static_cast<float>(margin) / size, 0.F, 1.F);
        return won + margin_part * (by - won);
    }

    void learn(float black) {
        for (std::uint32_t depth = 0; depth < path_.size(); ++depth) {
            const auto [number, by] = path_[depth];
            Node& node = nodes_[number];
            ++node.visits;
            node.tries += 1;
            node.wins += by == Color::black ? black : 1 - black;
            const Color next = opponent(by);
            const float result = next == Color::black ? black : 1 - black;
            for (std::uint32_t i = 0; i < node.child_count; ++i) {
                Node& child = nodes_[node.first_child + i];
                if (child.move == pass_move) continue;
                const FirstPlay& first = first_played_[child.move];
                const bool counts =
                    first.simulation == simulation_ && first.by == next && first.at >= depth;
                if (!counts) continue;
                child.rave_tries += 1;
                child.rave_wins += result;
            }
        }
    }

    void look_at_owners() {
        ++looks_;
        for (std::size_t i = 0; i < black_owned_.size(); ++i) {
            const Cell owner = board_.owner(go::point_at(size_, static_cast<int>(i)));
            black_owned_[i] += owner == Cell::black ? 1 : owner == Cell::white ? 0 : 0.5F;
        }
    }

    GoReport report(std::uint64_t playouts) const {
        GoReport report{.move = {}, .playouts = playouts, .black_share = black_owned_};
        for (float& share : report.black_share) {
            share = looks_ > 0 ? share / static_cast<float>(looks_) : 0.5F;
        }
        const Node& root = nodes_[0];
        if (root.visits > 0) report.chance = 1 - root.wins / root.tries;
        float most = -1;
        for (std::uint32_t i = 0; i < root.child_count; ++i) {
            const Node& child = nodes_[root.first_child + i];
            if (child.impossible || child.move == pass_move || !is_candidate(child)) continue;
            const float tried = static_cast<float>(child.visits) + child.value();
            if (tried <= most) continue;
            most = tried;
            report.move = point(child.move);
        }
        return report;
    }

    /// Without playouts no move has been tried on the board yet: excludes those that fill an own eye.
    bool is_candidate(const Node& child) const {
        auto board = start_;
        return task_.position.turn() == Color::black
                   ? board.template play<Cell::black>(point(child.move))
                   : board.template play<Cell::white>(point(child.move));
    }

    const GoTask& task_;
    go::Size size_;
    go::PlayoutBoard<Geometry> start_;
    go::PlayoutBoard<Geometry> board_;
    Random random_;
    std::vector<Node> nodes_;
    std::uint32_t grow_at_;  // visits before a node gets children
    Color to_move_ = task_.position.turn();
    std::optional<Point> last_;
    std::uint32_t moves_ = 0;
    std::uint32_t simulation_ = 0;
    std::vector<Step> path_;
    std::vector<FirstPlay> first_played_;
    std::vector<float> black_owned_;
    int looks_ = 0;
};

}  // namespace

GoReport search_go(const GoTask& task, const SearchLimits& limits) {
    const go::Size size = task.position.size();
    if (size == go::Size{9, 9}) return Search(task, go::FixedGeometry<9>()).run(limits);
    if (size == go::Size{13, 13}) return Search(task, go::FixedGeometry<13>()).run(limits);
    if (size == go::Size{19, 19}) return Search(task, go::FixedGeometry<19>()).run(limits);
    return Search(task, go::AnyGeometry(size)).run(limits);
}

}  // namespace arbiter::players
