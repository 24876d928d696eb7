#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace arbiter::wasm {

/// Games or documents by handle. A handle is never 0; a freed one stays invalid until its slot has
/// been used by 65,535 others.
template <class T>
class HandleTable {
public:
    static constexpr std::size_t capacity = std::size_t{1} << 16;

    std::size_t size() const { return places_.size() - free_.size(); }
    bool full() const { return size() == capacity; }

    /// The table must not be full.
    std::uint32_t add(T value) {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint16_t>(places_.size()));
            places_.emplace_back();
        }
        const std::uint16_t index = free_.back();
        free_.pop_back();
        places_[index].value.emplace(std::move(value));
        return std::uint32_t{places_[index].generation} << 16 | index;
    }

    /// Null if the handle is invalid.
    T* find(std::uint32_t number) {
        Place* place = place_of(number);
        return place == nullptr ? nullptr : &*place->value;
    }

    void remove(std::uint32_t number) {
        Place* place = place_of(number);
        if (place == nullptr) return;
        place->value.reset();
        if (++place->generation == 0) place->generation = 1;
        free_.push_back(static_cast<std::uint16_t>(number));
    }

private:
    struct Place {
        std::optional<T> value;
        std::uint16_t generation = 1;
    };

    Place* place_of(std::uint32_t number) {
        const std::size_t index = number & 0xffff;
        if (index >= places_.size()) return nullptr;
        Place& place = places_[index];
        return place.value && place.generation == number >> 16 ? &place : nullptr;
    }

    std::vector<Place> places_;
    std::vector<std::uint16_t> free_;
};

}  // namespace arbiter::wasm
