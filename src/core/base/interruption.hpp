#pragma once

namespace arbiter {

/// Lets long work end early. Whoever begins such work says, for this thread, how to ask whether it is
/// still wanted. The work asks between two steps, and from then on returns anything; so whoever began
/// it asks once more, and drops what came of it.
class Interruption {
public:
    using Question = bool (*)(const void* asked);

    Interruption(Question question, const void* asked)
        : question_(question), asked_(asked), outer_(innermost) {
        innermost = this;
    }
    Interruption(const Interruption&) = delete;
    Interruption(Interruption&&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    Interruption& operator=(Interruption&&) = delete;
    ~Interruption() { innermost = outer_; }

    static bool is_due() { return innermost != nullptr && innermost->question_(innermost->asked_); }

private:
    // So that it can be linked into a program and into the Python module alike.
    [[gnu::tls_model("initial-exec")]]
    static inline constinit thread_local const Interruption* innermost = nullptr;
    Question question_;
    const void* asked_;
    const Interruption* outer_;
};

}  // namespace arbiter
