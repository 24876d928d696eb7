#include "arena/toml.hpp"

#include <algorithm>
#include <cmath>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace arbiter::arena {

namespace {

TextPlace place_of(const toml::source_region& region) {
    return {region.begin.line, region.begin.column};
}

}  // namespace

class TomlReader {
public:
    Reading<Toml> read(std::string_view text) {
        const toml::parse_result parsed = toml::parse(text);
        if (!parsed) {
            return Reading<Toml>::failure("toml_syntax", std::string(parsed.error().description()),
                                          place_of(parsed.error().source()));
        }
        toml_.json_ = converted(parsed.table(), {});
        std::ranges::sort(toml_.spots_, {}, &Toml::Spot::pointer);
        Reading<Toml> reading{std::nullopt, std::move(faults_)};
        if (!reading.faults.fatal()) reading.value = std::move(toml_);
        return reading;
    }

private:
    Json converted(const toml::node& node, const JsonPointer& pointer) {
        toml_.spots_.push_back({pointer.path, place_of(node.source())});
        if (const auto* table = node.as_table()) return object_of(*table, pointer);
        if (const auto* array = node.as_array()) return array_of(*array, pointer);
        if (const auto* text = node.as_string()) return Json{text->get()};
        if (const auto* number = node.as_integer()) return Json{number->get()};
        if (const auto* truth = node.as_boolean()) return Json{truth->get()};
        if (const auto* number = node.as_floating_point(); number && std::isfinite(number->get())) {
            return Json{number->get()};
        }
        faults_.add("wrong_type", "dates, times and infinities mean nothing here",
                    place_of(node.source()));
        return {};
    }

    Json object_of(const toml::table& table, const JsonPointer& pointer) {
        Json::Object object;
        for (const auto& [key, value] : table) {
            JsonPointer below = pointer;
            below.descend(key.str());
            object.push_back({std::string(key.str()), converted(value, below)});
        }
        return Json{std::move(object)};
    }

    Json array_of(const toml::array& array, const JsonPointer& pointer) {
        Json::Array list;
        for (const toml::node& value : array) {
            JsonPointer below = pointer;
            below.descend(list.size());
            list.push_back(converted(value, below));
        }
        return Json{std::move(list)};
    }

    Toml toml_;
    Faults faults_;
};

Reading<Toml> Toml::read(std::string_view text) { return TomlReader().read(text); }

Faults Toml::in_text(const Faults& faults) const {
    Faults told;
    for (Fault fault : faults) {
        if (const auto* pointer = std::get_if<JsonPointer>(&fault.place)) {
            const auto spot = std::ranges::lower_bound(spots_, pointer->path, {}, &Spot::pointer);
            if (spot != spots_.end() && spot->pointer == pointer->path) fault.place = spot->place;
        }
        told.add(std::move(fault));
    }
    return told;
}

}  // namespace arbiter::arena
