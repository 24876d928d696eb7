/** The module, its bytes, its URL, or a response that contains it. */
export type ModuleSource = ArrayBuffer | ArrayBufferView | URL | string | Response | WebAssembly.Module;

/** Loads the engine from the given module. Nothing else is fetched. */
export function loadEngine(source: ModuleSource | Promise<ModuleSource>): Promise<Engine>;

export type Color = "white" | "black";
export type GameName = "backgammon" | "chess" | "go";

export interface Notations {
    backgammon: "text" | "json";
    chess: "san" | "uci" | "json";
    go: "vertex" | "sgn" | "gtp" | "sgf" | "rows" | "json";
}

export interface Formats {
    backgammon: "gitgammon" | "xgid" | "gnubg-id" | "position-id" | "mat" | "sgf" | "record";
    chess: "chess-squares" | "fen" | "x-fen" | "shredder-fen" | "epd" | "uci" | "pgn" | "record";
    go: "go-grid" | "go-rows" | "sgn" | "sgn-url" | "sgn-captures" | "sgf" | "record";
}

/** Options of a new game; `engine.games()` lists their values. */
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
        /** Whether chess-squares lists the present position too. */
        history?: "earlier" | "with_current";
    };
    go: {
        /** 19, "9x13" */
        size?: number | string;
        rules?:
            | "aga"
            | "chinese"
            | "japanese"
            | "new-zealand"
            | "simple"
            | "tromp-taylor"
            | "cgos"
            | "kgs"
            | "ogs"
            | "openspiel";
        handicap?: number | string;
        placement?: "fixed" | "free";
        /** "D4b Q16w" */
        stones?: string;
        turn?: Color;
        ko?: "none" | "simple" | "positional" | "situational" | "simple+positional";
        long_cycle?: "goes_on" | "void" | "draw";
        suicide?: "forbidden" | "allowed";
        scoring?: "stones" | "area" | "territory";
        false_eyes?: "counted" | "filled";
        ending?: "two_passes" | "two_passes_or_full_board" | "two_passes_white_last" | "two_passes_or_length";
        dead_stones?: "stay" | "agreed";
        pass_stones?: "none" | "given";
        compensation?: "none" | "each_stone" | "each_stone_but_one";
        turns?: "alternate" | "free" | "named";
        komi?: number | string;
    };
}

/** "D4", or a row and a column in the notation `rows`. */
export type Point = string | readonly [row: number, column: number];

export interface Group {
    color: Color;
    stones: Point[];
    liberties: Point[];
}

/** What becomes of a group. */
export interface GroupLife {
    color: Color;
    stones: Point[];
    status: "alive" | "dead" | "seki" | "unsettled";
    reason: string;
    /** In how many of the playouts it stays, from 0 to 1. */
    survival: number | null;
    /** Moves that show it, where it was read out. */
    line: Move[] | null;
}

/** How a game would end if the players agreed on it as it stands. */
export interface Provisional {
    result: Outcome["result"];
    winner: Color | null;
    reason: string;
    sentence: string;
    [detail: string]: Detail | null;
}

/** Whether the game is over: every game can be asked. */
export interface Over {
    over: boolean;
    turn: Color;
    awaits: "move" | "roll" | "agreement" | "nothing";
    outcome: Outcome | null;
    provisional: Provisional | null;
}

/** The dry run of a move: every game can be asked. */
export type Checked =
    | {
          legal: true;
          effects: Effect[];
          /** The move, and in SGN its captures: `["B1w", "A1c"]`. */
          events: Move[];
          /** After the move. */
          outcome: Outcome | null;
      }
    | { legal: false; rejection: { code: string; kind: RefusalKind; sentence: string; data: Record<string, Detail> } };

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

/** The questions of each game, with their answers. */
export interface Answers {
    backgammon: {
        pips: { white: number; black: number };
        /** The argument is the checker moves made so far, such as "8/5". */
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
        over: Over;
        /** The argument is a move. */
        check: Checked;
    };
    chess: {
        /** The argument is a square. */
        attackers: { square: string; white: string[]; black: string[] };
        draw: { occurrences: number; halfmove_clock: number; offered_by: Color | null; dead: boolean };
        mobility: Record<"pawn" | "knight" | "bishop" | "rook" | "queen" | "king", number>;
        /** `line` leads to a mate, in the notation of the answer. */
        winnable: Record<Color, boolean> & { proof: Record<Color, { kind: string; line?: string[] }> };
        over: Over;
        /** The argument is a move. */
        check: Checked;
    };
    go: {
        /** The argument is a point of a group; without it, all groups. */
        liberties: { groups: Group[] } | Group;
        /** `moves` would place them in this order. */
        stones: { stones: { point: Point; color: Color }[]; moves: Move[] };
        /** `owners` are rows from the top: B, W, or "." for neither. */
        score: { result: string; black: GoTally; white: GoTally; owners: string[] };
        dead: { marked: Point[]; proposal: Point[] };
        life: { groups: GroupLife[] };
        rules: Record<string, string | number | null>;
        over: Over;
        /** The argument is a move. */
        check: Checked;
    };
}

