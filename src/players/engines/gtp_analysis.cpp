#include <algorithm>
#include <charconv>
#include <sstream>

#include "core/base/excerpt.hpp"
#include "core/base/sort.hpp"
#include "core/base/text.hpp"
#include "players/engines/gtp_player.hpp"

namespace arbiter::players {

namespace {

/// Without a budget.
constexpr std::chrono::milliseconds time_to_think{1'000};

std::vector<std::string> words_said(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

double number_said(const std::string& word) {
    double number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

/// "D4", "pass"; empty if it is neither.
std::string move_said(const std::string& word, go::Size size) {
    std::string text = word;
    std::ranges::transform(text, text.begin(), lower);
    if (text == "pass") return text;
    const auto point = go::point_named(text);
    return point && go::contains(size, *point) ? to_string(*point) : std::string();
}

/// Reads the words of one line from left to right.
class ThoughtReader {
public:
    ThoughtReader(std::string_view line, const go::Game& game)
        : words_(words_said(line)), size_(game.size()), turn_(game.turn()) {}

    Analysis read() {
        while (at_ < words_.size()) {
            const std::string& word = words_[at_++];
            if (word == "info") {
                read_move();
            } else if (word == "ownership") {
                read_ownership();
            }
        }
        sort_short(found_, {}, &Found::order);
        for (Found& each : found_) analysis_.moves.push_back(std::move(each.rated));
        return std::move(analysis_);
    }

private:
    struct Found {
        RatedMove rated;
        int order;
    };

    bool is_end() const {
        return at_ >= words_.size() || words_[at_] == "info" || words_[at_] == "ownership";
    }

    void read_move() {
        Found found{{}, static_cast<int>(found_.size())};
        while (!is_end()) {
            const std::string& key = words_[at_++];
            if (is_end()) break;
            if (key == "pv") {
                read_line(found.rated.line);
                break;
            }
            read_member(key, words_[at_++], found);
        }
        if (!found.rated.move.empty()) found_.push_back(std::move(found));
    }

    void read_member(const std::string& key, const std::string& value, Found& found) const {
        Judgement& judgement = found.rated.judgement;
        if (key == "move") found.rated.move = move_said(value, size_);
        if (key == "order") found.order = static_cast<int>(number_said(value));
        if (key == "scoreLead") judgement.value = number_said(value);
        if (key != "winrate") return;
        // lz-analyze counts hundredths of a percent.
        const bool is_fraction = value.find('.') != value.npos || number_said(value) <= 1;
        judgement.chance = number_said(value) / (is_fraction ? 1 : 10'000);
    }

    void read_line(std::vector<std::string>& line) {
        for (; !is_end(); ++at_) {
            const std::string move = move_said(words_[at_], size_);
            if (move.empty()) break;
            line.push_back(move);
        }
    }

    /// From the uppermost row down, 1 for the side to move.
    void read_ownership() {
        const auto width = static_cast<std::size_t>(size_.width);
        const auto height = static_cast<std::size_t>(size_.height);
        if (words_.size() - at_ < width * height) return;
        const double sign = turn_ == Color::white ? 1 : -1;
        for (std::size_t row = height; row-- > 0;) {
            for (std::size_t column = 0; column < width; ++column) {
                const double owner = number_said(words_[at_ + row * width + column]);
                analysis_.ownership.push_back(static_cast<float>(sign * owner));
            }
        }
        at_ += width * height;
    }

    std::vector<std::string> words_;
    go::Size size_;
    Color turn_;
    std::size_t at_ = 0;
    std::vector<Found> found_;
    Analysis analysis_;
};

}  // namespace

Analysis analysis_in_info(std::string_view line, const go::Game& game) {
    return ThoughtReader(line, game).read();
}

/// Such a command goes on until another one comes.
std::expected<std::string, PlayerError> GtpPlayer::last_thought(std::string_view command,
                                                                Deadline until, Deadline deadline) {
    std::string thought;
    if (auto said = program().say(command, deadline); !said) {
        return std::unexpected(std::move(said.error()));
    }
    bool is_told_to_end = false;
    for (int answers = 0; answers < 2;) {
        auto line = program().overhear(deadline);
        if (!line) return line;
        if (line->starts_with("?")) {
            return failed(PlayerError::Kind::cannot_play,
                          name_ + " refuses " + in_quotes(command) + ": " + excerpt(*line));
        }
        answers += line->starts_with("=") ? 1 : 0;
        if (line->starts_with("info ")) thought = *std::move(line);
        const bool is_enough = !thought.empty() && std::chrono::steady_clock::now() >= until;
        if (!is_enough || is_told_to_end) continue;
        is_told_to_end = true;
        if (auto said = program().say("protocol_version", deadline); !said) {
            return std::unexpected(std::move(said.error()));
        }
    }
    return thought;
}

std::expected<Analysis, PlayerError> GtpPlayer::thought_about(const go::Game& game,
                                                              const Budget& budget,
                                                              Deadline deadline) {
    if (auto ready = follow(game, deadline); !ready) {
        return std::unexpected(std::move(ready.error()));
    }
    const bool is_kata = knows("kata-analyze");
    const std::string command = std::string(is_kata ? "kata-analyze " : "lz-analyze ") +
                                (game.turn() == Color::black ? "B" : "W") + " 10" +
                                (is_kata ? " ownership true" : "");
    const auto until = std::chrono::steady_clock::now() + budget.time.value_or(time_to_think);
    const auto thought = last_thought(command, until, deadline);
    if (!thought) return std::unexpected(thought.error());
    return analysis_in_info(*thought, game);
}

std::expected<Analysis, PlayerError> GtpPlayer::examine(const Examination& asked,
                                                        Deadline deadline) {
    const auto* game = asked.game.as<go::Game>();
    if (game == nullptr) return failed(PlayerError::Kind::cannot_play, name_ + " plays Go only");
    if (!knows("kata-analyze") && !knows("lz-analyze")) {
        return failed(PlayerError::Kind::cannot_play,
                      name_ + " speaks neither kata-analyze nor lz-analyze");
    }
    if (game->phase() != go::Phase::play) return Analysis{};
    auto analysis = thought_about(*game, asked.budget, deadline);
    if (!analysis || analysis->moves.empty() || asked.task.played.empty()) return analysis;
    const auto event = game->read_event(asked.task.played);
    go::Game after = *game;
    if (!event || !after.play(*event) || after.phase() != go::Phase::play) return analysis;
    const std::string played = game->write_event(*event, "vertex");
    const auto same = std::ranges::find(analysis->moves, played, &RatedMove::move);
    if (same != analysis->moves.end()) {
        analysis->played = *same;
    } else {
        // It was not worth a look: what the other side has after it is.
        const auto next = thought_about(after, asked.budget, deadline);
        if (!next) return next;
        if (next->moves.empty()) return analysis;
        const Judgement& reply = next->moves.front().judgement;
        analysis->played = RatedMove{played, {.value = -reply.value, .chance = 1 - reply.chance}};
    }
    analysis->moves.resize(
        std::min(analysis->moves.size(), static_cast<std::size_t>(std::max(asked.task.lines, 1))));
    return analysis;
}

}  // namespace arbiter::players
