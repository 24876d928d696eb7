#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/annotation.hpp"
#include "core/go/events.hpp"
#include "core/go/notations/sgf_point.hpp"

/// What SGF's B, W, AB, AW, AE and PL do on a board.
namespace arbiter::go {

/// A node's setup, which comes first, and its moves, of which there is usually one.
struct SgfContent {
    /// A value that means nothing on this board. The others of its property count.
    struct Problem {
        std::size_t property;
        std::string_view value;
        std::optional<SgfPointFault> fault;  ///< nothing: it is not a colour
    };

    Edit setup{};
    std::vector<Event> moves{};
    std::vector<Problem> problems{};

    std::size_t points() const {
        return setup.black.size() + setup.white.size() + setup.cleared.size();
    }
};

/// Reads at most a little more than `sgf_points_max` points.
inline constexpr std::size_t sgf_points_max = 1'000'000;
SgfContent sgf_content(std::span<const Annotation> properties, Size size);

/// The move of a node that does nothing else, as nearly all do; nothing otherwise.
std::optional<Event> sgf_only_move(std::span<const Annotation> properties, Size size);

/// Whether a property is read by `sgf_content`.
bool is_sgf_content(std::string_view property);

/// The properties of an edit or a move; none for other events.
std::vector<Property> sgf_properties(const Edit& edit, Size size);
std::vector<Property> sgf_properties(const Event& event, Size size);
/// Nothing if there are no points.
void add_sgf_points(std::vector<Property>& properties, std::string_view name,
                    std::span<const Point> points, Size size);

/// A stone or a pass: the events that SGF has properties for.
bool is_sgf_move(const Event& event);

}  // namespace arbiter::go