/** A move in any notation of the game, or as JSON; in Go also a row and a column, as in go-rows. */
export type Move = string | readonly [row: number, column: number] | Readonly<Record<string, unknown>>;

/** In a notation that is JSON, places and moves are JSON too: `[2, 3]`. */
export type Detail = string | number | readonly Detail[] | Readonly<Record<string, unknown>>;

/** An effect of a move: a piece moved, a stone captured, check, the game over. */
export interface Effect {
    kind: string;
    data: Record<string, Detail>;
}

export interface Outcome {
    result: "win" | "draw" | "no_result";
    winner: Color | null;
    /** A stable code: "checkmate", "resignation". */
    reason: string;
    sentence: string;
}

/** The place of a fault; null if it concerns the whole text. Lines, columns and tokens count from 1. */
export type Place = { pointer: string } | { line: number; column: number } | { token: number } | null;

export interface Fault {
    severity: "error" | "warning";
    /** Stable, for programs. */
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
    /** What can be said in each phase of the game. */
    phases: { name: string; actions: string }[];
    options: { name: string; values: string; meaning: string }[];
    notations: { name: string; example: string; meaning: string }[];
    /** `notation` is that of the moves made in such a state. */
    formats: {
        name: string;
        meaning: string;
        extent: "game" | "position";
        cannot_carry: string;
        keeps_document: boolean;
        notation: string;
    }[];
    questions: { name: string; argument: string; meaning: string }[];
    refusals: { code: string; kind: RefusalKind; sentence: string }[];
}

export interface Decoded {
    /** With U+FFFD for bytes that the charset does not have. */
    text: string;
    /** As the web calls it: "GB18030", "windows-1252". */
    charset: string;
    /** Whether neither the caller nor the text named it. */
    guessed: boolean;
}

export interface Source<G extends GameName = GameName> {
    /** Default: any. */
    game?: G;
    /** Default: detected. */
    format?: Formats[G];
    options?: GameOptions[G];
    /** In which the game answers: legal moves, history, effects, refusals. Default: that of the format. */
    notation?: Notations[G];
    /** Whether warnings are errors; default: no. */
    strict?: boolean;
}

export interface DrawOptions {
    /** The side at the bottom; default: white. */
    bottom?: Color;
    theme?: "light" | "dark" | "auto" | "print";
    coordinates?: boolean;
    /** The longer side of the picture in pixels, 16 to 4096. */
    size?: number;
    /** The characters of a text board. */
    characters?: "unicode" | "ascii";
    /** Go has ownership and liberties, backgammon has index. */
    overlay?: "ownership" | "liberties" | "index";
    /** A move to show as a preview. */
    preview?: string;
    /** The first and last move to number, as in Go books. */
    numbered?: readonly [number, number];
    /** Marks, labels and arrows to draw over the board. */
    annotations?: readonly Annotation[];
}

export type RefusalKind = "unreadable" | "ambiguous" | "illegal" | "out_of_turn" | "game_over";

/** A move was rejected. The game has not changed. */
export class Refused extends Error {
    readonly name: "Refused";
    /** Stable: "no_liberties", "leaves_king_in_check"; `engine.games()` lists all codes. */
    readonly code: string;
    readonly kind: RefusalKind;
    readonly sentence: string;
    /** The squares, dice and moves involved. */
    readonly data: Record<string, Detail>;
}

/** A text cannot be read, or an argument is invalid; with all faults. */
export class Unreadable extends Error {
    readonly name: "Unreadable";
    /** Of the first fault. */
    readonly code: string;
    readonly sentence: string;
    readonly place: Place;
    /** All faults, in the order found. */
    readonly faults: Fault[];
}

/** The module ran out of memory: this engine and its games can no longer be used. */
export class EngineFailed extends Error {
    readonly name: "EngineFailed";
}

export class Engine {
    private constructor();

    /** Every game with its traits, options, notations, formats, questions and rejection codes. */
    games(): GameInfo[];
    /** The probable format of a text; only `load` knows for certain. */
    detect(text: string, game?: GameName): { game: GameName; format: string } | null;
    /**
     * The bytes of a file as text. The charset is the one given here, otherwise UTF-8 or UTF-16, the one that the
     * text names (CA in SGF), or the most plausible one. Throws a RangeError if there is no such charset.
     */
    decode(bytes: ArrayBuffer | ArrayBufferView, charset?: string): Decoded;

