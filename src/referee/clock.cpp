#include "referee/clock.hpp"

#include <algorithm>

namespace arbiter::referee {

namespace {

using Face = Clock::Face;

/// What a clock shows before the game.
struct FreshFace {
    Face operator()(const Unlimited&) const { return {}; }
    Face operator()(const Fischer& control) const { return {.main = control.base}; }
    Face operator()(const Bronstein& control) const { return {.main = control.base}; }
    Face operator()(const ByoYomi& control) const {
        return {.main = control.base, .period = control.period, .periods_left = control.periods};
    }
    Face operator()(const Canadian& control) const {
        return {.main = control.base, .period = control.period, .moves_left = control.moves};
    }
    Face operator()(const Correspondence& control) const { return {.main = control.per_move}; }
};

/// What a clock shows after a turn that took this long.
struct FaceAfterTurn {
    Face face;
    Duration spent;

    Face operator()(const Unlimited&) { return face; }
    Face operator()(const Fischer& control) {
        face.main += control.increment;
        return face;
    }
    Face operator()(const Bronstein& control) {
        face.main += std::min(spent, control.delay);
        return face;
    }
    Face operator()(const ByoYomi& control) {
        face.period = control.period;
        return face;
    }
    Face operator()(const Canadian& control) {
        if (face.main > Duration::zero()) return face;
        if (--face.moves_left == 0) {
            face.period = control.period;
            face.moves_left = control.moves;
        }
        return face;
    }
    Face operator()(const Correspondence& control) {
        face.main = control.per_move;
        return face;
    }
};

/// How much of all periods of byo-yomi is left, the present one included.
Duration left_of_periods(const Face& face, const ByoYomi& control) {
    return face.period + std::max(face.periods_left - 1, 0) * control.period;
}

/// Shares out what is left: the last periods whole, the present one the rest.
void show_periods(Face& face, const ByoYomi& control, Duration left) {
    const auto begun = (left + control.period - Duration(1)) / control.period;
    face.periods_left = static_cast<std::int32_t>(begun);
    face.period = left - std::max(face.periods_left - 1, 0) * control.period;
}

/// The base goes first, then the periods; what is used up stays at nothing.
Face run_down(Face face, const TimeControl& control, Duration used) {
    const Duration of_main = std::min(used, face.main);
    face.main -= of_main;
    used -= of_main;
    if (used == Duration::zero()) return face;
    if (const auto* byo_yomi = std::get_if<ByoYomi>(&control)) {
        const Duration left = left_of_periods(face, *byo_yomi) - used;
        show_periods(face, *byo_yomi, std::max(left, Duration::zero()));
    } else {
        face.period -= std::min(used, face.period);
    }
    return face;
}

}  // namespace

std::optional<Duration> Face::left(const TimeControl& control) const {
    if (std::holds_alternative<Unlimited>(control)) return std::nullopt;
    const auto* byo_yomi = std::get_if<ByoYomi>(&control);
    return main + (byo_yomi == nullptr ? period : left_of_periods(*this, *byo_yomi));
}

Clock::Clock(const TimeControl& control)
    : control_(control),
      faces_{std::visit(FreshFace{}, control), std::visit(FreshFace{}, control)} {}

std::optional<Color> Clock::running() const {
    if (!run_) return std::nullopt;
    return run_->side;
}

std::optional<Moment> Clock::deadline() const {
    if (!run_) return std::nullopt;
    const auto left = faces_[run_->side].left(control_);
    if (!left) return std::nullopt;
    return run_->since + *left;
}

Duration Clock::used(Moment now) const {
    return run_ ? std::max(now - run_->since, Duration::zero()) : Duration::zero();
}

void Clock::start(Color side, Moment now) {
    if (running() == side) return;
    stop(now);
    run_ = {side, now};
}

void Clock::complete_turn(Moment now) {
    if (!run_) return;
    const Color side = run_->side;
    stop(now);
    Face& face = faces_[side];
    if (face.left(control_) == Duration::zero()) return;
    face = std::visit(FaceAfterTurn{face, spent_[side]}, control_);
    spent_[side] = Duration::zero();
}

void Clock::stop(Moment now) {
    if (!run_) return;
    faces_[run_->side] = face(run_->side, now);
    spent_[run_->side] += used(now);
    run_.reset();
}

Clock::Face Clock::face(Color side, Moment now) const {
    if (running() != side) return faces_[side];
    return run_down(faces_[side], control_, used(now));
}

}  // namespace arbiter::referee
