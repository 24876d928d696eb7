// A client for Arbiter's server, and the check of its receipts. It needs no engine.

/** An error response of the server (RFC 9457), or no response (status 0). */
export class Problem extends Error {
    constructor(body) {
        super(body.detail);
        this.name = "Problem";
        this.status = body.status;
        this.code = body.code;
        this.body = body;
    }
}

const unreachable = { status: 0, code: "unreachable", detail: "the server does not answer" };

/** After these nobody knows whether a change was made: the same request may be sent again. */
const undecided = new Set(["unreachable", "outcome_unknown", "no_answer"]);

const pathOf = (id, rest = "") => `/api/games/${encodeURIComponent(id)}${rest}`;

export class Server {
    #url;
    #versions = new Map();

    constructor(url) {
        this.#url = url.replace(/\/+$/, "");
    }

    /** {id, keys, links, game} */
    create(game, { apiKey } = {}) {
        const repeat = crypto.randomUUID();
        return this.#settle(() => this.#send("/api/games", { method: "POST", body: game, key: apiKey, repeat }));
    }

    /** Never older than what this client has seen, whichever of several servers answers. */
    async game(id, { key } = {}) {
        return this.#saw(id, await this.#send(pathOf(id, this.#least(id)), { key }));
    }

    /** `request` is {move, ply} or {move, version}. Made once, however often the answer is lost. */
    async move(id, key, request) {
        const repeat = crypto.randomUUID();
        const make = () => this.#send(pathOf(id, "/moves"), { method: "POST", body: request, key, repeat });
        return this.#saw(id, await this.#settle(make));
    }

    /** The journal, each event with its hash. */
    async events(id, { key } = {}) {
        return (await this.#send(pathOf(id, `/events${this.#least(id)}`), { key })).events;
    }

    /** With the key `owner`. */
    remove(id, key) {
        return this.#send(pathOf(id), { method: "DELETE", key });
    }

    #least(id) {
        const version = this.#versions.get(id);
        return version === undefined ? "" : `?min_version=${version}`;
    }

    #saw(id, answer) {
        this.#versions.set(id, Math.max(answer.version, this.#versions.get(id) ?? 0));
        return answer;
    }

    async #settle(send, tries = 3) {
        for (let left = tries; ; --left) {
            try {
                return await send();
            } catch (error) {
                if (left <= 1 || !undecided.has(error.code)) throw error;
            }
        }
    }

    async #send(path, { method = "GET", body, key, repeat } = {}) {
        const headers = {
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
            ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
            ...(repeat === undefined ? {} : { "Idempotency-Key": repeat }),
        };
        const text = body === undefined ? undefined : JSON.stringify(body);
        const response = await fetch(this.#url + path, { method, headers, body: text }).catch(() => {
            throw new Problem(unreachable);
        });
        if (response.status === 204) return undefined;
        const answer = await response.json().catch(() => {
            throw new Problem({ ...unreachable, detail: "the answer is not JSON, or was cut off" });
        });
        if (!response.ok) throw new Problem(answer);
        return answer;
    }
}

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/** Whether the owner of the public key signed the receipt; without a key, the one that it names. */
export async function isGenuine(receipt, key = receipt.key) {
    if (key !== receipt.key) return false;
    const signed = ["arbiter receipt", receipt.game, receipt.version, receipt.hash].join("\n");
    const owner = await crypto.subtle.importKey("raw", bytesOf(key), "Ed25519", false, ["verify"]);
    return crypto.subtle.verify("Ed25519", owner, bytesOf(receipt.signature), new TextEncoder().encode(signed));
}

/**
 * Compares a game's `events` with the receipts of its moves: what is wrong, as {version, code}. Each hash chains all
 * events before it, so that no finding means that the record is the one that was acknowledged.
 */
export async function compare(receipts, events, key) {
    const hashes = new Map(events.map(({ version, hash }) => [version, hash]));
    const findings = [];
    for (const receipt of receipts) {
        const found = hashes.get(receipt.version);
        const code = !(await isGenuine(receipt, key))
            ? "not_genuine"
            : found === undefined
              ? "missing"
              : found === receipt.hash
                ? undefined
                : "differs";
        if (code !== undefined) findings.push({ version: receipt.version, code });
    }
    return findings;
}
