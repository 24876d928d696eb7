/** A client for Arbiter's server, and the check of its receipts. */

/** An error response of the server (RFC 9457), or no response (status 0, code "unreachable"). */
export class Problem extends Error {
    readonly status: number;
    readonly code: string;
    readonly body: Record<string, unknown>;
}

/** The server's signature that a game had this entry, whose hash chains all before it. */
export interface Receipt {
    game: string;
    version: number;
    hash: string;
    /** The public key of the server. */
    key: string;
    signature: string;
}

/** The members of an answer that this client looks at; openapi.json of the server describes the others. */
export interface Versioned {
    version: number;
    ply: number;
    [member: string]: unknown;
}

export interface Event {
    version: number;
    type: string;
    hash: string;
    [member: string]: unknown;
}

export class Server {
    constructor(url: string);
    create(
        game: Record<string, unknown>,
        options?: { apiKey?: string },
    ): Promise<{
        id: string;
        keys: Record<string, string>;
        links: Record<string, string>;
        game: Versioned;
        receipt?: Receipt;
    }>;
    /** Never older than what this client has seen, whichever of several servers answers. */
    game(id: string, options?: { key?: string }): Promise<Versioned>;
    /** Made once, however often the answer is lost. */
    move(
        id: string,
        key: string,
        request: { move: unknown; ply?: number; version?: number },
    ): Promise<Versioned & { receipt?: Receipt }>;
    events(id: string, options?: { key?: string }): Promise<Event[]>;
    /** With the key `owner`. */
    remove(id: string, key: string): Promise<void>;
}

/** Whether the owner of the public key signed the receipt; without a key, the one that it names. */
export function isGenuine(receipt: Receipt, key?: string): Promise<boolean>;

export interface Finding {
    version: number;
    code: "not_genuine" | "missing" | "differs";
}

/** Whether the events are those that were acknowledged: what is wrong, or nothing. */
export function compare(receipts: Receipt[], events: Event[], key?: string): Promise<Finding[]>;
