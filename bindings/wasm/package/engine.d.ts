/** Where the module is: its bytes, its address, an answer that holds it, or itself. */
export type ModuleSource = ArrayBuffer | ArrayBufferView | URL | string | Response | WebAssembly.Module;

/** Loads the engine from a module that the caller names. Nothing else is fetched. */
export function loadEngine(source: ModuleSource | Promise<ModuleSource>): Promise<Engine>;

export type Color = "white" | "black";
export type GameName = "backgammon" | "chess" | "go";

export interface Notations {
    backgammon: "text" | "json";
    chess: "san" | "uci" | "json";
    go: "vertex" | "sgn" | "gtp" | "sgf" | "rows" | "json";
}

export interface Formats {
    backgammon: "gitgammon" | "xgid" | "gnubg-id" | "position-id" | "mat" | "record";
    chess: "chess-squares" | "fen" | "x-fen" | "shredder-fen" | "epd" | "uci" | "pgn" | "record";
    go: "go-grid" | "go-rows" | "sgn" | "sgn-url" | "sgn-captures" | "sgf" | "record";
}

/** Settings of a new game; `engine.games()` says what each may be. */
export interface GameOptions {
    backgammon: {
        start?: "standard" | "gitgammon" | "nackgammon";
        match?: number | string;
        cube?: "on" | "off";
        crawford?: "on" | "off";
        jacoby?: "on" | "off";
        beavers?: "none" | "beaver" | "raccoon";
        automatic_doubles?: number | string;
    };
    chess: {
        variant?: "standard" | "chess960";
        /** A FEN, or 0 to 959 for a Chess960 start. */
        start?: number | string;
    };
    go: {
        /** 19, "9x13" */
        size?: number | string;
        rules?: "aga" | "chinese" | "japanese" | "new-zealand" | "simple" | "tromp-taylor";
        handicap?: number | string;
        placement?: "fixed" | "free";
        /** "D4b Q16w" */
        stones?: string;
        turn?: Color;
        ko?: "none" | "simple" | "positional" | "situational" | "simple+positional";
        long_cycle?: "goes_on" | "void";
        suicide?: "forbidden" | "allowed";
        scoring?: "stones" | "area" | "territory";
        ending?: "two_passes" | "two_passes_or_full_board" | "two_passes_white_last";
        dead_stones?: "stay" | "agreed";
        pass_stones?: "none" | "given";
        compensation?: "none" | "each_stone" | "each_stone_but_one";
        turns?: "alternate" | "free";
        komi?: number | string;
    };
}

export interface Group {
    color: Color;
    stones: string[];
    liberties: string[];
}

export interface GoTally {
    stones: number;
    territory: number;
    prisoners: number;
    dead_stones: number;
    pass_stones: number;
    compensation: number;
    komi: number;
    total: number;
}

/** What only one game can tell: the answer to each question. */
export interface Answers {
    backgammon: {
        pips: { white: number; black: number };
        /** Asked with the checker moves made so far, such as "8/5". */
        steps: { steps: { from: string; to: string; die: number }[] };
        score: {
            match: number;
            white: number;
            black: number;
            crawford: boolean;
            cube: { value: number; owner: Color | null };
            waiting_for: "opening_roll" | "roll_or_double" | "move" | "take_or_drop" | "over";
            turn: Color;
            games: { winner: Color; points: number; reason: string }[];
        };
    };
    chess: {
        /** Asked with a square. */
        attackers: { square: string; white: string[]; black: string[] };
        draw: { occurrences: number; halfmove_clock: number; offered_by: Color | null; dead: boolean };
        mobility: Record<"pawn" | "knight" | "bishop" | "rook" | "queen" | "king", number>;
    };
    go: {
        /** Asked with a point the group on it, with nothing every group. */
        liberties: { groups: Group[] } | Group;
        stones: { stones: { point: string; color: Color }[] };
        /** `owners` are rows from the top: B, W, or a point for nobody's. */
        score: { result: string; black: GoTally; white: GoTally; owners: string[] };
        dead: { marked: string[]; proposal: string[] };
    };
}

/** A move in any notation of the game, or as the JSON that agents answer with. */
export type Move = string | Readonly<Record<string, unknown>>;

export type Detail = string | number | string[];

/** One consequence of a move: a piece moved, a stone captured, check given, the game over. */
export interface Effect {
    kind: string;
    data: Record<string, Detail>;
}

export interface Outcome {
    result: "win" | "draw" | "no_result";
    winner: Color | null;
    /** A stable code of the game: "checkmate", "resignation". */
    reason: string;
    sentence: string;
}

/** Where a fault stands; null where it concerns the whole. Lines, columns and tokens count from 1. */
export type Place = { pointer: string } | { line: number; column: number } | { token: number } | null;

export interface Fault {
    severity: "error" | "warning";
    /** Stable: programs branch on it. */
    code: string;
    sentence: string;
    place: Place;
}

export interface GameInfo {
    name: GameName;
    title: string;
    /** The notation of the events in the neutral record. */
    record_notation: string;
    /** The format in which people keep such games: "pgn". */
    archive_format: string;
    /** Null where chance decides. */
    first_mover: Color | null;
    /** What chance decides with; null where there is none. */
    chance: { dice: number; faces: number } | null;
    can_be_drawn: boolean;
    /** What agents and language models are told. */
    agents: {
        /** Formats for a position, the preferred one first; `help` says how to read it. */
        states: { name: string; help: string }[];
        compact_format: string;
        /** How a move is written, in words. */
        move_help: string;
    };
    options: { name: string; values: string; meaning: string }[];
    notations: { name: string; example: string; meaning: string }[];
    formats: { name: string; meaning: string; extent: "game" | "position"; cannot_carry: string }[];
    questions: { name: string; argument: string; meaning: string }[];
    refusals: { code: string; kind: RefusalKind; sentence: string }[];
}

