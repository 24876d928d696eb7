#include "core/go/territory.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace arbiter::go {

namespace {

constexpr std::size_t none = Partition::none;

/// A shape with an empty point, `@`, beside a `p` whose opponent cannot cut or pass there.
struct Pattern {
    int width;
    std::string_view cells;
    int at = static_cast<int>(cells.find('@'));
};
/// p: a living stone of the side. e: empty, a living stone of the side or a dead one of the opponent.
/// x: beyond the edge. ?: anything.
constexpr std::array patterns{
    Pattern{2,
            "pp"
            "@e"
            "pe"},
    Pattern{3,
            "ep?"
            "e@e"
            "ep?"},
    Pattern{3,
            "pee"
            "e@p"
            "pee"},
    Pattern{3,
            "?e?"
            "p@p"
            "xxx"},
    Pattern{2,
            "pp"
            "@e"
            "xx"},
    Pattern{3,
            "ep?"
            "e@e"
            "xxx"},
};

/// One of the eight ways to turn and mirror a pattern.
struct Turned {
    bool mirrored_columns;
    bool mirrored_rows;
    bool transposed;
};
constexpr Turned turned(int number) {
    return {(number & 1) != 0, (number & 2) != 0, (number & 4) != 0};
}

/// Who surrounds what. A *region* is what one side alone can reach; *families* are stones of a side
/// that are connected or become so through neutral points; an *eye* is a connected part of a region
/// without living stones.
class Analysis {
public:
    explicit Analysis(const MarkedBoard& board)
        : board_(board),
          block_(board.size()),
          reach_{PointMap<char>(board.size()), PointMap<char>(board.size())},
          strict_{reach_},
          region_(board.size(), none),
          family_(board.size(), none),
          eyes_(partition(board.size(), [](Point) { return std::optional<int>(); })),
          is_false_(board.size()),
          unscorable_(board.size()) {
        find_blocks();
        for (const Color side : both_colors) {
            mark_reach(side, false, strict_[side]);
            mark_reach(side, true, reach_[side]);
        }
        find_regions();
        find_divided_chains();
        find_families();
        find_eyes();
        mark_false(is_false_);
        for (std::size_t eye = 0; eye < eyes_.pieces.size(); ++eye) {
            value_[eye] = eye_value(board, color_of_eye(eye), eyes_.pieces[eye], is_false_);
        }
        mark_false(unscorable_);
    }

    Territory result(FalseEyes false_eyes) const {
        Territory result{Grid(size()), Grid(size())};
        const std::vector<int> eyes = eyes_of_regions();
        for_each_point(size(), [&](Point point) {
            const std::size_t region = region_.at(point);
            if (region == none) return;
            const Color color = color_[region];
            if (eyes[region] < 2)
                result.seki.at(point) = color;
            else if (counts(point, color) &&
                     (false_eyes == FalseEyes::counted || !must_be_filled(point, color)))
                result.owners.at(point) = color;
        });
        return result;
    }

private:
    /// A point of an eye beside a stone of a family.
    struct Contact {
        std::size_t eye;
        std::size_t family;
        Point point;
        Point stone;
    };

    Size size() const { return board_.size(); }
    bool blocks(Point point, Color side) const { return block_.at(point) == side; }

    // --- connections that cannot be cut -----------------------------------------------------

    void find_blocks() {
        for_each_point(size(), [&](Point point) {
            if (!board_.is_empty(point)) return;
            for (const Color side : both_colors) {
                if (is_block(point, side)) block_.at(point) = side;
            }
        });
    }

    bool is_block(Point point, Color side) const {
        bool is_beside = false;
        for_each_neighbour(size(), point,
                           [&](Point next) { is_beside = is_beside || board_.lives(next, side); });
        return is_beside && std::ranges::any_of(patterns, [&](const Pattern& pattern) {
                   for (int number = 0; number < 8; ++number) {
                       if (matches(pattern, turned(number), point, side)) return true;
                   }
                   return false;
               });
    }

    bool matches(const Pattern& pattern, Turned turn, Point point, Color side) const {
        for (int i = 0; i < static_cast<int>(pattern.cells.size()); ++i) {
            int dx = i % pattern.width - pattern.at % pattern.width;
            int dy = i / pattern.width - pattern.at / pattern.width;
            if (turn.mirrored_columns) dx = -dx;
            if (turn.mirrored_rows) dy = -dy;
            if (turn.transposed) std::swap(dx, dy);
            if (!fits(pattern.cells[static_cast<std::size_t>(i)], point.column + dx, point.row + dy,
                      side)) {
                return false;
            }
        }
        return true;
    }

