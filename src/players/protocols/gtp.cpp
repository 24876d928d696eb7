#include "players/protocols/gtp.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>

#include "core/go/board/handicap.hpp"
#include "core/go/formats/sgf.hpp"
#include "core/go/notations/gtp.hpp"
#include "core/go/notations/katago_rules.hpp"
#include "core/go/notations/vertex.hpp"
#include "core/go/picture/text.hpp"
#include "core/go/playouts/life.hpp"
#include "core/go/territory.hpp"

namespace arbiter::players {

namespace {

using go::Event;
using go::Game;
using go::Pass;
using go::Play;
using go::Point;
using go::Rules;
using go::Size;
using go::Stone;

constexpr std::size_t command_words_max = 4096;

std::unexpected<std::string> error(std::string_view message) {
    return std::unexpected(std::string(message));
}
std::unexpected<std::string> syntax_error() { return error("syntax error"); }

/// GTP 2, section 3.1: control characters go, tabs are blanks, # begins a comment.
std::string preprocessed(std::string_view line) {
    std::string text;
    for (const char c : line.substr(0, line.find('#'))) {
        if (c == '\t') text += ' ';
        if (static_cast<unsigned char>(c) >= ' ' && c != '\x7F') text += c;
    }
    return text;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (words.size() < command_words_max) {
        const auto begin = text.find_first_not_of(' ');
        if (begin == text.npos) break;
        text.remove_prefix(begin);
        words.push_back(text.substr(0, text.find(' ')));
        text.remove_prefix(words.back().size());
    }
    return words;
}

std::optional<int> number(std::string_view word) {
    int value = 0;
    const auto end = word.data() + word.size();
    const auto [stop, fault] = std::from_chars(word.data(), end, value);
    if (fault != std::errc() || stop != end || word.starts_with('-')) return std::nullopt;
    return value;
}

std::string joined(std::span<const Point> points) {
    std::string text;
    for (const Point point : points) text += (text.empty() ? "" : " ") + to_string(point);
    return text;
}

std::string_view name(Color color) { return arbiter::to_string(color); }

/// On GTP's board play continues after passes, and positions may repeat as far as ko allows.
Rules for_a_board(Rules rules) {
    rules.turns = go::Turns::free;
    rules.ending = go::Ending::two_passes;
    rules.dead_stones = go::DeadStones::agreed;
    rules.long_cycle = go::LongCycle::goes_on;
    return rules;
}

std::optional<go::MoveText> vertex(std::string_view word, Size size) {
    const auto move = go::read_vertex(word);
    if (move && move->point && !contains(size, *move->point)) return std::nullopt;
    return move;
}

/// Plays a move, also after two passes. False if the move is illegal.
bool play_on(Game& game, const Event& move) {
    const bool passed_twice = game.phase() == go::Phase::marking;
    if (passed_twice && !game.play(go::Resume{game.turn()})) return false;
    if (game.play(move)) return true;
    if (passed_twice) game.undo();
    return false;
}

/// Places for any number of handicap stones: the star points, then every second point.
std::vector<Point> free_handicap(Size size, int stones) {
    std::vector<Point> points =
        go::fixed_handicap(size, std::min(stones, go::fixed_handicap_max(size)));
    for (int i = 0; i < size.points() && std::ssize(points) < stones; ++i) {
        const Point point = go::point_at(size, i);
        const bool other_point = (point.column + point.row) % 2 != 0;
        if (other_point && std::ranges::find(points, point) == points.end())
            points.push_back(point);
    }
    return points;
}

}  // namespace

struct GtpSession::Command {
    std::string_view name;
    Handler handler;
    enum class Needs : std::uint8_t { nothing, player, analyst } needs = Needs::nothing;
};

std::span<const GtpSession::Command> GtpSession::commands() {
    static constexpr std::array table{
        Command{"protocol_version", &GtpSession::protocol_version},
        Command{"name", &GtpSession::program_name},
        Command{"version", &GtpSession::version},
        Command{"known_command", &GtpSession::known_command},
        Command{"list_commands", &GtpSession::list_commands},
        Command{"quit", &GtpSession::quit},
        Command{"boardsize", &GtpSession::boardsize},
        Command{"query_boardsize", &GtpSession::query_boardsize},
        Command{"clear_board", &GtpSession::clear_board},
        Command{"komi", &GtpSession::komi},
        Command{"get_komi", &GtpSession::get_komi},
        Command{"rules", &GtpSession::rules},
        Command{"kgs-rules", &GtpSession::rules},
        Command{"kata-get-rules", &GtpSession::kata_get_rules},
        Command{"kata-set-rules", &GtpSession::kata_set_rules},
        Command{"fixed_handicap", &GtpSession::fixed_handicap},
        Command{"place_free_handicap", &GtpSession::place_free_handicap},
        Command{"set_free_handicap", &GtpSession::set_free_handicap},
        Command{"get_handicap", &GtpSession::get_handicap},
        Command{"play", &GtpSession::play},
        Command{"undo", &GtpSession::undo},
        Command{"is_legal", &GtpSession::is_legal},
        Command{"all_legal", &GtpSession::all_legal},
        Command{"last_move", &GtpSession::last_move},
        Command{"move_history", &GtpSession::move_history},
        Command{"color", &GtpSession::color},
        Command{"list_stones", &GtpSession::list_stones},
        Command{"countlib", &GtpSession::countlib},
        Command{"findlib", &GtpSession::findlib},
        Command{"captures", &GtpSession::captures},
        Command{"showboard", &GtpSession::showboard},
        Command{"printsgf", &GtpSession::printsgf},
        Command{"loadsgf", &GtpSession::loadsgf},
        Command{"final_score", &GtpSession::final_score},
        Command{"final_status_list", &GtpSession::final_status_list},
        Command{"gogui-analyze_commands", &GtpSession::analyze_commands},
        Command{"cputime", &GtpSession::cputime},
        Command{"time_settings", &GtpSession::time_settings},
        Command{"kgs-time_settings", &GtpSession::kgs_time_settings},
        Command{"time_left", &GtpSession::time_left},
        Command{"genmove", &GtpSession::genmove, Command::Needs::player},
        Command{"reg_genmove", &GtpSession::reg_genmove, Command::Needs::player},
        Command{"kgs-genmove_cleanup", &GtpSession::genmove_cleanup, Command::Needs::player},
        Command{"lz-analyze", &GtpSession::lz_analyze, Command::Needs::analyst},
        Command{"kata-analyze", &GtpSession::kata_analyze, Command::Needs::analyst},
    };
    return table;
}

/// Null if there is no such command.
const GtpSession::Command* GtpSession::command_named(std::string_view name) const {
    const auto all = commands();
    const auto found = std::ranges::find(all, name, &Command::name);
    if (found == all.end()) return nullptr;
    if (found->needs == Command::Needs::player && !services_.choose) return nullptr;
    if (found->needs == Command::Needs::analyst && !services_.analyse) return nullptr;
    return &*found;
}

GtpSession::GtpSession(const Rules& rules, Services services)
    : rules_(rules), services_(std::move(services)) {
    restart({}, 0, {});
}

std::string GtpSession::answer(std::string_view line) {
    const std::string text = preprocessed(line);
    const std::vector<std::string_view> words = words_of(text);
    if (words.empty()) return {};
    const bool has_id = number(words[0]).has_value();
    id_ = has_id ? words[0] : "";
    has_said_ = false;
    const std::size_t at = has_id ? 1 : 0;
    const std::string_view wanted = at < words.size() ? words[at] : std::string_view{};
    const Command* found = command_named(wanted);

    Reply reply = error("unknown command");
    if (words.size() == command_words_max) {
        reply = error("too many arguments");
    } else if (found != nullptr) {
        reply = (this->*found->handler)(Words(words).subspan(at + 1));
    }
    if (has_said_) return "\n";
    const std::string& content = reply ? *reply : reply.error();
    return (reply ? "=" : "?") + id_ + (content.empty() ? "" : " ") + content + "\n\n";
}

bool GtpSession::restart(go::Setup setup, int handicap, std::span<const Event> moves) {
    go::Start start{.setup = std::move(setup), .rules = for_a_board(rules_), .handicap = handicap};
    auto game = Game::from(std::move(start), [](std::size_t, Point) { return Place{}; });
    if (!game) return false;
    for (const Event& move : moves) {
        if (!std::holds_alternative<go::Resume>(move) && !play_on(*game, move)) return false;
    }
    game_ = std::move(*game.value);
    return true;
}

GtpSession::Reply GtpSession::protocol_version(Words) { return "2"; }
GtpSession::Reply GtpSession::program_name(Words) { return "Arbiter"; }
GtpSession::Reply GtpSession::version(Words) { return services_.version; }

GtpSession::Reply GtpSession::known_command(Words arguments) {
    if (arguments.empty()) return syntax_error();
    return command_named(arguments[0]) != nullptr ? "true" : "false";
}

GtpSession::Reply GtpSession::list_commands(Words) {
    std::string list;
    for (const Command& command : commands()) {
        if (command_named(command.name) == nullptr) continue;
        if (!list.empty()) list += '\n';
        list += command.name;
    }
    return list;
}

GtpSession::Reply GtpSession::quit(Words) {
    over_ = true;
    return "";
}

GtpSession::Reply GtpSession::boardsize(Words arguments) {
    if (arguments.empty()) return syntax_error();
    const auto width = number(arguments[0]);
    const auto height = arguments.size() > 1 ? number(arguments[1]) : width;
    if (!width || !height) return syntax_error();
    if (*width < 1 || *width > Size::side_max || *height < 1 || *height > Size::side_max) {
        return error("unacceptable size");
    }
    restart({.size = {static_cast<std::uint8_t>(*width), static_cast<std::uint8_t>(*height)},
             .stones = {}},
            0, {});
    return "";
}

GtpSession::Reply GtpSession::query_boardsize(Words) {
    const Size size = game_.size();
    return size.square() ? std::to_string(size.width)
                         : std::to_string(size.width) + " " + std::to_string(size.height);
}

GtpSession::Reply GtpSession::clear_board(Words) {
    restart({.size = game_.size(), .stones = {}}, 0, {});
    return "";
}

GtpSession::Reply GtpSession::komi(Words arguments) {
    const auto komi = arguments.empty() ? std::nullopt : go::half_points_named(arguments[0]);
    if (!komi) return syntax_error();
    rules_.komi = *komi;
    const go::Start start = game_.start();
    const std::vector<Event> moves(game_.events().begin(), game_.events().end());
    restart(start.setup, start.handicap, moves);
    return "";
}

GtpSession::Reply GtpSession::get_komi(Words) { return to_string(rules_.komi); }

GtpSession::Reply GtpSession::rules(Words arguments) {
    if (arguments.empty()) return go::write_rules(rules_);
    const go::Preset* preset = go::preset_named(arguments[0]);
    if (preset == nullptr) return error("unknown rules");
    return adopt_rules(preset->rules);
}

/// The komi stays.
GtpSession::Reply GtpSession::adopt_rules(const Rules& rules) {
    const Rules before = std::exchange(rules_, rules);
    rules_.komi = before.komi;
    const go::Start start = game_.start();
    const std::vector<Event> moves(game_.events().begin(), game_.events().end());
    if (restart(start.setup, start.handicap, moves)) return "";
    rules_ = before;
    return error("a move that has been played is illegal under these rules");
}

/// As KataGo's documentation of its GTP extensions gives it. It has no name for every ko rule: what it
/// has none for is written as the nearest.
GtpSession::Reply GtpSession::kata_get_rules(Words) { return go::katago_json(rules_); }

/// A name, or KataGo's rules as a string, koSIMPLEscoreAREAtaxNONEsui0, or as kata-get-rules has them.
GtpSession::Reply GtpSession::kata_set_rules(Words arguments) {
    std::string text;
    for (const std::string_view word : arguments) text += word;
    if (text.empty()) return syntax_error();
    if (text.starts_with('{')) text = go::read_katago_json(text).value_or("");
    const auto rules = go::read_rules(text);
    if (!rules) return error("unknown rules");
    return adopt_rules(*rules);
}

GtpSession::Reply GtpSession::place_handicap(const std::vector<Point>& points) {
    go::Setup setup{.size = game_.size(), .stones = {}, .turn = Color::white};
    for (const Point point : points) setup.stones.push_back({Color::black, point});
    if (!restart(std::move(setup), static_cast<int>(points.size()), {})) {
        return error("bad vertex list");
    }
    return joined(points);
}

GtpSession::Reply GtpSession::fixed_handicap(Words arguments) {
    const auto stones = arguments.empty() ? std::nullopt : number(arguments[0]);
    if (!stones) return syntax_error();
    if (!game_.stones().empty()) return error("board not empty");
    const std::vector<Point> points = go::fixed_handicap(game_.size(), *stones);
    // GTP 2, section 4.1.1 allows no more than four stones on 7x7.
    const bool too_many = game_.size() == Size{7, 7} && *stones > 4;
    if (points.empty() || too_many) return error("invalid number of stones");
    return place_handicap(points);
}

GtpSession::Reply GtpSession::place_free_handicap(Words arguments) {
    const auto stones = arguments.empty() ? std::nullopt : number(arguments[0]);
    if (!stones) return syntax_error();
    if (!game_.stones().empty()) return error("board not empty");
    const std::vector<Point> points = free_handicap(game_.size(), *stones);
    if (*stones < 2 || points.size() < 2) return error("invalid number of stones");
    return place_handicap(points);
}

GtpSession::Reply GtpSession::set_free_handicap(Words arguments) {
    if (!game_.stones().empty()) return error("board not empty");
    std::vector<Point> points;
    for (const std::string_view word : arguments) {
        const auto place = vertex(word, game_.size());
        if (!place || !place->point) return error("bad vertex list");
        points.push_back(*place->point);
    }
    if (points.size() < 2 || std::ssize(points) >= game_.size().points()) {
        return error("bad vertex list");
    }
    const Reply reply = place_handicap(points);
    return reply ? "" : reply;
}

GtpSession::Reply GtpSession::get_handicap(Words) { return std::to_string(game_.start().handicap); }

GtpSession::Reply GtpSession::play(Words arguments) {
    if (arguments.size() < 2) return syntax_error();
    const auto by = go::color_word(arguments[0]);
    const auto place = vertex(arguments[1], game_.size());
    if (!by || !place) return error("invalid color or coordinate");
    const Event move = place->point ? Event(Play{*by, *place->point}) : Event(Pass{*by});
    if (play_on(game_, move)) return "";
    return error("illegal move");
}

GtpSession::Reply GtpSession::undo(Words) {
    if (!game_.undo()) return error("cannot undo");
    // Play that continued after two passes began with a Resume, which is not a move.
    const auto events = game_.events();
    if (!events.empty() && std::holds_alternative<go::Resume>(events.back())) game_.undo();
    return "";
}

GtpSession::Reply GtpSession::is_legal(Words arguments) {
    if (arguments.size() < 2) return syntax_error();
    const auto by = go::color_word(arguments[0]);
    const auto place = vertex(arguments[1], game_.size());
    if (!by || !place) return error("invalid color or coordinate");
    if (!place->point) return "1";
    const bool refused =
        refusal(game_.position(), game_.past(), game_.rules(), {*by, *place->point}).has_value();
    return refused ? "0" : "1";
}

GtpSession::Reply GtpSession::all_legal(Words arguments) {
    const auto by = arguments.empty() ? std::nullopt : go::color_word(arguments[0]);
    if (!by) return error("invalid color");
    return joined(go::legal_points(game_.position(), game_.past(), game_.rules(), *by));
}

GtpSession::Reply GtpSession::last_move(Words) {
    const auto last = game_.last_move();
    if (!last) return error("no previous move known");
    return game_.write_event(std::visit([](auto move) { return Event(move); }, *last), "gtp");
}

GtpSession::Reply GtpSession::move_history(Words) {
    std::string list;
    for (const Event& event : std::views::reverse(game_.events())) {
        if (std::holds_alternative<go::Resume>(event)) continue;
        list += (list.empty() ? "" : "\n") + game_.write_event(event, "gtp");
    }
    return list;
}

GtpSession::Reply GtpSession::color(Words arguments) {
    const auto place = arguments.empty() ? std::nullopt : vertex(arguments[0], game_.size());
    if (!place || !place->point) return error("invalid coordinate");
    const auto color = game_.position().at(*place->point);
    return std::string(color ? name(*color) : "empty");
}

GtpSession::Reply GtpSession::list_stones(Words arguments) {
    const auto wanted = arguments.empty() ? std::nullopt : go::color_word(arguments[0]);
    if (!wanted) return error("invalid color");
    std::vector<Point> points;
    for (const Stone stone : game_.stones()) {
        if (stone.color == *wanted) points.push_back(stone.point);
    }
    std::ranges::sort(points);
    return joined(points);
}

GtpSession::Reply GtpSession::countlib(Words arguments) {
    const auto place = arguments.empty() ? std::nullopt : vertex(arguments[0], game_.size());
    if (!place || !place->point) return error("invalid coordinate");
    if (game_.position().is_empty(*place->point)) return error("vertex must not be empty");
    return std::to_string(game_.position().liberties(*place->point).size());
}

GtpSession::Reply GtpSession::findlib(Words arguments) {
    const auto place = arguments.empty() ? std::nullopt : vertex(arguments[0], game_.size());
    if (!place || !place->point) return error("invalid coordinate");
    if (game_.position().is_empty(*place->point)) return error("vertex must not be empty");
    return joined(game_.position().liberties(*place->point));
}

GtpSession::Reply GtpSession::captures(Words arguments) {
    const auto by = arguments.empty() ? std::nullopt : go::color_word(arguments[0]);
    if (!by) return error("invalid color");
    return std::to_string(game_.prisoners(*by));
}

GtpSession::Reply GtpSession::showboard(Words) {
    std::string board = go::text_board(game_.position().stones(), marks(game_, {}),
                                       {.text_style = TextStyle::ascii});
    while (board.ends_with('\n')) board.pop_back();
    return "\n" + board;
}

GtpSession::Reply GtpSession::printsgf(Words arguments) {
    if (!arguments.empty()) return error("no file is written: the record is the answer");
    const auto text = write_game<go::Game, go::write_sgf>(game_);
    if (!text) return error(text.error().sentence);
    std::string record = *text;
    while (record.ends_with('\n')) record.pop_back();
    return record;
}

GtpSession::Reply GtpSession::loadsgf(Words arguments) {
    if (arguments.empty()) return syntax_error();
    const auto before_move = arguments.size() > 1 ? number(arguments[1]) : std::nullopt;
    if (arguments.size() > 1 && !before_move) return syntax_error();
    const auto text = services_.load(arguments[0]);
    if (!text) return error("cannot load file");
    // The session's rules apply; komi comes from the file.
    const auto loaded =
        read_main_line<go::Game, go::stream_sgf>(*text, {{"rules", go::write_rules(rules_)}});
    if (!loaded) return error("cannot load file");
    std::vector<Event> moves;
    for (const Event& event : loaded->events()) {
        const bool is_move =
            std::holds_alternative<Play>(event) || std::holds_alternative<Pass>(event);
        const bool wanted = !before_move || std::ssize(moves) + 1 < *before_move;
        if (is_move && wanted) moves.push_back(event);
    }
    const go::Start& start = loaded->start();
    const go::HalfPoints komi = std::exchange(rules_.komi, start.rules.komi);
    if (restart(start.setup, start.handicap, moves)) return "";
    rules_.komi = komi;
    return error("cannot load file");
}

std::vector<Point> GtpSession::dead_stones() const {
    if (rules_.dead_stones == go::DeadStones::stay) return {};
    return go::dead_stones_proposal(game_.position());
}

GtpSession::Reply GtpSession::final_score(Words) {
    return to_string(score(game_.position(), rules_, game_.account(), dead_stones()));
}

GtpSession::Reply GtpSession::final_status_list(Words arguments) {
    if (arguments.empty()) return syntax_error();
    const std::string_view status = arguments[0];
    if (status != "dead" && status != "alive" && status != "seki") return error("invalid status");
    const std::vector<Point> dead = dead_stones();
    if (status == "dead") return joined(dead);
    const go::Grid seki = territory(marked_board(game_.position(), dead)).seki;
    std::vector<Point> points;
    for (const Stone stone : game_.stones()) {
        const bool is_dead = std::ranges::binary_search(dead, stone.point);
        const bool in_seki = seki.at(stone.point).has_value();
        if (!is_dead && in_seki == (status == "seki")) points.push_back(stone.point);
    }
    std::ranges::sort(points);
    return joined(points);
}

/// What GoGui offers in its window of analyses: kind, label and command.
GtpSession::Reply GtpSession::analyze_commands(Words) {
    return "plist/Dead Stones/final_status_list dead\n"
           "plist/Stones In Seki/final_status_list seki\n"
           "plist/Living Stones/final_status_list alive\n"
           "plist/Legal Moves/all_legal %c\n"
           "plist/Liberties/findlib %p\n"
           "string/Score/final_score\n"
           "string/Rules/kata-get-rules";
}

GtpSession::Reply GtpSession::cputime(Words) {
    if (!services_.cpu_seconds) return error("no clock");
    return std::to_string(services_.cpu_seconds());
}

/// GTP 2, section 6.3.2: main time, period, and stones per period; a period without stones means
/// that there is no limit.
GtpSession::Reply GtpSession::time_settings(Words arguments) {
    std::array<int, 3> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto value = i < arguments.size() ? number(arguments[i]) : std::nullopt;
        if (!value) return syntax_error();
        numbers[i] = *value;
    }
    const auto [main, period, stones] = numbers;
    std::optional<TimeLeft> left;
    if (main > 0) left = TimeLeft{static_cast<double>(main)};
    if (main == 0 && stones > 0) left = TimeLeft{static_cast<double>(period), stones};
    const bool unlimited = period > 0 && stones == 0;
    if (unlimited) left.reset();
    time_left_ = {left, left};
    return "";
}

