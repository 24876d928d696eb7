#include "tests/toy/nim.hpp"

#include <array>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/contract/event_json.hpp"
#include "core/contract/perft.hpp"
#include "core/contract/record.hpp"

namespace arbiter::nim {

namespace {

constexpr RejectionCode too_many{"too_many", RejectionKind::illegal, "only {heap} are left"};
constexpr RejectionCode too_few{"too_few", RejectionKind::illegal, "at least one must be taken"};
constexpr RejectionCode not_a_number{"not_a_number", RejectionKind::unreadable,
                                     "\"{text}\" is not a number"};
constexpr std::array all_codes{
    &too_many,        &too_few, &not_a_number, &codes::unknown_action, &codes::not_your_turn,
    &codes::game_over};

constexpr std::string_view last_taken = "last_taken";
constexpr std::array all_reasons{
    last_taken,         reasons::resignation,    reasons::time_forfeit, reasons::adjudication,
    reasons::abandoned, reasons::recorded_result};

constexpr std::array<OptionInfo, 1> option_infos{
    {{"heap", "1 to 1000000", "how many lie on the heap at the start; default: 10"}}};
constexpr std::array<NotationInfo, 2> notation_infos{
    {{"number", "3", "how many are taken"}, {"brackets", "[3]", "the same in brackets"}}};
constexpr std::array<AgentFormat, 2> agent_states{
    {{"heap", "The number is how many are left; the color is who takes next."}, {"record"}}};

std::optional<int> number_in(std::string_view text) {
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
    return number;
}

bool is_heap(std::optional<std::int64_t> size) {
    return size && *size >= 1 && *size <= Game::heap_max;
}

constexpr std::string_view heap_sentence = "a heap has 1 to 1000000";

class EventReader : EventJsonReader {
public:
    EventReader(const Game& game, JsonView event, std::optional<Color> by)
        : EventJsonReader(event, by, {&not_a_number, &codes::unknown_action}), game_(game) {}

