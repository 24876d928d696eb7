// curl commands for requests of the page.

import type { Exchange } from "../server/api";

/** A text in single quotes for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlLines(origin: string, id: string, ply: number, example: string): string[] {
    const game = `${origin}/api/games/${id}`;
    return [
        `curl -s ${game}`,
        `curl -s ${game}/legal`,
        `curl -s ${game}/board.txt`,
        `curl -sN -H 'Accept: text/event-stream' ${game}/events`,
        `curl -s ${game}/moves -H "Authorization: Bearer $KEY" --json ${quoted(JSON.stringify({ move: example, ply }))}`,
    ];
}

export function curlOf(origin: string, { method, path, body }: Exchange): string {
    const data = body === null ? "" : ` --json ${quoted(body)}`;
    const verb = method === (body === null ? "GET" : "POST") ? "" : ` -X ${method}`;
    return `curl -s${verb} ${origin}${path} -H "Authorization: Bearer $KEY"${data}`;
}
