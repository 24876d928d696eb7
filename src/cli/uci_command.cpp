#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "cli/commands.hpp"
#include "cli/lines.hpp"
#include "cli/sink.hpp"
#include "players/protocols/uci.hpp"

namespace arbiter::cli {

namespace {

/// Lines from two threads, each whole.
class Voice {
public:
    void say(std::string_view text) {
        if (text.empty()) return;
        const std::scoped_lock lock(mutex_);
        sink_.write_line(text);
        sink_.flush();
    }

private:
    std::mutex mutex_;
    Sink sink_;
};

/// Thinks beside the reading of lines, about one task at a time.
class Thinker {
    using Clock = std::chrono::steady_clock;

public:
    explicit Thinker(Voice& voice) : voice_(voice) {}
    ~Thinker() { stop(); }
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;
    Thinker(Thinker&&) = delete;
    Thinker& operator=(Thinker&&) = delete;

    void begin(players::UciTask task) {
        stop();
        stopped_ = false;
        pondering_ = task.ponders;
        thread_ = std::thread([this, task = std::move(task)] { think(task); });
    }
    /// Ends what is being thought about; its answer has been given when this returns.
    void stop() {
        stopped_ = true;
        stopped_.notify_all();
        pondering_ = false;
        pondering_.notify_all();
        finish();
    }
    /// The opponent made the expected move: from now on the time counts.
    void ponder_hit() {
        hit_ = Clock::now();
        pondering_ = false;
        pondering_.notify_all();
    }
    /// Waits for the answer, which comes by itself unless it must wait for `stop`.
    void finish() {
        if (thread_.joinable()) thread_.join();
    }

private:
    void think(const players::UciTask& task) {
        const Clock::time_point start = Clock::now();
        hit_ = start;
        const auto elapsed = [=] {
            return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
        };
        const auto is_late = [&] {
            return !pondering_ && Clock::now() - hit_.load() >= *task.time;
        };
        try {
            const std::string answer = players::think(
                task, {.say = [this](const std::string& line) { voice_.say(line); },
                       .should_stop = [&] { return stopped_ || (task.time && is_late()); },
                       .elapsed = elapsed});
            if (task.waits_for_stop) stopped_.wait(false);
            pondering_.wait(true);
            voice_.say(answer);
        } catch (const std::exception&) {
            // The output is closed: the reader of lines will notice.
            stopped_ = true;
        }
    }

    Voice& voice_;
    std::atomic<bool> stopped_ = false;
    std::atomic<bool> pondering_ = false;
    std::atomic<Clock::time_point> hit_{};
    std::thread thread_;
};

struct Uci {
    void add_to(CLI::App&) {}

    void run(const Console&) const {
        players::UciSession session(ARBITER_VERSION);
        Lines lines;
        Voice voice;
        Thinker thinker(voice);
        bool endless = false;
        while (const auto line = session.over() ? std::nullopt : lines.next()) {
            if (is_word(*line, "stop")) thinker.stop();
            if (is_word(*line, "ponderhit")) thinker.ponder_hit();
            voice.say(session.answer(*line));
            if (auto task = session.take_task()) {
                endless = task->is_endless();
                thinker.begin(std::move(*task));
            }
        }
        // A list of commands in a file ends with `go`: what can be answered is answered.
        if (!session.over() && !endless) thinker.finish();
    }

private:
    static bool is_word(std::string_view line, std::string_view word) {
        return words_of(line) == std::vector<std::string>{std::string(word)};
    }
};

}  // namespace

void add_uci_command(CLI::App& program, const Console& console) {
    add_command<Uci>(program, console,
                     {"uci", "Act as a chess engine, over the Universal Chess Interface",
                      "Its options are set over the protocol: Level, UCI_Elo, Threads, Hash,\n"
                      "MultiPV, BookFile and others.\n"
                      "\n"
                      "Examples:\n"
                      "  arbiter uci\n"
                      "  printf 'position startpos moves e2e4\\ngo nodes 10000\\n' | arbiter uci"});
}

}  // namespace arbiter::cli
