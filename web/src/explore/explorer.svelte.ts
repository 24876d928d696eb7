// The analysis board: a game, its variations, and its address.

import { playedOn } from "../board/input";
import type { Complaint } from "../board/types";
import { Refused, type Color, type Engine, type Game } from "../engine";
import { navigation } from "../navigation.svelte";
import { address, addressOf, lineOf, type Line } from "./address";
import { openAddress, type AddressFault } from "./open";
import * as tree from "./tree";

export interface Faulty {
    text: string;
    faults: AddressFault[];
    /** The address of the readable part. */
    before: string | null;
}

export class Explorer {
    game = $state.raw<Game | null>(null);
    node = $state.raw<tree.Node>(tree.root());
    /** Changes with every step. */
    revision = $state(0);
    faulty = $state.raw<Faulty | null>(null);
    complaint = $state.raw<Complaint | null>(null);

    #line: Pick<Line, "game" | "start" | "query"> | null = null;
    #root = tree.root();
    /** The current address, so that it is not read again. */
    #shown = "";

    constructor(private readonly engine: Engine) {}

    get root() {
        void this.revision;
        return this.#root;
    }

    /** Opens an address: its path and query. Variations are kept while the start is the same. */
    open(wanted: string) {
        if (wanted === this.#shown) return;
        const opening = openAddress(this.engine, wanted);
        if (opening.faults) {
            this.#show(null);
            const before = opening.before && addressOf(this.engine, opening.before);
            opening.before?.dispose();
            this.faulty = { text: opening.text, faults: opening.faults, before };
            this.#shown = wanted;
            return;
        }
        this.faulty = null;
        this.#enter(this.#canonical(opening.game, wanted));
        navigation.replace(this.#shown);
    }

    /** The game as its own address describes it: after a reload the same is allowed. */
    #canonical(game: Game, wanted: string): Game {
        const own = addressOf(this.engine, game);
        const described = own === null || own === wanted ? null : openAddress(this.engine, own).game;
        if (described) game.dispose();
        return described ?? game;
    }

    #enter(game: Game) {
        const line = lineOf(this.engine, game)!;
        const { start, query } = line;
        const same = this.#line?.game === line.game && this.#line.start === start && this.#line.query === query;
        if (!same) this.#root = tree.root();
        this.#line = line;
        this.#go(tree.walk(this.#root, line.plies), game);
    }

    #go(node: tree.Node, game: Game) {
        this.node = node;
        this.#shown = address(this.#line!, tree.tokens(node));
        this.#show(game);
    }

    #show(game: Game | null) {
        const old = this.game;
        this.game = game;
        this.complaint = null;
        this.revision += 1;
        if (old !== game) old?.dispose();
    }

    /** True if the move, or several, was made; then the address has changed. */
    play(move: string, unsayable: string, by?: Color): boolean {
        let next: Game;
        try {
            next = playedOn(this.game!, move, by);
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            this.complaint = { code: error.code, sentence: error.sentence, data: error.data };
            return false;
        }
        const played = next.eventCount - this.game!.eventCount;
        if (lineOf(this.engine, next)!.plies.length < this.node.depth + played) {
            next.dispose();
            this.complaint = { code: "no_move", sentence: unsayable, data: {} };
            return false;
        }
        this.#enter(next);
        navigation.push(this.#shown);
        return true;
    }

    /** Goes to a node of the tree. The address changes without a new history entry. */
    jump(node: tree.Node) {
        for (let one = node; one.parent; one = one.parent) one.parent.next = one;
        const opening = openAddress(this.engine, address(this.#line!, tree.tokens(node)));
        if (!opening.game) return;
        this.#go(node, opening.game);
        navigation.replace(this.#shown);
    }

    step(to: number) {
        const node = to === 0 ? this.#root : tree.lineThrough(this.node)[to - 1];
        if (node) this.jump(node);
    }

    dispose() {
        this.game?.dispose();
    }
}
