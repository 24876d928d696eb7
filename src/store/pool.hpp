#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace arbiter::store {

/// A few connections that readers share: each is used by one thread at a time.
template <class Connection>
class Pool {
public:
    using Make = std::function<std::unique_ptr<Connection>()>;
    Pool(std::size_t size_max, Make make) : size_max_(size_max), make_(std::move(make)) {}

    /// Calls `work` with a connection, and waits for one if all are in use.
    template <class Work>
    auto with(Work&& work) {
        const Loan loan(*this);
        return std::forward<Work>(work)(*loan.connection);
    }

    struct Use {
        std::size_t in_use;
        std::size_t waited_for;
    };
    Use use() const {
        const std::scoped_lock lock(mutex_);
        return {in_use_, waited_for_};
    }

private:
    /// A place in the pool, and the connection in it.
    struct Loan {
        explicit Loan(Pool& owner) : pool(owner), connection(pool.enter()) {
            try {
                if (!connection || !connection->alive()) connection = pool.make_();
            } catch (...) {
                pool.leave(nullptr);
                throw;
            }
        }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        Loan(Loan&&) = delete;
        Loan& operator=(Loan&&) = delete;
        ~Loan() { pool.leave(std::move(connection)); }

        Pool& pool;
        std::unique_ptr<Connection> connection;
    };

    /// Null where one must be made.
    std::unique_ptr<Connection> enter() {
        std::unique_lock lock(mutex_);
        ++waited_for_;
        left_.wait(lock, [this] { return in_use_ < size_max_; });
        --waited_for_;
        ++in_use_;
        if (idle_.empty()) return nullptr;
        auto connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
    }

    void leave(std::unique_ptr<Connection> connection) {
        {
            const std::scoped_lock lock(mutex_);
            --in_use_;
            if (connection) idle_.push_back(std::move(connection));
        }
        left_.notify_one();
    }

    std::size_t size_max_;
    Make make_;
    mutable std::mutex mutex_;
    std::condition_variable left_;
    std::size_t in_use_ = 0;
    std::size_t waited_for_ = 0;
    std::vector<std::unique_ptr<Connection>> idle_;
};

}  // namespace arbiter::store
