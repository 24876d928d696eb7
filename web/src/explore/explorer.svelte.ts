// The analysis board: a document, its tree, and the address of the position shown.

import { playedOn } from "../board/input";
import type { Complaint } from "../board/types";
import {
    Refused,
    type Annotation,
    type Color,
    type Document,
    type Engine,
    type Fault,
    type Game,
    type ReviewedMove,
} from "../engine";
import { navigation } from "../navigation.svelte";
import { addressOf, lineOf, pliesByNode, type Line, type Ply } from "./address";
import { drop, keep, mark, newId, recall } from "./kept";
import { openAddress, type AddressFault } from "./open";
import * as tree from "./tree";
import { Walk } from "./walk";

export interface Faulty {
    text: string;
    faults: AddressFault[];
    /** The address of the readable part. */
    before: string | null;
}

type Start = Pick<Line, "game" | "start" | "query">;

const sameStart = (a: Start, b: Start) => a.game === b.game && a.start === b.start && a.query === b.query;

export class Explorer {
    game = $state.raw<Game | null>(null);
    walk = $state.raw<Walk | null>(null);
    node = $state.raw<tree.Node>(tree.nothing);
    root = $state.raw<tree.Node>(tree.nothing);
    /** Changes with every step. */
    revision = $state(0);
    /** Changes with the document. */
    edition = $state(0);
    faulty = $state.raw<Faulty | null>(null);
    complaint = $state.raw<Complaint | null>(null);
    /** Of the text that the document was read from. */
    faults = $state.raw<readonly Fault[]>([]);
    /** That text has further documents. */
    hasMore = $state(false);
    /** False if the document is too large for this browser's storage. */
    isKept = $state(true);

    /** Of the line that is shown. */
    #start: Start | null = null;
    #id = "";
    #keptEdition = -1;
    /** The current address, so that it is not read again. */
    #shown = "";

    constructor(private readonly engine: Engine) {}

    /** Opens an address: its path and query. The document is kept while the start is the same. */
    open(wanted: string) {
        const id = navigation.board;
        if (wanted === this.#shown && (id === null || id === this.#id)) return;
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
        const game = this.#canonical(opening.game, wanted);
        this.#enter(game, id);
        game.dispose();
        navigation.replace(this.#shown, this.#id);
    }

    /** The game as its own address describes it: after a reload the same is allowed. */
    #canonical(game: Game, wanted: string): Game {
        const own = addressOf(this.engine, game);
        const described = own === null || own === wanted ? null : openAddress(this.engine, own).game;
        if (described) game.dispose();
        return described ?? game;
    }

    #enter(game: Game, id: string | null) {
        const line = lineOf(this.engine, game)!;
        const own = addressOf(this.engine, game)!;
        const stays = this.#start && sameStart(this.#start, line) && (id === null || id === this.#id);
        const same = stays && this.walk ? this.#follow(line.plies) : null;
        if (same) return this.#go(same);
        const kept = recall(this.engine, id === null ? { address: own } : { id });
        if (kept) {
            this.#take(kept.document, kept.entry.id);
            const left = [...this.walk!.nodes.values()][kept.entry.at];
            const there = left && this.#addressOf(left) === own ? left : this.#follow(line.plies);
            if (there && this.#addressOf(there) === own) return this.#go(there);
        }
        this.#take(game.document(), id ?? newId());
        this.#go(tree.lineThrough(this.root, this.walk!.choice).at(-1) ?? this.root);
    }

    /** Makes a document the one that is shown, at its root. */
    #take(document: Document, id: string) {
        this.walk?.document.dispose();
        this.walk = new Walk(document);
        this.faults = [];
        this.hasMore = false;
        this.#id = id;
        this.#grown();
    }