/// KGS's systems as GTP's three numbers: one byo-yomi period stands for all.
GtpSession::Reply GtpSession::kgs_time_settings(Words arguments) {
    if (arguments.empty()) return syntax_error();
    const std::string_view system = arguments[0];
    if (system == "none") return time_settings(std::array<std::string_view, 3>{"0", "1", "0"});
    if (arguments.size() < 2) return syntax_error();
    const std::string_view main = arguments[1];
    if (system == "absolute") return time_settings(std::array<std::string_view, 3>{main, "0", "0"});
    if (arguments.size() < 4) return syntax_error();
    if (system == "byoyomi")
        return time_settings(std::array{main, arguments[2], std::string_view("1")});
    if (system == "canadian") return time_settings(std::array{main, arguments[2], arguments[3]});
    return syntax_error();
}

GtpSession::Reply GtpSession::time_left(Words arguments) {
    if (arguments.size() < 3) return syntax_error();
    const auto by = go::color_word(arguments[0]);
    const auto seconds = number(arguments[1]);
    const auto stones = number(arguments[2]);
    if (!by || !seconds || !stones) return syntax_error();
    time_left_[*by] = TimeLeft{static_cast<double>(*seconds), *stones};
    return "";
}

std::optional<Game> GtpSession::game_for(Color by) const {
    Game game = game_;
    if (game.phase() == go::Phase::marking) (void)game.play(go::Resume{opponent(game.turn())});
    if (game.turn() == by) return game;
    go::Setup setup{.size = game_.size(), .stones = game_.stones(), .turn = by};
    go::Start start{.setup = std::move(setup), .rules = game_.rules()};
    return Game::from(std::move(start), [](std::size_t, Point) { return Place{}; }).value;
}

