// A document with its tree: where one can go, and what an address says of it.

import type { Document, Engine, Game, GameName } from "../engine";
import { addressOf, pliesByNode } from "./address";
import { describable, grown, type Choice, type Node } from "./tree";

export class Walk {
    game!: GameName;
    /** By number, in the order of the text. */
    nodes!: Map<number, Node>;
    /** The child of each node that was visited last. */
    #visited = new Map<number, number>();

    constructor(readonly document: Document) {
        this.grow();
    }

    /** To be called after every change of the document. */
    grow() {
        const tree = this.document.tree();
        this.game = tree.game;
        this.nodes = grown(tree, pliesByNode(tree.game, this.document));
    }

    get root(): Node {
        return this.nodes.get(0)!;
    }

    /** The place of a node in the order of the text. */
    indexOf({ id }: Node): number {
        return [...this.nodes.keys()].indexOf(id);
    }

    visit(node: Node) {
        for (let one = node; one.parent; one = one.parent) this.#visited.set(one.parent.id, one.id);
    }

    /** The child of a node that comes next: the one visited last, or the main line. */
    readonly choice: Choice = (node) => {
        const visited = this.nodes.get(this.#visited.get(node.id) ?? -1);
        return visited ?? node.children[0];
    };

    /** As far as an address can describe the way to the node. */
    addressOf(engine: Engine, node: Node): string {
        const game = this.document.game(describable(node).id);
        const address = addressOf(engine, game)!;
        game.dispose();
        return address;
    }

    /** Half-moves before the first one, for move numbers in chess. */
    get halfMovesBefore(): number {
        if (this.game !== "chess") return 0;
        const start = this.document.game(0) as Game<"chess">;
        const [, turn = "w", , , , full = "1"] = start.write("fen").split(" ");
        start.dispose();
        return (Number(full) - 1) * 2 + (turn === "b" ? 1 : 0);
    }
}
