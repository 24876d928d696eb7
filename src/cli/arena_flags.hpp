#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/json.hpp"

namespace arbiter::cli {

/// The flags of an arena, as members of its terms: they override those of the file.
class TermFlags {
public:
    void add_to(CLI::App& command);
    bool tell_who_plays() const;
    void put_into(Json& document);

private:
    void set(std::string key, Json value) {
        members_.push_back({std::move(key), std::move(value)});
    }
    Json options() const;

    Json::Object members_;
    std::vector<std::string> players_;
    std::vector<std::string> settings_;
    std::string openings_;
    std::string clock_;
    std::optional<std::int64_t> resign_score_;
    std::optional<std::int64_t> draw_score_;
    std::optional<double> elo0_;
    std::optional<double> elo1_;
};

}  // namespace arbiter::cli
