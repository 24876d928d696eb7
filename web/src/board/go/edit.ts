import type { Color, Engine, Game } from "../../engine";
import type { BoardEditor } from "../edit";

interface GoRecord {
    setup: { stones?: string[]; turn?: Color; before?: unknown; handicap?: unknown };
    events: unknown[];
}

/** The same board and rules with these stones and nothing played. */
function withStones(engine: Engine, game: Game, stones: ReadonlyMap<string, Color>, turn: Color): Game {
    const record = JSON.parse(game.write("record")) as GoRecord;
    delete record.setup.before;
    delete record.setup.handicap;
    record.setup.stones = [...stones].map(([point, color]) => point + color[0]!);
    record.setup.turn = turn;
    record.events = [];
    return engine.load(JSON.stringify(record), { game: "go", format: "record" });
}

const stonesOf = (game: Game) =>
    new Map((game as Game<"go">).ask("stones").stones.map(({ point, color }) => [String(point), color]));

export const goEditor: BoardEditor = {
    pieces: [
        { color: "black", kind: "" },
        { color: "white", kind: "" },
    ],
    changed(engine, game, { from, to, piece }) {
        const stones = stonesOf(game);
        const color = piece?.color ?? stones.get(from ?? "");
        if (from) stones.delete(from);
        if (to && color) stones.set(to, color);
        return withStones(engine, game, stones, game.turn);
    },
    turned: (engine, game, turn) => withStones(engine, game, stonesOf(game), turn),
    cleared: (engine, game) => withStones(engine, game, new Map(), "black"),
};
