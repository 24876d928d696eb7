#pragma once

#include <string>
#include <string_view>

namespace arbiter {

/// 1,768 moves on a board of 52x52: columns of black and of white stones, with empty ones between.
inline std::string long_sgf() {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string sgf = "(;GM[1]FF[4]SZ[52]";
    for (std::size_t column = 0; column + 1 < letters.size(); column += 3) {
        for (const char row : letters) {
            sgf += std::string(";B[") + letters[column] + row + "]";
            sgf += std::string(";W[") + letters[column + 1] + row + "]";
        }
    }
    return sgf + ")";
}

}  // namespace arbiter
