#include "tables/table.hpp"

#include "core/base/excerpt.hpp"
#include "core/base/sha256.hpp"
#include "tables/fingerprint.hpp"
#include "tables/names.hpp"

namespace arbiter::tables {

namespace {

constexpr std::size_t player_bytes_max = 100;

Faults faults_of(const Table::New& wanted) {
    Faults faults;
    if (!is_table_id(wanted.id)) {
        faults.add("bad_id", in_quotes(wanted.id) +
                                 " is not a name of a table: lower-case letters, digits, - and _");
    }
    for (const Color color : both_colors) {
        const std::string& name = wanted.players[color];
        if (name.empty() || name.size() > player_bytes_max) {
            faults.add("empty_text", capitalized(color) + "'s player has a name of 1 to 100 bytes");
        }
    }
    return faults;
}

/// The options of a new table: the game's, with those that tables in git add or refuse.
Reading<Options> options_of(const Table::New& wanted) {
    const Traits* traits = traits_named(wanted.game);
    if (traits == nullptr) {
        return Reading<Options>::failure("unknown_game",
                                         "there is no game " + in_quotes(wanted.game));
    }
    if (BackgammonPlay::is_for(wanted.game)) return {BackgammonPlay::options(wanted.options), {}};
    if (traits->chance) {
        return Reading<Options>::failure(
            "no_tables", std::string(traits->name) + " cannot be played in git: it has dice");
    }
    return {wanted.options, {}};
}

/// The moves of a move file, whatever else it says. An action is the same every time: there the
/// state that it is for counts, too.
std::string move_hash(std::string_view move_file) {
    const Reading<Json> document = read_json(move_file);
    const Json* moves = document ? document->find("moves") : nullptr;
    if (moves == nullptr) return to_hex(sha256(""));
    const std::string text = canonical(*moves);
    const Json* state =
        text.starts_with("[{\"action\"") ? document->find("expectedState") : nullptr;
    return to_hex(sha256(state == nullptr ? text : text + canonical(*state)));
}

/// Wraps the play of one kind of table.
template <class Play, class Make>
Reading<Table> wrapped(Reading<Play> play, Make make) {
    Reading<Table> reading{std::nullopt, std::move(play.faults)};
    if (play) reading.value = make(std::move(*play));
    return reading;
}

}  // namespace

referee::CommittedDice dice_of(const Terms& terms, const referee::Seed& seed,
                               std::string_view move_file) {
    constexpr Chance none{.dice = 0, .faces = 1};
    const Traits* traits = traits_named(terms.game);
    std::string name = terms.id;
    if (!move_file.empty() && terms.dice && terms.dice->follow_moves) {
        name += "/" + move_hash(move_file);
    }
    return {seed, std::move(name), traits == nullptr ? none : traits->chance.value_or(none)};
}

referee::Seed seed_of(const Terms& terms, const Secret& secret) {
    return secret.seed(terms.id, terms.dice ? terms.dice->nonce : std::string());
}

Reading<Table> Table::create(const New& wanted, const Secret& secret) {
    Reading<Table> reading{std::nullopt, faults_of(wanted)};
    Reading<Options> options = options_of(wanted);
    reading.faults.merge(options.faults);
    if (reading.faults.fatal()) return reading;
    Terms terms{.id = wanted.id,
                .game = wanted.game,
                .options = std::move(*options),
                .players = wanted.players,
                .created_at = wanted.now,
                .dice = {}};
    if (wanted.days_per_move) terms.clock = ClockTerms{*wanted.days_per_move, wanted.now};
    if (BackgammonPlay::is_for(wanted.game)) {
        const std::string nonce = new_nonce();
        terms.dice = DiceTerms{secret.seed(wanted.id, nonce).commitment(), nonce, std::nullopt};
    }
    referee::CommittedDice dice = dice_of(terms, seed_of(terms, secret), {});
    return begin(std::move(terms), {wanted.now, dice});
}

Reading<Table> Table::replayed(const Terms& terms, referee::DiceSource& dice) {
    return begin(terms, {terms.created_at, dice});
}

Reading<Table> Table::begin(Terms terms, const Circumstances& circumstances) {
    const auto make = [&](auto play) { return Table(std::move(terms), std::move(play)); };
    if (terms.dice) return wrapped(BackgammonPlay::begin(terms, circumstances), make);
    return wrapped(BoardPlay::begin(terms, circumstances.now), make);
}

Reading<Table> Table::read(const Texts& texts, std::string_view id) {
    Reading<Terms> terms = read_terms(texts.terms);
    if (!terms) return {std::nullopt, std::move(terms.faults)};
    if (terms->id != id) {
        return Reading<Table>::failure("other_id", "this table is called " + in_quotes(terms->id),
                                       JsonPointer{"/id"});
    }
    if (const bool needed = BackgammonPlay::is_for(terms->game);
        terms->dice.has_value() != needed) {
        return Reading<Table>::failure("missing_key",
                                       terms->game + (needed ? " has dice" : " has no dice"),
                                       JsonPointer{"/dice"});
    }
    const auto make = [&](auto play) { return Table(std::move(*terms), std::move(play)); };
    if (terms->dice) return wrapped(BackgammonPlay::read(texts), make);
    return wrapped(BoardPlay::read(texts, *terms), make);
}

Texts Table::write() const {
    return std::visit(
        [&](const auto& play) {
            return Texts{write_terms(terms_), play.state(), play.record(), play.match()};
        },
        play_);
}

AnyGame Table::game() const {
    return std::visit([](const auto& play) -> AnyGame { return play.game(); }, play_);
}
std::vector<std::string> Table::choices() const {
    return std::visit([](const auto& play) { return play.choices(); }, play_);
}
std::string Table::stake() const {
    return std::visit([](const auto& play) { return play.stake(); }, play_);
}
Color Table::active_player() const {
    return std::visit([](const auto& play) { return play.active_player(); }, play_);
}
const std::optional<Outcome>& Table::outcome() const {
    return std::visit([](const auto& play) -> const auto& { return play.outcome(); }, play_);
}
const std::vector<Message>& Table::messages() const {
    return std::visit([](const auto& play) -> const auto& { return play.messages(); }, play_);
}
const std::optional<MoveFileName>& Table::last_move() const {
    return std::visit([](const auto& play) -> const auto& { return play.last_move(); }, play_);
}
const std::string& Table::updated_at() const {
    return std::visit([](const auto& play) -> const auto& { return play.updated_at(); }, play_);
}
std::string Table::fingerprint() const {
    return std::visit([](const auto& play) { return play.fingerprint(); }, play_);
}

std::vector<referee::Throw> Table::rolls() const {
    const auto* play = std::get_if<BackgammonPlay>(&play_);
    return play == nullptr ? std::vector<referee::Throw>() : play->rolls();
}

std::expected<void, MoveRejection> Table::play(const NamedFile& file,
                                               const Circumstances& circumstances) {
    auto played = std::visit([&](auto& play) { return play.play(file, circumstances); }, play_);
    if (played && terms_.clock) terms_.clock->moved_at = circumstances.now;
    return played;
}

bool Table::is_late(const std::string& now) const {
    return terms_.clock && !outcome() && tables::is_late(*terms_.clock, now);
}

void Table::lose_on_time(const std::string& now) {
    std::visit(
        [&](auto& play) {
            play.lose_on_time();
            play.add({Message::Type::info, "Game over. " + sentence(*play.outcome()) + ".", now});
        },
        play_);
}

std::expected<std::string, MoveRejection> Table::compose(const MoveRequest& request) const {
    return std::visit([&](const auto& play) { return play.compose(request); }, play_);
}

void Table::add(Message message) {
    std::visit([&](auto& play) { play.add(std::move(message)); }, play_);
}

void Table::reveal(const referee::Seed& seed) {
    if (terms_.dice) terms_.dice->seed = seed.hex();
}

}  // namespace arbiter::tables