export interface Source<G extends GameName = GameName> {
    /** Absent: any. */
    game?: G;
    /** Absent: whatever the text looks like. */
    format?: Formats[G];
    options?: GameOptions[G];
}

export interface DrawOptions {
    /** Whose side is at the bottom; white if absent. */
    bottom?: Color;
    theme?: "light" | "dark" | "auto";
    coordinates?: boolean;
    /** The longer side of a picture in pixels, 16 to 4096. */
    size?: number;
    /** What a board in text is made of. */
    characters?: "unicode" | "ascii";
    /** Go knows ownership and liberties, backgammon index. */
    overlay?: "ownership" | "liberties" | "index";
    /** A move that is tried out on the board. */
    preview?: string;
    /** Moves that are numbered as in Go's books, first and last. */
    numbered?: readonly [number, number];
}

export type RefusalKind = "unreadable" | "ambiguous" | "illegal" | "out_of_turn" | "game_over";

/** A move that the game turns down. Nothing has changed. */
export class Refused extends Error {
    readonly name: "Refused";
    /** Stable: "no_liberties", "leaves_king_in_check"; `engine.games()` lists them all. */
    readonly code: string;
    readonly kind: RefusalKind;
    readonly sentence: string;
    /** The squares, dice and moves that the refusal is about. */
    readonly data: Record<string, Detail>;
}

/** Something that cannot be read, or that cannot be had, with everything that is wrong with it. */
export class Unreadable extends Error {
    readonly name: "Unreadable";
    /** Of the first fault. */
    readonly code: string;
    readonly sentence: string;
    readonly place: Place;
    /** All of them, in the order found. */
    readonly faults: Fault[];
}

/** The module has run out of memory: this engine and its games are lost. */
export class EngineFailed extends Error {
    readonly name: "EngineFailed";
}

export class Engine {
    private constructor();

    /** Every game with its options, notations, formats, questions and refusals. */
    games(): GameInfo[];
    /** What a text looks like: a guess, `load` has the last word. */
    detect(text: string, game?: GameName): { game: GameName; format: string } | null;

    /** Begins a game. Throws Unreadable. */
    new<G extends GameName>(game: G, options?: GameOptions[G]): Game<G>;
    /** Reads a game in any format. Throws Unreadable. */
    load<G extends GameName = GameName>(text: string, source?: Source<G>): Game<G>;
    /** Reads every game of a text, such as a file of PGN. */
    loadAll<G extends GameName = GameName>(
        text: string,
        source?: Source<G>,
    ): ({ game: Game<G>; error: null } | { game: null; error: Unreadable })[];

    /** Games that are not disposed yet; at most 65,536. */
    readonly gamesHeld: number;
    /** The module's memory. It never shrinks, and grows only if more is held than ever before. */
    readonly bytesHeld: number;
}

export class Game<G extends GameName = GameName> {
    private constructor();

    readonly name: G;
    /** "Chess" */
    readonly title: string;
    readonly turn: Color;
    readonly awaits: "move" | "roll" | "agreement" | "nothing";
    /** Null while the game goes on. */
    readonly outcome: Outcome | null;
    readonly eventCount: number;
    /** Equal for equal positions, on every machine. */
    readonly hash: bigint;
    /** What was doubtful about the text that this game was read from. */
    readonly warnings: Fault[];

    /** The legal moves; rolls while dice are waited for. */
    legal(notation?: Notations[G]): string[];
    /** What has happened so far. */
    history(notation?: Notations[G]): string[];

    /** The dry run: what the move would do. Throws Refused. */
    check(move: Move, by?: Color): Effect[];
    /** Throws Refused. */
    play(move: Move, by?: Color): Effect[];
    /** What a text means, legal or not: whose it is to bring about, and how the record has it. */
    understand(move: Move, by?: Color): { author: "player" | "chance" | "arbiter"; event: string };
    /** False if there is nothing to take back. */
    undo(): boolean;

    /** Names that accompany the game, as PGN has them: `setTag("White", "Ada")`. */
    setTag(name: string, value: string): void;

    /** What only this game can tell. Throws Unreadable. */
    ask<Q extends keyof Answers[G] & string>(question: Q, argument?: string): Answers[G][Q];
    /** Where it is not known which game this is. */
    ask(question: string, argument?: string): unknown;

    /** What the formats for agents leave out and a player must know: lines of text, or nothing. */
    besideState(): string;

    /** The game in a format. Throws Unreadable where that cannot express it. */
    write(format: Formats[G]): string;
    svg(options?: DrawOptions): string;
    text(options?: DrawOptions): string;
    /** Counts the positions that so many moves lead to, 0 to 20; that may take for ever. */
    perft(depth: number): { leaves: number; moves: { move: string; leaves: number }[] };

    /** Whether both have the same start and the same events. */
    equals(other: Game): boolean;
    copy(): Game<G>;

    readonly disposed: boolean;
    /** Frees the game at once. The garbage collector would do so some time. */
    dispose(): void;
}
