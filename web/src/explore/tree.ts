// The tree of a document, as the Board shows it.

import type { Annotation, Tree, TreeNode } from "../engine";
import type { Ply } from "./address";

export interface Node {
    id: number;
    /** Null for the start, a setup, and a word that is not a move. */
    ply: Ply | null;
    /** As the file has it, where it is not a move. */
    word: string;
    verdict: TreeNode["verdict"];
    /** Why it is not legal. */
    reason: string;
    annotations: readonly Annotation[];
    parent: Node | null;
    /** The first is the main line. */
    children: Node[];
    depth: number;
    /** The number of moves up to this one. */
    number: number;
}

function nodeOf({ id, text = "", verdict, rejection, annotations = [] }: TreeNode, ply: Ply | null): Node {
    const reason = rejection?.sentence ?? "";
    return { id, ply, word: text, verdict, reason, annotations, parent: null, children: [], depth: 0, number: 0 };
}

/** The nodes by number; parents come before their children. */
export function grown({ nodes }: Tree, plies: ReadonlyMap<number, Ply>): Map<number, Node> {
    const grown = new Map<number, Node>();
    for (const entry of nodes) {
        const node = nodeOf(entry, plies.get(entry.id) ?? null);
        const parent = grown.get(entry.parent ?? -1);
        grown.set(node.id, node);
        if (!parent) continue;
        node.parent = parent;
        node.depth = parent.depth + 1;
        node.number = parent.number + (node.ply || node.word ? 1 : 0);
        parent.children.push(node);
    }
    return grown;
}

export const nothing: Node = nodeOf({ id: 0 }, null);

/** The child of a node that the forward button selects. */
export type Choice = (node: Node) => Node | undefined;

/** The path from the start, exclusive, to the node. */
export function path(node: Node): Node[] {
    const nodes: Node[] = [];
    for (let one = node; one.parent; one = one.parent) nodes.unshift(one);
    return nodes;
}

/** Whether the board can show it: nothing that cannot be played comes before it. */
export const canStand = ({ verdict }: Node): boolean => verdict !== "below_a_fault";

/** The line through a node: the path to it, and its continuation up to what is not a move. */
export function lineThrough(node: Node, choice: Choice): Node[] {
    const nodes = path(node);
    for (let one = choice(node); one && one.word === ""; one = choice(one)) nodes.push(one);
    return nodes;
}

/** The last node on the way that an address can describe: up to it, there are only legal moves. */
export function describable(node: Node): Node {
    const nodes = path(node);
    const end = nodes.findIndex(({ ply, verdict }) => !ply || verdict);
    return end < 0 ? node : nodes[end]!.parent!;
}

export type Item = { kind: "move"; node: Node } | { kind: "branches"; nodes: Node[] };

/** A line as it is shown: moves, each followed by its alternatives. */
export function items(first: Node): Item[] {
    const list: Item[] = [{ kind: "move", node: first }];
    for (let [main, ...others] = first.children; main; [main, ...others] = main.children) {
        list.push({ kind: "move", node: main });
        if (others.length > 0) list.push({ kind: "branches", nodes: others });
    }
    return list;
}
