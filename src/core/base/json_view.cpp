#include <cmath>

#include "core/base/excerpt.hpp"
#include "core/base/json.hpp"

namespace arbiter {

JsonPointer JsonView::pointer() const {
    if (parent_ == nullptr) return {};
    JsonPointer pointer = parent_->pointer();
    in_array_ ? pointer.descend(index_) : pointer.descend(key_);
    return pointer;
}

JsonView JsonView::at(std::size_t index, const Json& element) const& {
    JsonView view(element);
    view.parent_ = this;
    view.index_ = index;
    view.in_array_ = true;
    return view;
}

JsonView JsonView::at(std::string_view key, const Json& member) const& {
    JsonView view(member);
    view.parent_ = this;
    view.key_ = key;
    return view;
}

void JsonView::add_wrong_type(std::string_view what, Faults& faults) const {
    std::string sentence = "here stands ";
    sentence += json().type_name();
    sentence += " instead of ";
    sentence += what;
    faults.add("wrong_type", std::move(sentence), pointer());
}

template <class T>
const T* JsonView::expect(std::string_view what, Faults& faults) const {
    const T* content = json().as<T>();
    if (content == nullptr) add_wrong_type(what, faults);
    return content;
}

const Json::Object* JsonView::object(Faults& faults) const {
    return expect<Json::Object>("an object", faults);
}

const Json::Array* JsonView::array(Faults& faults) const {
    return expect<Json::Array>("an array", faults);
}

const std::string* JsonView::string(Faults& faults) const {
    return expect<std::string>("a string", faults);
}

const bool* JsonView::boolean(Faults& faults) const {
    return expect<bool>("true or false", faults);
}

std::optional<std::int64_t> JsonView::integer(Faults& faults) const {
    constexpr double exact_max = 9007199254740992.0;  // 2^53: beyond it doubles skip integers
    if (const auto* number = json().as<std::int64_t>()) return *number;
    if (const auto* number = json().as<double>()) {
        if (std::abs(*number) <= exact_max && std::trunc(*number) == *number) {
            return static_cast<std::int64_t>(*number);
        }
    }
    add_wrong_type("an integer", faults);
    return std::nullopt;
}

std::optional<double> JsonView::number(Faults& faults) const {
    if (const auto* whole = json().as<std::int64_t>()) return static_cast<double>(*whole);
    if (const auto* number = json().as<double>()) return *number;
    add_wrong_type("a number", faults);
    return std::nullopt;
}

const Json* JsonView::require(std::string_view key, Faults& faults) const {
    const Json* member = json().find(key);
    if (member == nullptr) {
        faults.add("missing_key", "the key \"" + std::string(key) + "\" is missing", pointer());
    }
    return member;
}

void JsonView::add_unknown(std::string_view key, Severity severity, Faults& faults) const {
    JsonPointer place = pointer();
    place.descend(key);
    faults.add({"unknown_key", "the key \"" + excerpt(key) + "\" means nothing here",
                std::move(place), severity});
}

}  // namespace arbiter
