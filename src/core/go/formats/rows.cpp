#include "core/go/formats/rows.hpp"

#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "core/go/formats/json_state.hpp"

namespace arbiter::go {

namespace {

constexpr std::array<std::string_view, 3> rows_keys{"board", "current_player", "passes"};

constexpr std::int64_t passes_max = 1'000'000;

class RowsReader : JsonStateReader {
public:
    explicit RowsReader(const Reading<Json>& document) : JsonStateReader(document, "simple") {}

    Reading<Game> read(const Options& options) {
        if (root.object(faults) == nullptr) return {std::nullopt, std::move(faults)};
        root.refuse_unknown(rows_keys, Severity::warning, faults);
        read_board();
        read_turn("current_player");
        read_passes();
        const int height = start.setup.size.height;
        take_options(options);
        return finish([height](std::size_t, Point point) -> Place {
            JsonPointer place;
            place.descend("board");
            place.descend(static_cast<std::size_t>(height - 1 - point.row));
            place.descend(std::size_t{point.column});
            return place;
        });
    }

private:
    void read_board() {
        const auto view = member("board");
        const Json::Array* rows = view ? view->array(faults) : nullptr;
        if (rows == nullptr) return;
        const auto* first = rows->empty() ? nullptr : (*rows)[0].as<Json::Array>();
        const std::size_t width = first == nullptr ? 0 : first->size();
        if (rows->size() > Size::side_max || width > Size::side_max ||
            (first != nullptr && width == 0)) {
            faults.add("bad_size", "a board is 0x0, or 1 to 52 lines wide and high",
                       view->pointer());
            return;
        }
        start.setup.size = {static_cast<std::uint8_t>(width),
                            static_cast<std::uint8_t>(rows->size())};
        for (std::size_t i = 0; i < rows->size(); ++i) {
            read_row(view->at(i, (*rows)[i]), static_cast<std::uint8_t>(rows->size() - 1 - i));
        }
    }

    void read_row(JsonView view, std::uint8_t row) {
        const Json::Array* cells = view.array(faults);
        if (cells == nullptr) return;
        if (cells->size() != start.setup.size.width) {
            faults.add("wrong_length", "all rows have the same length", view.pointer());
            return;
        }
        for (std::size_t i = 0; i < cells->size(); ++i) {
            if ((*cells)[i].is_null()) continue;
            const JsonView cell = view.at(i, (*cells)[i]);
            const std::string* symbol = cell.string(faults);
            if (symbol == nullptr) continue;
            if (const auto color = color_of_letter(*symbol, cell)) {
                start.setup.stones.push_back({*color, {static_cast<std::uint8_t>(i), row}});
            } else {
                faults.add("unknown_stone",
                           in_quotes(*symbol) + " is none of \"B\", \"W\" and null",
                           cell.pointer());
            }
        }
    }

    void read_passes() {
        const Json* value = root.json().find("passes");
        if (value == nullptr) return;
        const JsonView view = root.at("passes", *value);
        const auto passes = view.integer(faults);
        if (!passes) return;
        if (*passes < 0 || *passes > passes_max) {
            faults.add("counter_out_of_range", "passes are counted from 0", view.pointer());
        } else {
            start.before.passes = static_cast<std::uint8_t>(std::min<std::int64_t>(*passes, 2));
        }
    }
};

}  // namespace

Likeness rows_likeness(const Glance& glance) {
    return likeness_of(glance, rows_keys, {{"board", "[["}});
}

Reading<Game> read_rows(std::string_view text, const Options& options) {
    return read_json_state<RowsReader>(text, options);
}

std::expected<std::string, Fault> write_rows(const Game& game) {
    const Size size = game.size();
    JsonWriter out(JsonWriter::Style::lines);
    out.object([&] {
        out.key("board");
        out.array([&] {
            for (int row = size.height - 1; row >= 0; --row) {
                out.on_one_line([&] {
                    out.array([&] {
                        for (int column = 0; column < size.width; ++column) {
                            const auto color =
                                game.position().at(point_at(size, row * size.width + column));
                            color ? out.value(state_letter(*color)) : out.null();
                        }
                    });
                });
            }
        });
        out.member("current_player", state_letter(game.turn()));
        out.member("passes", std::min(game.passes(), 2));
    });
    return out.take();
}

}  // namespace arbiter::go
