// Reads texts beside the page, which stays responsive. The Content-Security-Policy of a worker's file forbids to
// fetch or compile anything here: the page sends the compiled engine.

import { loadEngine, type Document, type Engine } from "arbiter-engine/engine.js";
import { entriesMax, pieces, sourceOf, type Entry, type Kind } from "./read";
import type { Answer, Request } from "./reader";

const scope = self as unknown as {
    onmessage: (event: MessageEvent<Request>) => Promise<void>;
    postMessage(answer: Answer): void;
};

/** In milliseconds: how often the page hears of the progress. */
const interval = 80;

let engine: Promise<Engine>;
/** Of the last text, for the page to open. */
let documents: (Document | null)[] = [];
let kind: Kind | null = null;

function entryOf({ document, error }: { document: Document | null; error: { faults: Entry["faults"] } | null }): Entry {
    if (!document) return { isReadable: false, faults: error!.faults, title: "", result: "" };
    const { White, Black, Result = "" } = document.tags;
    const names = [White, Black].filter((name) => name && name !== "?");
    const result = Result === "*" || Result === "?" ? "" : Result;
    return { isReadable: true, faults: document.faults, title: names.join(" – "), result };
}

function read(by: Engine, id: number, text: string, wanted: Kind | null) {
    for (const document of documents) document?.dispose();
    documents = [];
    kind = wanted ?? (by.detect(text) as Kind | null);
    let [taken, told] = [0, performance.now()];
    let entries: Entry[] = [];
    const tell = (part: number) => {
        scope.postMessage({ type: "read", id, kind, part, entries, hasMore: documents.length === entriesMax });
        entries = [];
        told = performance.now();
    };
    const counted = function* () {
        for (const piece of pieces(text)) {
            yield piece;
            taken += piece.length;
            if (performance.now() - told > interval) tell(Math.min(0.99, taken / text.length));
        }
    };
    for (const found of by.documents(counted(), sourceOf(kind))) {
        entries.push(entryOf(found));
        documents.push(found.document);
        if (documents.length === entriesMax) break;
    }
    tell(1);
}

/** A document of the last text, written in its format. */
const written = (index: number) => (kind && documents[index]?.write(kind.format)) ?? null;

scope.onmessage = async ({ data }) => {
    if (data.type === "engine") {
        engine = loadEngine(data.module);
        return;
    }
    const by = await engine;
    if (data.type === "read") read(by, data.id, data.text, data.kind);
    else if (data.type === "open") scope.postMessage({ type: "opened", id: data.id, text: written(data.index) });
    else scope.postMessage({ type: "decoded", id: data.id, decoded: by.decode(data.bytes) });
};
