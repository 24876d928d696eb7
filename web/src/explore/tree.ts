// The tree of variations from one start.

import type { Ply } from "./address";

export interface Node {
    /** Null for the start. */
    ply: Ply | null;
    parent: Node | null;
    /** In the order they were first played. */
    children: Node[];
    /** The child visited last, which the forward button selects. */
    next: Node | null;
    depth: number;
}

export function root(): Node {
    return { ply: null, parent: null, children: [], next: null, depth: 0 };
}

/** The node after a move, created if it does not exist. */
export function follow(node: Node, ply: Ply): Node {
    let child = node.children.find((one) => one.ply?.token === ply.token);
    if (!child) {
        child = { ply, parent: node, children: [], next: null, depth: node.depth + 1 };
        node.children.push(child);
    }
    node.next = child;
    return child;
}

export function walk(start: Node, plies: readonly Ply[]): Node {
    return plies.reduce(follow, start);
}

/** The path from the start, exclusive, to the node. */
export function path(node: Node): Node[] {
    const nodes: Node[] = [];
    for (let one = node; one.parent; one = one.parent) nodes.unshift(one);
    return nodes;
}

/** The line through a node: the path to it, and its continuation visited last. */
export function lineThrough(node: Node): Node[] {
    const nodes = path(node);
    for (let one = node.next; one; one = one.next) nodes.push(one);
    return nodes;
}

export function tokens(node: Node): string[] {
    return path(node).map(({ ply }) => ply!.token);
}

export type Item = { kind: "move"; node: Node } | { kind: "branches"; nodes: Node[] };

/** A line as it is shown: moves, each followed by its alternatives. */
export function items(first: Node): Item[] {
    const list: Item[] = first.ply ? [{ kind: "move", node: first }] : [];
    for (let [main, ...others] = first.children; main; [main, ...others] = main.children) {
        list.push({ kind: "move", node: main });
        if (others.length > 0) list.push({ kind: "branches", nodes: others });
    }
    return list;
}
