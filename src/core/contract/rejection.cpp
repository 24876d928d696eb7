#include "core/contract/rejection.hpp"

namespace arbiter {

std::string_view to_string(RejectionKind kind) {
    switch (kind) {
        case RejectionKind::unreadable: return "unreadable";
        case RejectionKind::ambiguous: return "ambiguous";
        case RejectionKind::illegal: return "illegal";
        case RejectionKind::out_of_turn: return "out_of_turn";
        case RejectionKind::game_over: return "game_over";
    }
    return {};
}

std::string sentence(const Rejection& rejection) {
    return fill(rejection.code->sentence, rejection.data);
}

Rejection out_of_turn(Color turn) { return {&codes::not_your_turn, {{"turn", word(turn)}}}; }

Rejection game_is_over(const Outcome& outcome) {
    return {&codes::game_over, {{"outcome", sentence(outcome)}}};
}

}  // namespace arbiter