    /** Starts a game. Throws Unreadable. */
    new<G extends GameName>(game: G, options?: GameOptions[G]): Game<G>;
    /** Reads a game in any format. Throws Unreadable. */
    load<G extends GameName = GameName>(text: string, source?: Source<G>): Game<G>;
    /** Reads every game in a text, such as a PGN file. */
    loadAll<G extends GameName = GameName>(
        text: string,
        source?: Source<G>,
    ): ({ game: Game<G>; error: null } | { game: null; error: Unreadable })[];

    /**
     * Reads the first document of a text: a tree with comments, variations and marks. Its faults say what could not be
     * read or played; it holds what could. Throws Unreadable if there is nothing to hold.
     */
    document<G extends GameName = GameName>(text: string, source?: Source<G>): Document<G>;
    /**
     * Reads every document of a text one after the other. Pieces of a long text are taken as they are needed; they end
     * anywhere but inside a character.
     */
    documents<G extends GameName = GameName>(
        text: string | Iterable<string>,
        source?: Source<G>,
    ): Generator<{ document: Document<G>; error: null } | { document: null; error: Unreadable }, void>;

    /** Games that are not disposed; at most 65,536. */
    readonly gamesHeld: number;
    /** The module's memory in bytes. It never shrinks. */
    readonly bytesHeld: number;
}

export interface AnalysisOptions {
    /** 1 to 8; default: 6. */
    level?: number;
    /** Positions or playouts of each search, at most; default: as the level has it. */
    nodes?: number;
}

/** A move and what it is worth to the side that makes it. */
export interface RatedMove {
    move: string;
    /** In the unit of the analysis. */
    value: number;
    /** To win, from 0 to 1. */
    chance: number;
    /** Moves, negative if it is this side that is mated. */
    mate_in?: number;
    /** Of other results: `{"win_gammon": 0.2}`. */
    chances?: Record<string, number>;
    /** Best play, from this move on. */
    line: string[];
}

export type AnalysisUnit = "centipawns" | "points" | "equity";

export interface Analysis {
    unit: AnalysisUnit;
    /** Best first. */
    moves: RatedMove[];
    depth?: number;
    /** Of each point, row by row from the bottom, from -1 (Black) to 1 (White). */
    ownership?: number[];
}

export interface ReviewedMove extends RatedMove {
    /** The number of events before it. */
    ply: number;
    by: Color;
    best: RatedMove;
    /** In the unit of the analysis. */
    loss: number;
    /** What the grade goes by: in backgammon the loss, otherwise the chance to win that was lost. */
    cost: number;
    grade: "good" | "doubtful" | "bad" | "blunder";
    /** There was nothing to decide. */
    forced?: boolean;
    /** Of a roll. */
    luck?: number;
    /** The same in points for money, in a match from -1 (lost) to 1 (won). */
    luck_in_result?: number;
}

export interface SideReview {
    /** From 0 to 100. */
    accuracy: number;
    decisions: number;
    average_loss: number;
    loss: number;
    doubtful: number;
    bad: number;
    blunders: number;
    luck?: number;
}

export interface Review {
    game: GameName;
    by: string;
    unit: AnalysisUnit;
    white: SideReview;
    black: SideReview;
    /** The plies of the moves that cost most, at most five. */
    worst: number[];
    moves: ReviewedMove[];
}

export class Game<G extends GameName = GameName> {
    private constructor();

    readonly name: G;
    /** "Chess" */
    readonly title: string;
    readonly turn: Color;
    readonly awaits: "move" | "roll" | "agreement" | "nothing";
    /** Null during the game. */
    readonly outcome: Outcome | null;
    readonly eventCount: number;
    /** Equal for equal positions, on every platform. */
    readonly hash: bigint;
    /** Warnings about the text that this game was read from. */
    readonly warnings: Fault[];

    /** The legal moves, as texts that `play` takes; when dice are to be rolled, the possible rolls. */
    legal(notation?: Notations[G]): string[];
    /** The events so far. */
    history(notation?: Notations[G]): string[];

    /** The effects the move would have, in the notation it is written in. Throws Refused. */
    check(move: Move, by?: Color): Effect[];
    /** Makes the move, or several with blanks or commas between them: all of them or none. Throws Refused. */
    play(move: Move, by?: Color): Effect[];
    /** The meaning of a text, legal or not: who causes such an event, and how the record writes it. */
    understand(move: Move, by?: Color): { author: "player" | "chance" | "arbiter"; event: string };
    /** Takes back the last event. False if there is none. */
    undo(): boolean;

    /** Sets a tag, as in PGN: `setTag("White", "Ada")`. */
    setTag(name: string, value: string): void;

