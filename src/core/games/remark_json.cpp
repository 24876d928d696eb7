#include <algorithm>
#include <array>

#include "core/base/object_reader.hpp"
#include "core/games/any_document.hpp"
#include "core/games/game_type.hpp"
#include "core/games/to_json.hpp"

namespace arbiter {

namespace {

constexpr std::array<std::string_view, 9> shapes{"circle",          "square",          "triangle",
                                                 "cross",           "selected",        "dimmed",
                                                 "black_territory", "white_territory", "colored"};
constexpr std::array<std::string_view, 3> units{"centipawns", "mate", "points"};

template <std::size_t n>
std::optional<std::size_t> index_of(const std::array<std::string_view, n>& words,
                                    std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) return std::nullopt;
    return static_cast<std::size_t>(found - words.begin());
}

class RemarkWriter {
public:
    explicit RemarkWriter(JsonWriter& out) : out_(out) {}

    void operator()(const Comment& comment) const {
        out_.member("type", "comment");
        out_.member("text", comment.text);
        if (comment.before) out_.member("before", true);
    }
    void operator()(const Glyph& glyph) const {
        out_.member("type", "glyph");
        out_.member("number", glyph.number);
    }
    void operator()(const Mark& mark) const {
        out_.member("type", "mark");
        out_.member("shape", shapes[static_cast<std::size_t>(mark.shape)]);
        out_.member("place", mark.place);
        if (!mark.color.empty()) out_.member("color", mark.color);
    }
    void operator()(const Arrow& arrow) const {
        out_.member("type", arrow.headed ? "arrow" : "line");
        out_.member("from", arrow.from);
        out_.member("to", arrow.to);
        if (!arrow.color.empty()) out_.member("color", arrow.color);
    }
    void operator()(const Label& label) const {
        out_.member("type", "label");
        out_.member("place", label.place);
        out_.member("text", label.text);
    }
    void operator()(const TimeLeft& time) const {
        out_.member("type", "time_left");
        out_.member("ms", time.ms);
        if (time.side) out_.member("side", to_string(*time.side));
    }
    void operator()(const TimeSpent& time) const {
        out_.member("type", "time_spent");
        out_.member("ms", time.ms);
    }
    void operator()(const Evaluation& evaluation) const {
        out_.member("type", "evaluation");
        out_.member("value", evaluation.value);
        out_.member("unit", units[static_cast<std::size_t>(evaluation.unit)]);
        if (evaluation.depth) out_.member("depth", *evaluation.depth);
    }
    void operator()(const Property& property) const {
        out_.member("type", "property");
        out_.member("name", property.name);
        out_.key("values");
        arbiter::write(out_, property.values);
    }

private:
    JsonWriter& out_;
};

constexpr std::int64_t ms_max = 1'000'000'000'000;
constexpr std::int64_t glyph_max = 1'000'000;

/// Reads one remark; the object's members were looked up by its type.
class RemarkReader {
public:
    RemarkReader(const JsonView& view, Faults& faults) : object_(view, faults) {}

    std::optional<Remark> remark() const {
        if (!object_.is_object()) return std::nullopt;
        const std::string* type = object_.text(object_.require("type"));
        if (type == nullptr) return std::nullopt;
        if (*type == "comment") return comment();
        if (*type == "glyph") return glyph();
        if (*type == "mark") return mark();
        if (*type == "arrow" || *type == "line") return arrow(*type == "arrow");
        if (*type == "label") return Label{text("place"), text("text")};
        if (*type == "time_left") return TimeLeft{ms(), side()};
        if (*type == "time_spent") return TimeSpent{ms()};
        if (*type == "evaluation") return evaluation();
        if (*type == "property") return property();
        object_.add(*object_.find("type"), "unknown_remark",
                    in_quotes(*type) + " is not a kind of annotation");
        return std::nullopt;
    }

private:
    std::string text(std::string_view key) const {
        const std::string* found = object_.text(object_.require(key));
        return found == nullptr ? std::string() : *found;
    }
    std::string color() const {
        const std::string* found = object_.text(object_.find("color"));
        return found == nullptr ? std::string() : *found;
    }
    std::int64_t ms() const {
        return object_.integer(object_.require("ms"), {0, ms_max}).value_or(0);
    }
    std::optional<Color> side() const {
        return object_.word(object_.find("side"), "unknown_color", "white or black", color_named);
    }
    Remark comment() const {
        const bool* before = object_.boolean(object_.find("before"));
        return Comment{text("text"), before != nullptr && *before};
    }
    Remark glyph() const {
        const auto number = object_.integer(object_.require("number"), {0, glyph_max});
        return Glyph{static_cast<int>(number.value_or(0))};
    }
    Remark mark() const {
        const auto shape =
            object_.word(object_.require("shape"), "unknown_shape", "a shape of a mark",
                         [](const std::string& word) { return index_of(shapes, word); });
        return Mark{static_cast<Mark::Shape>(shape.value_or(0)), text("place"), color()};
    }
    Remark arrow(bool headed) const { return Arrow{text("from"), text("to"), color(), headed}; }
    Remark evaluation() const {
        Evaluation evaluation;
        if (const auto value = object_.require("value")) {
            evaluation.value = value->number(object_.faults()).value_or(0);
        }
        const auto unit =
            object_.word(object_.find("unit"), "unknown_unit", "a unit of evaluations",
                         [](const std::string& word) { return index_of(units, word); });
        evaluation.unit = static_cast<Evaluation::Unit>(unit.value_or(0));
        if (const auto depth = object_.integer(object_.find("depth"), {0, 10'000})) {
            evaluation.depth = static_cast<int>(*depth);
        }
        return evaluation;
    }
    Remark property() const {
        Property property{text("name"), {}};
        const auto values = object_.require("values");
        const Json::Array* list = values ? values->array(object_.faults()) : nullptr;
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            const std::string* value = values->at(i, (*list)[i]).string(object_.faults());
            if (value != nullptr) property.values.push_back(*value);
        }
        return property;
    }

    ObjectReader object_;
};

}  // namespace

void write_remarks(JsonWriter& out, std::span<const Remark> remarks) {
    out.array([&] {
        for (const Remark& remark : remarks) {
            out.object([&] { std::visit(RemarkWriter(out), remark); });
        }
    });
}

std::vector<Remark> read_remarks(JsonView list, Faults& faults) {
    std::vector<Remark> remarks;
    const Json::Array* entries = list.array(faults);
    for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
        const JsonView entry = list.at(i, (*entries)[i]);
        if (auto remark = RemarkReader(entry, faults).remark()) {
            remarks.push_back(*std::move(remark));
        }
    }
    return remarks;
}

void write_move(JsonWriter& out, std::string_view move) {
    out.key("move");
    move.starts_with('{') ? out.raw(move) : out.value(move);
}

void write_node(JsonWriter& out, const Verdict* verdict, std::span<const Remark> remarks) {
    if (verdict != nullptr) {
        if (!verdict->text.empty()) out.member("text", verdict->text);
        out.member("verdict", to_string(verdict->kind));
        if (verdict->rejection) {
            out.key("rejection");
            write(out, *verdict->rejection);
        }
    }
    if (remarks.empty()) return;
    out.key("annotations");
    write_remarks(out, remarks);
}

}  // namespace arbiter
