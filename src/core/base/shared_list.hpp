/// What has happened so far, for values that are copied before each event: copies share their
/// elements, so a copy costs no more than a pointer, and so does one more element.
///
/// ```cpp
/// #include "core/base/shared_list.hpp"
///
/// SharedList<int> now(1);
/// SharedList<int> next = now;
/// next.push_back(2);  // where `now` does not look
/// assert(now.size() == 1 && next.size() == 2 && now.data() == next.data());
/// now.push_back(3);  // that place is taken: from here on it has elements of its own
/// assert(next.back() == 2 && now.back() == 3);
/// ```
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace arbiter {

/// A list that changes at its end alone. Threads may use and destroy copies at the same time.
template <class T>
class SharedList {
public:
    SharedList() = default;
    explicit SharedList(T first) { push_back(std::move(first)); }
    SharedList(const SharedList& other) : block_(other.block_), size_(other.size_) {
        if (block_ != nullptr) block_->owners.fetch_add(1, std::memory_order_relaxed);
    }
    SharedList(SharedList&& other) noexcept
        : block_(std::exchange(other.block_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    SharedList& operator=(const SharedList& other) { return *this = SharedList(other); }
    SharedList& operator=(SharedList&& other) noexcept {
        std::swap(block_, other.block_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~SharedList() {
        if (block_ == nullptr) return;
        if (block_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete block_;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const T* data() const { return block_ == nullptr ? nullptr : block_->elements; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }
    const T& operator[](std::size_t i) const { return data()[i]; }
    const T& back() const { return data()[size_ - 1]; }

    void push_back(T element) {
        if (block_ == nullptr || !block_->take(size_)) move_out();
        std::construct_at(block_->elements + size_++, std::move(element));
    }
    void pop_back() {
        --size_;
        if (block_->has_one_owner()) block_->cut(size_);
    }

private:
    struct Block {
        explicit Block(std::size_t room)
            : capacity(room), elements(std::allocator<T>().allocate(room)) {}
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;
        Block(Block&&) = delete;
        Block& operator=(Block&&) = delete;
        ~Block() {
            cut(0);
            std::allocator<T>().deallocate(elements, capacity);
        }

        bool has_one_owner() const { return owners.load(std::memory_order_acquire) == 1; }
        /// Takes the place after the first `count` elements, unless another owner has taken it.
        bool take(std::size_t count) {
            if (count == capacity) return false;
            if (!has_one_owner()) return used.compare_exchange_strong(count, count + 1);
            cut(count);
            used.store(count + 1, std::memory_order_relaxed);
            return true;
        }
        void cut(std::size_t count) {
            std::destroy(elements + count, elements + used.load(std::memory_order_relaxed));
            used.store(count, std::memory_order_relaxed);
        }

        const std::size_t capacity;
        T* const elements;
        std::atomic<std::size_t> used = 0;  // by the longest of the owners there have been
        std::atomic<std::size_t> owners = 1;
    };

    /// To a block with room for another element, which is taken.
    void move_out() {
        constexpr std::size_t smallest = 4;
        SharedList other;
        other.block_ = new Block(size_ < smallest ? smallest : 2 * size_);
        for (; other.size_ < size_; ++other.size_) {
            std::construct_at(other.block_->elements + other.size_, (*this)[other.size_]);
        }
        other.block_->used = size_ + 1;
        *this = std::move(other);
    }

    Block* block_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace arbiter