Event GtpSession::chosen_move(Color by) {
    const auto game = game_for(by);
    if (!game) return Pass{by};
    const GoMove move = services_.choose({*game, rules_, time_left_[by]});
    if (move.resigns) return Resign{by};
    const go::Position& position = game_.position();
    const bool legal =
        move.point &&
        !refusal(position, game_.past(), game_.rules(), {by, *move.point}).has_value();
    return legal ? Event(Play{by, *move.point}) : Event(Pass{by});
}

GtpSession::Reply GtpSession::reg_genmove(Words arguments) {
    const auto by = arguments.empty() ? std::nullopt : go::color_word(arguments[0]);
    if (!by) return error("invalid color");
    const Event move = chosen_move(*by);
    if (std::holds_alternative<Resign>(move)) return "resign";
    const auto* play = std::get_if<Play>(&move);
    return play != nullptr ? to_string(play->point) : "pass";
}

/// After KGS's players disagree about dead stones: those of the opponent are taken before the pass.
GtpSession::Reply GtpSession::genmove_cleanup(Words arguments) {
    const auto by = arguments.empty() ? std::nullopt : go::color_word(arguments[0]);
    if (!by) return error("invalid color");
    const go::Position& position = game_.position();
    std::optional<Point> best;
    std::size_t fewest = 0;
    for (const Point stone : go::dead_stones_proposal(position)) {
        if (position.at(stone) == *by) continue;
        const std::vector<Point> liberties = position.liberties(stone);
        for (const Point point : liberties) {
            const bool refused =
                refusal(position, game_.past(), game_.rules(), {*by, point}).has_value();
            if (refused || (best && liberties.size() >= fewest)) continue;
            best = point;
            fewest = liberties.size();
        }
    }
    if (!best) return genmove(arguments);
    return played(arguments[0], to_string(*best));
}

