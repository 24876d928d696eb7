#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "arena/game.hpp"
#include "arena/report_page.hpp"
#include "core/base/json.hpp"
#include "core/base/svg.hpp"
#include "core/base/text.hpp"
#include "core/games/any_game.hpp"
#include "platform/files.hpp"

namespace arbiter::arena {

namespace {

constexpr std::size_t plies_max = 20'000;                             // drawn in one page
constexpr std::size_t transcript_bytes_max = std::size_t{64} << 20;   // of one game
constexpr std::size_t transcripts_bytes_max = std::size_t{96} << 20;  // in one page

constexpr std::string_view script = R"(
const data = JSON.parse(document.getElementById("game-data").textContent);
const byId = (id) => document.getElementById(id);
const make = (tag, text, kind) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};
let shown = { game: 0, ply: 0 };

function picture(game, ply) {
  let ids = [];
  for (let i = 0; i <= ply; i++) {
    const [head, tail, middle] = game.frames[i];
    ids = [...ids.slice(0, head), ...middle, ...(tail ? ids.slice(-tail) : [])];
  }
  return ids.map((id) => data.tokens[id]).join("");
}

function words(text, pick) {
  try {
    return pick(JSON.parse(text)) ?? text;
  } catch {
    return text;
  }
}
const asked = (text) =>
  words(text, (body) =>
    body.messages
      ?.map(({ role, content }) => {
        const said = typeof content === "string" ? content : content.map((part) => part.text ?? "[picture]").join("\n");
        return `${role}:\n${said}`;
      })
      .join("\n\n"),
  );
const answered = (text) => words(text, (body) => body.choices?.[0]?.message?.content);

function details(title, text, isOpen) {
  const box = make("details");
  box.open = isOpen;
  box.append(make("summary", title), make("pre", text));
  return box;
}

function showTurn(game, ply) {
  const box = byId("turn");
  box.replaceChildren();
  const turns = (game.turns ?? []).filter((turn) => turn.ply === ply);
  if (turns.length === 0) box.append(make("p", game.turns ? "Nothing was asked here." : "There is no transcript.", "about"));
  for (const turn of turns) {
    box.append(make("h3", `${turn.player} (${turn.seat}): ${turn.answer || turn.end}`));
    for (const { answer, rejection } of turn.refusals) box.append(make("p", `Refused: ${answer}: ${rejection.sentence}`, "refused"));
    if (turn.failure) box.append(make("p", turn.failure.sentence, "refused"));
    turn.exchanges.forEach(({ sent, received, latency_ms: time }, i) => {
      const number = turn.exchanges.length > 1 ? ` ${i + 1}` : "";
      box.append(details(`Question${number}`, asked(sent), false), details(`Answer${number}, ${time} ms`, answered(received), true));
    });
  }
}

function show(gameNumber, ply) {
  const game = data.games[Math.max(0, Math.min(gameNumber, data.games.length - 1))];
  if (!game) return;
  const at = Math.max(0, Math.min(ply, game.frames.length - 1));
  shown = { game: data.games.indexOf(game), ply: at };
  byId("game-choice").value = String(shown.game);
  byId("board").innerHTML = picture(game, at);
  byId("ending").textContent = `${game.white} - ${game.black}: ${game.ending}`;
  const moves = byId("moves");
  moves.replaceChildren();
  game.moves.forEach((move, i) => {
    const link = make("a", move, i + 1 === at ? "now" : "");
    link.href = `#g${game.number}p${i + 1}`;
    moves.append(link, " ");
  });
  showTurn(game, at);
}

const go = (ply) => {
  location.hash = `#g${data.games[shown.game].number}p${Math.max(0, ply)}`;
};
function follow() {
  const found = /^#g(\d+)p(\d+)$/.exec(location.hash);
  if (!found) return show(0, 0);
  const index = data.games.findIndex(({ number }) => number === Number(found[1]));
  show(Math.max(index, 0), Number(found[2]));
}

data.games.forEach((game, i) => {
  const choice = make("option", `${game.number}. ${game.white} - ${game.black}: ${game.ending}`);
  choice.value = String(i);
  byId("game-choice").append(choice);
});
if (data.games.length > 0) {
  byId("game-choice").addEventListener("change", (event) => {
    location.hash = `#g${data.games[Number(event.target.value)].number}p0`;
  });
  const last = () => data.games[shown.game].frames.length - 1;
  for (const [id, ply] of [["first", () => 0], ["back", () => shown.ply - 1], ["next", () => Math.min(shown.ply + 1, last())], ["last", last]])
    byId(id).addEventListener("click", () => go(ply()));
  addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT") return;
    if (event.key === "ArrowLeft") go(shown.ply - 1);
    if (event.key === "ArrowRight") go(Math.min(shown.ply + 1, last()));
  });
  addEventListener("hashchange", follow);
  follow();
}
)";

