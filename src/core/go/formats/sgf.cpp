#include "core/go/formats/sgf.hpp"

#include <algorithm>

#include "core/base/utf8.hpp"
#include "core/go/formats/sgf_export.hpp"
#include "core/go/formats/sgf_import.hpp"
#include "core/go/formats/sgf_reader.hpp"
#include "core/go/formats/sgf_text.hpp"
#include "core/go/formats/sgf_writer.hpp"

namespace arbiter::go {

namespace {

/// Reads SGF and converts each tree to a game.
class SgfGames final : public Stream<Game> {
public:
    explicit SgfGames(Options options) : options_(std::move(options)) {}

    void feed(std::string_view piece) override { reader_.feed(piece); }
    void finish() override { reader_.finish(); }
    std::optional<Reading<Game>> next() override {
        auto sgf = reader_.next();
        if (!sgf) return std::nullopt;
        if (!*sgf) return Reading<Game>{std::nullopt, std::move(sgf->faults)};
        Reading<Game> game = game_of(**sgf, options_);
        sgf->faults.merge(game.faults);
        game.faults = std::move(sgf->faults);
        return game;
    }

private:
    SgfReader reader_;
    Options options_;
};

}  // namespace

/// Either the text begins with a game, or a line near its beginning does, as in an e-mail: then FF or
/// GM must follow.
bool looks_like_sgf(std::string_view text) {
    constexpr std::size_t head_size_max = 4096;
    text = sgf_trimmed(without_byte_order_mark(text));
    if (text.starts_with('(')) {
        const auto next = std::ranges::find_if_not(text.substr(1), is_sgf_blank);
        return next != text.end() && *next == ';';
    }
    const auto head = text.substr(0, head_size_max);
    return head.find("\n(;FF[") != head.npos || head.find("\n(;GM[") != head.npos;
}

Reading<Game> read_sgf_game(std::string_view text, const Options& options) {
    SgfGames games(options);
    games.feed(text);
    games.finish();
    if (auto game = games.next()) return std::move(*game);
    return Reading<Game>::failure("empty", "there is no game in the text");
}

std::expected<std::string, Fault> write_sgf_game(const Game& game) {
    const auto sgf = sgf_of(game);
    if (!sgf) return std::unexpected(sgf.error());
    return write_sgf(*sgf);
}

std::unique_ptr<Stream<Document<Game>>> stream_sgf(const Options& options) {
    return std::make_unique<LineStream<Game>>(std::make_unique<SgfGames>(options));
}

}  // namespace arbiter::go
