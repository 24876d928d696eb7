#include "core/contract/document.hpp"

namespace arbiter {

std::string_view to_string(Verdict::Kind kind) {
    switch (kind) {
        case Verdict::Kind::legal: return "legal";
        case Verdict::Kind::illegal: return "illegal";
        case Verdict::Kind::unreadable: return "unreadable";
        case Verdict::Kind::after_the_end: return "after_the_end";
        case Verdict::Kind::below_a_fault: return "below_a_fault";
    }
    return {};
}

}  // namespace arbiter