/// Pictures as lists of elements, each of which is written down once for the whole page.
class Pictures {
public:
    struct Frame {
        std::size_t head;  ///< how many elements the picture before begins with as well
        std::size_t tail;
        std::vector<std::size_t> middle;
    };

    Frame frame(const std::string& picture) {
        const std::string svg = with_common_ids(picture);
        std::vector<std::size_t> ids;
        for (std::size_t begin = 0; begin < svg.size();) {
            const std::size_t end = std::min(svg.find('<', begin + 1), svg.size());
            const auto [token, is_new] =
                ids_.try_emplace(svg.substr(begin, end - begin), tokens_.size());
            if (is_new) tokens_.push_back(&token->first);
            ids.push_back(token->second);
            begin = end;
        }
        const auto common = std::ranges::mismatch(last_, ids);
        const auto head = static_cast<std::size_t>(common.in1 - last_.begin());
        std::size_t tail = 0;
        while (tail < std::min(last_.size(), ids.size()) - head &&
               last_[last_.size() - 1 - tail] == ids[ids.size() - 1 - tail]) {
            ++tail;
        }
        Frame frame{head,
                    tail,
                    {ids.begin() + static_cast<std::ptrdiff_t>(head),
                     ids.end() - static_cast<std::ptrdiff_t>(tail)}};
        last_ = std::move(ids);
        return frame;
    }

    /// The next picture is the first of a game.
    void begin_anew() { last_.clear(); }
    const std::vector<const std::string*>& tokens() const { return tokens_; }

private:
    /// The ids within a picture begin with letters of its own: `<title id="a1b2-title">`.
    static std::string with_common_ids(std::string svg) {
        constexpr std::string_view before = "<title id=\"";
        const auto begin = svg.find(before);
        const auto end = svg.find("-title", begin);
        if (begin == svg.npos || end == svg.npos) return svg;
        const auto from = begin + before.size();
        const std::string own = svg.substr(from, end + 1 - from);
        for (auto at = svg.find(own); at != svg.npos; at = svg.find(own, at + 2)) {
            svg.replace(at, own.size(), "b-");
        }
        return svg;
    }

    std::unordered_map<std::string, std::size_t> ids_;
    std::vector<const std::string*> tokens_;
    std::vector<std::size_t> last_;
};

std::string ending_text(const GameReport& report) {
    std::string text = report.winner ? std::string(to_string(*report.winner)) + " wins"
                       : report.result == GameResult::draw ? std::string("draw")
                                                           : std::string("void");
    std::string reason = report.reason;
    std::ranges::replace(reason, '_', ' ');
    text += ", " + reason;
    if (report.stake > 1) text += fmt::format(", {} points", report.stake);
    if (report.forfeit) text += " (" + report.forfeit->sentence + ")";
    if (report.failure) text += " (" + report.failure->sentence + ")";
    return text;
}

class GamesWriter {
public:
    GamesWriter(const Results& results, const std::filesystem::path& transcripts)
        : results_(results), transcripts_(transcripts) {}

    void add(const GameReport& report) {
        ++games_;
        const std::string& type = results_.tournament.terms().game;
        auto game = AnyGame::read(report.record, {.game = type, .format = {}, .options = {}});
        if (!game || plies_ + game->event_count() > plies_max) return;
        plies_ += game->event_count();
        if (shown_++ > 0) json_ += ",\n";
        JsonWriter out;
        write_game(out, report, *game);
        json_ += out.take();
    }

