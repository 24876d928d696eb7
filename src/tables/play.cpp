#include "tables/play.hpp"

namespace arbiter::tables {

MoveRejection rejection_of(const Rejection& rejection) {
    return {std::string(rejection.code->name), sentence(rejection)};
}

MoveRejection rejection_of(const Faults& faults) {
    const Fault* first = nullptr;
    std::size_t count = 0;
    for (const Fault& fault : faults) {
        if (fault.severity != Severity::error) continue;
        if (first == nullptr) first = &fault;
        ++count;
    }
    if (first == nullptr) return {"unreadable", "the file cannot be read"};
    std::string text = to_string(first->place);
    text += (text.empty() ? "" : ": ") + first->sentence;
    if (count > 1) text += " (and " + std::to_string(count - 1) + " more)";
    return {std::string(first->code), text};
}

}  // namespace arbiter::tables
