// The documents of the Board that this browser keeps: the newest in local storage, the last one of all
// also in memory, however large it is.
//
//     arbiter.board        [{"id", "address", "at", "game", "format", "size"}, ...], the newest first
//     arbiter.board.ID     the text
//
// A text is in a format that keeps documents. A game without one is written as a record of its start and a
// list of nodes: [[index of the parent, move, annotations], ...].

import { infoOf, type Annotation, type Document, type Engine, type Formats, type GameName, type Move } from "../engine";

export interface Entry {
    id: string;
    /** Of the node that was shown last. */
    address: string;
    /** That node, counted in the order of the text. */
    at: number;
}

interface Packed {
    game: GameName;
    /** Null: a list of nodes. */
    format: Formats[GameName] | null;
    text: string;
}

interface Listed extends Entry, Omit<Packed, "text"> {
    size: number;
}

const place = "arbiter.board";
const documentsMax = 20;
/** In characters: one document, and all of them. Browsers keep about five million. */
const sizeMax = 512 * 1024;
const sizesMax = 2 * 1024 * 1024;

interface NodeList {
    record: string;
    nodes: [parent: number, move: Move, annotations: Annotation[]][];
    root: Annotation[];
}

function listOf(document: Document): NodeList {
    const start = document.game(0);
    const record = start.write("record");
    start.dispose();
    const { nodes } = document.tree("json");
    const played = nodes.filter(({ move }) => move !== undefined);
    const indices = new Map(played.map(({ id }, i) => [id, i + 1]));
    return {
        record,
        nodes: played.map(({ parent, move, annotations = [] }) => [indices.get(parent!) ?? 0, move!, annotations]),
        root: nodes[0]?.annotations ?? [],
    };
}

function documentOf(engine: Engine, game: GameName, { record, nodes, root }: NodeList): Document {
    const document = engine.document(record, { game, format: "record" });
    document.annotate(0, root);
    const ids = [0];
    for (const [parent, move, annotations] of nodes) {
        const id = document.add(ids[parent]!, move);
        if (annotations.length > 0) document.annotate(id, annotations);
        ids.push(id);
    }
    return document;
}

function packed(engine: Engine, game: GameName, document: Document): Packed {
    const { archive_format, formats } = infoOf(engine, game);
    const keeps = formats.some(({ name, keeps_document }) => name === archive_format && keeps_document);
    const format = keeps ? (archive_format as Formats[GameName]) : null;
    return { game, format, text: format ? document.write(format) : JSON.stringify(listOf(document)) };
}

function unpacked(engine: Engine, { game, format, text }: Packed): Document | null {
    try {
        if (format) return engine.document(text, { game, format });
        return documentOf(engine, game, JSON.parse(text) as NodeList);
    } catch {
        // From another version of the page, or damaged.
        return null;
    }
}

/** For a document that is not kept yet. */
export function newId(): string {
    return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
}

let latest: { entry: Entry; packed: Packed } | null = null;

function list(): Listed[] {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
        return Array.isArray(kept) ? (kept as Listed[]) : [];
    } catch {
        return [];
    }
}

/** Stores the list, and removes the texts of those that have no place in it. */
function store(entries: readonly Listed[]) {
    let sum = 0;
    const fits = ({ size }: Listed, i: number) => i < documentsMax && (sum += size) <= sizesMax;
    const kept = entries.filter(fits);
    for (const { id } of entries.filter((one) => !kept.includes(one))) localStorage.removeItem(`${place}.${id}`);
    localStorage.setItem(place, JSON.stringify(kept));
}

/** Keeps a document as it is now. False if it is too large, or the browser cannot store anything. */
export function keep(engine: Engine, entry: Entry, game: GameName, document: Document): boolean {
    const made = packed(engine, game, document);
    latest = { entry, packed: made };
    const { text, ...about } = made;
    const others = list().filter(({ id }) => id !== entry.id);
    try {
        if (text.length > sizeMax) {
            drop(entry.id);
            return false;
        }
        localStorage.setItem(`${place}.${entry.id}`, text);
        store([{ ...entry, ...about, size: text.length }, ...others]);
        return true;
    } catch {
        return false;
    }
}

/** Says which node of a kept document is shown. */
export function mark(entry: Entry) {
    if (latest?.entry.id === entry.id) latest.entry = entry;
    const [old] = list().filter(({ id }) => id === entry.id);
    if (!old) return;
    try {
        store([{ ...old, ...entry }, ...list().filter(({ id }) => id !== entry.id)]);
    } catch {
        // The page also works without storage.
    }
}

export function drop(id: string) {
    try {
        localStorage.removeItem(`${place}.${id}`);
        store(list().filter((one) => one.id !== id));
    } catch {
        // There is nothing to remove.
    }
}

/** The document with this number, or the newest that was left at this address. */
export function recall(
    engine: Engine,
    wanted: { id: string } | { address: string },
): { entry: Entry; document: Document } | null {
    const isWanted = (entry: Entry) => ("id" in wanted ? entry.id === wanted.id : entry.address === wanted.address);
    if (latest && isWanted(latest.entry)) {
        const document = unpacked(engine, latest.packed);
        return document && { entry: latest.entry, document };
    }
    const entry = list().find(isWanted);
    if (!entry) return null;
    try {
        const text = localStorage.getItem(`${place}.${entry.id}`);
        const document = text === null ? null : unpacked(engine, { ...entry, text });
        return document && { entry, document };
    } catch {
        return null;
    }
}