GtpSession::Reply GtpSession::genmove(Words arguments) {
    const Reply vertex = reg_genmove(arguments);
    return vertex && *vertex != "resign" ? played(arguments[0], *vertex) : vertex;
}

GtpSession::Reply GtpSession::lz_analyze(Words arguments) {
    return analyze(arguments, GtpAnalysis::Dialect::lz);
}
GtpSession::Reply GtpSession::kata_analyze(Words arguments) {
    return analyze(arguments, GtpAnalysis::Dialect::kata);
}

/// The response is sent line by line; what is left for its end is an empty line.
GtpSession::Reply GtpSession::analyze(Words arguments, GtpAnalysis::Dialect dialect) {
    const auto options = read_gtp_analysis(arguments, dialect, game_.size());
    if (!options) return error(options.error());
    const Color by = options->by.value_or(game_.turn());
    const auto game = game_for(by);
    if (!game) return error("cannot analyze this position");
    has_said_ = true;
    services_.say("=" + id_ + "\n");
    services_.analyse({*game, rules_, *options, [&](const GoReport& report) {
                           const std::string line =
                               write_gtp_analysis({report, game_.size(), by}, *options, dialect);
                           services_.say(line + "\n");
                       }});
    return "";
}

GtpSession::Reply GtpSession::played(std::string_view by, const std::string& vertex) {
    const Reply reply = play(std::array<std::string_view, 2>{by, vertex});
    if (!reply) return reply;
    // Until the next `time_left`, assume that the move has taken its share of the time.
    constexpr double share = 1 / 25.;
    auto& left = time_left_[*go::color_word(by)];
    if (left && left->moves == 0) left->seconds *= 1 - share;
    return vertex;
}

}  // namespace arbiter::players