    bool fits(char cell, int column, int row, Color side) const {
        const bool on_board =
            column >= 0 && row >= 0 && column < size().width && row < size().height;
        if (cell == 'x') return !on_board;
        if (cell == '?' || cell == '@') return true;
        if (!on_board) return false;
        const Point point{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
        if (board_.lives(point, side)) return true;
        return cell == 'e' && (board_.is_empty(point) || board_.has(point, opponent(side))) &&
               board_.is_open(point);
    }

    // --- regions ----------------------------------------------------------------------------

    /// Visits the points that a side reaches from a point, past everything but living enemies. What
    /// the other side blocks is reached and not passed.
    template <class Visit>
    void flood(Color side, bool blocked, Point start, PointMap<char>& seen, Visit visit) const {
        if (seen.at(start) != 0) return;
        std::vector<Point> open{start};
        seen.at(start) = 1;
        while (!open.empty()) {
            const Point point = open.back();
            open.pop_back();
            if (!visit(point) || (blocked && blocks(point, opponent(side)))) continue;
            for_each_neighbour(size(), point, [&](Point next) {
                if (seen.at(next) != 0 || board_.lives(next, opponent(side))) return;
                seen.at(next) = 1;
                open.push_back(next);
            });
        }
    }

    void mark_reach(Color side, bool blocked, PointMap<char>& reach) const {
        for_each_point(size(), [&](Point point) {
            if (board_.lives(point, side))
                flood(side, blocked, point, reach, [](Point) { return true; });
        });
    }

    bool is_reached_by(Color side, Point point) const {
        return reach_[side].at(point) != 0 && reach_[opponent(side)].at(point) == 0;
    }

    void find_regions() {
        for_each_point(size(), [&](Point start) {
            for (const Color side : both_colors) {
                if (region_.at(start) != none || !is_reached_by(side, start)) continue;
                const std::size_t number = color_.size();
                color_.push_back(side);
                PointMap<char> seen(size());
                flood(side, true, start, seen, [&](Point point) {
                    if (region_.at(point) != none) return false;
                    if (is_reached_by(side, point)) region_.at(point) = number;
                    return true;
                });
            }
        });
    }

    void find_divided_chains() {
        for (const auto& chain : board_.chains().pieces) {
            is_divided_.push_back(!std::ranges::all_of(
                chain, [&](Point point) { return region_.at(point) == region_.at(chain[0]); }));
        }
    }

    void find_families() {
        for (const Color side : both_colors) {
            const Partition parts = partition(size(), [&](Point point) {
                const bool neutral = region_.at(point) == none && !blocks(point, opponent(side));
                return neutral || board_.lives(point, side) ? std::optional(true) : std::nullopt;
            });
            for_each_point(size(), [&](Point point) {
                if (board_.lives(point, side))
                    family_.at(point) = families_ + parts.piece_of.at(point);
            });
            families_ += parts.pieces.size();
        }
    }

    // --- eyes -------------------------------------------------------------------------------

    Color color_of_eye(std::size_t eye) const { return color_[region_.at(eyes_.pieces[eye][0])]; }

    void find_eyes() {
        eyes_ = partition(size(), [&](Point point) {
            return board_.is_open(point) && region_.at(point) != none
                       ? std::optional(region_.at(point))
                       : std::nullopt;
        });
        value_.assign(eyes_.pieces.size(), 0);
        contacts_of_eye_.resize(eyes_.pieces.size());
        eyes_of_family_.resize(families_);
        for (std::size_t eye = 0; eye < eyes_.pieces.size(); ++eye) {
            for (const Point point : eyes_.pieces[eye]) {
                for_each_neighbour(size(), point, [&](Point stone) {
                    const std::size_t family = family_.at(stone);
                    if (family == none || region_.at(stone) != region_.at(point)) return;
                    contacts_of_eye_[eye].push_back({eye, family, point, stone});
                    auto& eyes = eyes_of_family_[family];
                    if (std::ranges::find(eyes, eye) == eyes.end()) eyes.push_back(eye);
                });
            }
        }
    }

    int neighbours_in_eye(Point point) const {
        int count = 0;
        for_each_neighbour(size(), point, [&](Point next) {
            count += eyes_.piece_of.at(next) == eyes_.piece_of.at(point) ? 1 : 0;
        });
        return count;
    }

    /// A point of an eye is false if some family beside it is connected with the others around it
    /// through that point alone. Once the eyes have values, it must be filled only if that family
    /// reaches no other eye.
    void mark_false(PointMap<char>& is_false) const {
        for (const auto& contacts : contacts_of_eye_) {
            for (const Contact& contact : contacts) {
                if (is_false.at(contact.point) == 0 && neighbours_in_eye(contact.point) <= 1 &&
                    !Ring(*this, contact).closes()) {
                    is_false.at(contact.point) = 1;
                }
            }
        }
    }

    /// The way from a family around an eye back to all sides of a point of the eye, past that point.
    class Ring {
    public:
        Ring(const Analysis& analysis, const Contact& start)
            : a_(analysis),
              start_(start),
              seen_points_(analysis.size()),
              seen_family_(analysis.families_),
              seen_eye_(analysis.eyes_.pieces.size()) {
            seen_points_.at(start.point) = 1;
            for_each_neighbour(a_.size(), start.point, [&](Point next) {
                sides_wanted_ += a_.region_.at(next) == a_.region_.at(start.point) ? 1U : 0U;
            });
            add(start.family);
        }

        bool closes() {
            while (!open_.empty()) {
                const std::size_t family = open_.back();
                open_.pop_back();
                for (const std::size_t eye : a_.eyes_of_family_[family]) {
                    if (eye == start_.eye ? closes_at_home(family) : reaches(eye)) return true;
                }
            }
            return false;
        }

    private:
        void add(std::size_t family) {
            if (seen_family_[family]) return;
            seen_family_[family] = true;
            open_.push_back(family);
        }

        bool reaches(std::size_t eye) {
            if (seen_eye_[eye]) return false;
            seen_eye_[eye] = true;
            if (a_.value_[eye] > 0) return true;
            for (const Contact& contact : a_.contacts_of_eye_[eye]) add(contact.family);
            return false;
        }

        void reach_side(Point side) {
            const bool adjacent = std::abs(side.row - start_.point.row) +
                                      std::abs(side.column - start_.point.column) ==
                                  1;
            if (adjacent && std::ranges::find(sides_, side) == sides_.end()) sides_.push_back(side);
        }

        /// The eye itself, past the point in question.
        bool closes_at_home(std::size_t family) {
            std::vector<Point> reached;
            const auto enter = [&](Point point) {
                if (a_.eyes_.piece_of.at(point) != start_.eye || seen_points_.at(point) != 0)
                    return;
                seen_points_.at(point) = 1;
                reached.push_back(point);
            };
            for (const Contact& contact : a_.contacts_of_eye_[start_.eye]) {
                if (contact.family != family) continue;
                reach_side(contact.stone);
                enter(contact.point);
            }
            for (std::size_t next = 0; next != reached.size();) {
                const Point point = reached[next++];
                reach_side(point);
                for_each_neighbour(a_.size(), point, enter);
            }
            const bool living =
                a_.value_[start_.eye] > 0 && std::ranges::any_of(reached, [&](Point point) {
                    return a_.is_false_.at(point) == 0;
                });
            if (living || sides_.size() >= sides_wanted_) return true;
            for (const Contact& contact : a_.contacts_of_eye_[start_.eye]) {
                if (std::ranges::find(reached, contact.point) != reached.end()) add(contact.family);
            }
            return false;
        }

        const Analysis& a_;
        const Contact& start_;
        PointMap<char> seen_points_;
        std::vector<bool> seen_family_;
        std::vector<bool> seen_eye_;
        std::vector<std::size_t> open_;
        std::vector<Point> sides_;
        std::size_t sides_wanted_ = 0;
    };

    // --- the count --------------------------------------------------------------------------

    std::vector<int> eyes_of_regions() const {
        std::vector<int> eyes(color_.size());
        for (std::size_t eye = 0; eye < value_.size(); ++eye) {
            eyes[region_.at(eyes_.pieces[eye][0])] += value_[eye];
        }
        return eyes;
    }

    bool counts(Point point, Color color) const {
        if (!board_.is_open(point) || strict_[opponent(color)].at(point) != 0) return false;
        return !is_divided_[board_.chains().piece_of.at(point)];
    }

    /// A false point, or one beside a dead stone on a false point, which must be taken.
    bool must_be_filled(Point point, Color color) const {
        bool filled = unscorable_.at(point) != 0;
        for_each_neighbour(size(), point, [&](Point next) {
            filled = filled || (unscorable_.at(next) != 0 && board_.has(next, opponent(color)) &&
                                board_.is_dead(next));
        });
        return filled;
    }

    const MarkedBoard& board_;
    Grid block_;                       // the side that holds an empty point in a pattern
    PerColor<PointMap<char>> reach_;   // past no blocks
    PerColor<PointMap<char>> strict_;  // past them
    PointMap<std::size_t> region_;
    std::vector<Color> color_;      // of each region
    std::vector<bool> is_divided_;  // of each chain: whether its stones are in different regions
    PointMap<std::size_t> family_;
    std::size_t families_ = 0;
    Partition eyes_;
    std::vector<int> value_;  // of each eye; 0 until all false points are known
    std::vector<std::vector<Contact>> contacts_of_eye_;
    std::vector<std::vector<std::size_t>> eyes_of_family_;
    PointMap<char> is_false_;
    PointMap<char> unscorable_;
};

}  // namespace

Territory territory(const MarkedBoard& board, FalseEyes false_eyes) {
    return Analysis(board).result(false_eyes);
}

}  // namespace arbiter::go
