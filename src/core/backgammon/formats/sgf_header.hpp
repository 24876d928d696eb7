#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/rules.hpp"
#include "core/contract/annotation.hpp"

/// What the root of a game of GM[6] says about its match: MI, RU and RE.
namespace arbiter::backgammon {

struct SgfHeader {
    int match_length = 0;
    int game = 0;  ///< of the match, from 0
    PerColor<int> score{};
    std::vector<std::string> rules{};  ///< the words of RU
};

SgfHeader read_sgf_header(std::span<const Annotation> root);
/// The rules that RU names. What cannot matter, such as Crawford's for money, is as usual.
Rules rules_of(const SgfHeader& header);
bool is_crawford_game(const SgfHeader& header);
/// A new game. Where a side has one point to go, it is the Crawford game or one after it.
Setup setup_at(const Rules& rules, PerColor<int> score, bool crawford_game);

/// MI and RU of a game that begins in that position.
std::vector<Property> sgf_header(const Rules& rules, const Setup& setup, int game);

struct SgfResult {
    Color winner;
    int points;
    bool resigned = false;
};
/// "W+2", "B+4R".
std::optional<SgfResult> read_sgf_result(std::string_view text);
std::string write_sgf_result(const SgfResult& result);

}  // namespace arbiter::backgammon