    #grown() {
        this.root = this.walk!.root;
        this.edition += 1;
    }

    #grow() {
        this.walk!.grow();
        this.#grown();
    }

    get #document(): Document {
        return this.walk!.document;
    }

    /** The node after these events, which are added if they are not there; null if they cannot be played. */
    #follow(plies: readonly Ply[]): tree.Node | null {
        let node = this.root;
        let known = 0;
        for (; known < plies.length; known++) {
            const child = node.children.find(({ ply }) => ply?.token === plies[known]!.token);
            if (!child) break;
            node = child;
        }
        return known === plies.length ? node : this.#added(node, plies.slice(known));
    }

    #added(node: tree.Node, plies: readonly Ply[]): tree.Node | null {
        let { id } = node;
        try {
            for (const { event } of plies) id = this.#document.add(id, event);
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            return null;
        } finally {
            this.#grow();
        }
        return this.walk!.nodes.get(id)!;
    }

    #addressOf(node: tree.Node): string {
        return this.walk!.addressOf(this.engine, node);
    }

    #go(node: tree.Node) {
        this.walk!.visit(node);
        this.node = node;
        this.#shown = this.#addressOf(node);
        this.#show(this.#document.game(node.id));
        this.#start = lineOf(this.engine, this.game!);
        this.#keep();
    }

    #show(game: Game | null) {
        const old = this.game;
        this.game = game;
        this.complaint = null;
        this.revision += 1;
        if (old !== game) old?.dispose();
    }

    #entry() {
        return { id: this.#id, address: this.#shown, at: this.walk!.indexOf(this.node) };
    }

    /** Whether the address does not say everything. */
    #saysMore(): boolean {
        const nodes = [...this.walk!.nodes.values()];
        return (
            Object.keys(this.#document.tags).length > 0 ||
            nodes.length - 1 > tree.describable(this.node).depth ||
            nodes.some(({ annotations, verdict }) => annotations.length > 0 || verdict)
        );
    }

    #keep() {
        if (!this.#saysMore()) {
            drop(this.#id);
            this.#keptEdition = -1;
        } else if (this.#keptEdition === this.edition) {
            mark(this.#entry());
        } else {
            this.isKept = keep(this.engine, this.#entry(), this.walk!.game, this.#document);
            this.#keptEdition = this.edition;
        }
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
        const line = next.document();
        const plies = [...pliesByNode(next.name, line).values()].slice(-played);
        line.dispose();
        next.dispose();
        const node = plies.every(({ token }) => token !== null) ? this.#played(plies) : null;
        if (!node) {
            this.complaint = { code: "no_move", sentence: unsayable, data: {} };
            return false;
        }
        this.#go(node);
        navigation.push(this.#shown, this.#id);
        return true;
    }

    #played(plies: readonly Ply[]): tree.Node | null {
        const base = this.#playable(this.node);
        const [first, ...rest] = plies;
        const there = base.children.find(({ ply, verdict }) => !verdict && ply?.token === first?.token);
        return there && rest.length === 0 ? there : this.#added(base, plies);
    }

    /** The last node on the way that the board shows: a word that cannot be played changes nothing. */
    #playable(node: tree.Node): tree.Node {
        if (!node.parent || !node.verdict) return node;
        const [here, before] = [this.#document.game(node.id), this.#document.game(node.parent.id)];
        const changes = here.hash !== before.hash;
        here.dispose();
        before.dispose();
        return changes ? node : this.#playable(node.parent);
    }

    /** Goes to a node of the tree. The address changes without a new history entry. */
    jump(node: tree.Node) {
        if (!tree.canStand(node)) return;
        this.#go(node);
        navigation.replace(this.#shown, this.#id);
    }

    step(to: number) {
        const node = to === 0 ? this.root : tree.lineThrough(this.node, this.walk!.choice)[to - 1];
        if (node) this.jump(node);
    }

    /** Replaces what is said of the current node. */
    annotate(annotations: readonly Annotation[]) {
        this.#document.annotate(this.node.id, annotations);
        this.#changed(this.node.id);
    }

    /** Deletes the current node, with everything below it. */
    remove() {
        const { id, parent } = this.node;
        if (!parent) return;
        this.#document.remove(id);
        this.#changed(parent.id);
        navigation.replace(this.#shown, this.#id);
    }

    /** Makes the line to the current node the main line. */
    promote() {
        for (const { id } of tree.path(this.node)) this.#document.promote(id);
        this.#changed(this.node.id);
    }

    get isMainLine(): boolean {
        return tree.path(this.node).every((node) => node.parent!.children[0] === node);
    }

    /** After a change of the document; `id` is the node to show. */
    #changed(id: number) {
        this.#grow();
        const node = this.walk!.nodes.get(id)!;
        if (id !== this.node.id) return this.#go(node);
        this.node = node;
        this.#keep();
    }

    /** The main line as a game. The caller disposes of it. */
    mainGame(): Game {
        const last = this.#main(Infinity);
        return this.#document.game(last.id);
    }

    /** The node of the main line after this number of events. */
    #main(events: number): tree.Node {
        let node = this.root;
        for (let left = events; left > 0 && node.children[0]; node = node.children[0]) {
            left -= node.children[0].ply ? 1 : 0;
        }
        return node;
    }

    /** Shows the main line after this number of events. */
    showMain(events: number) {
        this.jump(this.#main(events));
    }

    /** Shows a line of moves that leaves the main line there, at its first move. */
    showLine(events: number, moves: readonly string[]) {
        let { id } = this.#main(events);
        let first: number | null = null;
        for (const move of moves) {
            id = this.#document.add(id, move);
            first ??= id;
        }
        this.#grow();
        const node = this.walk!.nodes.get(first ?? id)!;
        this.#go(node);
        this.walk!.visit(this.walk!.nodes.get(id)!);
        navigation.push(this.#shown, this.#id);
    }

    /** Writes a review of the main line into the document. */
    keepReview(moves: readonly ReviewedMove[]) {
        this.#document.addReview(moves);
        this.#changed(this.node.id);
    }

    /** Shows the first document of a text, from its start. Throws Unreadable. */
    read(text: string) {
        const found = this.engine.documents(text);
        const first = found.next().value;
        if (!first) return;
        if (!first.document) throw first.error;
        const second = found.next().value;
        second?.document?.dispose();
        found.return();
        this.faulty = null;
        this.#take(first.document, newId());
        this.faults = first.document.faults;
        this.hasMore = second !== undefined;
        this.#go(this.root);
        navigation.push(this.#shown, this.#id);
    }

    /** An empty board, whatever was left at its address. */
    begin(address: string) {
        navigation.push(address, newId());
    }

    dispose() {
        this.game?.dispose();
        this.walk?.document.dispose();
    }
}