    Result<Event> read() {
        if (!read_head()) return refused();
        const std::string* action = read_action_name();
        if (action == nullptr) return refused();
        const Color by = speaker.value_or(game_.turn());
        if (*action == "resign") return Resign{by};
        if (*action == "lose_on_time") return LoseOnTime{by};
        if (*action == "conclude") {
            const auto outcome = read_conclusion(all_reasons, reasons::recorded_result);
            if (!outcome) return std::unexpected(outcome.error());
            return Conclude{*outcome};
        }
        add(json, in_quotes(*action) + " is not resign");
        return refused();
    }

private:
    const Game& game_;
};

/// "heap 7 white": what is left, and who takes next.
std::expected<std::string, Fault> write_heap(const Game& game) {
    if (game.heap() == 0) {
        return std::unexpected(Fault{"cannot_express", "an empty heap is not a position", {}});
    }
    return "heap " + std::to_string(game.heap()) + " " + std::string(to_string(game.turn())) + "\n";
}

Reading<Game> read_heap(std::string_view text, const Options&) {
    text = trimmed(text);
    constexpr std::string_view head = "heap ";
    const auto blank = text.rfind(' ');
    const bool complete = text.starts_with(head) && blank > head.size();
    const auto heap =
        complete ? number_in(text.substr(head.size(), blank - head.size())) : std::nullopt;
    const auto turn = complete ? color_named(text.substr(blank + 1)) : std::nullopt;
    if (!is_heap(heap) || !turn) {
        return Reading<Game>::failure("unreadable_heap", "expected a heap such as heap 7 white");
    }
    return {Game(Start{*heap, *turn}), {}};
}

const std::array<Format<Game>, 2> format_table{{
    {{"heap", "what is left, and who takes next", Extent::position, "the events before"},
     [](const Glance& glance) {
         return glance.text.starts_with("heap ") ? Likeness::certain : Likeness::none;
     },
     read_heap,
     write_heap},
    record_format<Game>(),
}};

}  // namespace

constinit const Traits Game::traits{
    .name = "nim",
    .title = "Nim",
    .record_notation = "number",
    .archive_format = "record",
    .first_mover = Color::white,
    .chance = std::nullopt,
    .can_be_drawn = false,
    .agents = {.states = agent_states,
               .compact_format = "heap",
               .move_help = "Write how many you take, such as 3."},
};

std::span<const OptionInfo> Game::options() { return option_infos; }
std::span<const NotationInfo> Game::notations() { return notation_infos; }
std::span<const Format<Game>> Game::formats() { return format_table; }
std::span<const RejectionCode* const> Game::rejections() { return all_codes; }

Reading<Game> Game::create(const Options& options) {
    Reading<Game> reading;
    Start start;
    for (const auto& [name, value] : options) {
        const auto size = number_in(value);
        if (name != "heap") {
            reading.faults.add("unknown_option", "nim has no option " + in_quotes(name));
        } else if (!is_heap(size)) {
            reading.faults.add("option_out_of_range", std::string(heap_sentence));
        } else {
            start.heap = *size;
        }
    }
    if (!reading.faults.fatal()) reading.value = Game(start);
    return reading;
}

Color Game::turn() const { return moves_ % 2 == 0 ? start_.turn : opponent(start_.turn); }

std::vector<Event> Game::legal() const {
    std::vector<Event> events;
    if (outcome_) return events;
    for (int count = 1; count <= heap_; ++count) events.emplace_back(Take{count});
    return events;
}

std::vector<Action> Game::actions(Color by) const {
    static constexpr std::array<Action, 1> all{{{"resign", Action::Kind::resign}}};
    return possible(all, by);
}

Result<Game::Consequence> Game::judge(const Event& event) const {
    Consequence after{.next = {heap_}, .event = event};
    if (const auto* take = std::get_if<Take>(&event)) {
        if (take->count < 1) return std::unexpected(Rejection{&too_few, {}});
        if (take->count > heap_) {
            return std::unexpected(Rejection{&too_many, {{"heap", std::int64_t{heap_}}}});
        }
        after.next.heap -= take->count;
        after.effects.push_back({"taken", {{"count", std::int64_t{take->count}}}});
        if (after.next.heap == 0) after.outcome = Outcome::win(turn(), last_taken);
    } else if (const auto* resign = std::get_if<Resign>(&event)) {
        after.outcome = Outcome::win(opponent(resign->by), reasons::resignation);
    } else if (const auto* flag = std::get_if<LoseOnTime>(&event)) {
        after.outcome = Outcome::win(opponent(flag->by), reasons::time_forfeit);
    } else {
        after.outcome = std::get<Conclude>(event).outcome;
    }
    return after;
}

void Game::adopt(Next&& next, const Event& event) {
    heap_ = next.heap;
    if (std::holds_alternative<Take>(event)) ++moves_;
}

void Game::revert(const Event& event) {
    if (const auto* take = std::get_if<Take>(&event)) {
        heap_ += take->count;
        --moves_;
    }
}

Author Game::author(const Event& event) {
    const bool verdict =
        std::holds_alternative<LoseOnTime>(event) || std::holds_alternative<Conclude>(event);
    return verdict ? Author::arbiter : Author::player;
}

std::vector<Mention> Game::mentions(std::string_view prose) const {
    std::vector<Mention> found;
    for (const ProseWord& word : prose_words(prose)) {
        if (number_in(word.text)) found.push_back({word.begin, word.end(), std::string(word.text)});
    }
    return found;
}

std::string_view Game::notation_of(std::string_view move) {
    return move.starts_with('[') ? "brackets" : "";
}

Result<Event> Game::read_event(std::string_view text, std::optional<Color> by) const {
    text = trimmed(text);
    if (outcome_) return std::unexpected(game_is_over(*outcome_));
    if (const auto json = text.starts_with('{') ? read_json(text) : Reading<Json>()) {
        return EventReader(*this, JsonView(*json), by).read();
    }
    if (text == "resign") return Resign{by.value_or(turn())};
    if (by && *by != turn()) return std::unexpected(out_of_turn(turn()));
    const bool bracketed = text.starts_with('[') && text.ends_with(']');
    if (const auto count = number_in(bracketed ? text.substr(1, text.size() - 2) : text)) {
        return Take{*count};
    }
    return std::unexpected(Rejection{&not_a_number, {{"text", excerpt(text)}}});
}

std::string Game::write_event(const Event& event, std::string_view notation) const {
    if (const auto* take = std::get_if<Take>(&event)) {
        const std::string number = std::to_string(take->count);
        return notation == "brackets" ? "[" + number + "]" : number;
    }
    JsonWriter out;
    if (const auto* resign = std::get_if<Resign>(&event)) write_action(out, "resign", resign->by);
    if (const auto* flag = std::get_if<LoseOnTime>(&event)) {
        write_action(out, "lose_on_time", flag->by);
    }
    if (const auto* end = std::get_if<Conclude>(&event)) write_conclusion(out, end->outcome);
    return out.take();
}

std::vector<std::string> Game::history(std::string_view notation) const {
    std::vector<std::string> words;
    for (const Event& event : events()) words.push_back(write_event(event, notation));
    return words;
}

std::expected<std::string, Fault> Game::ask(std::string_view question, std::string_view,
                                            std::string_view) const {
    return std::unexpected(
        Fault{"unknown_question", "nim has no question " + in_quotes(question), {}});
}

void Game::write_start(JsonWriter& out) const {
    out.object([&] {
        out.member("heap", start_.heap);
        if (start_.turn != Color::white) out.member("turn", to_string(start_.turn));
    });
}

Reading<Game> Game::read_start(JsonView setup) {
    Reading<Game> reading;
    const Json* heap = setup.require("heap", reading.faults);
    if (heap == nullptr) return reading;
    const JsonView place = setup.at("heap", *heap);
    const auto size = place.integer(reading.faults);
    if (!size) return reading;
    if (!is_heap(size)) {
        reading.faults.add("out_of_range", std::string(heap_sentence), place.pointer());
        return reading;
    }
    Start start{.heap = static_cast<int>(*size), .turn = Color::white};
    if (const Json* turn = setup.json().find("turn")) {
        const std::string* name = setup.at("turn", *turn).string(reading.faults);
        if (name != nullptr) start.turn = color_named(*name).value_or(Color::white);
    }
    if (!reading.faults.fatal()) reading.value = Game(start);
    return reading;
}

std::string Game::svg(const RenderOptions& options) const {
    const std::string size = std::to_string(options.size);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" height=\"" + size +
           "\" viewBox=\"0 0 100 100\"><text x=\"50\" y=\"50\">" + std::to_string(heap_) +
           "</text></svg>";
}

std::string Game::text(const RenderOptions&) const {
    constexpr int drawn_max = 40;
    const auto drawn = static_cast<std::size_t>(std::min(heap_, drawn_max));
    return std::string(drawn, '|') + "  " + std::to_string(heap_) + " left\n" +
           (outcome_ ? sentence(*outcome_) : capitalized(turn()) + " to move") + "\n";
}

std::vector<PerftRow> Game::perft(int depth) const { return perft_by_playing(*this, depth); }

static_assert(arbiter::Game<Game>);

}  // namespace arbiter::nim
