#include "core/contract/sgf_remarks.hpp"

#include "core/backgammon/game.hpp"

/// What SGF's properties say to people.
namespace arbiter::backgammon {

std::vector<Remark> Game::remarks(const Annotation& annotation) const {
    const auto* property = std::get_if<Property>(&annotation);
    if (property != nullptr) {
        if (auto remark = sgf_remark(*property)) return {*std::move(remark)};
    }
    return GameBase::remarks(annotation);
}

/// What stands before the root is not a property.
std::vector<Annotation> Game::annotations(std::span<const Remark> remarks) const {
    std::vector<Annotation> kept;
    for (const Remark& remark : remarks) {
        const auto* comment = std::get_if<Comment>(&remark);
        if (comment != nullptr && comment->before) {
            kept.emplace_back(*comment);
        } else if (comment != nullptr) {
            add_sgf_property(kept, sgf_property(*comment));
        } else if (const auto* glyph = std::get_if<Glyph>(&remark)) {
            add_sgf_property(kept, sgf_property(*glyph));
        } else if (const auto* property = std::get_if<Property>(&remark)) {
            add_sgf_property(kept, *property);
        }
    }
    return kept;
}

}  // namespace arbiter::backgammon