    /** Answers a question about this game, in the notation of the argument. Throws Unreadable. */
    ask<Q extends keyof Answers[G] & string>(question: Q, argument?: Move): Answers[G][Q];
    /** For code that does not know the game. */
    ask(question: string, argument?: Move): unknown;

    /** What the formats for agents leave out and a player must know: lines of text, or nothing. */
    besideState(): string;

    /** The game in a format. Throws Unreadable if the format cannot express it. */
    write(format: Formats[G]): string;
    svg(options?: DrawOptions): string;
    text(options?: DrawOptions): string;
    /** Counts the positions after `depth` moves, 0 to 20. High depths take very long. */
    perft(depth: number): { leaves: number; moves: { move: string; leaves: number }[] };

    /**
     * What the built-in bot would play, at level 1 to 8; before the dice are rolled, "roll" or an action. The same seed
     * gives the same. The highest levels think for seconds: in a page, in a worker. Throws Unreadable if nothing can be
     * played.
     */
    botMove(options?: { level?: number; seed?: number }): string;

    /**
     * The best moves, as the built-in bot judges them. Like `botMove` it thinks: in a page, in a worker. Throws Unreadable
     * if the game is over.
     */
    analyse(options?: AnalysisOptions & { lines?: number }): Analysis;
    /** What one event has cost, counted from 0; null if it cannot be judged. Thinks, like `analyse`. */
    reviewEvent(ply: number, options?: AnalysisOptions): ReviewedMove | null;
    /** Sums up what `reviewEvent` answered. */
    review(moves: readonly ReviewedMove[]): Review;

    /** Whether both games have the same start and the same events. */
    equals(other: Game): boolean;
    copy(): Game<G>;
    /** A document with the events of this game as its main line. */
    document(): Document<G>;

    readonly disposed: boolean;
    /** Frees the game at once instead of when it is garbage-collected. */
    dispose(): void;
}

/** What people attach to a move. Places are written as the game writes them: "e4", "D4". */
export type Annotation =
    | { type: "comment"; text: string; before?: boolean }
    /** A numeric annotation glyph of PGN: 1 is "!". */
    | { type: "glyph"; number: number }
    | {
          type: "mark";
          shape:
              | "circle"
              | "square"
              | "triangle"
              | "cross"
              | "selected"
              | "dimmed"
              | "black_territory"
              | "white_territory"
              | "colored";
          place: string;
          color?: string;
      }
    | { type: "arrow" | "line"; from: string; to: string; color?: string }
    | { type: "label"; place: string; text: string }
    | { type: "time_left"; ms: number; side?: Color }
    | { type: "time_spent"; ms: number }
    | { type: "evaluation"; value: number; unit: "centipawns" | "mate" | "points"; depth?: number }
    /** What the file has and the engine has no name for, as written. */
    | { type: "property"; name: string; values: string[] };

export interface TreeNode {
    /** 0 is the root. */
    id: number;
    parent?: number;
    /** Missing for the root, a setup, and a word that is not a move. */
    move?: string | Readonly<Record<string, unknown>>;
    /** As written, where it is not a move. */
    text?: string;
    /** Missing if it is legal. */
    verdict?: "illegal" | "unreadable" | "after_the_end" | "below_a_fault";
    rejection?: { code: string; kind: RefusalKind; sentence: string; data: Record<string, Detail> };
    annotations?: Annotation[];
}

/** The tree of a file. The first child of each node is the main line. */
export interface Tree<G extends GameName = GameName> {
    game: G;
    tags?: Record<string, string>;
    /** In the order of the text: parents before their children, siblings in order. */
    nodes: TreeNode[];
}

export class Document<G extends GameName = GameName> {
    private constructor();

    /** Of the text that it was read from; errors too. */
    readonly faults: Fault[];

    /** As in PGN: `{"White": "Ada"}`. */
    readonly tags: Record<string, string>;
    tree(notation?: Notations[G]): Tree<G>;
    /** The game on the way to a node, as far as it can be played. */
    game(node: number): Game<G>;

    /** The node of a move after another, added if it is not there. Throws Refused. */
    add(parent: number, move: Move): number;
    /** Takes a node away, with everything below it. */
    remove(node: number): void;
    /** Makes a node the first child of its parent. */
    promote(node: number): void;
    /** Replaces what is said of a node. */
    annotate(node: number, annotations: readonly Annotation[]): void;
    /** Writes a review of the main line into the document: evaluations, glyphs, better lines. */
    addReview(moves: readonly ReviewedMove[]): void;
    setTag(name: string, value: string): void;

    /** The document in a format; in one that holds a single game, the main line. Throws Unreadable. */
    write(format: Formats[G]): string;

    readonly disposed: boolean;
    /** Frees the document at once instead of when it is garbage-collected. */
    dispose(): void;
}
