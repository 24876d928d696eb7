#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/console.hpp"
#include "core/games/any_document.hpp"

namespace arbiter::cli {

/// Where games come from: the options that every reading command shares.
class Input {
public:
    /// Commands with arguments of their own take the file only as `--input FILE`.
    enum class File : std::uint8_t { argument, option };
    /// Commands that work on one game let the user say which, and how far it has gone.
    enum class Take : std::uint8_t { one, all };

    void add_to(CLI::App& command, File file, Take take);

    /// Whether a document with errors will do, as far as it can be played.
    enum class Errors : std::uint8_t { refused, told };
    /// The game asked for, as it stood then. Warnings are told.
    AnyGame one(const Console& console, Errors errors = Errors::refused) const;
    /// The same with the document it stands in, and its node there.
    struct Shown {
        AnyGame game;
        AnyDocument document;
        NodeId node;
    };
    Shown shown(const Console& console, Errors errors = Errors::told) const;
    /// Takes a game back to how it stood after `ply` moves; an error if it has fewer.
    void rewind(AnyGame& game, std::size_t ply) const;

    /// Hands over every document with its number, counted from 1, until `visit` returns false.
    using Visitor = std::function<bool(std::size_t number, Reading<AnyDocument>& reading)>;
    void each(const Visitor& visit) const;

    /// How messages call it.
    std::string name() const;

private:
    class Source;
    Detected recognised(Source& source, std::string& text) const;

    std::string file_;
    std::string format_;
    std::string game_;
    std::string charset_;
    std::vector<std::string> settings_;
    bool strict_ = false;
    std::size_t number_ = 1;
    std::optional<std::size_t> ply_;
    std::string notation_;
};

/// The `--set NAME=VALUE` of reading commands and of `new`.
void add_settings(CLI::App& command, std::vector<std::string>& settings);

}  // namespace arbiter::cli