    std::string take() {
        JsonWriter tokens;
        tokens.array([&] {
            for (const std::string* token : pictures_.tokens()) tokens.value(*token);
        });
        std::string data = "{\"tokens\":" + tokens.take() + ",\n\"games\":[" + json_ + "]}";
        // Nothing in it ends the element that it stands in.
        for (auto at = data.find("</"); at != data.npos; at = data.find("</", at)) {
            data.replace(at, 2, "<\\/");
        }
        for (auto at = data.find("<!--"); at != data.npos; at = data.find("<!--", at)) {
            data.replace(at, 4, "\\u003c!--");
        }
        std::string html = "<h2>Games</h2>\n";
        if (shown_ < games_) {
            html += fmt::format(
                "<p class=\"about\">The first {} of {} games; all are in the files "
                "beside this page.</p>\n",
                shown_, games_);
        }
        html +=
            "<p><select id=\"game-choice\" aria-label=\"Game\"></select></p>\n"
            "<div class=\"viewer\"><div><div id=\"board\"></div>\n"
            "<p class=\"steps\"><button id=\"first\" aria-label=\"First\">&laquo;</button>"
            "<button id=\"back\" aria-label=\"Back\">&lsaquo;</button>"
            "<button id=\"next\" aria-label=\"Next\">&rsaquo;</button>"
            "<button id=\"last\" aria-label=\"Last\">&raquo;</button></p>\n"
            "<p id=\"ending\"></p><p id=\"moves\"></p></div>\n<div id=\"turn\"></div></div>\n";
        return html + "<script type=\"application/json\" id=\"game-data\">" + data +
               "</script>\n<script>" + std::string(script) + "</script>\n";
    }

private:
    void write_game(JsonWriter& out, const GameReport& report, AnyGame& game) {
        const auto& names = results_.tournament.schedule().game(report.number).players;
        const auto events = *game.history(game.traits().record_notation);
        const auto moves = game.history();
        game.rewind(0);
        pictures_.begin_anew();
        out.object([&] {
            out.member("number", report.number + 1);
            out.member("white", results_.name(names.white));
            out.member("black", results_.name(names.black));
            out.member("ending", ending_text(report));
            out.key("moves");
            out.array([&] {
                // A verdict is JSON in every notation.
                for (const std::string& move : moves)
                    out.value(move.starts_with('{') ? "end" : move);
            });
            out.key("frames");
            out.array([&] {
                write_frame(out, game);
                for (const std::string& event : events) {
                    if (!game.play(event)) break;
                    write_frame(out, game);
                }
            });
            write_turns(out, report);
        });
    }

    void write_frame(JsonWriter& out, const AnyGame& game) {
        const auto [head, tail, middle] = pictures_.frame(game.svg({}));
        out.array([&] {
            out.value(head);
            out.value(tail);
            out.array([&] {
                for (const std::size_t id : middle) out.value(id);
            });
        });
    }

    /// The lines of the transcript as they are.
    void write_turns(JsonWriter& out, const GameReport& report) {
        if (transcripts_.empty()) return;
        const auto file = transcripts_ / ("game-" + std::to_string(report.number + 1) + ".jsonl");
        const auto text = platform::read_file(file, transcript_bytes_max);
        if (!text || transcript_bytes_ + text->size() > transcripts_bytes_max) return;
        transcript_bytes_ += text->size();
        out.key("turns");
        out.array([&] {
            for (std::string_view rest = *text; !rest.empty();) {
                const std::string_view line = rest.substr(0, rest.find('\n'));
                rest.remove_prefix(std::min(line.size() + 1, rest.size()));
                if (read_json(line)) out.raw(line);
            }
        });
    }

    const Results& results_;
    const std::filesystem::path& transcripts_;
    Pictures pictures_;
    std::string json_;
    std::size_t games_ = 0;
    std::size_t shown_ = 0;
    std::size_t plies_ = 0;
    std::size_t transcript_bytes_ = 0;
};

}  // namespace

std::expected<std::string, store::StoreError> games_html(const Results& results, Ledger& ledger,
                                                         const std::filesystem::path& transcripts) {
    GamesWriter writer(results, transcripts);
    const auto read = ledger.each([&](const GameReport& report) { writer.add(report); });
    if (!read) return std::unexpected(read.error());
    return writer.take();
}

}  // namespace arbiter::arena
