// Uses everything that the package declares. It is compiled, and then run; a line after
// `@ts-expect-error` must not compile.

import {
    type Answers,
    type Color,
    type Decoded,
    type Detail,
    type DrawOptions,
    type Effect,
    type Fault,
    type GameInfo,
    type GameName,
    type Group,
    type ModuleSource,
    type Move,
    type Outcome,
    type Place,
    type Point,
    type RefusalKind,
    type Source,
    Engine,
    EngineFailed,
    Game,
    Refused,
    Unreadable,
    loadEngine,
} from "arbiter-engine";
import { loadEngine as loadFrom } from "arbiter-engine/engine";

const engine: Engine = await loadEngine();
const source: ModuleSource = new URL("node_modules/arbiter-engine/arbiter.wasm", import.meta.url);
const other: Engine = await loadFrom(source);
await loadFrom(Promise.resolve(source));
// @ts-expect-error: there is no module to fall back on
await loadFrom().catch(() => undefined);

const games: GameInfo[] = engine.games();
const kinds: RefusalKind[] = games.flatMap(({ refusals }) => refusals.map(({ kind }) => kind));
const names: GameName[] = games.map(({ name }) => name);
const decoded: Decoded = engine.decode(new TextEncoder().encode("8/8/8/8/8/8/8/K1k5 w - - 0 1"), "utf-8");
// @ts-expect-error: a text is decoded already
if (decoded.guessed) engine.decode(decoded.text, decoded.charset);
const detected: { game: GameName; format: string } | null = engine.detect("8/8/8/8/8/8/8/K1k5 w - - 0 1", "chess");

const chess: Game<"chess"> = engine.new("chess", { variant: "chess960", start: 518 });
const effects: Effect[] = chess.play("e4");
chess.check({ from: "e7", to: "e5" }, "black");
const moves: string[] = chess.legal("uci").concat(chess.legal(), chess.history("san"), chess.history());
const fen: string = chess.write("fen");
const turn: Color = chess.turn;
const outcome: Outcome | null = chess.outcome;
const awaits: "move" | "roll" | "agreement" | "nothing" = chess.awaits;
const hash: bigint = chess.hash;
const count: number = chess.eventCount + chess.title.length + engine.gamesHeld + engine.bytesHeld;
const attackers: string[] = chess.ask("attackers", "e5").white;
const author: "player" | "chance" | "arbiter" = chess.understand("e5").author;
const { leaves, moves: rows } = chess.perft(2);
const total: number = rows.reduce((sum, row) => sum + row.leaves, leaves);
chess.setTag("White", "Ada");
const undone: boolean = chess.undo();
const name: "chess" = chess.name;
// @ts-expect-error: chess has no SGF
const sgf = () => chess.write("sgf");
// @ts-expect-error: nor vertices
const vertices = () => chess.legal("vertex");
// @ts-expect-error: nor liberties, as chess answers them
const liberties = (): Answers["go"]["liberties"] => chess.ask("liberties");
// @ts-expect-error: nor komi
const komi = () => engine.new("chess", { komi: 7 });
// @ts-expect-error: there is no such side
const green = () => chess.play("e4", "green");
// @ts-expect-error: games are made by engines
const orphan = () => new Game();

const go = engine.new("go", { size: "9x9", rules: "aga", komi: 7.5 });
go.play("E5");
const asked: Answers["go"]["check"] = engine.load<"go">("3x3 A1b A2w C3b").ask("check", "B1w");
const events: Move[] = asked.legal ? asked.events : [];
const overYet: boolean = go.ask("over").over || chess.ask("over").over;
const wide: Point | undefined = (go.ask("liberties", [4, 4]) as Group).liberties[0];
const placed3: Detail | undefined = go.check([2, 3])[0]?.data["point"];
const rowsSource: Source<"go"> = { format: "go-rows", notation: "vertex" };
const inRows: string[] = engine.load(go.write("go-rows"), rowsSource).legal();
// @ts-expect-error: a place is a row and a column
const triple = () => go.play([1, 2, 3]);
const score: Answers["go"]["score"] = go.ask("score");
const drawing: DrawOptions = { bottom: "black", theme: "auto", coordinates: true, size: 300, characters: "ascii" };
const pictures: string[] = [
    go.svg({ ...drawing, overlay: "liberties", preview: "D4" }),
    go.svg({ numbered: [1, 1] }),
    go.text(drawing),
];
// @ts-expect-error: there is no such theme
const pink = () => go.svg({ theme: "pink" });

const from: Source<"go"> = { game: "go", format: "sgf", options: { rules: "aga" } };
const loaded: Game<"go"> = engine.load(go.write("sgf"), from);
const any: Game = engine.load(fen);
const unknown: unknown = any.ask("mobility");
const warnings: Fault[] = any.warnings;
for (const { game, error } of engine.loadAll("1. e4 *")) {
    if (game !== null) game.dispose();
    else console.log(error.faults.length);
}

const dice = engine.new("backgammon", { match: 3, cube: "on" });
dice.play("opening 3-1");
const pips: number = dice.ask("pips").white + dice.ask("steps").steps.length + dice.ask("score").cube.value;
const copy: Game<"backgammon"> = dice.copy();
const equal: boolean = copy.equals(dice) && !copy.equals(go);
copy.dispose();
const gone: boolean = copy.disposed;

function placed(place: Place): string {
    if (place === null) return "the whole";
    if ("pointer" in place) return place.pointer;
    return "line" in place ? `${place.line}:${place.column}` : `word ${place.token}`;
}

function told(error: unknown): string {
    if (error instanceof Refused) return [error.code, error.kind, error.sentence, Object.keys(error.data)].join();
    if (error instanceof Unreadable) {
        return [error.code, placed(error.place), ...error.faults.map((fault) => fault.severity)].join();
    }
    if (error instanceof EngineFailed) return error.message;
    throw error;
}

for (const mistake of [green, sgf, vertices, komi, liberties, pink, triple, () => go.play("E5")]) {
    try {
        mistake();
    } catch (error) {
        console.log(error instanceof TypeError ? "TypeError" : told(error));
    }
}

console.log(
    JSON.stringify([
        kinds.length > 50,
        names,
        detected,
        effects.length > 0,
        moves.length > 0,
        turn,
        outcome,
        awaits,
        typeof hash,
        count > 0,
        attackers,
        author,
        total,
        undone,
        name,
        score.result,
        placed3,
        events,
        overYet,
        wide,
        inRows.length,
        pictures.length,
        loaded.turn,
        typeof unknown,
        warnings,
        pips,
        equal,
        gone,
        typeof orphan,
        typeof other,
    ]),
);
